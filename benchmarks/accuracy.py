"""How accurately each level plays: `python -m benchmarks.accuracy GAME...`; `--fit` calibrates the chances.

Every level plays against itself from random openings, and every game is reviewed. The table has the mean
accuracy of a level with its standard error, and its mistakes of each kind in 100 moves that count. `--fit`
fits the curve of the evaluation to the results of games of the upper half of the levels, and stores it in
src/plyground/review/fits: what a score is worth shows in the hands of those who can make use of it.
"""

from __future__ import annotations

import argparse
import math
import multiprocessing
import random
import statistics
from collections.abc import Iterator, Sequence
from concurrent.futures import ProcessPoolExecutor
from dataclasses import dataclass

from plyground.core.position import Position, game
from plyground.evaluation import default_heuristic
from plyground.players import make_player
from plyground.players.levels import levels_of
from plyground.review import GameReport, SideReport, review_game
from plyground.review.calibration import ScoredPosition, fitted
from plyground.review.chances import file_of
from plyground.search.limit import Limit
from plyground.tournament.game_pools import usual_processes

GAMES = ("breakthrough", "othello", "konane", "duel")
OPENING_PLIES = 4
MOST_PLIES = 200
CALIBRATION_SEED = 100
"""Games that calibrate are others than those of the table."""

TOP_NODES = 200_000
"""What the highest level may look at for a move, so that its games are the same everywhere."""


@dataclass(frozen=True)
class Played:
    """A game of a level against itself: how both sides played, and its scores for the calibration."""

    level: int
    sides: tuple[SideReport, SideReport]
    samples: tuple[ScoredPosition, ...]


def play(name: str, level: int, seed: int, nodes: int) -> Played:
    """Play a game and review it, from where the random opening ends."""
    position = _opening(name, seed)
    first = len(position.line()) - 1
    players = [make_player(f"level:{level}", position.game) for _ in range(2)]
    for side, player in enumerate(players):
        player.begin(position, 2 * seed + side)
    while position.outcome is None and len(position.line()) <= MOST_PLIES:
        position = position.play(players[position.player].choose(position, Limit(nodes=TOP_NODES)).move)
    report = review_game(position, Limit(nodes=nodes), from_ply=first)
    return Played(level, report.sides, tuple(_samples(report, position)))


def _opening(name: str, seed: int) -> Position:
    """Play some moves at random that do not end the game."""
    chance, start = random.Random(seed), game(name).start()
    while True:
        position = start
        for _ in range(OPENING_PLIES):
            position = position.play(chance.choice(position.moves()))
            if position.outcome is not None:
                break
        else:
            return position


def _samples(report: GameReport, last: Position) -> Iterator[ScoredPosition]:
    """Yield the open scores of the last two depths of every position, with the result of the game."""
    winner = None if last.outcome is None or last.outcome.winner is None else last.outcome.winner
    for each in report.positions:
        findings = each.findings or {}
        position = each.line.position
        result = 0.5 if winner is None else float(winner == position.to_move)
        for depth in sorted(findings)[-2:]:
            line = findings[depth]
            if line.proof is None and line.plies_to_end is None:
                yield ScoredPosition(line.score, result)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("games_named", nargs="*", metavar="GAME", default=GAMES)
    parser.add_argument("--games", type=int, default=20, help="games of each level")
    parser.add_argument("--levels", type=int, nargs="+", help="all by default, or the upper half to fit")
    parser.add_argument(
        "--nodes", type=int, default=100_000, help="positions that each search of a review takes"
    )
    parser.add_argument("--processes", type=int, default=usual_processes())
    parser.add_argument("--fit", action="store_true", help="calibrate the chances by these games")
    given = parser.parse_args()
    first = CALIBRATION_SEED if given.fit else 0
    seeds = range(first, first + given.games)
    context = multiprocessing.get_context("spawn")
    with ProcessPoolExecutor(given.processes, mp_context=context) as pool:
        for name in given.games_named:
            count = len(levels_of(game(name)))
            levels = given.levels or range(count // 2 if given.fit else 1, count + 1)
            tasks = [pool.submit(play, name, level, seed, given.nodes) for level in levels for seed in seeds]
            played = [task.result() for task in tasks]
            if given.fit:
                fit(name, played)
            else:
                show(name, levels, played)


def fit(name: str, played: Sequence[Played]) -> None:
    """Fit the curve of a game's evaluation, store it and print it."""
    board = game(name)
    found = fitted(board, [sample for each in played for sample in each.samples], len(played))
    found.write(file_of(board, default_heuristic(name).name))
    print(f"{name:13} {found}", flush=True)


def show(name: str, levels: Sequence[int], played: Sequence[Played]) -> None:
    """Print a row for each level."""
    for level in levels:
        sides = [side for each in played if each.level == level for side in each.sides]
        accuracies = [side.accuracy for side in sides if side.accuracy is not None]
        mean = statistics.fmean(accuracies)
        error = statistics.stdev(accuracies) / math.sqrt(len(accuracies)) if len(accuracies) > 1 else 0.0
        moves = sum(side.moves for side in sides)
        counts = {kind: sum(side.counts[kind] for side in sides) for kind in sides[0].counts}
        kinds = "  ".join(f"{100 * count / moves:5.1f} {kind}" for kind, count in counts.items())
        print(f"{name:13} level {level:2}  {mean:5.1f} ±{error:4.1f}  {kinds}", flush=True)


if __name__ == "__main__":
    main()
