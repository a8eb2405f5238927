"""The games for OpenSpiel.

Importing this module registers a game for each game of the package. Its name is ``french_`` and the
name of the game; its parameters are the game's options.

>>> import pyspiel
>>> import french_board_games.openspiel
>>> game = pyspiel.load_game("french_maitres", {"variant": "annihilation"})
>>> state = game.new_initial_state()

- Players are the players of the game. In Buteur for three and four, players share the result of
  their team.
- Actions are the fixed numbers of moves in ``docs/reference/actions.md``. A chance outcome is the
  number of the event among those that are possible.
- Returns are 1 for a win and -1 for a loss, and between them where players share the point. With
  two players they add up to 0.
- The information state of a player is the text of everything that he has seen. It has perfect
  recall and no tensor. The observation is the text of the position as he sees it; its tensor is the
  array of ``docs/reference/observations.md``.

Two more parameters are texts: ``start``, the fields of the first position (``startpos`` by
default), and, for Buteur, ``pack_file``, a file with a pitch and pack.
"""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Any, ClassVar

from . import Engine, Game, Limit, Move, Pack, State
from ._optional import require

if TYPE_CHECKING:
    import numpy
    import pyspiel
    from open_spiel.python import policy as policies
else:
    pyspiel = require("pyspiel", "open_spiel", "open_spiel")
    policies = require("open_spiel.python.policy", "open_spiel", "open_spiel")
    numpy = require("numpy", "numpy", "open_spiel")

__all__ = ["EngineBot", "EnginePolicy", "SpielGame", "SpielState", "register"]

#: More steps and chance events than any game has.
LONGEST = 100_000

#: More chance events than are ever possible at once: the kinds of cards of a pack.
MOST_EVENTS = 64

PREFIX = "french_"

#: The number that stands for the default of an option whose other values are numbers.
BY_RULES = -1


def _type_of(name: str, game: Game) -> pyspiel.GameType:
    """The type of a game with its options."""
    two = game.players == 2
    kinds = pyspiel.GameType
    usual = Game(name).options
    parameters: dict[str, str | int] = {key: _parameter(value) for key, value in usual.items()}
    # OpenSpiel reads numbers as numbers, so this stands for the words of the default.
    if "quiet" in parameters:
        parameters["quiet"] = BY_RULES
    parameters["start"] = "startpos"
    if name == "buteur":
        parameters["pack_file"] = ""
    return kinds(
        short_name=PREFIX + name,
        long_name=game.title,
        dynamics=kinds.Dynamics.SEQUENTIAL,
        chance_mode=(
            kinds.ChanceMode.EXPLICIT_STOCHASTIC
            if game.has_chance
            else kinds.ChanceMode.DETERMINISTIC
        ),
        information=(
            kinds.Information.IMPERFECT_INFORMATION
            if game.has_hidden_cards
            else kinds.Information.PERFECT_INFORMATION
        ),
        utility=kinds.Utility.ZERO_SUM if two else kinds.Utility.GENERAL_SUM,
        reward_model=kinds.RewardModel.TERMINAL,
        max_num_players=4,
        min_num_players=2,
        provides_information_state_string=True,
        provides_information_state_tensor=False,
        provides_observation_string=True,
        provides_observation_tensor=True,
        parameter_specification=parameters,
    )


def _parameter(value: str) -> str | int:
    """The value of an option for OpenSpiel, which tells numbers from texts."""
    return int(value) if value.isdigit() else value


def _info_of(game: Game) -> pyspiel.GameInfo:
    return pyspiel.GameInfo(
        num_distinct_actions=game.num_actions,
        max_chance_outcomes=MOST_EVENTS if game.has_chance else 0,
        num_players=game.players,
        min_utility=-1.0,
        max_utility=1.0,
        utility_sum=0.0 if game.players == 2 else None,
        max_game_length=LONGEST,
    )


class SpielGame(pyspiel.Game):  # type: ignore[misc]
    """A game for OpenSpiel. Each game of the package has its own subclass.

    Attributes:
        name: the id of the game.
        game: the :class:`~french_board_games.Game`.
        start: the :class:`~french_board_games.State` in which it begins.

    Raises:
        ValueError: an unknown option, value or position. The message names the field.
    """

    name: ClassVar[str]

    def __init__(self, parameters: dict[str, Any] | None = None) -> None:
        name = self.name
        given = dict(parameters or {})
        chosen = {key: str(value) for key, value in given.items()}
        start = chosen.pop("start", "startpos")
        file = chosen.pop("pack_file", "")
        usual = Game(name).options
        options: dict[str, str | Pack] = {
            key: value for key, value in chosen.items() if value not in (usual.get(key), str(BY_RULES))
        }
        if file:
            options["pack"] = Pack(Path(file).read_text(encoding="utf-8"))
        self.game = Game(name, **options)
        self.start = self.game.state(start)
        super().__init__(_type_of(name, self.game), _info_of(self.game), given)

    def new_initial_state(self) -> SpielState:
        """The state at the start of a game."""
        return SpielState(self)

    def max_chance_nodes_in_history(self) -> int:
        """A bound of the number of chance events in a game."""
        return LONGEST if self.game.has_chance else 0

    def make_py_observer(self, kind: Any = None, params: Any = None) -> _Observer:
        """An observer, of information states where ``kind`` has perfect recall."""
        if params:
            raise ValueError(f'params: read "{params}", expected no parameters of observations')
        return _Observer(self.game, kind is not None and kind.perfect_recall)


class SpielState(pyspiel.State):  # type: ignore[misc]
    """A state for OpenSpiel."""

    def __init__(self, game: SpielGame) -> None:
        super().__init__(game)
        self._state = game.start.copy()
        self._seen = tuple(self._state.view(player).text for player in range(game.game.players))

    @property
    def state(self) -> State:
        """A copy of the :class:`~french_board_games.State`, with all cards."""
        return self._state.copy()

    def current_player(self) -> int:
        """The player to act, ``PlayerId.CHANCE`` or ``PlayerId.TERMINAL``."""
        if self._state.actor == "chance":
            return int(pyspiel.PlayerId.CHANCE)
        player = self._state.player
        return int(pyspiel.PlayerId.TERMINAL) if player is None else player

    def is_terminal(self) -> bool:
        """Whether the game is over."""
        return self._state.is_over

    def returns(self) -> list[float]:
        """The result of each player, from -1 to 1; 0 before the end."""
        game, result = self._state.game, self._state.result
        if result is None:
            return [0.0] * game.players
        shares = [result.points[game.seat_of(player)] for player in range(game.players)]
        return [2.0 * share - 1.0 for share in shares]

    def chance_outcomes(self) -> list[tuple[int, float]]:
        """The chance events by their number, each with its probability."""
        weights = [weight for _, weight in self._state.chances]
        total = sum(weights)
        return [(number, weight / total) for number, weight in enumerate(weights)]

    def _legal_actions(self, player: int) -> list[int]:
        return sorted(self._state.legal_actions())

    def _apply_action(self, action: int) -> None:
        state = self._state
        if state.actor == "chance":
            event, _ = state.chances[action]
            text = state.move_text(event)
            if state.game.has_hidden_cards:
                views = [state.view(player) for player in range(len(self._seen))]
                texts = [_seen_text(view, event, text) for view in views]
            else:
                texts = [text] * len(self._seen)
        else:
            event = state.move_of(action)
            texts = [state.move_text(event)] * len(self._seen)
        state.push(event)
        self._seen = tuple(f"{seen} {text}" for seen, text in zip(self._seen, texts))

    def _action_to_string(self, player: int, action: int) -> str:
        if player == pyspiel.PlayerId.CHANCE:
            return self._state.move_text(self._state.chances[action][0])
        return self._state.move_text(self._state.move_of(action))

    def resample_from_infostate(self, player: int, sampler: Any) -> SpielState:
        """A state in which the player would have seen the same, with the hidden cards dealt at
        random. Past moves are not taken into account."""
        dealt: SpielState = self.clone()
        seed = int(sampler() * 2.0**53)
        dealt._state = self._state.view(player).resample(seed)
        views = [dealt._state.view(other).text for other in range(len(self._seen))]
        views[player] = self._seen[player]
        dealt._seen = tuple(views)
        return dealt

    def __str__(self) -> str:
        return self._state.text


def _seen_text(view: State, event: Move, text: str) -> str:
    """The text of an event as a player sees it: ``draw:?`` for another player's card."""
    known = [possible for possible, _ in view.chances]
    return text if event in known else view.move_text(known[0])


class _Observer:
    """The observer of OpenSpiel: information states by text, observations by text and tensor."""

    def __init__(self, game: Game, recall: bool) -> None:
        self._recall = recall
        size = 0 if recall else game.observation_size
        self.tensor: Any = None if recall else numpy.zeros(size, numpy.float32)
        self.dict: dict[str, Any] = {} if recall else {"observation": self.tensor}

    def set_from(self, state: SpielState, player: int) -> None:
        """Write the observation of a player to the tensor."""
        if self.tensor is not None:
            seen = state._state.observation(player)
            self.tensor[:] = numpy.frombuffer(seen, dtype=numpy.uint8)

    def string_from(self, state: SpielState, player: int) -> str:
        """The text of an observation or information state."""
        return state._seen[player] if self._recall else state._state.view(player).text


class EngineBot(pyspiel.Bot):  # type: ignore[misc]
    """A bot that plays with the engine.

    Args:
        engine: the engine.
        limit: the limit of each search.
    """

    def __init__(self, engine: Engine, limit: Limit) -> None:
        pyspiel.Bot.__init__(self)
        self._engine = engine
        self._limit = limit

    def restart_at(self, state: SpielState) -> None:
        """Begin at a state. The bot stores nothing about earlier states."""

    def step(self, state: SpielState) -> int:
        """The action of the engine's move."""
        own = state._state
        view = own.view(state.current_player())
        action = own.action(self._engine.play(view, self._limit).move)
        if action is None:
            raise ValueError(f"move: no action for the move of the engine in {own.text}")
        return action


class EnginePolicy(policies.Policy):  # type: ignore[misc]
    """The search as a fixed strategy: in a view it always makes the same move.

    The search begins anew in each view, so it does not depend on earlier searches.

    Args:
        game: a game that :func:`register` has made known to OpenSpiel.
        engine: an engine with one thread.
        limit: a limit on nodes or depth.
    """

    def __init__(self, game: SpielGame, engine: Engine, limit: Limit) -> None:
        super().__init__(game, list(range(game.num_players())))
        self._engine = engine
        self._limit = limit
        self._known: dict[str, int] = {}

    def action_probabilities(
        self, state: SpielState, player_id: int | None = None
    ) -> dict[int, float]:
        """The probability of each legal action: 1 for the move of the search."""
        own = state._state
        view = own.view(state.current_player())
        action = self._known.get(view.text)
        if action is None:
            self._engine.forget()
            action = own.action(self._engine.play(view, self._limit).move)
            if action is None:
                raise ValueError(f"move: no action for the move of the engine in {own.text}")
            self._known[view.text] = action
        return {legal: float(legal == action) for legal in state.legal_actions()}


def register() -> list[str]:
    """Register all games with OpenSpiel, and return their names. Importing the module does it."""
    known = set(pyspiel.registered_names())
    for name in Game.names():
        if PREFIX + name not in known:
            # OpenSpiel keeps a reference until after the end of Python. A class survives that; a
            # function would be freed too late, and end the process with an error.
            made = type(f"Spiel{name.title()}", (SpielGame,), {"name": name})
            pyspiel.register_game(_type_of(name, Game(name)), made)
    return [PREFIX + name for name in Game.names()]


register()
