"""PettingZoo environments of all games, variants and numbers of players.

>>> from french_board_games.pettingzoo import env
>>> maitres = env("maitres", variant="annihilation")
>>> maitres.reset(seed=1)
>>> for agent in maitres.agent_iter():
...     observation, reward, terminated, truncated, info = maitres.last()
...     over = terminated or truncated
...     action = None if over else maitres.action_space(agent).sample(observation["action_mask"])
...     maitres.step(action)

An observation is a dictionary:

- ``"observation"``: the position as the player sees it, ``uint8`` of shape
  ``(game.observation_size,)``. It never contains hidden cards. ``docs/reference/observations.md``
  lists its planes and values.
- ``"action_mask"``: 1 for each legal action, ``int8`` of shape ``(game.num_actions,)``. It is zero
  for a player who is not to act.

Actions are the fixed numbers of moves in ``docs/reference/actions.md``. Dice and cards are drawn by
the environment, from its seed. The reward comes at the end: 1 for a win, -1 for a loss, and between
them where players share the point.
"""

from __future__ import annotations

import random
from typing import TYPE_CHECKING, Any

from . import Game, Pack, State
from ._episode import RENDER_MODES, Episode, check_modes, game_of
from ._optional import require

if TYPE_CHECKING:
    import gymnasium.spaces as spaces
    import numpy
    from pettingzoo import AECEnv, ParallelEnv
    from pettingzoo.utils import conversions, wrappers

    from ._episode import Observation
else:
    AECEnv = require("pettingzoo", "pettingzoo", "pettingzoo").AECEnv
    conversions = require("pettingzoo.utils.conversions", "pettingzoo", "pettingzoo")
    wrappers = require("pettingzoo.utils.wrappers", "pettingzoo", "pettingzoo")
    spaces = require("gymnasium.spaces", "gymnasium", "pettingzoo")
    numpy = require("numpy", "numpy", "pettingzoo")

__all__ = ["env", "parallel_env", "raw_env"]


def env(game: Game | str = "benedictine", **arguments: Any) -> AECEnv:
    """An environment with the usual wrappers of PettingZoo. See :class:`raw_env`."""
    made = wrappers.AssertOutOfBoundsWrapper(raw_env(game, **arguments))
    return wrappers.OrderEnforcingWrapper(made)


def parallel_env(game: Game | str = "benedictine", **arguments: Any) -> ParallelEnv:
    """An environment in which all players give an action in each step. Only the action of the
    player to act counts; the others wait. See ``waiting`` of :class:`raw_env`."""
    return conversions.aec_to_parallel(env(game, waiting=True, **arguments))


class raw_env(AECEnv):  # type: ignore[misc] # noqa: N801
    """An environment without wrappers.

    The agents are ``player_0``, ``player_1`` and so on: the players of the game in their order.

    Args:
        game: a game, or its name.
        render_mode: ``"ansi"`` (a diagram in text) or ``"svg"`` (a picture as the text of an SVG).
        max_cycles: the episode is truncated when a player has had this many turns; ``None`` for
            never. Most games have their own limit.
        illegal: the effect of an action that is not legal. ``"lose"`` ends the episode with -1 for
            the player and 0 for the others, ``"random"`` plays a random legal move instead, and
            ``"raise"`` is a ``ValueError``.
        waiting: whether each player is asked in each cycle. In a cycle one player makes a move. The
            others have one action, ``game.num_actions``, to wait. By default only the player to act
            is asked.
        options: the options of the game, if ``game`` is a name.

    Raises:
        ValueError: an unknown game, option or word. The message names the field.
    """

    def __init__(
        self,
        game: Game | str = "benedictine",
        *,
        render_mode: str | None = None,
        max_cycles: int | None = None,
        illegal: str = "lose",
        waiting: bool = False,
        **options: str | int | Pack,
    ) -> None:
        super().__init__()
        self.game = game_of(game, options)
        check_modes(render_mode, illegal)
        self.render_mode = render_mode
        self.max_cycles = max_cycles
        self.illegal = illegal
        self.waiting = waiting
        self.metadata = {
            "name": "french_board_games_v0",
            "render_modes": RENDER_MODES,
            "is_parallelizable": waiting,
        }
        self.possible_agents = [f"player_{player}" for player in range(self.game.players)]
        self.agents = list(self.possible_agents)
        self._actions = self.game.num_actions + int(waiting)
        size = (self.game.observation_size,)
        self._observation_space = spaces.Dict(
            {
                "observation": spaces.Box(0, 255, size, numpy.uint8),
                "action_mask": spaces.Box(0, 1, (self._actions,), numpy.int8),
            }
        )
        self.observation_spaces = {agent: self._observation_space for agent in self.agents}
        self.action_spaces = {agent: spaces.Discrete(self._actions) for agent in self.agents}

    def observation_space(self, agent: str) -> spaces.Space[Any]:
        """The observation space of an agent; it is the same for all."""
        return self.observation_spaces[agent]

    def action_space(self, agent: str) -> spaces.Space[Any]:
        """The action space of an agent, ``Discrete(game.num_actions)``."""
        return self.action_spaces[agent]

    @property
    def game_state(self) -> State:
        """A copy of the state, with all cards."""
        return self._episode.state.copy()

    def reset(self, seed: int | None = None, options: dict[str, Any] | None = None) -> None:
        """Begin a game.

        Args:
            seed: the seed of dice and cards; a random one by default.
            options: ``{"state": state}`` begins with this :class:`~french_board_games.State`.
        """
        seed = random.randrange(2**63) if seed is None else seed
        self._episode = Episode(self.game, seed, (options or {}).get("state"))
        self._over = self._episode.state.is_over
        self.agents = list(self.possible_agents)
        self.rewards = dict.fromkeys(self.agents, 0.0)
        self._cumulative_rewards = dict.fromkeys(self.agents, 0.0)
        self.terminations = dict.fromkeys(self.agents, self._over)
        self.truncations = dict.fromkeys(self.agents, False)
        self.infos: dict[str, dict[str, Any]] = {agent: {} for agent in self.agents}
        self._turns = dict.fromkeys(self.agents, 0)
        self._mover = self._to_act()
        self.agent_selection = self.agents[0] if self.waiting else self._mover or self.agents[0]

    def observe(self, agent: str) -> Observation:
        """The position as the agent sees it, and the mask of its legal actions."""
        player = self.possible_agents.index(agent)
        seen = self._episode.observe(player, self._actions)
        if self.waiting and agent != self._mover:
            seen["action_mask"][:] = 0
            seen["action_mask"][-1] = 1
        return seen

    def step(self, action: int | None) -> None:
        """Make the action of the agent that is to act."""
        agent = self.agent_selection
        if self.terminations[agent] or self.truncations[agent]:
            self._was_dead_step(action)
            return
        self._cumulative_rewards[agent] = 0.0
        self._clear_rewards()
        self._turns[agent] += 1
        if agent == self._mover:
            self._act(agent, int(action))  # type: ignore[arg-type]
        # In a cycle of all players the episode ends with the cycle.
        last = self.agents[-1]
        if self.waiting:
            following = self.agents.index(agent) + 1
            self.agent_selection = self.agents[following % len(self.agents)]
            cycles = self._turns[last]
        else:
            self.agent_selection = self._to_act() or agent
            cycles = max(self._turns.values())
        if not self.waiting or agent == last:
            self._mover = self._to_act()
            self.terminations = dict.fromkeys(self.agents, self._over)
            long = self.max_cycles is not None and cycles >= self.max_cycles
            self.truncations = dict.fromkeys(self.agents, long and not self._over)
        self._accumulate_rewards()

    def render(self) -> str | None:
        """Draw the board in the render mode of the environment."""
        return self._episode.render(self.render_mode)

    def close(self) -> None:
        """Nothing is open."""

    def _to_act(self) -> str | None:
        if self._over:
            return None
        player = self._episode.state.player
        return None if player is None else self.possible_agents[player]

    def _act(self, agent: str, action: int) -> None:
        move = self._episode.move_of(action, self.illegal)
        if move is None:
            self.rewards[agent] = -1.0
            self.infos[agent] = {"illegal": action}
            self._over = True
            return
        self._episode.push(move)
        if self._episode.state.is_over:
            for player, name in enumerate(self.possible_agents):
                self.rewards[name] = self._episode.reward(player)
            self._over = True
