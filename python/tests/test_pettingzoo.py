"""PettingZoo's own tests, and tests of the environments."""

from __future__ import annotations

import functools
import types
import warnings
from pathlib import Path

import pytest

pytest.importorskip("pettingzoo")

import numpy
from pettingzoo.test import api_test, max_cycles_test, seed_test

from french_board_games import Game, State
from french_board_games.pettingzoo import env, parallel_env, raw_env

VARIANTS = (Path(__file__).parents[2] / "games" / "variants.txt").read_text().split()
#: A game of each kind: without chance, with a die, for three, with hidden cards, with teams.
FEW = ["benedictine", "maitres:variant=annihilation", "etoile", "buteur", "buteur:players=3"]

few = pytest.mark.parametrize("game", FEW)
all_variants = pytest.mark.parametrize("game", VARIANTS)


def passes_the_tests(game: str, cycles: int) -> None:
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        api_test(env(game), num_cycles=cycles)
        seed_test(functools.partial(env, game), num_cycles=cycles)
        module = types.SimpleNamespace(
            env=functools.partial(env, game, waiting=True, illegal="random"),
            parallel_env=functools.partial(parallel_env, game, illegal="random"),
        )
        max_cycles_test(module)


@few
def test_passes_pettingzoos_tests(game: str) -> None:
    passes_the_tests(game, 20)


@pytest.mark.long
@all_variants
def test_every_variant_passes_pettingzoos_tests(game: str) -> None:
    passes_the_tests(game, 500)


def play(made: raw_env, seed: int, most: int = 10_000) -> list[tuple[str, bytes, float]]:
    """A random game: the agents with their observations and rewards."""
    rng = numpy.random.default_rng(seed)
    made.reset(seed=seed)
    steps = []
    for agent in made.agent_iter(most):
        observation, reward, terminated, truncated, _ = made.last()
        steps.append((agent, observation["observation"].tobytes(), reward))
        legal = numpy.flatnonzero(observation["action_mask"])
        made.step(None if terminated or truncated else int(rng.choice(legal)))
    return steps


@few
def test_games_end_with_rewards(game: str) -> None:
    made = raw_env(game)
    totals = dict.fromkeys(made.possible_agents, 0.0)
    steps = play(made, 3)
    for agent, _, reward in steps:
        totals[agent] += reward
    result = made.game_state.result
    assert result is not None
    for player, agent in enumerate(made.possible_agents):
        share = float(result.points[made.game.seat_of(player)])
        assert totals[agent] == 2.0 * share - 1.0
    assert play(made, 3) == steps, "the seed decides everything"
    if made.game.has_chance:
        assert play(made, 4) != steps


def test_players_see_only_their_own_cards() -> None:
    made = raw_env("buteur:players=4")
    made.reset(seed=1)
    state = made.game_state
    for player, agent in enumerate(made.possible_agents):
        seen = made.observe(agent)["observation"].tobytes()
        assert seen == bytes(state.view(player).observation(player))
        other = state.view(player).resample(7)
        made.reset(options={"state": other})
        assert made.observe(agent)["observation"].tobytes() == seen
        made.reset(options={"state": state})


def test_only_the_player_to_act_has_actions() -> None:
    made = raw_env("ruches")
    made.reset(seed=1)
    masks = [made.observe(agent)["action_mask"] for agent in made.possible_agents]
    assert masks[0].sum() == len(made.game_state.legal_moves) and masks[1].sum() == 0
    waiting = raw_env("ruches", waiting=True)
    waiting.reset(seed=1)
    assert waiting.observe("player_1")["action_mask"].nonzero()[0].tolist() == [1365]


def test_illegal_actions() -> None:
    made = raw_env("ruches")
    made.reset(seed=1)
    made.step(0)
    assert made.rewards == {"player_0": -1.0, "player_1": 0.0}
    assert all(made.terminations.values()) and made.infos["player_0"] == {"illegal": 0}
    made = raw_env("ruches", illegal="random")
    made.reset(seed=1)
    made.step(0)
    assert len(made.game_state.move_stack) == 1 and not any(made.terminations.values())
    made = raw_env("ruches", illegal="raise")
    made.reset(seed=1)
    with pytest.raises(ValueError, match='^action: read "0", expected'):
        made.step(0)


def test_parallel_games_are_the_same_games() -> None:
    """Players who wait change nothing, also where one has two turns in a round."""
    made = raw_env("buteur:players=3")
    made.reset(seed=5)
    totals = dict.fromkeys(made.possible_agents, 0.0)
    for agent in made.agent_iter():
        observation, reward, terminated, _, _ = made.last()
        totals[agent] += reward
        made.step(None if terminated else int(observation["action_mask"].argmax()))
    parallel = parallel_env("buteur:players=3")
    observations, _ = parallel.reset(seed=5)
    parallel_totals = dict.fromkeys(parallel.agents, 0.0)
    while parallel.agents:
        actions = {
            agent: int(observations[agent]["action_mask"].argmax()) for agent in parallel.agents
        }
        observations, rewards, *_ = parallel.step(actions)
        for agent, reward in rewards.items():
            parallel_totals[agent] += reward
    assert parallel_totals == totals


@few
def test_boards_are_drawn(game: str) -> None:
    made = raw_env(game, render_mode="ansi")
    made.reset(seed=1)
    assert made.render() == made.game_state.diagram()
    made = raw_env(game, render_mode="svg")
    made.reset(seed=1)
    assert str(made.render()).startswith("<svg")
    silent = raw_env(game)
    silent.reset(seed=1)
    assert silent.render() is None


def test_wrong_arguments() -> None:
    for arguments, message in [
        ({"game": "chess"}, '^game: read "chess"'),
        ({"game": "maitres", "variant": "quick"}, '^option variant: read "quick"'),
        ({"game": "maitres", "render_mode": "human"}, '^render_mode: read "human"'),
        ({"game": "maitres", "illegal": "ignore"}, '^illegal: read "ignore"'),
        ({"game": Game("maitres"), "variant": "master"}, '^options: read "variant"'),
    ]:
        with pytest.raises(ValueError, match=message):
            raw_env(**arguments)  # type: ignore[arg-type]


def test_games_begin_where_they_are_told() -> None:
    made = raw_env("maitres")
    state = State("maitres startpos moves die4")
    made.reset(seed=1, options={"state": state})
    assert made.game_state == state and made.agent_selection == "player_0"
    over = State("benedictine 1A1A1A1/2A1A2/7/7/7/2G1G2/1G1G1G1 a")
    made = raw_env("benedictine")
    made.reset(options={"state": over})
    assert made.game_state.is_over
