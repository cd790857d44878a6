"""Bots of OpenSpiel as players, on every game: ``openspiel:mcts,simulations=500``."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Protocol

import numpy as np

from plyground.core.position import Game, Position
from plyground.errors import OptionError, PlayerError, nearest, shortened
from plyground.openspiel import openspiel_game
from plyground.players.kinds import player_kind
from plyground.players.player import Choice, Player
from plyground.search.limit import Limit

if TYPE_CHECKING:
    from plyground.openspiel.bridge import OpenSpielGame, OpenSpielState

_SEEDS = 1 << 32


class Bot(Protocol):
    """What OpenSpiel calls a bot."""

    def step(self, state: OpenSpielState) -> int:
        """Return an action."""
        ...


class OpenSpielPlayer(Player):
    """Plays what a bot of OpenSpiel plays, which knows no limit of time: its options bound its work."""

    def __init__(self, game: Game, bot: str, **options: Any) -> None:
        if bot not in _BOTS:
            listed = f"{', '.join(_BOTS)}{nearest(bot, _BOTS)}"
            raise OptionError(f"OpenSpiel has no bot {shortened(bot)} here; there are: {listed}")
        self._name, self._options = bot, options
        self._use(game, seed=0)

    def begin(self, start: Position, seed: int) -> None:
        """Make a bot for this game; what it leaves to chance follows from the seed."""
        self._use(start.game, seed)

    def choose(self, position: Position, limit: Limit) -> Choice:
        """Let the bot choose."""
        action = int(self._bot.step(self._game.state_of(position)))
        for move in position.moves():
            if move.code == action:
                return Choice(move)
        raise PlayerError(f"openspiel:{self._name} gave action {action}, which is not legal")

    def _use(self, game: Game, seed: int) -> None:
        self._game = openspiel_game(game)
        self._bot = _BOTS[self._name](self._game, np.random.RandomState(seed % _SEEDS), **self._options)


def _make_mcts(game: OpenSpielGame, chance: Any, simulations: int, exploration: float, **_: Any) -> Bot:
    from open_spiel.python.algorithms import mcts

    evaluator = mcts.RandomRolloutEvaluator(1, chance)
    bot: Bot = mcts.MCTSBot(game, exploration, simulations, evaluator, solve=True, random_state=chance)
    return bot


class _AlphaBeta:
    """OpenSpiel's alpha-beta in Python, to a depth, where everything beyond is worth nothing."""

    def __init__(self, game: OpenSpielGame, chance: Any, depth: int, **_: Any) -> None:
        self._game, self._depth = game, depth

    def step(self, state: OpenSpielState) -> int:
        """Return the best action."""
        from open_spiel.python.algorithms.minimax import alpha_beta_search

        player = state.current_player()
        _, action = alpha_beta_search(
            self._game,
            state,
            value_function=lambda _: 0.0,
            maximum_depth=self._depth,
            maximizing_player_id=player,
        )
        return int(action)


class _Random:
    """OpenSpiel's uniform random bot."""

    def __init__(self, game: OpenSpielGame, chance: Any, **_: Any) -> None:
        self._chance = chance

    def step(self, state: OpenSpielState) -> int:
        """Return any action."""
        from open_spiel.python.bots.uniform_random import UniformRandomBot

        return int(UniformRandomBot(state.current_player(), self._chance).step(state))


_BOTS: dict[str, Any] = {"mcts": _make_mcts, "alphabeta": _AlphaBeta, "random": _Random}


@player_kind("openspiel")
def _make_openspiel(
    game: Game, *, bot: str, simulations: int = 1000, exploration: float = 1.4, depth: int = 3
) -> Player:
    """Play as a bot of OpenSpiel does: mcts, alphabeta or random."""
    return OpenSpielPlayer(game, bot, simulations=simulations, exploration=exploration, depth=depth)
