"""A game in progress as an environment for learning sees it."""

from __future__ import annotations

import random
from typing import TYPE_CHECKING, Any

from . import Game, Move, Pack, State
from ._optional import require

if TYPE_CHECKING:
    import numpy
    from numpy.typing import NDArray

    Observation = dict[str, NDArray[Any]]
else:
    numpy = require("numpy", "numpy", "pettingzoo")

#: The render modes of the environments.
RENDER_MODES = ["ansi", "svg"]

#: The reactions to an action that is not legal.
ILLEGAL = ("lose", "random", "raise")


def game_of(game: Game | str, options: dict[str, str | int | Pack]) -> Game:
    """The game of an argument that is a game or its name."""
    if isinstance(game, Game):
        if options:
            raise ValueError(f'options: read "{" ".join(options)}", expected none beside a Game')
        return game
    return Game(game, **options)


def word(field: str, read: str | None, words: tuple[str, ...] | list[str]) -> None:
    """Refuse a word that is not known."""
    if read not in words:
        raise ValueError(f'{field}: read "{read}", expected one of {" ".join(words)}')


def check_modes(render_mode: str | None, illegal: str) -> None:
    """Refuse modes of an environment that are not known."""
    if render_mode is not None:
        word("render_mode", render_mode, RENDER_MODES)
    word("illegal", illegal, ILLEGAL)


class Episode:
    """A game in progress. Chance acts by itself, from a seeded generator.

    Attributes:
        state: the state, with all cards. A seat acts, or the game is over.
    """

    def __init__(self, game: Game, seed: int, start: State | None = None) -> None:
        self.rng = random.Random(seed)
        self.state = game.start() if start is None else start.copy()
        self.resolve()

    def resolve(self) -> None:
        """Draw chance events until a player acts or the game is over."""
        while self.state.actor == "chance":
            chances = self.state.chances
            weights = [weight for _, weight in chances]
            (event,) = self.rng.choices([event for event, _ in chances], weights)
            self.state.push(event)

    def push(self, move: Move) -> None:
        """Play a move, and draw the chance events that follow."""
        self.state.push(move)
        self.resolve()

    def move_of(self, action: int, illegal: str) -> Move | None:
        """The move of an action.

        Returns:
            The move. If the action is not legal: a random legal move for ``illegal="random"``,
            ``None`` for ``illegal="lose"``.

        Raises:
            ValueError: the action is not legal, and ``illegal="raise"``.
        """
        legal = self.state.legal_actions()
        if action not in legal:
            if illegal == "lose":
                return None
            if illegal == "random":
                action = self.rng.choice(legal)
        return self.state.move_of(action)

    def observe(self, player: int, actions: int) -> Observation:
        """The observation of a player, and the mask of his legal actions."""
        seen = numpy.frombuffer(self.state.observation(player), dtype=numpy.uint8)
        mask = numpy.zeros(actions, dtype=numpy.int8)
        if self.state.player == player:
            mask[self.state.legal_actions()] = 1
        return {"observation": seen.copy(), "action_mask": mask}

    def reward(self, player: int) -> float:
        """The result of a player: 1 for a win, -1 for a loss; 0 before the end."""
        result = self.state.result
        if result is None:
            return 0.0
        return 2.0 * result.points[self.state.game.seat_of(player)] - 1.0

    def render(self, mode: str | None) -> str | None:
        """Draw the board in a render mode."""
        if mode is None:
            return None
        return self.state.svg() if mode == "svg" else self.state.diagram()
