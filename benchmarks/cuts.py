"""How well do shallow searches predict deep ones, and what do guessed cuts spare?

    python -m benchmarks.cuts othello handmade --positions 400
    python -m benchmarks.cuts konane handmade --positions 600 --write
    python -m benchmarks.cuts othello some.weights --positions 600 --write

Prints the correlation of the scores of two depths, the line and the deviation for each phase, and the
positions searched to a depth with and without the cuts.
"""

from __future__ import annotations

import argparse
import json
from pathlib import Path

import numpy as np

import plyground as ply
from benchmarks.match import sampled
from plyground.core.position import Game, Position
from plyground.engine import Engine
from plyground.evaluation import as_heuristic
from plyground.evaluation.learned import LearnedEvaluation, save_weights
from plyground.search.features import Features, preset
from plyground.search.limit import Limit
from plyground.search.selectivity import Selectivity, file_of
from plyground.search.selectivity_fit import fit_scores, measure_depths, with_selectivity

MEGABYTES = 16
SHOWN = ((2, 4), (1, 5), (3, 5), (2, 6), (3, 7), (4, 8))
TREES = 12
"""Positions whose trees are counted."""


def nodes_to(
    depth: int, position: Position, evaluate: str, features: Features, cuts: Selectivity
) -> tuple[int, str]:
    """Return how many positions a search of some depth takes, and its move."""
    engine = Engine(position.game, evaluate, features=features, megabytes=MEGABYTES, selectivity=cuts)
    *_, last = engine.search(position, Limit(depth=depth))
    return last.nodes, str(last.move)


def tell_trees(game: Game, evaluate: str, cuts: Selectivity, depths: list[int]) -> None:
    """Print the positions to some depths, with and without cuts, and how often the move is the same."""
    plain = preset("engine")
    positions = list(sampled(game, evaluate, TREES, seed=2))
    for depth in depths:
        before = [nodes_to(depth, each, evaluate, plain, cuts) for each in positions]
        for names in (("futility",), ("probcut",), ("futility", "probcut")):
            after = [nodes_to(depth, each, evaluate, plain.having(*names), cuts) for each in positions]
            fewer = np.exp(np.mean([np.log(old[0] / new[0]) for old, new in zip(before, after, strict=True)]))
            same = sum(old[1] == new[1] for old, new in zip(before, after, strict=True))
            told = f"{fewer:.1f} times fewer nodes, the same move in {same} of {len(positions)}"
            print(f"depth {depth}, {' and '.join(names)}: {told}", flush=True)


def write(game: Game, evaluate: str, cuts: Selectivity) -> Path:
    """Store a fit: with the weights of a learned evaluation, or in the package for one that is part of it."""
    heuristic = as_heuristic(game, evaluate)
    if isinstance(heuristic, LearnedEvaluation):
        file = Path(evaluate)
        save_weights(file, with_selectivity(heuristic.weights, cuts))
    else:
        file = file_of(game, heuristic.name)
        file.parent.mkdir(exist_ok=True)
        file.write_text(json.dumps(cuts.to_dict()) + "\n", encoding="utf-8")
    return file


def main() -> None:
    """Fit and print, as told on the command line."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawTextHelpFormatter)
    parser.add_argument("game")
    parser.add_argument("evaluate")
    parser.add_argument("--positions", type=int, default=400)
    parser.add_argument("--size", default=None)
    parser.add_argument(
        "--write",
        action="store_true",
        help="store the fit, and no more",
    )
    parser.add_argument("--depths", type=int, nargs="*", default=[8, 10])
    given = parser.parse_args()
    options = {} if given.size is None else {"size": given.size}
    game = ply.game(given.game, **options)
    positions = sampled(game, given.evaluate, given.positions, seed=1)
    pieces, scores = measure_depths(game, given.evaluate, positions, 8)
    for shallow, deep in SHOWN:
        correlation = np.corrcoef(scores[:, shallow], scores[:, deep])[0, 1]
        print(f"depth {shallow} against {deep}: correlation {correlation:.3f}")
    cuts = fit_scores(pieces, scores)
    if given.write:
        print(f"written: {write(game, given.evaluate, cuts)}")
        return
    for least, pairs in zip((0, *cuts.pieces), cuts.pairs, strict=True):
        for pair in (each for each in pairs if each.shallow and each.deep <= 8):
            line = f"{pair.slope:.2f} * score {pair.offset:+.2f}, deviation {pair.deviation:.2f}"
            print(f"from {least} pieces on, depth {pair.shallow} to {pair.deep}: {line}")
    tell_trees(game, given.evaluate, cuts, given.depths)


if __name__ == "__main__":
    main()
