"""Pictures, drawn by the scripts of the page."""

from __future__ import annotations

import re
import xml.etree.ElementTree as ElementTree

import pytest

from french_board_games import Game, State

SVG = "{http://www.w3.org/2000/svg}"


def drawn(state: State, player: int | None = None) -> ElementTree.Element:
    return ElementTree.fromstring(state.svg(player))


def classes(root: ElementTree.Element, name: str) -> list[ElementTree.Element]:
    return [node for node in root.iter() if name in node.get("class", "").split()]


@pytest.mark.parametrize(
    ("text", "piece", "count"),
    [
        ("benedictine startpos", "bottle", 10),
        ("maitres startpos moves die4", "cylinder", 36),
        ("ruches startpos moves 7@d1", "token", 11),
        ("etoile startpos", "man", 36),
        ("etoile:board=square8,players=2 startpos", "man", 24),
        ("etoile:board=square10,players=2 startpos", "man", 40),
    ],
)
def test_pieces_are_drawn(text: str, piece: str, count: int) -> None:
    root = drawn(State(text))
    assert root.tag == f"{SVG}svg" and len(classes(root, piece)) == count
    style = root.find(f"{SVG}style")
    assert style is not None and style.text is not None
    assert f".{piece}" in style.text and ".handbox" not in style.text
    # Every rule counts in the picture only.
    assert all(part.startswith(".fbg") for line in style.text.splitlines() for part in line.split("{")[0].split(","))


def test_the_last_move_and_the_die_are_shown() -> None:
    state = State("maitres startpos moves die4")
    assert len(classes(drawn(state), "die")) == 1 and not classes(drawn(state), "lastmark")
    state.push(state.legal_moves[0])
    assert not classes(drawn(state), "die") and len(classes(drawn(state), "lastmark")) == 2


def test_players_see_the_board_from_their_side() -> None:
    state = State("benedictine startpos moves c2-d3@f2")
    place = [
        [node.get("transform") for node in root.iter() if node.get("transform")]
        for root in (drawn(state, 0), drawn(state, 1))
    ]
    assert place[0] != place[1] and len(place[0]) == len(place[1])
    assert state.svg() == state.svg(0) == state._repr_svg_()
    assert "Étoile" in Game("etoile").start().svg(2, language="fr")
    with pytest.raises(ValueError, match='player: read "2"'):
        state.svg(2)
    with pytest.raises(ValueError, match='language: read "de", expected one of en fr'):
        state.svg(language="de")


def test_hidden_cards_are_not_drawn() -> None:
    state = Game("buteur").start()
    while state.actor == "chance":
        state.push(state.chances[-1][0])
    everything, own = drawn(state), drawn(state, 0)
    assert len(classes(everything, "face")) > len(classes(own, "face")) > 0
    code = re.compile(r'class="code"[^>]*>(\w+)<')
    cards = code.findall(state.view(1).svg(0)) or []
    assert cards == []
    assert code.findall(state.svg(0)) == code.findall(state.view(0).svg(0))
