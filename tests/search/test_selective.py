"""Guessed cuts spare positions, and never pass for a proof."""

from __future__ import annotations

import math
import random
from collections import Counter
from dataclasses import replace
from fractions import Fraction
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from plyground.core.pointers import address_of
from plyground.core.position import Game, Move, Position, game
from plyground.core.rules import Rules
from plyground.errors import OptionError
from plyground.evaluation.learned import save_weights
from plyground.evaluation.learned.evaluation import make_evaluation, make_weights
from plyground.evaluation.learned.model import Model
from plyground.search.constants import DEFAULT, Constants
from plyground.search.engine import SearchEngine
from plyground.search.features import BY_GAME, EXACT, PRESETS, Features, preset
from plyground.search.limit import Limit
from plyground.search.lmr import REDUCED_DEPTHS, REDUCED_MOVES, reduction_table
from plyground.search.probcut import (
    DEEPEST,
    FAILS_HIGH,
    FAILS_LOW,
    MARGIN,
    NO_PROBE,
    SHALLOW,
    SHALLOWEST_CUT,
    STATIC_MARGIN,
    futile_side,
    is_ordinary,
    probe_of,
)
from plyground.search.score import LARGEST_EVALUATION, UNIT
from plyground.search.selectivity import FITS, CutTables, Pair, Selectivity, pieces_on
from plyground.search.selectivity_fit import (
    fit_scores,
    fit_selectivity,
    sample_positions,
    shallow_depth,
    with_selectivity,
)
from tests.search.oracle import Oracle
from tests.search.positions import random_positions
from tests.search.test_proof import LIMITS, QUARRELS, check_reports, quarrels
from tests.solving.late import late_positions

ENGINE = PRESETS["engine"]
ALL = ENGINE.having(*BY_GAME)
FUTILE_DEPTH = int(DEFAULT.futility_depth)
ROUNDING = Fraction(1, 10**6)


def reckless() -> Selectivity:
    """Return parameters that trust every prediction: as many cuts as possible, and many wrong ones."""
    static = [Pair(0, deep, 1.0, 0.0, 0.0) for deep in range(1, FUTILE_DEPTH + 1)]
    probes = [Pair(shallow_depth(deep), deep, 1.0, 0.0, 0.0) for deep in range(SHALLOWEST_CUT, DEEPEST + 1)]
    return Selectivity((), ((*static, *probes),))


def nodes_to(depth: int, position: Position, features: Features, selectivity: Selectivity | None) -> int:
    engine = SearchEngine(position.game, features=features, megabytes=1, selectivity=selectivity)
    *_, last = engine.search(position, Limit(depth=depth))
    return last.nodes


@pytest.mark.parametrize(
    ("name", "size", "plies", "count"),
    [("breakthrough", "4x2", 4, 20), ("othello", "4", 7, 30), ("konane", "4x4", 9, 30)],
)
@pytest.mark.parametrize("feature", ["probcut", "futility", "all"])
def test_a_guess_is_no_proof(name: str, size: str, plies: int, count: int, feature: str) -> None:
    on, chance = game(name, size=size), random.Random(plies)
    features = ALL if feature == "all" else ENGINE.having(feature)
    engine, oracle = SearchEngine(on, features=features, megabytes=1, selectivity=reckless()), Oracle()
    claims: Counter[str] = Counter()
    for position in late_positions(on, count, plies, seed=7):
        for lines in (1, 3):
            claims += check_reports(engine, oracle, position, chance.choice(LIMITS), lines)
    assert min(claims["win"], claims["loss"], claims["with distance"]) > 0


@pytest.mark.parametrize("feature", ["null_move", "all"])
def test_a_pass_is_no_proof(feature: str) -> None:
    on, chance = game("duel", size=3, quiet=4, repetitions=3), random.Random(1)
    features = ALL if feature == "all" else ENGINE.having(feature)
    engine, oracle = SearchEngine(on, features=features, megabytes=1, selectivity=reckless()), Oracle()
    claims: Counter[str] = Counter()
    for position in quarrels(on, QUARRELS, seed=3):
        claims += check_reports(engine, oracle, position, chance.choice(LIMITS), chance.choice([1, 2]))
    assert min(claims["win"], claims["loss"]) > 0


@pytest.mark.parametrize("feature", ["probcut", "futility", "null_move"])
def test_cuts_spare_positions(feature: str) -> None:
    start = game("breakthrough", size=6).start()
    without = nodes_to(9, start, ENGINE, None)
    assert nodes_to(9, start, ENGINE.having(feature), reckless()) < without


def test_nothing_is_guessed_without_parameters() -> None:
    start = game("breakthrough", size="6x5").start()  # nothing was learned or fitted for this board
    without = nodes_to(7, start, ENGINE, None)
    assert nodes_to(7, start, ENGINE.having("probcut", "futility"), None) == without


def test_no_pass_where_a_game_does_not_allow_for_it() -> None:
    start = game("konane", size=6).start()
    assert nodes_to(7, start, ENGINE.having("null_move"), None) == nodes_to(7, start, ENGINE, None)


@pytest.mark.parametrize("feature", ["counters", "continuation"])
@pytest.mark.parametrize("name", ["breakthrough", "othello"])
def test_another_order_of_moves_keeps_the_value(name: str, feature: str) -> None:
    on = game(name, size=6)
    plain, other = (
        SearchEngine(on, features=features, megabytes=1) for features in (EXACT, EXACT.having(feature))
    )
    nodes = [0, 0]
    for position in random_positions(on, 10, seed=3):
        last = [list(engine.search(position, Limit(depth=6)))[-1] for engine in (plain, other)]
        assert last[0].score == last[1].score
        nodes = [sum(pair) for pair in zip(nodes, (each.nodes for each in last), strict=True)]
    assert nodes[0] != nodes[1]


def test_probes_as_fractions_say() -> None:
    chance = random.Random(4)
    seen = Counter[int]()
    for _ in range(2000):
        slope, offset, deviation = chance.uniform(0.5, 2), chance.uniform(-3, 3), chance.uniform(0, 4)
        deep = chance.randrange(round(DEFAULT.probcut_from_depth), DEEPEST + 1)
        shallow = shallow_depth(deep)
        pairs = Pair(shallow, deep, slope, offset, deviation), Pair(0, deep, slope, offset, deviation)
        block = CutTables(Selectivity((), (pairs,))).blocks[0]
        static, beta = chance.randrange(-20 * UNIT, 20 * UNIT), chance.randrange(-20 * UNIT, 20 * UNIT)
        found, side, bound = probe_of(static, deep, beta, address_of(block))
        row = [Fraction(float(number)) for number in block[deep]]
        margin = row[3]
        assert found == row[SHALLOW] == shallow
        is_high = row[4] * static + row[5] >= beta
        assert side == (FAILS_HIGH if is_high else FAILS_LOW)
        # One thousandth more, or less, is enough or not enough for a cut.
        enough, short = (bound + 1, bound) if is_high else (bound, bound + 1)
        predicted = [row[1] * score + row[2] for score in (enough, short)]
        if is_high:
            assert (
                predicted[0] - margin
                >= beta - Fraction(1, 10**6)
                > predicted[1] - margin - Fraction(2, 10**6)
            )
        else:
            assert predicted[0] + margin <= beta - 1 + ROUNDING
            assert predicted[1] + margin > beta - 1 - ROUNDING
        seen[side] += 1
    assert min(seen.values()) > 500


def test_futility_as_numbers_say() -> None:
    block = CutTables(Selectivity((), ((Pair(0, 2, 1.0, 0.5, 3.0),),))).blocks[0]
    address = address_of(block)
    # The prediction is static + 0.5, the margin 6 points.
    cases = {5499: NO_PROBE, 5500: FAILS_HIGH, -6501: FAILS_LOW, -6500: NO_PROBE, 0: NO_PROBE}
    assert {static: futile_side(static, 2, 0, address) for static in cases} == cases
    assert futile_side(10**6, FUTILE_DEPTH + 1, 0, address) == NO_PROBE
    assert block[5, STATIC_MARGIN] < 0


def test_won_and_lost_scores_are_never_guessed() -> None:
    assert [bool(is_ordinary(score)) for score in (0, LARGEST_EVALUATION - 1, LARGEST_EVALUATION)] == [
        *(True, True, False)
    ]
    pair = Pair(2, 4, 1.0, 0.0, LARGEST_EVALUATION / UNIT)
    block = CutTables(Selectivity((), ((pair,),))).blocks[0]
    assert probe_of(0, 4, 0, address_of(block))[0] == 0


def test_the_fit_finds_what_was_put_in() -> None:
    generator = np.random.default_rng(5)
    count = 4000
    pieces = np.repeat([20.0, 40.0], count // 2)
    scores = np.zeros((count, 9))
    scores[:, 0] = generator.normal(0, 10, count)
    for depth in range(1, 9):
        noise = np.where(pieces < 30, 1.0, 3.0)
        scores[:, depth] = 1.1 * scores[:, max(depth - 2, 0)] + 0.5 + noise * generator.normal(size=count)
    found = fit_scores(pieces, scores, phases=2)
    assert found.pieces == (30,)
    for phase, deviation in enumerate((1.0, 3.0)):
        pairs = {(pair.shallow, pair.deep): pair for pair in found.pairs[phase]}
        pair = pairs[3, 5]
        assert math.isclose(pair.slope, 1.1, rel_tol=0.02)
        assert math.isclose(pair.offset, 0.5, abs_tol=0.2)
        assert math.isclose(pair.deviation, deviation, rel_tol=0.06)
        assert pairs[6, 12].deviation > pairs[4, 8].deviation > pairs[2, 4].deviation
        assert {deep for _, deep in pairs} == set(range(1, DEEPEST + 1))


def test_decided_scores_and_small_phases_do_no_harm_to_a_fit() -> None:
    generator = np.random.default_rng(6)
    count = 400
    pieces = np.repeat([10.0, 20.0, 30.0, 40.0], count // 4)
    scores = np.zeros((count, 9))
    scores[:, 0] = generator.normal(0, 10, count)
    for depth in range(1, 9):
        scores[:, depth] = scores[:, depth - 1] + generator.normal(size=count)
    usual = fit_scores(pieces, scores)
    decided = scores.copy()
    decided[:90, 4:] = np.where(generator.random((90, 1)) < 0.5, 500.0, -500.0)  # most of the first phase
    found = fit_scores(pieces, decided)
    for phase, before in zip(found.pairs, usual.pairs, strict=True):
        assert [pair.deep for pair in phase] == [pair.deep for pair in before]
        assert all(0.8 < pair.slope < 1.2 for pair in phase)
        assert all(pair.deviation < 15 for pair in phase)
    with pytest.raises(OptionError, match="too few scores of depths"):
        fit_scores(pieces[70:104], decided[70:104])


def test_it_is_fitted_to_searches() -> None:
    on = game("othello", size=6)
    engine = SearchEngine(on, "squares", megabytes=1)

    def choose(position: Position) -> Move:
        move = engine.best_move(position, Limit(nodes=200))
        assert move is not None
        return move

    positions = list(sample_positions(on, choose, 80, seed=1))
    assert len(positions) == 80
    assert all(position.outcome is None for position in positions)
    counted: list[int] = []
    found = fit_selectivity(on, "squares", positions, deepest=5, phases=2, report=counted.append)
    assert counted == list(range(1, 81))
    assert len(found.pairs) == 2
    again = fit_selectivity(on, "squares", positions, deepest=5, phases=2)
    assert again == found
    searching = SearchEngine(on, "squares", features=ENGINE.having("probcut"), megabytes=1, selectivity=found)
    *_, last = searching.search(on.start(), Limit(depth=8))
    assert last.move is not None


def test_too_few_positions_are_refused() -> None:
    with pytest.raises(OptionError, match="5 positions without a won or lost score are too few"):
        fit_scores(np.zeros(5), np.zeros((5, 9)))


def test_it_comes_back_from_a_file_as_it_was() -> None:
    stored = Selectivity((10, 20), ((Pair(2, 4, 1.5, -0.25, 3.0),), (), ()))
    assert Selectivity.from_dict(stored.to_dict()) == stored


@pytest.mark.parametrize(
    "change",
    [
        {"pairs": [[[4, 2, 1.0, 0.0, 1.0]]]},
        {"pairs": [[[0, 99, 1.0, 0.0, 1.0]]]},
        {"pairs": [[[2, 4, float("nan"), 0.0, 1.0]]]},
        {"pairs": [[[2, 4, 0.0, 0.0, 1.0]]]},
        {"pairs": [[[2, 4, 1.0, 0.0, -1.0]]]},
        {"pairs": [[[2, 4, 1.0]]]},
        {"pairs": [], "pieces": []},
        {"pieces": [1, 2]},
        {"pieces": "x"},
    ],
)
def test_what_makes_no_sense_is_refused(change: dict[str, object]) -> None:
    stored = Selectivity((), ((Pair(2, 4, 1.0, 0.0, 1.0),),)).to_dict()
    with pytest.raises(OptionError):
        Selectivity.from_dict(stored | change)


def test_what_is_fitted_to_an_evaluation_is_found(tmp_path: Path) -> None:
    on = game("othello")
    stored = Selectivity.of(on, "handmade")
    assert stored is not None
    assert Selectivity.of(on, "squares") is None
    assert Selectivity.of(on, lambda board, state: 0.0) is None
    model = Model.for_game(game("breakthrough", size=4))
    tables = np.zeros((model.phase_count, model.weight_count))
    weights = make_weights(model, tables)
    assert Selectivity.of(model.game, make_evaluation("learned", model, weights)) is None
    path = tmp_path / "some.weights"
    save_weights(path, with_selectivity(weights, stored))
    assert Selectivity.of(model.game, str(path)) == stored
    assert Selectivity.of(model.game, f"2*{path}") is None


@pytest.mark.parametrize("file", sorted(FITS.glob("*.json")), ids=lambda file: file.stem)
def test_every_fit_in_the_package_belongs_to_a_heuristic(file: Path) -> None:
    name, size, heuristic = file.stem.split("-")
    on = game(name, size=size)
    assert on.rules.engine_features.get("futility")
    assert Selectivity.of(on, heuristic) is not None


def test_the_phase_is_that_of_the_root() -> None:
    parameters = Selectivity((10, 30), ((), (), ()))
    assert [parameters.phase_of(pieces) for pieces in (4, 9, 10, 29, 30, 64)] == [0, 0, 1, 1, 2, 2]
    start = game("othello").start()
    assert pieces_on(start) == 4
    assert pieces_on(game("duel").start()) == 12
    tables = CutTables(parameters)
    assert tables.address_for(start) == address_of(tables.blocks[0])


def test_constants_say_where_and_how_surely() -> None:
    pairs = [Pair(0, depth, 1.0, 0.0, 1.0) for depth in range(1, 6)]
    pairs += [Pair(shallow_depth(depth), depth, 1.0, 0.0, 1.0) for depth in range(3, 9)]
    constants = Constants.read(
        "probcut_deviations:1+probcut_from_depth:5+futility_deviations:3+futility_depth:2"
    )
    block = CutTables(Selectivity((), (tuple(pairs),)), constants).blocks[0]
    assert block[:9, SHALLOW].tolist() == [0, 0, 0, 0, 0, 3, 2, 3, 4]
    assert block[5, MARGIN] == UNIT
    assert block[:5, STATIC_MARGIN].tolist() == [-1, 3 * UNIT, 3 * UNIT, -1, -1]


def test_late_moves_are_reduced_by_depth_and_number() -> None:
    table = reduction_table(base=0.5, divisor=2.0, step=2, most=6)
    assert table.shape == (REDUCED_DEPTHS, REDUCED_MOVES)
    assert set(table.ravel().tolist()) <= {0, 2, 4, 6}
    assert (np.diff(table.astype(int), axis=0) >= 0).all()
    assert (np.diff(table.astype(int), axis=1) >= 0).all()
    for depth in range(4, REDUCED_DEPTHS):
        assert table[depth].max() <= depth - 2


def test_a_game_chooses_its_features() -> None:
    on = game("breakthrough", size=4)
    wished = _with_features(on, {"probcut": True, "quiescence": False})
    assert preset("engine", wished) == ENGINE.having("probcut").without("quiescence")
    assert preset("alphabeta", wished) == PRESETS["alphabeta"]
    assert preset("engine") == ENGINE
    with pytest.raises(OptionError, match="did you mean 'probcut'"):
        preset("engine", _with_features(on, {"probcat": True}))


def _with_features(on: Game, features: dict[str, bool]) -> Rules[Any, Any]:
    return replace(on.rules, engine_features=features)
