"""Games and positions of draughts players."""

from __future__ import annotations

import io
from pathlib import Path

import pytest

from french_board_games import Game, PdnGame, State, read_pdn

SQUARE10 = "etoile:board=square10,landing=any,majority=yes,omit=must,players=2"
BRAZILIAN = SQUARE10.replace("square10", "square8")

GAMES = """[White "Ann"]
[Black "Bob"]
[GameType "20"]

1. 32-28 {late [%clk 0:09:57]} 19-23! $2 (1... 18-23) 2. 28x19 14x23 2-0

[Event "two"]
1. 32-28 32-28 *

[GameType "21"]
1. 11-15 23-19 *
"""


def test_games_are_read_one_by_one(tmp_path: Path) -> None:
    path = tmp_path / "games.pdn"
    path.write_text(GAMES)
    games = read_pdn(path)
    game = next(games)
    assert (game.number, game.part, game.players) == (1, None, ["Ann", "Bob"])
    assert game.tags == {"White": "Ann", "Black": "Bob", "GameType": "20"}
    assert game.start == Game(SQUARE10).start()
    assert game.start.move_text(game.moves[0]) == "d4-e5"
    assert (game.end.move_stack, len(game.moves)) == (game.moves, 4)
    assert game.end == State(game.text)
    assert game.result == [1.0, 0.0]
    assert game.comments == [(1, "late [%clk 0:09:57]")]
    assert game.clocks == [(1, "clk", "0:09:57")]
    assert game.notes[1:] == [(2, "strength", "!"), (2, "nag", "2"), (2, "variation", "1... 18-23")]
    assert repr(game) == "<PdnGame 1: 4 moves>"
    with pytest.raises(ValueError, match='^game 2, line 8, column 10: move: read "32-28"'):
        next(games)
    game = next(games)
    assert (game.number, game.result) == (3, None)
    assert game.end.fen().startswith("B:W19,21,22,24,")
    assert next(games, None) is None


def test_a_state_of_a_game_is_a_copy() -> None:
    game = next(read_pdn(io.StringIO(GAMES)))
    game.end.pop()
    game.start.push_random(seed=1)
    assert (len(game.end.move_stack), game.start.move_stack) == (4, [])


def texts(games: list[PdnGame]) -> list[str]:
    return [game.text for game in games]


def test_files_of_all_kinds_are_read(tmp_path: Path) -> None:
    with pytest.warns(UserWarning, match="^game 2, line 8"):
        expected = texts(list(read_pdn(io.StringIO(GAMES), on_error="warn")))
    assert len(expected) == 2
    for encoding in ["utf-8", "utf-8-sig", "utf-16"]:
        path = tmp_path / encoding
        path.write_text(GAMES, encoding=encoding)
        with pytest.warns(UserWarning), path.open("rb") as file:
            assert texts(list(read_pdn(file, on_error="warn"))) == expected
        with pytest.warns(UserWarning):
            assert texts(list(read_pdn(str(path), on_error="warn"))) == expected


def test_games_are_written() -> None:
    game = next(read_pdn(io.StringIO(GAMES)))
    text = game.pdn()
    assert '[Result "2-0"]' in text
    assert next(read_pdn(io.StringIO(text))).pdn() == text


def test_rules_may_be_given() -> None:
    rules: list[Game | str] = [Game(BRAZILIAN), BRAZILIAN]
    for game in rules:
        read = next(read_pdn(io.StringIO("1. c3-d4 *"), game=game))
        assert read.start.game == Game(BRAZILIAN)
    parts = read_pdn(io.StringIO('1. 32-28 /FEN "W:W31:B20"/ 31-26 *'))
    assert [part.part for part in parts] == [1, 2]


class Broken(io.BytesIO):
    """A file that fails after its first bytes."""

    def read(self, size: int | None = -1, /) -> bytes:
        found = super().read(min(size or 0, 40))
        if not found:
            raise TimeoutError("the disk sleeps")
        return found


def test_errors_are_raised(tmp_path: Path) -> None:
    with pytest.raises(FileNotFoundError, match=r"nowhere\.pdn"):
        read_pdn(tmp_path / "nowhere.pdn")
    with pytest.raises(IsADirectoryError):
        read_pdn(tmp_path)
    with pytest.raises(TypeError):
        read_pdn(3)  # type: ignore[arg-type]
    with pytest.raises(ValueError, match='on_error: read "skip", expected raise or warn'):
        read_pdn(io.StringIO(""), on_error="skip")  # type: ignore[arg-type]
    with pytest.raises(ValueError, match="expected etoile with board=square8"):
        read_pdn(io.StringIO(""), game="maitres")
    with pytest.raises(TimeoutError, match="the disk sleeps"):
        read_pdn(Broken(GAMES.encode()))
    games = read_pdn(Broken((GAMES.split("[Event")[0] * 20).encode()))
    with pytest.raises(TimeoutError, match="the disk sleeps"):
        list(games)
    assert list(read_pdn(io.StringIO(""))) == []


def test_positions_are_fen() -> None:
    read: list[tuple[str, Game | str | None, str | None]] = [
        ("W:W33:B20", None, SQUARE10),
        ("B:W30:B1,K2", None, "etoile:board=square8,players=2,rules=english"),
        ("W:Wc3:Bb8", "26", BRAZILIAN),
        ("W:Wc3:Bb8", BRAZILIAN, BRAZILIAN),
        ("B:W30:B1", Game("etoile", board="square8", players=2, rules="english", quiet=40), None),
    ]
    for fen, game, start in read:
        state = State.from_fen(fen, game)
        assert state.fen() == fen
        assert state.game == (game if start is None else Game(start))
    refused: list[tuple[str, str | None, str]] = [
        ("W:W31:B99", None, 'FEN: read "99"'),
        ("nonsense", None, "FEN: read"),
        ("W:W31:B20", "25", "GameType: read"),
        ("W:W31:B20", "maitres", "expected etoile with board=square8"),
    ]
    for fen, rules, message in refused:
        with pytest.raises(ValueError, match=message):
            State.from_fen(fen, rules)
    with pytest.raises(ValueError, match="expected etoile with board=square8"):
        State("maitres startpos").fen()
