"""Who may play in the browser, and who may not."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from plyground.core.position import game
from plyground.errors import NotationError, OptionError, PlygroundError, UnknownHeuristicError
from plyground.ui.web.common.page_policy import check_evaluation, check_player
from plyground.ui.web.errors import RefusedError
from plyground.ui.web.limits import Limits

BOARD = game("breakthrough", size=4)
LIMITS = Limits()

PLAYERS = [
    "first",
    "random",
    "killer",
    "greedy:piece",
    "greedy:evaluate=2*piece+0.5*mobility",
    "minimax:2",
    "alphabeta:depth=3,evaluate=piece,order=mobility",
    "engine",
    "engine:seconds=1,depth=5,nodes=1000,threads=1,hash=8,without=killers+history",
    "level:10",
]


@pytest.mark.parametrize("text", PLAYERS)
def test_players_of_the_house_may_play(text: str) -> None:
    check_player(text, BOARD, LIMITS)


@pytest.fixture
def trap(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Put a file in place that leaves a trace when it is run."""
    trace = tmp_path / "trace"
    code = [
        "from pathlib import Path",
        f"Path({str(trace)!r}).touch()",
        "def x(board, state): return 0",
        "class Y:",
        "    def choose(self, position): pass",
    ]
    (tmp_path / "trap.py").write_text("\n".join(code))
    program = tmp_path / "env" / "bin" / "plyground"
    program.parent.mkdir(parents=True)
    program.write_text(f"#!/bin/sh\ntouch {trace}\n")
    program.chmod(0o755)
    monkeypatch.chdir(tmp_path)
    return trace


@pytest.mark.parametrize(
    "text",
    [
        "program:touch trace",
        "program:",
        "plyground:",
        "plyground:.",
        "plyground:env,seconds=1",
        "plyground:env/bin/plyground",
        "trap.py:Y",
        "./trap.py:Y,depth=3",
        "greedy:trap.py:x",
        "greedy:evaluate=trap.py:x",
        "greedy:evaluate=piece+2*trap.py:x",
        "greedy:evaluate='trap.py':x",
        'minimax:evaluate="trap.py:x"',
        "alphabeta:order=trap.py:x",
        "engine:seconds=1,order=piece - trap.py:x",
    ],
)
def test_nobodys_own_code_is_run(text: str, trap: Path) -> None:
    with pytest.raises(RefusedError):
        check_player(text, BOARD, LIMITS)
    assert not trap.exists()


def test_the_trap_works(trap: Path) -> None:
    from plyground.players import make_player

    make_player("greedy:trap.py:x", BOARD)
    assert trap.exists()


@pytest.mark.parametrize(
    ("option", "most"),
    [
        ("seconds", "seconds"),
        ("depth", "depth"),
        ("nodes", "nodes"),
        ("threads", "threads"),
        ("hash", "megabytes"),
    ],
)
def test_options_have_bounds(option: str, most: str) -> None:
    bound: dict[str, Any] = {most: 2}
    limits = replace(LIMITS, **bound)
    check_player(f"engine:{option}=2", BOARD, limits)
    with pytest.raises(OptionError, match=f"{option} 3 is too much here; up to 2 is allowed"):
        check_player(f"engine:{option}=3", BOARD, limits)


def test_no_threads_are_one_on_every_core(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("os.sched_getaffinity", lambda process: set(range(LIMITS.threads + 1)))
    with pytest.raises(OptionError, match="threads 0 is too much"):
        check_player("engine:threads=0", BOARD, LIMITS)


@pytest.mark.parametrize("text", ["engine:seconds=nan", "engine:seconds=inf", "engine:seconds=1e300"])
def test_no_number_slips_through(text: str) -> None:
    with pytest.raises(OptionError):
        check_player(text, BOARD, LIMITS)


@pytest.mark.parametrize(
    ("text", "error"),
    [
        ("nobody", OptionError),
        ("", OptionError),
        ("level:11", OptionError),
        ("level", OptionError),
        ("engine:depth=0", OptionError),
        ("engine:without=wings", OptionError),
        ("greedy:wisdom", UnknownHeuristicError),
        ("greedy:2*", NotationError),
        ("human", OptionError),  # whether people may play is not decided here
        (f"greedy:{'piece+' * 100}piece", RefusedError),
    ],
)
def test_a_player_that_cannot_be_is_told_at_once(text: str, error: type[PlygroundError]) -> None:
    with pytest.raises(error) as raised:
        check_player(text, BOARD, LIMITS)
    assert "\n" not in str(raised.value)


def test_evaluations_of_the_house_may_be_used() -> None:
    check_evaluation("2*piece + mobility", BOARD, LIMITS)
    with pytest.raises(RefusedError):
        check_evaluation("piece + a.py:b", BOARD, LIMITS)
    with pytest.raises(UnknownHeuristicError):
        check_evaluation("2*squares", BOARD, LIMITS)


@pytest.mark.parametrize("text", ["trap.py:x", "./trap.py:x", "2*piece+trap.py:x"])
def test_an_allowed_file_may_be_used_however_its_path_is_written(trap: Path, text: str) -> None:
    check_evaluation(text, BOARD, replace(LIMITS, evaluations=(f"{trap.parent}/trap.py:x",)))
    check_player(f"greedy:{text}", BOARD, replace(LIMITS, evaluations=("trap.py:x",)))


@pytest.mark.parametrize("text", ["trap.py:Y", "other.py:x", "piece+trap.py:z"])
def test_nothing_else_of_an_allowed_file(trap: Path, text: str) -> None:
    with pytest.raises(RefusedError, match="which no page may run"):
        check_evaluation(text, BOARD, replace(LIMITS, evaluations=("trap.py:x",)))
    assert not trap.exists()
