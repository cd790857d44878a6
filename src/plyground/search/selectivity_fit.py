"""Fitting guessed cuts: how well do shallow searches predict deep ones?

Positions are searched to every depth up to some, without guesses. For each pair of depths and each phase of
the game the deep score is fitted by a line through the shallow one; what is left is the deviation.
"""

from __future__ import annotations

import math
import random
from collections.abc import Callable, Iterable, Iterator, Sequence

import msgspec
import numpy as np
import numpy.typing as npt

from plyground.core.position import Game, Move, Position
from plyground.errors import OptionError
from plyground.evaluation import Evaluation, usable_evaluation
from plyground.evaluation.learned import Weights
from plyground.search.alphabeta import make_search
from plyground.search.features import EXACT
from plyground.search.probcut import DEEPEST, SHALLOWEST_CUT
from plyground.search.quiescence import make_value
from plyground.search.score import INFINITY, LARGEST_EVALUATION, UNIT
from plyground.search.selectivity import (
    LARGEST_SLOPE,
    SMALLEST_SLOPE,
    Pair,
    Selectivity,
    pieces_on,
)
from plyground.search.tt import make_table
from plyground.search.workspace import NO_MOVE, make_workspace

Numbers = npt.NDArray[np.float64]

DEEPEST_SEARCH = 8
PHASES = 4
FEWEST_POSITIONS = 30
"""A phase has scores of at least this many positions."""

DECIDED_FROM = 9.0
"""This many median deviations from the middle, a score is no guess: an evaluation knows that it is decided.

Such scores are far from all others, and a line through both kinds would fit neither.
"""

LARGEST_GROWTH = 4.0
"""Beyond the deepest search, a deviation is at most this many times the last one that was measured."""

MEGABYTES = 16
NO_NODE_LIMIT = 1 << 62

# Positions to fit to: a random opening, games with a random move now and then, some moves off the game.
RANDOM_PLIES = 6
RANDOM_MOVES = 0.05
TAKEN = 0.25
MOST_MOVES_ASIDE = 2
LONGEST_GAME = 400


def fit_selectivity(
    game: Game,
    evaluate: Evaluation,
    positions: Iterable[Position],
    *,
    deepest: int = DEEPEST_SEARCH,
    phases: int = PHASES,
    report: Callable[[int], None] = lambda done: None,
) -> Selectivity:
    """Fit the parameters of guessed cuts to searches of some positions up to a depth.

    `report` is called after each position with how many are done.

    Raises:
        OptionError: too few positions have scores that are neither won nor lost.
    """
    pieces, scores = measure_depths(game, evaluate, positions, deepest, report)
    return fit_scores(pieces, scores, phases=phases)


def measure_depths(
    game: Game,
    evaluate: Evaluation,
    positions: Iterable[Position],
    deepest: int,
    report: Callable[[int], None] = lambda done: None,
) -> tuple[Numbers, Numbers]:
    """Return the number of pieces of each position, and its scores in points at depths 0 to `deepest`.

    Positions that are won or lost within the depth are left out.
    """
    evaluator = usable_evaluation(game, evaluate)
    search = make_search(game.rules, game.board, evaluator.kernel, EXACT)
    value = make_value(game.board, evaluator.kernel)
    table = make_table(MEGABYTES)
    workspace = make_workspace(game.rules, game.board, table)
    workspace.evaluation, workspace.node_limit = evaluator.address, NO_NODE_LIMIT
    pieces: list[int] = []
    scores: list[list[int]] = []
    for done, position in enumerate(positions, start=1):
        workspace.age += np.uint64(1)
        workspace.killers[:] = NO_MOVE
        found = [int(value(position.state, evaluator.address))]
        while len(found) <= deepest and abs(found[-1]) < LARGEST_EVALUATION:
            found.append(int(search(position.state, len(found), 0, -INFINITY, INFINITY, workspace)))
        if abs(found[-1]) < LARGEST_EVALUATION:
            pieces.append(pieces_on(position))
            scores.append(found)
        report(done)
    return np.array(pieces, float), np.array(scores, float).reshape(len(pieces), deepest + 1) / UNIT


def fit_scores(pieces: Numbers, scores: Numbers, *, phases: int = PHASES) -> Selectivity:
    """Fit the parameters to scores of positions at depths 0, 1, 2 and so on: a row for each position."""
    count = len(pieces)
    if count < FEWEST_POSITIONS:
        raise OptionError(
            f"{count} positions without a won or lost score are too few to fit cuts to; "
            f"it takes {FEWEST_POSITIONS}"
        )
    phases = min(phases, count // FEWEST_POSITIONS)
    bounds = {math.ceil(np.quantile(pieces, index / phases)) for index in range(1, phases)}
    ordered = sorted(each for each in bounds if each > pieces.min())
    phase_of = np.searchsorted(ordered, pieces, side="right")
    known = np.where(_is_decided(scores), np.nan, scores)
    pairs = tuple(_fit_pairs(known[phase_of == phase], known) for phase in range(len(ordered) + 1))
    return Selectivity(tuple(ordered), pairs)


def with_selectivity(weights: Weights, selectivity: Selectivity) -> Weights:
    """Return weights with parameters of guessed cuts stored with them: an engine uses them then."""
    header = msgspec.structs.replace(weights.header, selectivity=selectivity.to_dict())
    return msgspec.structs.replace(weights, header=header)


def shallow_depth(deep: int) -> int:
    """Return how deep a search may spare a deep one: about half as deep, and it ends with the same side."""
    return 2 * (deep // 4) + deep % 2


def _is_decided(scores: Numbers) -> npt.NDArray[np.bool_]:
    """Tell which scores are so far from the others that an evaluation must know who wins."""
    away = np.abs(scores - np.median(scores))
    largest = DECIDED_FROM * float(np.median(away))
    return away > largest if largest else np.zeros(scores.shape, bool)


def _fit_pairs(scores: Numbers, all_scores: Numbers) -> tuple[Pair, ...]:
    """Fit the pairs of depths that a search uses; those beyond the deepest search follow the trend."""
    deepest = scores.shape[1] - 1

    def fit(shallow: int, deep: int) -> Pair:
        return _fit_line(shallow, deep, scores, all_scores)

    static = [fit(0, deep) for deep in range(1, deepest + 1)]
    trend = _trend([fit(near, far) for far in range(3, deepest + 1) for near in range(1, far)])
    pairs: list[Pair] = []
    for deep in range(SHALLOWEST_CUT, DEEPEST + 1):
        shallow = shallow_depth(deep)
        if deep <= deepest:
            pairs.append(fit(shallow, deep))
        elif deepest > SHALLOWEST_CUT:
            last = pairs[-2]  # ends with the same side
            measured = pairs[deepest - SHALLOWEST_CUT].deviation
            deviation = min(max(trend(shallow, deep), measured), LARGEST_GROWTH * measured)
            pairs.append(Pair(shallow, deep, last.slope, last.offset, deviation))
    return (*static, *pairs)


def _fit_line(shallow: int, deep: int, scores: Numbers, all_scores: Numbers) -> Pair:
    """Fit the deep score by a line through the shallow one, where both are known.

    A phase with too few of them takes those of all phases.
    """
    both = scores[:, [shallow, deep]]
    both = both[~np.isnan(both).any(axis=1)]
    if len(both) < FEWEST_POSITIONS:
        both = all_scores[:, [shallow, deep]]
        both = both[~np.isnan(both).any(axis=1)]
    if len(both) < FEWEST_POSITIONS:
        raise OptionError(f"too few scores of depths {shallow} and {deep} to fit cuts to: {len(both)}")
    near, far = both.T
    spread = float(near.var())
    slope = float(np.mean((near - near.mean()) * (far - far.mean()))) / spread if spread else 1.0
    slope = min(max(slope, SMALLEST_SLOPE), LARGEST_SLOPE)
    offset = float(far.mean() - slope * near.mean())
    return Pair(shallow, deep, slope, offset, float(np.sqrt(np.mean((far - slope * near - offset) ** 2))))


def _trend(pairs: Sequence[Pair]) -> Callable[[int, int], float]:
    """Return how the deviation goes on at larger depths: a power of the gap times one of the depth."""
    known = [pair for pair in pairs if pair.deviation > 0 and (pair.deep - pair.shallow) % 2 == 0]
    if len(known) < 4:
        largest = max((pair.deviation for pair in pairs), default=0.0)
        return lambda shallow, deep: largest
    rows = [[1.0, math.log(pair.deep - pair.shallow), math.log(pair.shallow)] for pair in known]
    logs = [math.log(pair.deviation) for pair in known]
    base, by_gap, by_depth = np.linalg.lstsq(np.array(rows), np.array(logs), rcond=None)[0].tolist()
    return lambda shallow, deep: float(math.exp(base) * (deep - shallow) ** by_gap * shallow**by_depth)


def sample_positions(
    game: Game, choose: Callable[[Position], Move], count: int, seed: int
) -> Iterator[Position]:
    """Yield positions such as a search meets: of games and of some random moves off them.

    `choose` returns the move to play in a position. There are fewer than `count` where games are over
    before they get that far.
    """
    chance = random.Random(seed)
    for _ in range(count):
        position = game.start()
        for ply in range(LONGEST_GAME):
            if count == 0:
                return
            if position.outcome is not None:
                break
            if ply >= RANDOM_PLIES and chance.random() < TAKEN:
                aside = _aside(position, chance)
                if aside.outcome is None:
                    yield aside
                    count -= 1
            is_random = ply < RANDOM_PLIES or chance.random() < RANDOM_MOVES
            position = position.play(chance.choice(position.moves()) if is_random else choose(position))


def _aside(position: Position, chance: random.Random) -> Position:
    """Play no, one or two random moves."""
    for _ in range(chance.randint(0, MOST_MOVES_ASIDE)):
        if position.outcome is None:
            position = position.play(chance.choice(position.moves()))
    return position
