"""A game as an environment of one agent against a player, as Gymnasium has it."""

from __future__ import annotations

from typing import Any

import gymnasium
import numpy as np
import numpy.typing as npt

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
from plyground.players import RESIGN, make_player
from plyground.search.limit import Limit

_SEEDS = 1 << 32


class PlayerEnv(gymnasium.Env[Any, np.int64]):
    """One agent against a player: it is always the agent's turn.

    The reward comes at the end of a game: 1, 0 or -1. An illegal action loses it, as an illegal move does
    in a match. The seed of `reset` decides what the opponent leaves to chance, and a random side.
    """

    def __init__(self, game: Game, opponent: str, side: int | str, render_mode: str | None) -> None:
        self.game = game
        self.metadata = {"render_modes": ["ansi"], "render_fps": 1}
        self.render_mode = render_mode
        self.action_space = action_space(game)
        self.observation_space = observation_space(game)
        self._opponent = make_player(opponent, game)
        self._given_side = side
        self.side = 0
        self.position = game.start()

    def reset(
        self, *, seed: int | None = None, options: dict[str, Any] | None = None
    ) -> tuple[Observation, dict[str, Any]]:
        """Begin a game, in which the opponent has moved already if it moves first."""
        super().reset(seed=seed)
        drawn = int(self.np_random.integers(2))
        self.side = drawn if self._given_side == "random" else int(self._given_side)
        self.position = self.game.start()
        self._opponent.begin(self.position, int(self.np_random.integers(_SEEDS)))
        self._let_opponent_move()
        return self._seen(), self._info()

    def step(self, action: np.int64) -> tuple[Observation, float, bool, bool, dict[str, Any]]:
        """Play a move, and the opponent's reply."""
        try:
            move = move_of(self.position, action)
        except IllegalMoveError:
            return self._seen(), LOST, True, False, {**self._info(), "illegal": True}
        self.position = self.position.play(move)
        has_resigned = self._let_opponent_move()
        is_over = has_resigned or self.position.outcome is not None
        reward = WON if has_resigned else result_of(self.position, self.side)
        return self._seen(), reward, is_over, False, self._info()

    def action_masks(self) -> npt.NDArray[np.bool_]:
        """Return which actions are legal now, where libraries ask for it by this name."""
        return self._seen()["action_mask"].astype(np.bool_)

    def render(self) -> str | None:
        """Return the position as text, in the render mode ``ansi``."""
        return str(self.position) if self.render_mode == "ansi" else None

    def close(self) -> None:
        """End the opponent."""
        self._opponent.close()

    def _let_opponent_move(self) -> bool:
        """Let the opponent move until it is the agent's turn; tell whether it has resigned."""
        while self.position.outcome is None and self.position.player != self.side:
            chosen = self._opponent.choose(self.position, Limit()).move
            if chosen == RESIGN:
                return True
            self.position = self.position.play(chosen)
        return False

    def _seen(self) -> Observation:
        return observe(self.position, is_mine=self.position.player == self.side)

    def _info(self) -> dict[str, Any]:
        position: Position = self.position
        return {"side": self.side, "last_move": str(position.last_move or "")}
