"""OpenSpiel's own tests and algorithms on the games."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

pyspiel = pytest.importorskip("pyspiel")

import numpy
from open_spiel.python.algorithms import cfr, exploitability, ismcts, mcts

from french_board_games import Engine, Game, Limit
from french_board_games.openspiel import EngineBot, EnginePolicy, register

ROOT = Path(__file__).parents[2]
VARIANTS = (ROOT / "games" / "variants.txt").read_text().split()
FEW = ["benedictine", "maitres:variant=annihilation", "etoile", "buteur", "buteur:players=3"]
#: A pack with which the second half of a match has 5703 states.
PACK = """
name = "small"

[pitch]
columns = 6
rows = 4
goal = "c-d"
area = { columns = "c-d", rows = 1 }

[hands]
alone = 2
paired = 1

[pack]
cards = [
  { card = "attacker", arrows = "N", distance = 1, symbol = "hand", count = 2 },
  { card = "attacker", arrows = "N", distance = 3, symbol = "red", count = 3 },
  { card = "keeper", arrows = "N", distance = 2, count = 2 },
  { card = "corner", symbol = "red", count = 1 },
]
"""
SECOND_HALF = "kickoff R1 c 2 0-0 run B -/- -"


def load(text: str, **parameters: str) -> Any:
    """A game of OpenSpiel, from a game with options."""
    name, _, options = text.partition(":")
    pairs = [option.split("=") for option in options.split(",") if option]
    given = {key: int(value) if value.isdigit() else value for key, value in pairs}
    return pyspiel.load_game(f"french_{name}", given | parameters)


def test_all_games_are_registered() -> None:
    names = register()
    assert names == [f"french_{name}" for name in Game.names()]
    assert set(names) <= set(pyspiel.registered_names())
    assert load("maitres", variant="annihilation").game == Game("maitres", variant="annihilation")


@pytest.mark.parametrize("game", FEW)
def test_passes_the_random_simulation(game: str) -> None:
    pyspiel.random_sim_test(load(game), num_sims=1, serialize=False, verbose=False)


@pytest.mark.long
@pytest.mark.parametrize("game", VARIANTS)
def test_every_variant_passes_the_random_simulation(game: str) -> None:
    pyspiel.random_sim_test(load(game), num_sims=10, serialize=True, verbose=False)


def test_states_are_restored() -> None:
    game = load("buteur")
    rng = numpy.random.RandomState(1)
    state = random_state(game, rng, 30)
    again = game.deserialize_state(state.serialize())
    assert again.state == state.state and str(again) == str(state)
    assert again.information_state_string(1) == state.information_state_string(1)


def random_state(game: Any, rng: Any, steps: int) -> Any:
    """A state after random steps in which a player acts."""
    state = game.new_initial_state()
    while steps > 0 or state.is_chance_node():
        if state.is_chance_node():
            actions, chances = zip(*state.chance_outcomes())
            state.apply_action(rng.choice(actions, p=chances))
        else:
            state.apply_action(rng.choice(state.legal_actions()))
        steps -= 1
    return state


def test_information_states_hide_cards() -> None:
    """The other player's cards are never in an information state, and the own cards are."""
    game = load("buteur")
    rng = numpy.random.RandomState(2)
    state = random_state(game, rng, 40)
    texts = [state.information_state_string(player) for player in range(2)]
    assert "draw:?" in texts[0] and texts[0] != texts[1]
    for player in range(2):
        own = state.state.view(player)
        assert state.observation_string(player) == own.text
        dealt = state.resample_from_infostate(player, pyspiel.UniformProbabilitySampler(0.0, 1.0))
        assert dealt.information_state_string(player) == texts[player]
        assert dealt.legal_actions(player) == state.legal_actions(player)
        assert dealt.state.view(player).text == own.text
        tensor = numpy.array(state.observation_tensor(player))
        assert (tensor == numpy.frombuffer(own.observation(player), numpy.uint8)).all()


def test_games_without_hidden_cards_show_all_steps() -> None:
    state = load("maitres").new_initial_state()
    state.apply_action(3)
    text = state.action_to_string(state.legal_actions()[0])
    state.apply_action(state.legal_actions()[0])
    assert state.information_state_string(0) == state.information_state_string(1)
    assert state.information_state_string(0).endswith(f"die4 {text}")


def test_mcts_plays() -> None:
    game = load("ruches")
    rng = numpy.random.RandomState(3)
    state = random_state(game, rng, 30)
    evaluator = mcts.RandomRolloutEvaluator(1, rng)
    bot = mcts.MCTSBot(game, 1.4, 20, evaluator, random_state=rng)
    assert bot.step(state) in state.legal_actions()


def test_ismcts_plays() -> None:
    game = load("buteur")
    rng = numpy.random.RandomState(4)
    state = random_state(game, rng, 40)
    evaluator = mcts.RandomRolloutEvaluator(1, rng)
    bot = ismcts.ISMCTSBot(game, evaluator, 1.4, 20, random_state=rng)
    assert bot.step(state) in state.legal_actions()


@pytest.fixture
def small(tmp_path: Path) -> Any:
    """The second half of a match with a small pack."""
    file = tmp_path / "small.toml"
    file.write_text(PACK)
    return load("buteur", pack_file=str(file), start=SECOND_HALF)


def test_cfr_solves_a_small_pack(small: Any) -> None:
    solver = cfr.CFRPlusSolver(small)
    before = exploitability.nash_conv(small, solver.average_policy())
    for _ in range(2):
        solver.evaluate_and_update_policy()
    after = exploitability.nash_conv(small, solver.average_policy())
    assert 0.0 <= after < before / 2.0


def test_the_search_is_a_policy(small: Any) -> None:
    with Engine(hash=1) as engine:
        policy = EnginePolicy(small, engine, Limit(nodes=30))
        assert 0.0 <= exploitability.nash_conv(small, policy) < 0.02


def test_the_engine_is_a_bot() -> None:
    game = load("buteur")
    state = random_state(game, numpy.random.RandomState(5), 40)
    with Engine(hash=1) as engine:
        bot = EngineBot(engine, Limit(nodes=30))
        bot.restart_at(state)
        assert bot.step(state) in state.legal_actions()


def test_games_are_loaded_from_their_texts() -> None:
    for text in ["etoile:players=2,quiet=25", "benedictine:plies=60", "etoile"]:
        game = load(text)
        assert game.game == Game(text)
        assert pyspiel.load_game(str(game)).game == Game(text)


def test_wrong_parameters() -> None:
    with pytest.raises(ValueError, match='^option variant: read "quick"'):
        load("maitres", variant="quick").new_initial_state()
