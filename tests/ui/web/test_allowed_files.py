"""What `serve` allows: mistakes in games and heuristics are told before the server starts."""

from __future__ import annotations

import os
from pathlib import Path

import pytest

from plyground.core import discovery
from tests.strangers import nim_source
from tests.ui.cli.running import problem_of, run

HEURISTICS = """
from plyground.core.heuristics import heuristic


@heuristic("breakthrough")
def fine(board, state):
    return 1


@heuristic("breakthrough")
def broken(board, state):
    return 1 // 0


def homeless(board, state):
    return 1
"""


@pytest.fixture(autouse=True)
def _own_environment(monkeypatch: pytest.MonkeyPatch) -> None:
    """What is allowed goes into the environment: no other test shall see it."""
    monkeypatch.setenv(discovery.GAMES_VARIABLE, "")
    monkeypatch.setenv("PLYGROUND_TRIED", os.environ.get("PLYGROUND_TRIED", "{}"))


@pytest.fixture
def file(tmp_path: Path) -> str:
    path = tmp_path.resolve() / "mine.py"
    path.write_text(HEURISTICS, encoding="utf-8")
    return str(path)


@pytest.mark.parametrize(
    ("name", "problem"),
    [
        ("fiine", "it has no function 'fiine'; did you mean 'fine'?"),
        ("homeless", 'which game is it for? Write @heuristic("breakthrough") above the function'),
        ("broken", "ZeroDivisionError"),
    ],
)
def test_heuristics_that_cannot_be_allowed(file: str, name: str, problem: str) -> None:
    told = problem_of(run("serve", "--no-browser", "--port", "0", "--evaluate", f"{file}:{name}"))
    assert problem in told


@pytest.mark.parametrize("text", ["piece", "2*mine.py:fine", "mine.py:fine+mine.py:fine"])
def test_only_heuristics_in_files_are_allowed(text: str) -> None:
    told = problem_of(run("serve", "--no-browser", "--port", "0", "--evaluate", text))
    assert told.startswith("--evaluate takes a heuristic in a file, FILE.py:NAME, not ")


def test_a_wrong_game_is_told_before_the_server_starts(tmp_path: Path) -> None:
    path = tmp_path.resolve() / "game.py"
    path.write_text(nim_source(result="return no_such_name"), encoding="utf-8")
    told = problem_of(run("serve", "--no-browser", "--port", "0", "--game", str(path)), code=1)
    assert "NameError: name 'no_such_name' is not defined" in told
