"""Gymnasium's own check, and tests of the environment."""

from __future__ import annotations

import warnings
from pathlib import Path

import pytest

gymnasium = pytest.importorskip("gymnasium")

from gymnasium.utils.env_checker import check_env

from french_board_games import Move, State
from french_board_games.gymnasium import SeatEnv

VARIANTS = (Path(__file__).parents[2] / "games" / "variants.txt").read_text().split()


def first_move(state: State) -> Move:
    return state.legal_moves[0]


def passes_the_check(made: SeatEnv) -> None:
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        check_env(made, skip_render_check=True)
    made.close()


@pytest.mark.parametrize("game", ["ruches", "maitres", "buteur:players=3"])
def test_passes_gymnasiums_check(game: str) -> None:
    passes_the_check(SeatEnv(game, level=1, player=1))


@pytest.mark.long
@pytest.mark.parametrize("game", VARIANTS)
def test_every_variant_passes_gymnasiums_check(game: str) -> None:
    passes_the_check(SeatEnv(game, level=1))


def episode(made: SeatEnv, seed: int) -> tuple[list[bytes], float]:
    """An episode of first legal actions: the observations, and the last reward."""
    observation, _ = made.reset(seed=seed)
    seen, over, reward = [observation["observation"].tobytes()], False, 0.0
    while not over:
        action = int(observation["action_mask"].argmax())
        observation, reward, over, _, _ = made.step(action)
        seen.append(observation["observation"].tobytes())
    return seen, reward


def test_the_engine_answers() -> None:
    with_engine = gymnasium.make(
        "french_board_games.gymnasium:FrenchBoardGames-v0", game="ruches", level=1, player=1
    )
    made = with_engine.unwrapped
    assert isinstance(made, SeatEnv)
    made.reset(seed=3)
    assert len(made.game_state.move_stack) == 1, "the engine begins"
    seen, reward = episode(made, 3)
    assert episode(made, 3) == (seen, reward)
    assert reward in (-1.0, 0.0, 1.0)
    with_engine.close()


def test_an_opponent_sees_no_hidden_cards() -> None:
    states: list[State] = []

    def opponent(state: State) -> Move:
        states.append(state)
        return first_move(state)

    made = SeatEnv("buteur", opponent=opponent)
    episode(made, 1)
    assert len(states) > 10
    assert all(state.hides(0) and not state.hides(1) for state in states)


def test_illegal_actions_lose() -> None:
    made = SeatEnv("ruches", opponent=first_move)
    made.reset(seed=1)
    _, reward, terminated, truncated, info = made.step(0)
    assert (reward, terminated, truncated, info) == (-1.0, True, False, {"illegal": 0})


def test_wrong_arguments() -> None:
    for arguments, message in [
        ({"player": 2}, '^player: read "2", expected a number from 0 to 1'),
        ({"level": 11}, '^level: read "11", expected a number from 1 to 10'),
        ({"render_mode": "human"}, '^render_mode: read "human"'),
        ({"illegal": "ignore"}, '^illegal: read "ignore"'),
    ]:
        with pytest.raises(ValueError, match=message):
            SeatEnv("benedictine", **arguments)  # type: ignore[arg-type]
