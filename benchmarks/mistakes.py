"""How bad the mistakes of the levels are: `python -m benchmarks.mistakes GAME...`.

Each level plays against itself. In every position with at least eight moves, a judge searches the position
after each move to a fixed depth, with all that the engine has. A move is a mistake if it is worth less than
the best one by at least a tenth of the chance of winning. A mistake is among the three worst moves
if fewer than three moves are worse; of equally bad moves, as many are as there is room for.
"""

from __future__ import annotations

import argparse
import functools
import itertools
import math
import random
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path

from benchmarks.kept_rows import KeptRows
from plyground.core.position import Game, Position, game
from plyground.engine import Engine
from plyground.players.levels import levels_of
from plyground.players.making import make_player
from plyground.players.player import Player
from plyground.review.chances import chance_of, curve_of
from plyground.search.limit import Limit

GAMES = ("breakthrough", "othello", "konane", "duel")
DEPTHS = {"breakthrough": 5, "othello": 5, "konane": 6, "duel": 4}
"""How deep the judge searches after each move; about ten thousand positions altogether."""

FEWEST_MOVES = 8
LOSS = 0.1
WORST = 3
RANDOM_PLIES = 6
LONGEST_GAME = 120


@dataclass(frozen=True)
class Tally:
    """What the judge found in the games of a level."""

    game: str
    level: int
    judged: int
    mistakes: int
    among_worst: float

    @property
    def share(self) -> float:
        """The share of mistakes that are among the worst moves."""
        return self.among_worst / self.mistakes if self.mistakes else 0.0

    def __str__(self) -> str:
        found = f"{self.mistakes} mistakes in {self.judged} positions"
        return f"{self.game:13} level {self.level:2} {found:36} {self.share:6.1%} of them among the worst"


class Judge:
    """Scores every move of a position."""

    def __init__(self, on: Game) -> None:
        self._engine = Engine(on)
        self._curve = curve_of(on, None)
        self._limit = Limit(depth=DEPTHS[on.name])

    def badness_of(self, position: Position, played: str) -> float | None:
        """Return how much of a mistake is among the worst moves, None if the move is no mistake."""
        scores = {str(move): self._score_of(position.play(move)) for move in position.moves()}
        score, best = scores[played], max(scores.values())
        if chance_of(best, self._curve) - chance_of(score, self._curve) < LOSS:
            return None
        return share_among_worst(score, list(scores.values()))

    def _score_of(self, after: Position) -> int:
        *_, last = self._engine.search(after, self._limit)
        return -last.lines[0].exact_score


def share_among_worst(score: int, scores: Sequence[int]) -> float:
    """Return the share of the moves with a score that are among the three worst.

    >>> share_among_worst(2, [1, 1, 2, 5]), share_among_worst(2, [1, 1, 2, 2, 5])
    (1.0, 0.5)
    """
    worse = sum(each < score for each in scores)
    return min(max(WORST - worse, 0) / scores.count(score), 1.0)


def tally_of(on: Game, level: int, player: Player, positions: int, seed: int = 0) -> Tally:
    """Judge the moves of a player in a number of positions of its games against itself."""
    judge, chance = Judge(on), random.Random(seed)
    choices = itertools.islice(choices_of(on, player, chance), positions)
    found = [judge.badness_of(position, move) for position, move in choices]
    mistakes = [each for each in found if each is not None]
    return Tally(on.name, level, len(found), len(mistakes), math.fsum(mistakes))


def choices_of(on: Game, player: Player, chance: random.Random) -> Iterator[tuple[Position, str]]:
    """Let a player play against itself, and yield what it chose where it had enough moves."""
    while True:
        position = on.start()
        player.begin(position, chance.getrandbits(31))
        for ply in range(LONGEST_GAME):
            if position.outcome is not None:
                break
            moves = position.moves()
            if ply < RANDOM_PLIES:
                position = position.play(chance.choice(moves))
                continue
            move = str(player.choose(position, Limit()).move)
            if len(moves) >= FEWEST_MOVES:
                yield position, move
            position = position.play(move)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("games_named", nargs="*", metavar="GAME", default=GAMES)
    parser.add_argument("--positions", type=int, default=400)
    parser.add_argument("--levels", type=int, nargs="+")
    parser.add_argument("--seed", type=int, default=0, help="decides about openings and errors")
    parser.add_argument("--data", type=Path, help="a CSV file of results; levels in it are not judged again")
    given = parser.parse_args()
    kept = KeptRows(given.data, Tally)
    for name in given.games_named:
        on = game(name)
        for level in given.levels or range(1, len(levels_of(on))):
            judge = functools.partial(judged, on, level, given.positions, given.seed)
            print(kept.get(name, level, judge), flush=True)


def judged(on: Game, level: int, positions: int, seed: int) -> Tally:
    """Judge one of the levels of a game."""
    return tally_of(on, level, make_player(f"level:{level}", on), positions, seed)


if __name__ == "__main__":
    main()
