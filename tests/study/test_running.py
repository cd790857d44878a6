"""Measurements are made once, kept as they are made, and the same after an interruption."""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import ClassVar, NamedTuple

import pytest

from plyground.study.content import Section
from plyground.study.declared import Study
from plyground.study.study_running import StudyProgress, key_of, run_study

from .asking import Interrupted, Notebook, run_with_breaks, small, start_of


class Square(NamedTuple):
    """A number to be squared."""

    number: int


@dataclass(frozen=True)
class Squared:
    """What came out, with what JSON would change."""

    square: int
    parts: tuple[float, ...] = (0.1, 0.2)


@dataclass(frozen=True, kw_only=True)
class Squares(Study[Square, Squared]):
    """Squares numbers."""

    result: ClassVar = Squared
    name: ClassVar = "squares"
    closed: ClassVar[list[bool]] = []

    def plan(self) -> Iterator[Square]:
        return map(Square, range(6))

    def measure(self, task: Square) -> Squared:
        return Squared(task.number**2)

    def sections(self, results: Mapping[Square, Squared]) -> list[Section]:
        return [Section(f"{sum(each.square for each in results.values())}")]

    def cost(self, task: Square) -> float:
        return 1.0 + task.number

    def close(self) -> None:
        self.closed.append(True)


@pytest.fixture
def squares() -> Squares:
    Squares.closed.clear()
    return Squares(start=start_of("konane", "4x4"))


def test_everything_is_measured_in_the_order_of_the_plan(squares: Squares) -> None:
    results = run_study(squares)
    assert list(results) == [Square(number) for number in range(6)]
    assert [found.square for found in results.values()] == [0, 1, 4, 9, 16, 25]
    assert squares.closed == [True]


@pytest.mark.parametrize("most", range(1, 7))
def test_a_study_that_was_interrupted_sees_the_same(squares: Squares, most: int) -> None:
    whole = run_study(squares)
    notebook = Notebook(most)
    assert run_with_breaks(squares, notebook) == whole
    assert list(notebook.notes) == [json.dumps([number]) for number in range(6)]


def test_what_is_needed_is_let_go_of_when_it_is_interrupted(squares: Squares) -> None:
    with pytest.raises(Interrupted):
        run_study(squares, Notebook(2), lambda progress: None)
    assert squares.closed == [True]


def test_progress_tells_what_is_next_and_the_time_left(
    squares: Squares, monkeypatch: pytest.MonkeyPatch
) -> None:
    moments = iter(range(0, 1000, 10))  # ten seconds pass whenever somebody looks at the clock
    monkeypatch.setattr("plyground.study.study_running.time.monotonic", lambda: float(next(moments)))
    seen: list[StudyProgress] = []
    notebook = Notebook()
    notebook.notes[key_of(Square(0))] = '{"square": 0}'
    run_study(squares, notebook, seen.append)
    assert [(each.done, each.total, each.current) for each in seen] == [
        (number, 6, str(number)) for number in range(1, 6)
    ]
    # Costs are 2, 3, 4, 5, 6: after the first, 18 of 20 are left, and 10 seconds have passed.
    assert seen[0].seconds_left is None
    assert [each.seconds_left for each in seen[1:]] == pytest.approx(
        [90, 20 / 5 * 15, 30 / 9 * 11, 40 / 14 * 6]
    )


@pytest.mark.parametrize(
    ("name", "options"),
    [
        ("pruning", {"depth": 2, "textbook": 1}),
        ("evaluations", {"depths": "1", "games": 2, "evaluations": "mobility,best"}),
    ],
)
def test_real_studies_go_on_where_they_stopped(name: str, options: dict[str, object]) -> None:
    """Everything but the times is the same; the times of what was kept are those that were kept."""
    study = small(name, "konane", "4x4", **options)
    whole = run_study(study)
    notebook = Notebook(2)
    broken = run_with_breaks(study, notebook)
    for task, found in whole.items():
        without_times = {key: value for key, value in vars(found).items() if key != "seconds"}
        again = {key: value for key, value in vars(broken[task]).items() if key != "seconds"}
        assert again == without_times
        assert vars(broken[task]) == notebook.kept()[key_of(task)]
