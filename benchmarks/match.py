"""Which of two evaluations plays better? Pairs of games from random openings, colours swapped.

    python -m benchmarks.match othello best squares --games 100 --seconds 0.02
    python -m benchmarks.match othello best best --without reductions --games 100 --seconds 0.02

Both sides search with the same engine and the same limit; only the evaluation differs, or the
features of the second side.
"""

from __future__ import annotations

import argparse
import math
import random
from collections import Counter

import plyground as ply
from plyground.engine import Engine
from plyground.evaluation import known_heuristics
from plyground.position import Game, Position
from plyground.search.features import preset
from plyground.search.limit import Limit

MEGABYTES = 16
LONGEST_GAME = 400  # plies; what goes on longer counts as a draw


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
    """Play one game; return the number of the player who won, None for a draw."""
    position = opening
    for _ in range(LONGEST_GAME):
        if position.outcome is not None:
            name = position.outcome.winner
            return None if name is None else position.game.players.index(name)
        for report in engines[position.player].search(position, limit):
            move = report.move
        assert move is not None
        position = position.play(move)
    return None


def play_match(
    first: Engine, second: Engine, pairs: int, plies: int, seed: int, limit: Limit
) -> Counter[str]:
    """Play pairs of games; count them from the view of the first engine."""
    rng = random.Random(seed)
    score: Counter[str] = Counter()
    for _ in range(pairs):
        opening = random_opening(first.game, plies, rng)
        for own_number, engines in enumerate([(first, second), (second, first)]):
            won = winner(opening, engines, limit)
            score["draws" if won is None else "wins" if won == own_number else "losses"] += 1
    return score


def summary(score: Counter[str]) -> str:
    """Tell wins, draws, losses and the share of points with its standard error."""
    games = score.total()
    mean = (score["wins"] + score["draws"] / 2) / games
    variance = (score["wins"] + score["draws"] / 4) / games - mean * mean
    error = math.sqrt(max(variance, 0.0) / games)
    return f"+{score['wins']} ={score['draws']} -{score['losses']}  {mean:.1%} ± {error:.1%}"


def main() -> None:
    """Run one match, as told on the command line."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("game")
    parser.add_argument("first")
    parser.add_argument("second", nargs="*", help="one evaluation or several; all others without")
    parser.add_argument("--without", default="", help="features that the second side goes without")
    parser.add_argument("--size", default=None)
    parser.add_argument("--games", type=int, default=100)
    parser.add_argument("--plies", type=int, default=6, help="random plies before the game")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--seconds", type=float)
    parser.add_argument("--nodes", type=int)
    parser.add_argument("--depth", type=int)
    given = parser.parse_args()
    options = {} if given.size is None else {"size": given.size}
    game = ply.game(given.game, **options)
    limit = Limit(given.seconds, given.depth, given.nodes)
    ablated = preset("engine").without(*filter(None, given.without.split(",")))
    opponents = given.second or [name for name in known_heuristics(game.name) if name != given.first]
    for name in opponents:
        first = Engine(game, given.first, megabytes=MEGABYTES)
        second = Engine(game, name, features=ablated, megabytes=MEGABYTES)
        score = play_match(first, second, given.games // 2, given.plies, given.seed, limit)
        without = f" without {given.without}" if given.without else ""
        print(f"{game.name} {given.first} - {name}{without}: {summary(score)}", flush=True)


if __name__ == "__main__":
    main()
