"""Kernels compiled by what Numba documents alone: slower to compile, and just as right."""

from __future__ import annotations

import tomllib
from pathlib import Path

import pytest

from plyground.jit import versions

from .lab import Lab

PROJECT = Path(__file__).parents[2] / "pyproject.toml"

# Perft of every game on a small board, with one word and with tuples of words, and searches of one game.
PLAY = """
SIZES = {"breakthrough": (4, 3), "duel": 3, "konane": 4, "othello": 4}

from plyground.core.discovery import known_games
from plyground.evaluation import known_heuristics
from plyground.core.perft import make_perft, make_workspace
from plyground.core.position import game
from plyground.search.engine import SearchEngine
from plyground.search.limit import Limit

def searched(engine, position):
    *_, last = engine.search(position, Limit(depth=5))
    return str(last.move), last.score, last.nodes, [str(move) for move in last.line]

for name in known_games():
    start = game(name, size=SIZES[name]).start()
    rules, board = start.game.rules, start.game.board
    perft, workspace = make_perft(rules, board), make_workspace(rules.most_moves(board))
    tell(name, start.hash, [perft(start.state, depth, workspace) for depth in range(1, 6)])
board = game("breakthrough", size=SIZES["breakthrough"])
engine = SearchEngine(board, known_heuristics("breakthrough")["handmade"].function, megabytes=1)
position = board.start()
for _ in range(3):
    tell(searched(engine, position))
    position = position.play(position.moves()[-1])
"""

# The engine of every game, Monte Carlo tree search and the solvers.
SEARCH_ALL = """
SIZES = {"breakthrough": (4, 3), "duel": 3, "konane": 4, "othello": 4}

from plyground.core.discovery import known_games
from plyground.core.position import game
from plyground.evaluation import known_heuristics
from plyground.search.engine import SearchEngine
from plyground.search.limit import Limit
from plyground.search.mcts import MctsEngine
from plyground.solving import Solver

for name in known_games():
    board = game(name, size=SIZES[name])
    position = board.start().play(board.start().moves()[-1])
    engine = SearchEngine(board, known_heuristics(name)["handmade"].function, megabytes=1)
    *_, last = engine.search(position, Limit(depth=5))
    tell(name, str(last.move), last.score, last.nodes, [str(move) for move in last.line])
    *_, last = MctsEngine(board, megabytes=1).search(position, Limit(nodes=300))
    tell(name, str(last.move), last.score, last.nodes, [str(move) for move in last.line])
    if name == "duel":  # from its start there are too many positions
        position = game(name).position("w2/1*1/1H1 agent")
    *_, last = Solver(position.game, megabytes=1).run(position)
    tell(name, last.value, last.nodes, [str(move) for move in last.line])
"""

DETAILS = """
from plyground.errors import KernelError
from plyground.jit import is_compiling, kernel, listen_to_compiler

heard = []
listen_to_compiler(lambda label, seconds: heard.append((label, is_compiling())))

@kernel(label="halves")
def halves(word, power=1):
    return word >> power if power else word, word

@kernel(label="both")
def both(word):
    return halves(word)[0] + halves(word)[1]

one, other = halves(np.uint64(6), np.uint64(1)), halves(6)
tell([type(each).__name__ for each in (*one, *other)], one, other, type(both(np.uint64(4))).__name__)
tell(heard, is_compiling())

@kernel
def wrong(number): return number + "text"
try:
    wrong(1)
except KernelError as error:
    tell(str(error).splitlines()[0])
"""


@pytest.fixture
def plain(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv(versions.SWITCH, "1")


def test_plain_and_fast_kernels_compute_the_same(lab: Lab) -> None:
    fast, plain = (lab.run(PLAY, **{versions.SWITCH: switch}).answers for switch in ("0", "1"))
    assert len(fast) == 4 + 3
    assert plain == fast


@pytest.mark.long
def test_plain_and_fast_engines_and_solvers_compute_the_same(lab: Lab) -> None:
    fast, plain = (lab.run(SEARCH_ALL, **{versions.SWITCH: switch}).answers for switch in ("0", "1"))
    assert len(fast) == 4 * 3
    assert plain == fast


@pytest.mark.usefixtures("plain")
def test_what_plain_kernels_do_besides(lab: Lab) -> None:
    ran = lab.run(DETAILS)
    types, calls, error = ran.answers
    assert types == [["uint64", "uint64", "int", "int"], [3, 6], [3, 6], "uint64"]
    assert calls == [[["halves", True], ["halves", True], ["both", True]], False]
    assert error[0].startswith("Numba cannot compile")
    assert "\x1b" not in error[0]
    assert lab.entries() == {}


@pytest.mark.parametrize(
    ("installed", "expected"),
    [
        ("0.68.1", None),
        ("0.63.0", None),
        ("0.99.0", "Numba 0.99.0 was not tested"),
        ("0.6.0", "Numba 0.6.0 was not tested"),
    ],
)
def test_only_versions_that_were_tested_are_reached_into(
    monkeypatch: pytest.MonkeyPatch, installed: str, expected: str | None
) -> None:
    monkeypatch.delenv(versions.SWITCH, raising=False)
    monkeypatch.setattr(versions, "_installed", lambda: installed)
    assert versions.why_plain() == expected


@pytest.mark.usefixtures("plain")
def test_the_switch_says_so() -> None:
    assert versions.why_plain() == "PLYGROUND_PLAIN_NUMBA is set"


def test_the_versions_that_are_asked_for_are_those_that_were_tested() -> None:
    major, newest = map(int, versions.TESTED[-1].split("."))
    required = tomllib.loads(PROJECT.read_text("utf-8"))["project"]["dependencies"]
    assert f"numba>={versions.TESTED[0]},<{major}.{newest + 1}" in required
