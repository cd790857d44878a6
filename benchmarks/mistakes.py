"""How bad the mistakes of the levels are: `python -m benchmarks.mistakes GAME...`.

Each level plays against itself. In every position with at least eight moves, a judge searches the position
after each move to a fixed depth, with all that the engine has. A move is a mistake if it is worth less than
the best one by at least a tenth of the chance of winning. A mistake is among the three worst moves
if fewer than three moves are worse; of equally bad moves, as many are as there is room for.
"""

from __future__ import annotations

import argparse
import random
from collections.abc import Sequence
from dataclasses import dataclass

from plyground.core.position import Game, Position, game
from plyground.engine import Engine
from plyground.players.levels import levels_of
from plyground.players.making import make_player
from plyground.players.player import Player
from plyground.search.limit import Limit
from plyground.ui.web.common.winning_chances import chance_of, unit_of

GAMES = ("breakthrough", "othello", "konane", "duel")
DEPTHS = {"breakthrough": 5, "othello": 5, "konane": 6, "duel": 4}
"""How deep the judge searches after each move; about ten thousand positions altogether."""

FEWEST_MOVES = 8
LOSS = 0.1
WORST = 3
RANDOM_PLIES = 6
LONGEST_GAME = 120


@dataclass
class Tally:
    """What the judge found in some games."""

    judged: int = 0
    mistakes: int = 0
    among_worst: float = 0.0

    @property
    def share(self) -> float:
        """The share of mistakes that are among the worst moves."""
        return self.among_worst / self.mistakes if self.mistakes else 0.0


class Judge:
    """Scores every move of a position."""

    def __init__(self, on: Game) -> None:
        self._engine = Engine(on)
        self._unit = unit_of(on, None)
        self._limit = Limit(depth=DEPTHS[on.name])

    def look_at(self, position: Position, played: str, tally: Tally) -> None:
        """Judge a move, and count it."""
        scores = {str(move): self._score_of(position.play(move)) for move in position.moves()}
        score, best = scores[played], max(scores.values())
        tally.judged += 1
        if chance_of(best, self._unit) - chance_of(score, self._unit) >= LOSS:
            tally.mistakes += 1
            tally.among_worst += share_among_worst(score, list(scores.values()))

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


def tally_of(on: Game, player: Player, positions: int, seed: int = 0) -> Tally:
    """Judge the moves of a player in so many positions of its games against itself."""
    judge, tally = Judge(on), Tally()
    chance = random.Random(seed)
    while tally.judged < positions:
        position = on.start()
        player.begin(position, chance.getrandbits(31))
        for ply in range(LONGEST_GAME):
            if position.outcome is not None or tally.judged >= positions:
                break
            moves = position.moves()
            if ply < RANDOM_PLIES:
                position = position.play(chance.choice(moves))
                continue
            move = str(player.choose(position, Limit()).move)
            if len(moves) >= FEWEST_MOVES:
                judge.look_at(position, move, tally)
            position = position.play(move)
    return tally


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("games_named", nargs="*", metavar="GAME", default=GAMES)
    parser.add_argument("--positions", type=int, default=400)
    parser.add_argument("--levels", type=int, nargs="+")
    given = parser.parse_args()
    for name in given.games_named:
        on = game(name)
        for level in given.levels or range(1, len(levels_of(on))):
            tally = tally_of(on, make_player(f"level:{level}", on), given.positions)
            mistakes = f"{tally.mistakes} mistakes in {tally.judged} positions"
            print(f"{name:13} level {level:2} {mistakes:36} {tally.share:6.1%} of them among the worst", flush=True)


if __name__ == "__main__":
    main()
