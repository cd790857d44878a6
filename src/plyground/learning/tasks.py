"""Work that is given out: chunks of self-play and of matches, as values that travel to another machine."""

from __future__ import annotations

import threading
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from plyground.core.position import Game
from plyground.evaluation import Evaluation, usable_evaluation
from plyground.evaluation.learned import LearnedEvaluation
from plyground.learning.layouts import evaluation_on, layout_of
from plyground.learning.matching import Match, MatchPlan
from plyground.learning.plans import Plan
from plyground.learning.positions import Positions
from plyground.learning.selfplay import SelfPlay

Player = SelfPlay | Match
Register = Callable[[Player], None]
PlayerOn = Callable[[Game], Any]
"""Returns the player of a thread for one layout of the board."""


def name_of(evaluation: Evaluation) -> str:
    """Return what tells an evaluation from others."""
    return evaluation.weights.digest if isinstance(evaluation, LearnedEvaluation) else str(evaluation)


@dataclass(frozen=True)
class SelfPlayTask:
    """Games of self-play from the number `first` on."""

    game: Game
    evaluation: Evaluation
    plan: Plan
    seed: int
    first: int
    count: int

    def key(self) -> object:
        """What tells the players that it needs from others."""
        return self.game, name_of(self.evaluation), self.plan, self.seed

    def make_player(self, game: Game) -> SelfPlay:
        """Make what plays these games on one layout."""
        evaluator = usable_evaluation(game, evaluation_on(game, self.evaluation))
        return SelfPlay(game, evaluator, self.plan, seed=self.seed)

    def run(self, player_on: PlayerOn) -> Positions | None:
        """Play the games; return None if somebody stopped the player."""
        games = []
        for number in range(self.first, self.first + self.count):
            played = player_on(layout_of(self.game, number)).play(number)
            if played is None:
                return None
            games.append(played)
        return Positions.joined(games)


@dataclass(frozen=True)
class MatchTask:
    """Pairs of games between two evaluations from the number `first` on."""

    game: Game
    evaluations: tuple[Evaluation, Evaluation]
    plan: MatchPlan
    seed: int
    first: int
    count: int

    def key(self) -> object:
        """What tells the players that it needs from others."""
        new, old = self.evaluations
        return self.game, name_of(new), name_of(old), self.plan, self.seed

    def make_player(self, game: Game) -> Match:
        """Make what plays these games on one layout."""
        new, old = (usable_evaluation(game, evaluation_on(game, each)) for each in self.evaluations)
        return Match(game, (new, old), self.plan, seed=self.seed)

    def run(self, player_on: PlayerOn) -> list[tuple[float, float]] | None:
        """Play the pairs; return None if somebody stopped the player."""
        pairs = []
        for number in range(self.first, self.first + self.count):
            played = player_on(layout_of(self.game, number)).play(number)
            if played is None:
                return None
            pairs.append(played)
        return pairs


Task = SelfPlayTask | MatchTask

# Compiled players with their memory, one a thread and layout: making one takes longer than a chunk.
_kept = threading.local()


def run_task(task: Task, register: Register | None = None) -> Any:
    """Run a task with the players of this thread; `register` receives each new one."""
    if getattr(_kept, "key", None) != task.key():
        _kept.key, _kept.players = task.key(), {}
    players: dict[Game, Player] = _kept.players

    def player_on(game: Game) -> Player:
        if game not in players:
            players[game] = task.make_player(game)
            if register is not None:
                register(players[game])
        return players[game]

    return task.run(player_on)
