"""A game of Plyground as a game of OpenSpiel, played by Plyground's rules."""

from __future__ import annotations

from typing import Any

import numpy as np
import pyspiel

from plyground.batch import Batch
from plyground.core.position import Game, Position
from plyground.search.mcts.playouts import LONGEST_PLAYOUT

PLAYERS = 2

_TYPE = pyspiel.GameType(
    short_name="plyground",
    long_name="A game of Plyground",
    dynamics=pyspiel.GameType.Dynamics.SEQUENTIAL,
    chance_mode=pyspiel.GameType.ChanceMode.DETERMINISTIC,
    information=pyspiel.GameType.Information.PERFECT_INFORMATION,
    utility=pyspiel.GameType.Utility.ZERO_SUM,
    reward_model=pyspiel.GameType.RewardModel.TERMINAL,
    max_num_players=PLAYERS,
    min_num_players=PLAYERS,
    provides_information_state_string=True,
    provides_information_state_tensor=False,
    provides_observation_string=True,
    provides_observation_tensor=True,
    parameter_specification={},
)


class OpenSpielGame(pyspiel.Game):  # type: ignore[misc]  # OpenSpiel is not typed
    """A game on its board."""

    def __init__(self, game: Game) -> None:
        self.game = game
        info = pyspiel.GameInfo(
            num_distinct_actions=int(game.rules.move_codes(game.board)),
            max_chance_outcomes=0,
            num_players=PLAYERS,
            min_utility=-1.0,
            max_utility=1.0,
            utility_sum=0.0,
            max_game_length=LONGEST_PLAYOUT,
        )
        super().__init__(_TYPE, info, {})

    def new_initial_state(self) -> OpenSpielState:
        """Return the state at the start."""
        return OpenSpielState(self, self.game.start())

    def state_of(self, position: Position) -> OpenSpielState:
        """Return the state of a position, from which its past is known."""
        return OpenSpielState(self, position)

    def make_py_observer(
        self, iig_obs_type: pyspiel.IIGObservationType | None = None, params: dict[str, Any] | None = None
    ) -> PlanesObserver:
        """Return what shows states as planes: nothing is hidden from anybody."""
        return PlanesObserver(self.game)


class OpenSpielState(pyspiel.State):  # type: ignore[misc]  # OpenSpiel is not typed
    """A position; actions are the codes of moves."""

    def __init__(self, game: OpenSpielGame, position: Position) -> None:
        super().__init__(game)
        self._game = game
        self.position = position

    def clone(self) -> OpenSpielState:
        """Return a state that can be changed without changing this one; positions never change."""
        return OpenSpielState(self._game, self.position)

    def current_player(self) -> int:
        """Return who is to move, 0 or 1, or that the game is over."""
        return int(pyspiel.PlayerId.TERMINAL) if self.is_terminal() else self.position.player

    def is_terminal(self) -> bool:
        """Return whether the game is over."""
        return self.position.outcome is not None

    def returns(self) -> list[float]:
        """Return the results of both players, 0 while the game goes on."""
        outcome = self.position.outcome
        if outcome is None or outcome.winner is None:
            return [0.0, 0.0]
        return [1.0 if name == outcome.winner else -1.0 for name in self._game.game.players]

    def _legal_actions(self, player: int) -> list[int]:
        is_mine = player == self.position.player and not self.is_terminal()
        return sorted(move.code for move in self.position.moves()) if is_mine else []

    def _apply_action(self, action: int) -> None:
        move = next(each for each in self.position.moves() if each.code == action)
        self.position = self.position.play(move)

    def _action_to_string(self, player: int, action: int) -> str:
        named = {move.code: str(move) for move in self.position.moves()}
        return named.get(action, f"move {action}")

    def __str__(self) -> str:
        return str(self.position)

    def __deepcopy__(self, memory: dict[int, Any]) -> OpenSpielState:
        return self.clone()


class PlanesObserver:
    """Planes of zeros and ones, as `Batch.observations` has them, for OpenSpiel's learners."""

    def __init__(self, game: Game) -> None:
        shape = Batch.start(game, 1, threads=1).observations().shape[1:]
        self.tensor = np.zeros(int(np.prod(shape)), np.float32)
        self.dict = {"observation": self.tensor.reshape(shape)}

    def set_from(self, state: OpenSpielState, player: int) -> None:
        """Show a state."""
        self.dict["observation"][:] = Batch.of([state.position], threads=1).observations()[0]

    def string_from(self, state: OpenSpielState, player: int) -> str:
        """Return a state as text."""
        return state.position.text
