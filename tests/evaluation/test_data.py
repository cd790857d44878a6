"""Evaluations that read data: other weights are the same machine code, and the data live long enough."""

from __future__ import annotations

import gc
import pickle
import weakref
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import numpy as np
import pytest

import plyground as ply
from plyground.core.heuristics import DataHeuristic
from plyground.evaluation import Evaluator, _asking, find_evaluation, known_heuristics, usable_evaluation
from plyground.evaluation._usable import strangers_in
from plyground.jit import Kernel, cache, listen_to_compiler, plain_python
from plyground.search import textbook
from plyground.search.engine import SearchEngine
from plyground.search.features import PRESETS
from plyground.search.limit import Limit
from plyground.search.score import as_points
from plyground.study.known.heuristics import CutCounter
from plyground.study.timed_searching import TextbookSearcher, TimedSearcher
from plyground.study.tree.growing import grow_tree
from tests.evaluation.own import written
from tests.evaluation.reading import GAME, make_material, slow_material, uncompilable
from tests.jit.lab import Lab
from tests.search.positions import random_positions
from tests.study.tree.small import slow_minimax

SIZE = "5x4"
DEPTH = 2
PLAIN = PRESETS["alphabeta"]


@pytest.fixture
def heard(monkeypatch: pytest.MonkeyPatch) -> Iterator[list[str]]:
    """What is compiled, and not found in the cache."""
    labels: list[str] = []
    monkeypatch.setattr(cache, "_listener", None)
    listen_to_compiler(lambda label, seconds: labels.append(label))
    yield labels
    listen_to_compiler(None)


@pytest.fixture
def fresh(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Begin with an empty cache of kernels."""
    monkeypatch.setenv("PLYGROUND_CACHE_DIR", str(tmp_path / "cache"))


def small() -> ply.Game:
    return ply.game(GAME, size=SIZE)


def positions(count: int = 4) -> list[ply.Position]:
    return [each for each in random_positions(small(), count, seed=3) if each.game == small()]


def slow_sum(weights: dict[str, float], position: ply.Position) -> float:
    known, board = known_heuristics(GAME), position.game.board
    with plain_python():
        return float(
            sum(weight * known[name].function(board, position.state) for name, weight in weights.items())
        )


def scorer(weights: dict[str, float]) -> textbook.Evaluation:
    return lambda position: round(1000 * slow_sum(weights, position))


def by_textbook(position: ply.Position, weights: dict[str, float]) -> float:
    return as_points(textbook.minimax(position, DEPTH, scorer(weights)).score)


def last_score(engine: SearchEngine, position: ply.Position) -> float:
    *_, last = engine.search(position, Limit(depth=DEPTH))
    return last.score


def engine_for(evaluate: Any, order: Any = None) -> SearchEngine:
    return SearchEngine(small(), evaluate, features=PLAIN, order=order, megabytes=1)


def test_other_weights_compile_nothing(heard: list[str], fresh: None) -> None:
    first = {"piece": 2.0, "mobility": 1.0}
    start = small().start()
    order = "piece+2*position"
    assert last_score(engine_for("2*piece+mobility", order), start) == by_textbook(start, first)
    assert heard, "the first search is compiled"
    heard.clear()
    for weights in ({"piece": 3.0, "mobility": 1.0}, {"piece": -0.5, "mobility": 7.0}, first):
        text = "+".join(f"{weight}*{name}" for name, weight in weights.items()).replace("+-", "-")
        for order in ("piece+2*position", "3*piece-position"):
            engine = engine_for(text, order)
            for position in positions():
                assert last_score(engine, position) == by_textbook(position, weights), (text, position.text)
    assert heard == []


PROCESS = f"""
import plyground as ply
from plyground.search.engine import SearchEngine
from plyground.search.features import PRESETS
from plyground.search.limit import Limit
on = ply.game("{GAME}", size="{SIZE}")
engine = SearchEngine(on, "{{}}", features=PRESETS["alphabeta"], megabytes=1)
*_, last = engine.search(on.start().play(on.start().moves()[0]), Limit(depth={DEPTH}))
tell(last.score, ply.evaluate(on.start(), "{{}}"))
"""


@pytest.mark.parametrize("term", ["mobility", "{file}:f"])
def test_nor_in_another_process(tmp_path: Path, term: str) -> None:
    file = written(tmp_path, "def f(board, state):\n    return popcount(state.own) / 2\n")
    lab, second = Lab(tmp_path), term.format(file=file)
    (tmp_path / "modules").mkdir()
    runs = [lab.run(PROCESS.format(text, text)) for text in (f"2*piece+{second}", f"3*piece-0.5*{second}")]
    assert [run.announcements for run in runs] == [1, 0]
    on = small()
    after = on.start().play(on.start().moves()[0])
    for run, weights in zip(runs, ((2.0, 1.0), (3.0, -0.5)), strict=True):
        if term == "mobility":
            expected = by_textbook(after, {"piece": weights[0], "mobility": weights[1]})
            assert run.answers == [[expected, slow_sum({"piece": weights[0]}, on.start())]]
        else:
            assert run.answers[0][1] == weights[1] * 8 / 2


def test_sums_with_a_function_of_somebodys_share_a_kernel(
    tmp_path: Path, heard: list[str], fresh: None
) -> None:
    file = written(tmp_path, "def f(board, state):\n    return popcount(state.own)\n")
    on = small()
    texts = [f"{weight}*piece + {file}:f" for weight in (2, 3)]
    first, second = (usable_evaluation(on, text) for text in texts)
    assert first.kernel is second.kernel
    assert first.address != second.address
    engine_for(texts[0]).prepare()
    assert heard
    heard.clear()
    position = positions()[-1]
    expected = slow_sum({"piece": 3.0}, position) + slow_material(position, 1, 0)
    assert ply.evaluate(position, texts[1]) == expected
    last_score(engine_for(texts[1]), position)
    assert [label for label in heard if label.startswith("the search")] == []


def test_a_guard_names_its_own_sum(tmp_path: Path) -> None:
    file = written(tmp_path, "def f(board, state):\n    return 600000.0\n")
    sums = [f"{weight}*{file}:f + piece" for weight in (2, 3, 1)]
    usable = [usable_evaluation(small(), each) for each in sums]
    start = small().start()
    for weight, each in zip((2, 3), usable, strict=False):
        with pytest.raises(ply.HeuristicError, match=rf"{weight}\*.*it returned 1\.[28]e\+06, and scores go"):
            each(start.game.board, start.state)
    assert usable[2](start.game.board, start.state) == 600000


def test_what_a_guard_asks_goes_with_it() -> None:
    def count(board: Any, state: Any) -> float:
        return 4.0

    kept = weakref.ref(count)
    data = np.zeros(2, np.uint64)
    number = _asking.keep_for(data, count, small().board, small().start().state)
    assert _asking.answer(number, *map(int, small().start().state)) == 4.0
    del data, count
    gc.collect()
    assert kept() is None


# A heuristic that brings data of its own, ours or somebody's.


@pytest.mark.parametrize("is_ours", [True, False])
def test_a_heuristic_with_data(is_ours: bool) -> None:
    heuristic = make_material(2.0, 0.75, is_ours=is_ours)
    assert bool(strangers_in(small(), heuristic)) is not is_ours
    engine, usable = engine_for(heuristic), usable_evaluation(small(), heuristic)
    assert (usable is heuristic.function) is is_ours
    for position in positions():
        board, state = position.game.board, position.state
        expected = slow_material(position, 2.0, 0.75)
        assert heuristic.function(board, state) == usable(board, state) == expected
        assert ply.evaluate(position, heuristic) == expected
        with plain_python():
            assert usable(board, state) == expected
        found = textbook.minimax(position, DEPTH, lambda each: round(1000 * slow_material(each, 2.0, 0.75)))
        assert last_score(engine, position) == as_points(found.score)


@pytest.mark.parametrize("is_ours", [True, False])
def test_in_sums_each_term_reads_its_own_data(is_ours: bool) -> None:
    terms = {(3.0, 1.0): 2.0, (0.25, 4.0): -0.5}
    parts = {make_material(*data, is_ours=is_ours): weight for data, weight in terms.items()}
    total = ply.weighted({**parts, "mobility": 3})
    assert total.name == "2*material - 0.5*material + 3*mobility"
    for position in positions():
        expected = sum(weight * slow_material(position, *data) for data, weight in terms.items())
        assert ply.evaluate(position, total) == expected + slow_sum({"mobility": 3.0}, position)
    changed = ply.weighted({**parts, "mobility": -7.0})
    assert changed.kernel is total.kernel
    assert usable_evaluation(small(), changed).kernel is usable_evaluation(small(), total).kernel


def test_other_data_are_another_evaluation() -> None:
    start = small().start()
    answers = [ply.evaluate(start, make_material(mine, 0.0)) for mine in (1.0, 2.0, 5.0)]
    assert answers == [8.0, 16.0, 40.0]


def test_one_that_cannot_be_compiled_runs_all_the_same() -> None:
    heuristic = DataHeuristic("odd", GAME, "", uncompilable, np.array([2.5]))
    with pytest.warns(ply.UncompiledWarning, match=r"odd runs uncompiled.*line \d+ of .*reading\.py"):
        usable = usable_evaluation(small(), ply.weighted({heuristic: 2, "piece": 1}))
    start = small().start()
    assert isinstance(usable.kernel, Kernel)
    assert usable(start.game.board, start.state) == 5.0


@pytest.mark.parametrize("is_ours", [True, False])
def test_the_engine_keeps_the_data_alive_and_lets_them_go(is_ours: bool) -> None:
    def make() -> tuple[SearchEngine, Any, Any]:
        heuristic = make_material(3.0, 1.0, is_ours=is_ours)
        total = ply.weighted({heuristic: 2, "mobility": 0.5})
        data = weakref.ref(heuristic.data), weakref.ref(total.data)
        return engine_for(total, total), *data

    engine, *data = make()
    function = ply.weighted({make_material(3.0, 1.0, is_ours=is_ours): 2, "mobility": 0.5}).function
    gc.collect()
    filler = [np.full(2, 1e9) for _ in range(1000)]  # what was freed is used by others now
    assert data[0]() is not None

    def score(each: ply.Position) -> int:
        return round(1000 * (2 * slow_material(each, 3.0, 1.0) + slow_sum({"mobility": 0.5}, each)))

    for position in positions():
        found = textbook.minimax(position, DEPTH, score)
        assert last_score(engine, position) == as_points(found.score)
        assert function(position.game.board, position.state) == score(position) / 1000
    assert len(filler) == 1000
    del engine
    gc.collect()
    if is_ours:
        assert [each() for each in data] == [None, None]


def test_studies_read_the_data(heard: list[str]) -> None:
    start = small().start().play("b4-b3")
    expected: dict[str, float] = {}
    for text, weights in (
        ("2*piece+mobility", {"piece": 2.0, "mobility": 1.0}),
        ("-piece+3*mobility", {"piece": -1.0, "mobility": 3.0}),
    ):
        heard.clear()
        heuristic = find_evaluation(GAME, text)
        expected[text] = by_textbook(start, weights)
        assert (
            TimedSearcher(small(), text, PLAIN, text).search(start, Limit(depth=DEPTH)).score
            == expected[text]
        )
        found = TextbookSearcher(small(), text, "alphabeta").search(start, Limit(depth=DEPTH))
        assert found.score == expected[text]
        tree = grow_tree(start, DEPTH, heuristic, order=heuristic)
        assert as_points(slow_minimax(tree)) == expected[text]
        score = scorer(weights)
        pruned = textbook.alphabeta(start, DEPTH, score, order=score)
        assert CutCounter(small(), text, text).count(start, DEPTH).nodes == pruned.nodes
    assert len(set(expected.values())) == 2
    assert heard == [], "the second sum is compiled already"


# What does not work.


def test_data_have_to_be_one_piece() -> None:
    numbers = np.zeros(8)
    for data in (numbers[::2], numbers.view(np.uint8)[4:36]):
        with pytest.raises(ValueError, match="contiguous, from the beginning of a word on"):
            Evaluator(make_material(1, 1).kernel, data)


def test_a_heuristic_with_data_travels_and_an_evaluator_does_not() -> None:
    heuristic, start = make_material(2.0, 0.5), small().start()
    again = pickle.loads(pickle.dumps(heuristic))  # noqa: S301
    assert type(again) is DataHeuristic
    assert (again.name, again.game, again.summary) == ("material", GAME, "Pawns.")
    assert again.data is not heuristic.data
    assert ply.evaluate(start, again) == ply.evaluate(start, heuristic)
    total = pickle.loads(pickle.dumps(ply.weighted({heuristic: 2, "piece": 1})))  # noqa: S301
    assert ply.evaluate(start, total) == 2 * ply.evaluate(start, heuristic)
    with pytest.raises(ply.PlygroundError, match="holds addresses and cannot be pickled"):
        pickle.dumps(heuristic.function)
    with pytest.raises(ply.PlygroundError, match="points to other data"):
        pickle.dumps(DataHeuristic("m", GAME, "", heuristic.kernel, heuristic.data, kept=(heuristic.data,)))


def test_an_evaluator_is_an_evaluation() -> None:
    start = small().start()
    for heuristic in (make_material(2.0, 0.5), make_material(2.0, 0.5, is_ours=True)):
        assert ply.evaluate(start, heuristic.function) == ply.evaluate(start, heuristic) == 12.0
    assert ply.evaluate(start, usable_evaluation(small(), "2*piece+mobility")) == 0.0
