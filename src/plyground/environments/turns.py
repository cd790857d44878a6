"""A game as an environment of two agents who take turns, as PettingZoo has it (AEC)."""

from __future__ import annotations

from typing import Any

from gymnasium import spaces
from pettingzoo import AECEnv

from plyground.core.position import Game, Position
from plyground.environments.spaces import (
    LOST,
    WON,
    Observation,
    action_space,
    move_of,
    observation_space,
    observe,
    result_of,
)
from plyground.errors import IllegalMoveError

AGENTS = ("player_0", "player_1")


class TurnsEnv(AECEnv):  # type: ignore[misc]  # PettingZoo's types are those of one version
    """One game between ``player_0``, who moves first, and ``player_1``.

    Rewards come at the end of a game: 1, 0 or -1. An illegal action loses it, as an illegal move does in a
    match. A draw by repetition ends a game. Every game begins with the start of `game`.
    """

    def __init__(self, game: Game, render_mode: str | None) -> None:
        super().__init__()
        self.game = game
        self.metadata = {
            "name": f"plyground_{game.name}_v0",
            "render_modes": ["ansi"],
            "is_parallelizable": False,
            "render_fps": 1,
        }
        self.render_mode = render_mode
        self.possible_agents = list(AGENTS)
        self.action_spaces = {agent: action_space(game) for agent in AGENTS}
        self.observation_spaces = {agent: observation_space(game) for agent in AGENTS}
        self.position = game.start()

    def observation_space(self, agent: str) -> spaces.Space[Any]:
        """Return the space of observations: planes, and a mask of legal actions."""
        return self.observation_spaces[agent]

    def action_space(self, agent: str) -> spaces.Space[Any]:
        """Return the space of actions, which are the codes of moves."""
        return self.action_spaces[agent]

    def reset(self, seed: int | None = None, options: dict[str, Any] | None = None) -> None:
        """Begin a game; nothing in it is left to chance, so that the seed decides nothing."""
        self.agents = list(AGENTS)
        self.rewards = dict.fromkeys(AGENTS, 0.0)
        self._cumulative_rewards = dict.fromkeys(AGENTS, 0.0)
        self.terminations = dict.fromkeys(AGENTS, False)
        self.truncations = dict.fromkeys(AGENTS, False)
        self.infos: dict[str, dict[str, Any]] = {agent: {} for agent in AGENTS}
        self._show(self.game.start())

    def step(self, action: int | None) -> None:
        """Play the move of the agent whose turn it is; an agent whose game is over steps with None."""
        if self.terminations[self.agent_selection]:
            self._was_dead_step(action)
            return
        agent = self.agent_selection
        self._cumulative_rewards[agent] = 0.0
        self._clear_rewards()
        try:
            move = move_of(self.position, action)
        except IllegalMoveError:
            self.infos[agent]["illegal"] = True
            self._finish({each: LOST if each == agent else WON for each in AGENTS})
        else:
            self._show(self.position.play(move))
            if self.position.outcome is not None:
                self._finish({each: result_of(self.position, AGENTS.index(each)) for each in AGENTS})
        self._accumulate_rewards()

    def observe(self, agent: str) -> Observation:
        """Return what an agent sees; the mask is empty unless it is to move."""
        return observe(self.position, is_mine=agent == AGENTS[self.position.player] and self._is_going_on)

    def render(self) -> str | None:
        """Return the position as text, in the render mode ``ansi``."""
        return str(self.position) if self.render_mode == "ansi" else None

    def close(self) -> None:
        """Do nothing: there is nothing to close."""

    @property
    def _is_going_on(self) -> bool:
        return not any(self.terminations.values())

    def _show(self, position: Position) -> None:
        self.position = position
        self.agent_selection = AGENTS[position.player]

    def _finish(self, rewards: dict[str, float]) -> None:
        self.rewards = rewards
        self.terminations = dict.fromkeys(AGENTS, True)
