"""Heuristics in a file of somebody's own: `my.py:name`."""

from __future__ import annotations

import sys
from pathlib import Path

import pytest

import plyground as ply
from plyground.core import discovery, loading
from plyground.evaluation import as_heuristic, find_evaluation, known_heuristics, usable_evaluation
from tests.search.positions import random_positions
from tests.strangers import nim_source

from .own import HEAD_LINES, written

CENTRAL = """
@heuristic("breakthrough")
def central(board, state):
    '''Pawns in the middle columns, mine less yours.

    More words that are not shown.
    '''
    total = 0
    for row in range(board.rows):
        for column in range(1, board.columns - 1):
            total += cell(board, state, row, column)
    return total


def undecorated(board, state):
    return 2 * popcount(state.own)


@heuristic("othello")
def discs(board, state):
    return popcount(state.own)


@heuristic("konane", "breakthrough")
def both(board, state):
    return popcount(state.opponent)


@kernel
def helper(board, state):
    return 3


def one(board):
    return 1


def with_default(board, state, weight=2):
    return weight


TABLE = (1, 2)
"""


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A folder to work in, with a file of heuristics."""
    monkeypatch.chdir(tmp_path)
    written(tmp_path, CENTRAL)
    return tmp_path


def score(text: str, position: ply.Position) -> float:
    on = position.game
    return float(usable_evaluation(on, text)(on.board, position.state))


def test_a_decorated_function(folder: Path) -> None:
    found = find_evaluation("breakthrough", "my.py:central")
    assert (found.name, found.game) == ("my.py:central", "breakthrough")
    assert found.summary == "Pawns in the middle columns, mine less yours."
    for position in random_positions(ply.game("breakthrough"), 20, seed=1):
        own, enemy = ("bw", "wb")[position.player]
        middle = [each for index, each in enumerate(position.diagram.squares) if index % 6 not in (0, 5)]
        assert score("my.py:central", position) == middle.count(own) - middle.count(enemy)


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("my.py:undecorated", 24),
        ("my.py:helper", 3),
        ("my.py:with_default", 2),
        ("my.py:both", 12),
        ("2*my.py:both - my.py:undecorated + 0.5*piece", 0),
        ("./my.py:both", 12),
        ("'my.py':both", 12),
    ],
)
def test_other_functions_and_sums(folder: Path, text: str, expected: float) -> None:
    assert score(text, ply.game("breakthrough").start()) == expected


def test_a_heuristic_of_two_games(folder: Path) -> None:
    for game in ("konane", "breakthrough"):
        assert find_evaluation(game, "my.py:both").game == game


@pytest.mark.parametrize("name", ["a b/my-file 2.py", "c++/my.py", "sub/it's.py", "2048.py"])
def test_any_path(folder: Path, name: str) -> None:
    written(folder, CENTRAL, name)
    quoted = f'"{name}"' if set(name) & set("+'") else name
    assert score(f"2*{quoted}:undecorated - piece", ply.game("breakthrough").start()) == 48
    assert score(f"{folder}/my.py:undecorated", ply.game("breakthrough").start()) == 24


FUNCTIONS = "central, undecorated, discs, both, helper, one, with_default"


@pytest.mark.parametrize(
    ("text", "problem"),
    [
        ("gone.py:x", "gone.py: it is not there, and a heuristic stands in a Python file"),
        ("piece+2*no/my.py:x", "no/my.py: it is not there, and a heuristic stands in a Python file"),
        (
            "my.py:centrl",
            f"my.py: it has no function 'centrl'; did you mean 'central'? (it has: {FUNCTIONS})",
        ),
        ("my.py:xyz", f"my.py: it has no function 'xyz' (it has: {FUNCTIONS})"),
        ("my.py:discs", "my.py: discs is a heuristic of othello, not of breakthrough"),
        ("my.py:one", "my.py: one takes (board), and a heuristic takes (board, state)"),
        ("my.py:TABLE", "my.py: a heuristic is a function, and TABLE is of type tuple"),
    ],
)
def test_what_cannot_be_used(folder: Path, text: str, problem: str) -> None:
    with pytest.raises(ply.HeuristicError) as caught:
        find_evaluation("breakthrough", text)
    assert str(caught.value) == problem


@pytest.mark.parametrize(
    ("source", "line", "problem"),
    [
        ("x = = 1\n", 1, "SyntaxError: invalid syntax"),
        ("x = 1\n1 / 0\n", 2, "ZeroDivisionError: division by zero"),
        ("raise SystemExit(3)\n", 1, "SystemExit: 3"),
        ("\nimport no_such_module\n", 2, "ModuleNotFoundError: No module named 'no_such_module'"),
        (
            "@heuristic\ndef a(board, state):\n    return 1\n",
            1,
            'TypeError: say of which game: @heuristic("breakthrough")',
        ),
    ],
)
def test_broken_files(folder: Path, source: str, line: int, problem: str) -> None:
    written(folder, source, "broken.py")
    with pytest.raises(ply.HeuristicError) as caught:
        find_evaluation("breakthrough", "broken.py:a")
    assert str(caught.value) == f"broken.py: line {HEAD_LINES + line}: {problem}"


def test_a_file_that_does_not_end(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(loading, "LONGEST_SECONDS", 0.2)
    written(folder, "x = 1\nwhile x:\n    x = 3 - x\n", "endless.py")
    with pytest.raises(ply.HeuristicError, match=r"^endless\.py: line \d+: it does not end within 0.2 s$"):
        find_evaluation("breakthrough", "endless.py:a")


def test_a_file_is_run_once_and_again_after_an_edit(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sys, "dont_write_bytecode", False)
    first = find_evaluation("breakthrough", "my.py:central")
    assert find_evaluation("breakthrough", f"{folder}/my.py:central").function is first.function
    written(folder, CENTRAL.replace("2 * popcount", "3 * popcount"))
    assert score("my.py:undecorated", ply.game("breakthrough").start()) == 36
    assert not (folder / "__pycache__").exists(), "nothing is left beside somebody's file"


def test_names_of_a_file_need_the_file(folder: Path) -> None:
    find_evaluation("breakthrough", "my.py:central")
    with pytest.raises(ply.UnknownHeuristicError):
        find_evaluation("breakthrough", "my.py:undecorated+central")


def test_a_game_of_a_file_has_the_heuristics_of_its_file(
    folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(discovery, "_from_files", {})
    source = "\n\n@heuristic('nim')\ndef taken(board, state):\n    return 4.5\n"
    (folder / "nim.py").write_text(nim_source() + "\nfrom plyground import heuristic\n" + source)
    on = ply.game("nim.py")
    assert list(known_heuristics("nim")) == ["taken"]
    assert find_evaluation(on, "taken") is known_heuristics("nim")["taken"]
    assert score("2*taken", on.start()) == 9
    (folder / "nim.py").write_text(nim_source())
    with pytest.raises(ply.UnknownHeuristicError, match=r"'taken' for nim \(there are: neutral\)"):
        find_evaluation(ply.game("nim.py"), "taken")


def test_functions_given_in_python() -> None:
    def four(board: object, state: object) -> int:
        """Always four."""
        return 4

    found = as_heuristic("othello", four)
    assert (found.name, found.game, found.summary) == ("four", "othello", "Always four.")
    decorated = ply.heuristic("wumpus")(four)
    assert as_heuristic("duel", decorated).game == "wumpus"
    assert find_evaluation("duel", "four").function is decorated
    with pytest.raises(ply.HeuristicError, match="four is a heuristic of wumpus, not of othello"):
        as_heuristic("othello", decorated)
    with pytest.raises(ply.HeuristicError, match="a heuristic is a function, and this is of type float"):
        as_heuristic("othello", 1.5)  # type: ignore[arg-type]


def test_the_decorator_wants_a_game() -> None:
    with pytest.raises(TypeError, match="say of which game"):
        ply.heuristic()


@pytest.mark.parametrize(
    ("returned", "points"),
    [
        ("popcount(state.own) - popcount(state.opponent) - 3", -3),
        ("popcount(state.own) > 3", 1),
        ("state.player == np.uint64(1)", 0),
        ("state.player + np.uint64(2)", 2),
        ("0.25 - state.player", 0.25),
        ("np.float32(0.5)", 0.5),
    ],
)
def test_numbers_of_any_kind(tmp_path: Path, returned: str, points: float) -> None:
    path = written(tmp_path, f"import numpy as np\ndef f(board, state):\n    return {returned}\n")
    start = ply.game("breakthrough").start()
    assert score(f"{path}:f", start) == points
    assert score(f"-2*{path}:f + piece", start) == -2 * points


def test_a_difference_of_words_wraps_around_as_words_do(tmp_path: Path) -> None:
    path = written(tmp_path, "def f(board, state):\n    return (state.player - state.own) >> np.uint64(60)\n")
    path.write_text("import numpy as np\n" + path.read_text())
    start = ply.game("breakthrough").start()
    assert score(f"{path}:f", start) == ((1 << 64) - int(start.state.own)) >> 60
