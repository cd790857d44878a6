"""Which of two evaluations, or sets of features, plays better? Pairs of games from even random openings.

    python -m benchmarks.match othello best squares --games 100 --seconds 0.02
    python -m benchmarks.match othello best best --without lmr --games 100 --seconds 0.02
    python -m benchmarks.match othello best best --with probcut --fit 400 --nodes 20000 --sprt 0,30
    python -m benchmarks.match konane best best --with time_management --clock 3+0.03 --sprt 0,30

Both sides search with the same engine and the same limit, or with a clock each for the whole game; only the
evaluation differs, or the features: `--with` switches some on for the first side, `--without` some off for
the second. In both games of a pair the opening is the same, and the sides are swapped.
"""

from __future__ import annotations

import argparse
import math
import random
import time
from collections.abc import Iterator
from dataclasses import replace

import plyground as ply
from plyground.core.position import Game, Move, Position
from plyground.engine import Engine
from plyground.evaluation import known_heuristics
from plyground.search.constants import Constants
from plyground.search.features import Features, preset
from plyground.search.limit import Clock, Limit
from plyground.search.selectivity import Selectivity
from plyground.search.selectivity_fit import fit_selectivity, sample_positions
from plyground.tournament.counts import Counts
from plyground.tournament.estimates import elo_difference
from plyground.tournament.openings import RandomOpenings
from plyground.tournament.sprt import Sprt, SprtVerdict

MEGABYTES = 16
LONGEST_GAME = 400  # plies; what goes on longer counts as a draw
SAMPLING = Limit(nodes=1000)
SMALLEST_CLOCK = 0.001  # seconds


def random_opening(game: Game, plies: int, rng: random.Random) -> Position:
    """Play some random moves; where they end the game, start again with one move less."""
    while True:
        position = game.start()
        for _ in range(plies):
            if position.outcome is not None:
                break
            position = position.play(rng.choice(position.moves()))
        if position.outcome is None:
            return position
        plies -= 1


def winner(opening: Position, engines: tuple[Engine, Engine], limit: Limit) -> int | None:
    """Play one game; return the number of the player who won, None for a draw.

    Each side has a clock of its own, if the limit has one; who uses it up has lost.
    """
    position = opening
    clocks = [limit.clock, limit.clock]
    for _ in range(LONGEST_GAME):
        if position.outcome is not None:
            name = position.outcome.winner
            return None if name is None else position.game.players.index(name)
        mover, began = position.player, time.perf_counter()
        for report in engines[mover].search(position, replace(limit, clock=clocks[mover])):
            move = report.move
        clock = clocks[mover]
        if clock is not None:
            left = clock.seconds - (time.perf_counter() - began)
            if left < 0:
                return 1 - mover
            clocks[mover] = replace(clock, seconds=max(left + clock.increment, SMALLEST_CLOCK))
        assert move is not None
        position = position.play(move)
    return None


def play_pair(first: Engine, second: Engine, opening: Position, limit: Limit) -> list[float]:
    """Play a pair of games, sides swapped; return the points of the first engine in each."""
    points: list[float] = []
    for own_number, engines in enumerate([(first, second), (second, first)]):
        first.clear()
        second.clear()
        won = winner(opening, engines, limit)
        points.append(0.5 if won is None else float(won == own_number))
    return points


def play_match(
    first: Engine,
    second: Engine,
    pairs: int,
    plies: int,
    seed: int,
    limit: Limit,
    sprt: Sprt | None = None,
) -> Counts:
    """Play pairs of games until a test is decided; count them from the view of the first engine."""
    openings = RandomOpenings(first.game.start(), plies, seed)
    score = Counts()
    first.prepare()  # not on somebody's clock
    second.prepare()
    for number in range(pairs):
        score += Counts.of([play_pair(first, second, openings.opening(number), limit)])
        if sprt is not None and sprt.status(score).verdict != SprtVerdict.CONTINUE:
            break
    return score


def summary(score: Counts, sprt: Sprt | None = None) -> str:
    """Tell wins, draws, losses, the share of points with its standard error, and the Elo with 95 % bars."""
    sample = score.sample
    error = math.sqrt(max(sample.variance, 0.0) / sample.size)
    told = f"+{score.wins} ={score.draws} -{score.losses}  {sample.mean:.1%} ± {error:.1%}"
    told += f"  Elo {elo_difference(score)}"
    return told if sprt is None else f"{told}  LLR {sprt.status(score)}"


def sampled(game: Game, evaluate: str, count: int, seed: int) -> Iterator[Position]:
    """Yield positions such as a search meets, from quick games of an evaluation against itself."""
    engine = Engine(game, evaluate, features=preset("engine"), megabytes=1)

    def choose(position: Position) -> Move:
        move = engine.best_move(position, SAMPLING)
        assert move is not None
        return move

    return sample_positions(game, choose, count, seed)


def fitted_selectivity(game: Game, evaluate: str, features: Features, positions: int) -> Selectivity | None:
    """Fit guessed cuts to an evaluation, if features need them; without positions what is stored counts."""
    if not features.uses_selectivity or not positions:
        return None
    return fit_selectivity(game, evaluate, sampled(game, evaluate, positions, seed=1))


def main() -> None:
    """Run one match, as told on the command line."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawTextHelpFormatter)
    parser.add_argument("game")
    parser.add_argument("first")
    parser.add_argument("second", nargs="*", help="one evaluation or several; all others without")
    parser.add_argument("--with", dest="added", default="", help="features that the first side has on top")
    parser.add_argument("--without", default="", help="features that the second side goes without")
    parser.add_argument("--fit", type=int, default=0, help="positions to fit guessed cuts to beforehand")
    parser.add_argument("--both", default="", help="features that both sides have on top")
    parser.add_argument("--constants", default="", help="of the first side, such as futility_depth:5")
    parser.add_argument("--size", default=None)
    parser.add_argument("--games", type=int, default=100)
    parser.add_argument("--plies", type=int, default=6, help="random plies before the game")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--sprt", type=Sprt.read, help="stop when it is decided, such as 0,30")
    parser.add_argument("--seconds", type=float)
    parser.add_argument("--nodes", type=int)
    parser.add_argument("--depth", type=int)
    parser.add_argument("--clock", type=Clock.read, help="for the game, such as 3+0.03")
    given = parser.parse_args()
    options = {} if given.size is None else {"size": given.size}
    game = ply.game(given.game, **options)
    limit = Limit(given.seconds, given.depth, given.nodes, given.clock)
    usual = preset("engine", game.rules).having(*_names(given.both))
    constants = Constants.read(given.constants), Constants()
    features = usual.having(*_names(given.added)), usual.without(*_names(given.without))
    opponents = given.second or [name for name in known_heuristics(game.name) if name != given.first]
    for name in opponents:
        fits = [
            fitted_selectivity(game, evaluate, switches, given.fit)
            for evaluate, switches in zip((given.first, name), features, strict=True)
        ]
        first, second = (
            Engine(
                game, evaluate, features=switches, megabytes=MEGABYTES, selectivity=fitted, constants=numbers
            )
            for evaluate, switches, fitted, numbers in zip(
                (given.first, name), features, fits, constants, strict=True
            )
        )
        score = play_match(first, second, given.games // 2, given.plies, given.seed, limit, given.sprt)
        changed = {"with": given.added, "constants": given.constants}
        changes = "".join(f" {key} {value}" for key, value in changed.items() if value)
        without = f" without {given.without}" if given.without else ""
        told = summary(score, given.sprt)
        print(f"{game.name} {given.first}{changes} - {name}{without}: {told}", flush=True)


def _names(text: str) -> list[str]:
    return [name for name in text.split(",") if name]


if __name__ == "__main__":
    main()
