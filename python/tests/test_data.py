"""Records, training data and logs of runs as tables and arrays."""

from __future__ import annotations

from pathlib import Path

import pytest

numpy = pytest.importorskip("numpy")
pyarrow = pytest.importorskip("pyarrow")

from french_board_games import Game, State
from french_board_games.data import read_lines, read_match, read_training_data, write_parquet

FILES = Path(__file__).parent / "files"
MATCH = FILES / "match.jsonl"
DATA = FILES / "buteur.data"


def test_games_of_a_match() -> None:
    match = read_match(MATCH)
    assert match.plan["game"] == "maitres"
    table = match.games()
    assert table.num_rows == len(match.records) == 4
    assert table.column_names[:3] == ["unit", "game", "players"]
    assert table["result"].to_pylist() == [record["result"] for record in match.records]


def test_moves_of_a_match() -> None:
    match = read_match(MATCH)
    table = match.moves()
    assert table.num_rows == sum(len(record["moves"]) for record in match.records)
    first = [row for row in table.to_pylist() if (row["unit"], row["game"]) == (0, 0)]
    record = match.records[0]
    assert [row["move"] for row in first] == record["moves"]
    assert first[0]["seat"] is None and first[0]["move"].startswith("die")
    chosen = [row for row in first if row["player"] is not None]
    for name in ["values", "depths", "nodes", "times"]:
        column = "nodes" if name == "nodes" else name[:-1]
        assert [row[column] for row in chosen] == record[name]
    assert chosen[0]["step"] >= record["opening"]
    for row in chosen:
        assert row["player"] == record["players"][row["seat"]]
        assert row["result"] == record["result"][row["seat"]]


def test_matches_are_replayed() -> None:
    match = read_match(MATCH)
    last: dict[tuple[int, int], State] = {}
    for record, step, state in match.states():
        assert len(state.move_stack) == step
        last[record["unit"], record["game"]] = state
    for record in match.records:
        result = last[record["unit"], record["game"]].result
        assert result is not None
        assert [float(result.points[seat]) for seat in range(2)] == record["result"]


def test_tables_become_parquet(tmp_path: Path) -> None:
    path = tmp_path / "moves.parquet"
    table = read_match(MATCH).moves()
    write_parquet(table, path)
    from pyarrow import parquet

    assert parquet.read_table(path).equals(table)


def test_training_data() -> None:
    data = read_training_data(DATA)
    game = Game(data.game)
    assert data.game == "buteur"
    assert data.observations.shape == (len(data), game.observation_size)
    assert data.observations.dtype == numpy.uint8 and len(data) > 20
    # The first value is the player who observes.
    planes, rows, columns, _ = game.observation_shape
    assert (data.observations[:, planes * rows * columns] == data.viewers).all()
    assert set(data.results.tolist()) <= {0.0, 0.5, 1.0}
    assert (numpy.abs(data.values[~numpy.isnan(data.values)]) <= 1.0).all()
    assert (data.steps[:-1][data.games[:-1] == data.games[1:]] >= 0).all()
    table = data.table()
    assert table.num_rows == len(data)
    assert table["observation"][3].as_py() == data.observations[3].tolist()
    assert table["value"].null_count == int(numpy.isnan(data.values).sum())


def test_files_of_windows(tmp_path: Path) -> None:
    changed = tmp_path / "changed.jsonl"
    changed.write_bytes(b"\xef\xbb\xbf" + MATCH.read_bytes().replace(b"\n", b"\r\n") + b"\r\n")
    assert read_match(changed) == read_match(MATCH)


def test_wrong_files(tmp_path: Path) -> None:
    lines = MATCH.read_text().splitlines(keepends=True)
    damaged = tmp_path / "damaged.jsonl"
    damaged.write_text("".join([*lines[:2], lines[2].replace("die", "dye", 1)]))
    with pytest.raises(ValueError, match="damaged.jsonl, line 3: read checksum"):
        read_match(damaged)
    damaged.write_text("".join([*lines[:2], lines[2][:-40]]))
    assert len(read_match(damaged).records) == 1, "the last line is not finished"
    damaged.write_text("{}\n")
    with pytest.raises(ValueError, match='line 1: read .*, expected a JSON object that ends with "crc"'):
        read_lines(damaged)
    damaged.write_text("")
    with pytest.raises(ValueError, match="read no plan, expected the record of a match"):
        read_match(damaged)
    damaged.write_bytes(b"\xff\n")
    with pytest.raises(ValueError, match="damaged.jsonl: read bytes that are no text, expected UTF-8"):
        read_lines(damaged)
    with pytest.raises(OSError):
        read_match(tmp_path / "missing.jsonl")
    with pytest.raises(ValueError, match="^data .*match.jsonl: tuning_data: read none"):
        read_training_data(MATCH)


def test_missing_packages_are_named(monkeypatch: pytest.MonkeyPatch) -> None:
    import sys

    monkeypatch.setitem(sys.modules, "pyarrow", None)
    command = r"pip install 'french-board-games\[pyarrow\]'"
    with pytest.raises(ImportError, match=command):
        read_match(MATCH).games()
