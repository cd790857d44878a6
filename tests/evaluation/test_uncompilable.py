"""A heuristic that Numba cannot compile: it runs all the same, and one line says why it is slow."""

from __future__ import annotations

import threading
import warnings
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import numpy as np
import pytest

import plyground as ply
from plyground.core.bits import popcount
from plyground.core.wide import size, union
from plyground.evaluation import as_heuristic, find_evaluation, telling_failures, usable_evaluation
from plyground.evaluation._asking import asking
from plyground.jit import Kernel, kernel, plain_python
from plyground.jit.fingerprint import content_of
from plyground.search.engine import SearchEngine
from plyground.search.features import PRESETS
from plyground.search.limit import Limit
from tests.jit.lab import Lab
from tests.search.positions import random_positions

from .own import HEAD_LINES, written

GAMES = ["breakthrough", "duel", "konane", "othello"]
# Of two threads either may be the first somewhere: they find the same if they do not guess.
FEATURES = {1: PRESETS["engine"], 2: PRESETS["engine"].without("tt_deeper", "lmr")}
NAMES = {"own": 2.0, "opponent": -1.0}  # a dictionary is what stands in the way


def slow_stones(board: Any, state: Any) -> float:
    return NAMES["own"] * int(state.own).bit_count() + NAMES["opponent"] * int(state.opponent).bit_count()


@kernel
def fast_stones(board: Any, state: Any) -> float:
    return 2.0 * popcount(state.own) - popcount(state.opponent)


def slow_pieces(board: Any, state: Any) -> float:
    sides = {"own": (state.own_low, state.own_high), "opponent": (state.opponent_low, state.opponent_high)}
    counts = {
        side: sum(int(a | b).bit_count() for a, b in zip(*sets, strict=True)) for side, sets in sides.items()
    }
    return sum(NAMES[side] * count for side, count in counts.items())


@kernel
def fast_pieces(board: Any, state: Any) -> float:
    own = size(union(state.own_low, state.own_high))
    return 2.0 * own - size(union(state.opponent_low, state.opponent_high))


def twins(game: str) -> tuple[Any, Any]:
    """Return the same evaluation twice: as it cannot be compiled, and as it can."""
    return (slow_pieces, fast_pieces) if game == "duel" else (slow_stones, fast_stones)


def quietly_usable(game: ply.Game, given: Any) -> Any:
    with warnings.catch_warnings():
        warnings.simplefilter("ignore", ply.UncompiledWarning)
        return usable_evaluation(game, given)


@pytest.mark.parametrize("game", GAMES)
def test_compiled_code_gets_the_same_answers(game: str) -> None:
    slow, fast = twins(game)
    on = ply.game(game, size=9) if game == "duel" else ply.game(game)
    asked = quietly_usable(on, slow)
    assert isinstance(asked.kernel, Kernel)
    ask = asked.kernel

    @kernel
    def from_compiled_code(board: Any, state: Any) -> Any:
        return ask(board, state, np.uint64(0)) + 0.5

    for position in random_positions(on, 30, seed=2):
        expected = fast(position.game.board, position.state)
        assert from_compiled_code(on.board, position.state) == expected + 0.5
        assert asked(on.board, position.state) == expected
        with plain_python():
            assert asked(on.board, position.state) == expected


@pytest.mark.parametrize(("game", "options"), [("breakthrough", {"size": 5}), ("duel", {})])
@pytest.mark.parametrize("threads", [1, 2])
def test_a_search_finds_the_same(game: str, options: dict[str, int], threads: int) -> None:
    slow, fast = twins(game)
    on = ply.game(game, **options)
    engines = [
        SearchEngine(on, quietly_usable(on, each), features=FEATURES[threads], threads=threads, megabytes=1)
        for each in (slow, fast)
    ]
    for position in list(random_positions(on, 6, seed=4)):
        if position.game == on:
            found = [list(engine.search(position, Limit(depth=4)))[-1] for engine in engines]
            assert found[0].score == found[1].score
            if threads == 1:
                assert (found[0].nodes, found[0].move) == (found[1].nodes, found[1].move)


@pytest.mark.parametrize("game", GAMES)
def test_the_function_gets_the_very_board_and_a_real_state(game: str) -> None:
    on = ply.game(game, size=9) if game == "duel" else ply.game(game)
    seen: list[tuple[Any, Any]] = []

    def spy(board: Any, state: Any) -> int:
        seen.append((board, state))
        return 0

    position = list(random_positions(on, 3, seed=1))[-1]
    asking("spy", spy, on.board, on.start().state)(on.board, position.state)
    [(board, state)] = seen
    assert board is on.board
    assert state == position.state
    assert type(state) is type(position.state)
    words = [word for each in state for word in (each if isinstance(each, tuple) else (each,))]
    assert {type(word) for word in words} == {np.uint64}


OBSTACLES = {
    "a dictionary": ("    total = 1\n    return TABLE[total]", 2, "Untyped global name 'TABLE': "),
    "a function": ("    return helper(1)", 1, "Untyped global name 'helper': "),
    "a generator": (
        "    return sum(row for row in range(3))",
        1,
        "The use of yield in a closure is unsupported",
    ),
    "an import": (
        "    x = 1\n    import math\n    return 4",
        2,
        "Use of unsupported opcode (IMPORT_NAME) found",
    ),
    "a missing name": ("    x = 1\n    return 4 if state.own else nowhere", 2, "NameError: name 'nowhere'"),
    "types": (
        "    x = 4\n    if state.own:\n        x = (x,)\n    return x[0]",
        4,
        "Cannot unify int and UniTuple(int x 1) for 'x'",
    ),
    "an exception": (
        "    try:\n        return 48 / popcount(state.own)\n    except ValueError as e:\n        return 5",
        3,
        "Exception object cannot be stored into variable (e)",
    ),
    "a kernel below": ("    return 4\n\n@kernel\ndef g(x):\n    y = {1: x, 'a': 2}\n    return 4", 5, ""),
}


@pytest.mark.parametrize(("body", "line", "reason"), OBSTACLES.values(), ids=OBSTACLES)
def test_one_warning_names_the_line(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, body: str, line: int, reason: str
) -> None:
    monkeypatch.chdir(tmp_path)
    before = "TABLE = {1: 4, 2: 3}\n\ndef helper(number):\n    return 4 * number\n\n"
    if "def g(" in body:
        body = body.replace("return 4\n", "return g(1)\n", 1)
    written(tmp_path, f"{before}def f(board, state):\n{body}\n")
    on = ply.game("breakthrough")
    with pytest.warns(ply.UncompiledWarning) as caught:
        usable = usable_evaluation(on, "my.py:f")
    [warning] = caught
    place = HEAD_LINES + before.count("\n") + 1 + line
    message = str(warning.message)
    assert message.startswith(
        f"my.py:f runs uncompiled, and slower: Numba cannot compile line {place} of my.py: {reason}"
    )
    assert "\n" not in message
    assert (Path(warning.filename).name, warning.lineno) == ("my.py", place)
    assert usable(on.board, on.start().state) in (4, 3)
    usable_evaluation(on, "my.py:f")  # a second warning would be an error


def test_a_sum_with_one_such_part(tmp_path: Path) -> None:
    path = written(tmp_path, "TABLE = {1: 4}\ndef f(board, state):\n    return TABLE[1]\n")
    on = ply.game("breakthrough")
    with pytest.warns(ply.UncompiledWarning, match="f runs uncompiled"):
        usable = usable_evaluation(on, f"2*{path}:f - 0.5*defensive + piece")
    assert usable(on.board, on.start().state) == 2 * 4 - 0.5 * 4 + 0


def test_what_is_ours_stays_as_it_is() -> None:
    on = ply.game("breakthrough")
    total = find_evaluation(on, "2*piece+mobility")
    assert usable_evaluation(on, total) is total.function
    piece = usable_evaluation(on, "piece")
    assert piece.kernel is usable_evaluation(on, "piece").kernel
    assert piece.data is None
    assert int(piece.address) == 0


def dividing(board: Any, state: Any) -> float:
    return 1 / (popcount(state.own) - 7)


def dividing_uncompiled(board: Any, state: Any) -> float:
    assert {1: 2}.get("a") is None  # type: ignore[call-overload]
    return 1 / (popcount(state.own) - 7)


@pytest.mark.parametrize("function", [dividing, dividing_uncompiled])
def test_what_a_function_raises_comes_out_as_it_is(function: Any) -> None:
    on = ply.game("breakthrough", size=5)
    position = on.position("bbbbb/b4/1bw2/5/wwwww black")
    found = as_heuristic(on, function)
    engine = SearchEngine(on, quietly_usable(on, found), megabytes=1)
    with pytest.raises(ZeroDivisionError) as raised:
        list(engine.search(position, Limit(depth=3)))
    [note] = raised.value.__notes__
    failed = on.position(note.removeprefix("in the position "))
    assert int(failed.state.own).bit_count() == 7
    line = raised.traceback[-1]
    assert (line.path, line.name) == (Path(__file__), function.__name__), "the traceback ends in the function"
    with pytest.raises(ply.HeuristicError) as caught, telling_failures(found):
        list(engine.search(position, Limit(depth=3)))
    assert str(caught.value).startswith(f"{function.__name__}: line {line.lineno + 1}: ZeroDivisionError: ")
    assert ", in the position " in str(caught.value)


def test_failures_that_are_not_the_heuristics_own_are_passed_on(tmp_path: Path) -> None:
    path = written(tmp_path, "def f(board, state):\n    return 2\n")
    ours, theirs = find_evaluation("breakthrough", "piece"), find_evaluation("breakthrough", f"{path}:f")
    for error in (ValueError("x"), ply.OptionError("y")):
        with pytest.raises(type(error)) as caught, telling_failures(ours, theirs, None):
            raise error
        assert caught.value is error


def test_a_result_that_is_no_number_is_told() -> None:
    on = ply.game("breakthrough")
    answers: Iterator[Any] = iter([1, np.float32(0.5), True, np.uint64(3), "4", "4", None, None])
    asked = quietly_usable(on, lambda board, state: next(answers))
    assert [asked(on.board, on.start().state) for _ in range(4)] == [1, 0.5, 1, 3]
    for shown in ("'4'", "None"):  # asked for a second time, for the line
        with pytest.raises(ply.HeuristicError, match=f"it returned {shown}, which is not a number"):
            asked(on.board, on.start().state)


def test_many_threads_ask_at_once() -> None:
    on = ply.game("breakthrough")
    state = on.start().state
    asked = [asking(f"f{n}", lambda board, state, n=n: n, on.board, state) for n in range(3)]  # type: ignore[misc]
    totals = [0.0] * 3

    def add_up(which: int) -> None:
        evaluate = asked[which]

        @kernel
        def total(state: Any) -> float:
            found = 0.0
            for _ in range(2000):
                found += evaluate(0, state)
            return found

        totals[which] = total(state)

    threads = [threading.Thread(target=add_up, args=(which,)) for which in range(3)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert totals == [0.0, 2000.0, 4000.0]


def test_the_cache_never_holds_a_function() -> None:
    on = ply.game("breakthrough")
    first, second = (
        asking(name, lambda board, state: 1.0, on.board, on.start().state) for name in ("first", "second")
    )
    assert isinstance(first, Kernel)
    assert isinstance(second, Kernel)
    assert content_of(first).digest != content_of(second).digest, "two functions have two numbers"


DOUBLING = """
from plyground.jit import kernel

def make_doubled(evaluate):
    @kernel
    def doubled(board, state):
        return 2 * evaluate(board, state)
    return doubled
"""

PROCESS = """
import plyground as ply
from doubling import make_doubled
from plyground.evaluation._asking import asking
on = ply.game("breakthrough")
asked = asking("f", lambda board, state: {answer}, on.board, on.start().state)
tell(make_doubled(asked)(on.board, on.start().state))
"""


def test_another_process_with_another_function_gets_its_own_answer(tmp_path: Path) -> None:
    lab = Lab(tmp_path)
    lab.write("doubling", DOUBLING)
    first = lab.run(PROCESS.format(answer=1.5))
    second = lab.run(PROCESS.format(answer=-4.0))
    assert (first.answers, second.answers) == ([[3.0]], [[-8.0]])
    assert (first.announcements, second.announcements) == (1, 0), "the machine code is the same"
