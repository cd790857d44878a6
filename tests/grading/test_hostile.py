"""Hand-ins that would do harm lose their games, and harm nothing."""

from __future__ import annotations

import resource
from collections.abc import Iterator
from dataclasses import replace
from functools import partial
from pathlib import Path

import pytest

from plyground.grading.calls import why_no_filter
from plyground.grading.landlock import why_no_landlock
from plyground.players import program
from tests.protocol.talking import Marked, ending_within

from .grading import BOTH, SMALL, START, graded, terms
from .hostile import CANNOT_PLAY, ENDED_BY_TIME, HOSTILE, NEVER_READY, QUICK, playing

MOST_GROWTH = 100 * 1024  # kilobytes; what is thrown at the referee is much more

PATIENT = partial(terms, limits=replace(SMALL, seconds=30))
NAMES = [pytest.param(name, marks=() if name in QUICK else pytest.mark.long) for name in HOSTILE]


@pytest.fixture(autouse=True)
def mark(monkeypatch: pytest.MonkeyPatch) -> Iterator[Marked]:
    """Let no test hang, and none leave a process behind."""
    monkeypatch.setattr(program, "GRACE", 0.5)
    mark = Marked(monkeypatch)
    with ending_within(120):
        yield mark
    # Some of them were ended by the kernel, which takes a moment.
    assert mark.wait_until_gone(30)


@BOTH
@pytest.mark.parametrize("name", NAMES)
def test_it_loses_and_harms_nothing(name: str, tmp_path: Path, *, has_sandbox: bool) -> None:
    hostile = HOSTILE[name]
    START.play(START.moves()[0])  # the referee's own libraries do not count
    before = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
    # Where time is what ends it, there is little; elsewhere so much that a busy machine does no harm.
    # Those that never get ready need not have long for it either.
    limits = SMALL if name in ENDED_BY_TIME else replace(SMALL, seconds=30)
    limits = replace(limits, ready=2) if name in NEVER_READY else limits
    _, marks, games = graded(tmp_path, {name: hostile.source}, terms(has_sandbox=has_sandbox, limits=limits))
    made = marks[name]
    if CANNOT_PLAY in hostile.what:
        # On a busy machine the clock may be first.
        is_late = name in NEVER_READY and "it is not ready within" in made.hand_in.problem
        assert hostile.why in made.hand_in.problem or is_late
        assert games == {}
    else:
        assert (made.hand_in.problem, len(games)) == ("", 2)
        assert len(made.failures) == 2 or not hostile.what
    for failure in made.failures if hostile.what else ():
        assert failure.what in hostile.what
        assert hostile.why in failure.why
    assert made.total.points == 0 or not hostile.what
    assert all("plyground" not in game.reason and game.reason.isprintable() for game in games.values())
    assert resource.getrusage(resource.RUSAGE_SELF).ru_maxrss - before < MOST_GROWTH


@BOTH
def test_the_environment_of_the_grader_is_not_told(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, *, has_sandbox: bool
) -> None:
    monkeypatch.setenv("TOKEN_OF_THE_TEACHER", "a secret")
    source = playing("raise ValueError(os.environ.get('TOKEN_OF_THE_TEACHER', 'unknown'))")
    _, marks, _ = graded(tmp_path, {"curious": source}, PATIENT(has_sandbox=has_sandbox))
    assert [failure.why for failure in marks["curious"].failures] == ["line 5: ValueError: unknown"] * 2


@BOTH
def test_other_files_cannot_be_read_or_changed(tmp_path: Path, *, has_sandbox: bool) -> None:
    # Not the home itself: Python may stand below it, and then the way there is seen.
    at_home = Path.home() / ".profile"
    hidden = [str(tmp_path), str(tmp_path / "changing.py"), str(at_home), "/etc/passwd"]
    reading = playing(
        f"""
        def is_readable(path):
            try: return bool(os.listdir(path) if os.path.isdir(path) else open(path).read())
            except OSError: return False
        paths = {hidden!r}
        raise ValueError([path for path in paths if is_readable(path)])
        """
    )
    changing = playing(f"open({str(tmp_path / 'reading.py')!r}, 'w')")
    _, marks, _ = graded(
        tmp_path, {"reading": reading, "changing": changing}, PATIENT(has_sandbox=has_sandbox)
    )
    if has_sandbox or why_no_landlock() is None:
        assert marks["reading"].failures[0].why == "line 9: ValueError: []"
    if has_sandbox or why_no_landlock() is None or why_no_filter() is None:
        assert "Error: [Errno " in marks["changing"].failures[0].why
        assert (tmp_path / "reading.py").read_text() == reading


@BOTH
def test_only_its_own_processes_are_seen(tmp_path: Path, *, has_sandbox: bool) -> None:
    source = playing(
        """
        try: seen = sum(name.isdigit() for name in os.listdir("/proc"))
        except OSError: seen = 0
        raise ValueError(seen < 5)
        """
    )
    _, marks, _ = graded(tmp_path, {"looking": source}, PATIENT(has_sandbox=has_sandbox))
    is_hidden = has_sandbox or why_no_landlock() is None
    assert marks["looking"].failures[0].why == f"line 7: ValueError: {is_hidden}"
