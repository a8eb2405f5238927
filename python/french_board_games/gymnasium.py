"""A Gymnasium environment: one player against a level of the engine.

>>> import gymnasium
>>> seat = gymnasium.make("french_board_games.gymnasium:FrenchBoardGames-v0", game="ruches", level=2)
>>> observation, info = seat.reset(seed=1)
>>> observation, reward, terminated, truncated, info = seat.step(seat.action_space.sample(
...     observation["action_mask"]))

Observations, actions and rewards are those of :mod:`french_board_games.pettingzoo`.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Any

from . import Engine, Game, Move, Pack, State
from ._episode import RENDER_MODES, Episode, check_modes, game_of
from ._optional import require

if TYPE_CHECKING:
    import gymnasium
    import numpy

    from ._episode import Observation

    Base = gymnasium.Env[Any, Any]
else:
    gymnasium = require("gymnasium", "gymnasium", "gymnasium")
    numpy = require("numpy", "numpy", "gymnasium")
    Base = gymnasium.Env

__all__ = ["SeatEnv"]

#: Chooses a move in a state that it sees as the player to act.
Opponent = Callable[[State], Move]


class SeatEnv(Base):
    """One player against the engine, or against any other opponent.

    Args:
        game: a game, or its name.
        player: the player of the agent, from 0.
        level: the level of the engine, from 1 (a beginner) to 10, for all other players.
        opponent: chooses the moves of all other players instead of the engine. It gets the state
            without the cards that the player to act does not see.
        engine: the engine to use; by default a new one with one thread.
        render_mode: ``"ansi"`` (a diagram in text) or ``"svg"`` (a picture as the text of an SVG).
        illegal: the effect of an action that is not legal. ``"lose"`` ends the episode with a
            reward of -1, ``"random"`` plays a random legal move instead, and ``"raise"`` is a
            ``ValueError``.
        options: the options of the game, if ``game`` is a name.

    Raises:
        ValueError: an unknown game, option or word, or a player that the game does not have. The
            message names the field.
    """

    metadata = {"render_modes": RENDER_MODES}

    def __init__(
        self,
        game: Game | str = "benedictine",
        *,
        player: int = 0,
        level: int = 3,
        opponent: Opponent | None = None,
        engine: Engine | None = None,
        render_mode: str | None = None,
        illegal: str = "lose",
        **options: str | int | Pack,
    ) -> None:
        self.game = game_of(game, options)
        if not 0 <= player < self.game.players:
            last = self.game.players - 1
            raise ValueError(f'player: read "{player}", expected a number from 0 to {last}')
        if not 1 <= level <= 10:
            raise ValueError(f'level: read "{level}", expected a number from 1 to 10')
        check_modes(render_mode, illegal)
        self.player = player
        self.level = level
        self.render_mode = render_mode
        self.illegal = illegal
        self._opponent = opponent
        self._engine = engine
        self._owns_engine = engine is None and opponent is None
        size = (self.game.observation_size,)
        self.observation_space = gymnasium.spaces.Dict(
            {
                "observation": gymnasium.spaces.Box(0, 255, size, numpy.uint8),
                "action_mask": gymnasium.spaces.Box(0, 1, (self.game.num_actions,), numpy.int8),
            }
        )
        self.action_space = gymnasium.spaces.Discrete(self.game.num_actions)

    @property
    def game_state(self) -> State:
        """A copy of the state, with all cards."""
        return self._episode.state.copy()

    def reset(
        self, *, seed: int | None = None, options: dict[str, Any] | None = None
    ) -> tuple[Observation, dict[str, Any]]:
        """Begin a game, and play until it is the agent's turn.

        Args:
            seed: the seed of dice, cards and the engine's choices.
            options: ``{"state": state}`` begins with this :class:`~french_board_games.State`.
        """
        super().reset(seed=seed)
        start = (options or {}).get("state")
        self._episode = Episode(self.game, int(self.np_random.integers(2**63)), start)
        self._answer()
        return self._observe(), {}

    def step(self, action: int) -> tuple[Observation, float, bool, bool, dict[str, Any]]:
        """Make a move, and play until it is the agent's turn again, or the game is over."""
        move = self._episode.move_of(int(action), self.illegal)
        if move is None:
            return self._observe(), -1.0, True, False, {"illegal": int(action)}
        self._episode.push(move)
        self._answer()
        over = self._episode.state.is_over
        return self._observe(), self._episode.reward(self.player), over, False, {}

    def render(self) -> str | None:
        """Draw the board in the render mode of the environment."""
        return self._episode.render(self.render_mode)

    def close(self) -> None:
        """Close the engine, if the environment has made it."""
        if self._owns_engine and self._engine is not None:
            self._engine.close()
            self._engine = None

    def _observe(self) -> Observation:
        return self._episode.observe(self.player, self.game.num_actions)

    def _answer(self) -> None:
        """Play the moves of the other players."""
        state = self._episode.state
        while state.player is not None and state.player != self.player:
            view = state.view(state.player)
            if self._opponent is not None:
                self._episode.push(self._opponent(view))
                continue
            if self._engine is None:
                self._engine = Engine(threads=1)
            seed = self._episode.rng.randrange(2**32)
            self._episode.push(self._engine.play(view, level=self.level, seed=seed).move)


gymnasium.register("FrenchBoardGames-v0", entry_point=SeatEnv)
