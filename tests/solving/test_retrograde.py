"""Retrograde analysis finds what the textbook finds, on every position of small boards."""

from __future__ import annotations

import dataclasses
import random
import subprocess
import sys
from itertools import product
from pathlib import Path

import pytest

import plyground as ply
from plyground.core.discovery import find_rules
from plyground.core.hashing import formed
from plyground.core.position import Position
from plyground.solving import Solver
from plyground.solving.retrograde.analysis import Retrograde
from plyground.solving.textbook import exact_margin, solve_all
from tests.strangers import NIM

from .boards import FLIPS
from .late import late_positions

NOUGHTS = str(Path(__file__).with_name("noughts.py"))
PITS = ["".join(squares) for squares in product("1*", repeat=3)]
SMALL_BOARDS = [
    ("konane", "3x3"),
    ("konane", "3x4"),
    ("konane", "4x4"),
    ("breakthrough", "4x2"),
    (NOUGHTS, "3x3"),
    (str(NIM), "1x9"),
    (str(FLIPS), "1x6"),
]


def analysed(root: Position, megabytes: int = 64) -> Retrograde:
    analysis = Retrograde(root, megabytes)
    for _ in analysis.steps():
        pass
    return analysis


def agrees_everywhere(root: Position) -> int:
    """Compare all positions with the textbook; return how many there are."""
    analysis, book = analysed(root), solve_all(root)
    assert len(analysis) == len(book)
    for key, solved in book.items():
        assert analysis.look_up(key) == (solved.margin, solved.distance), Position(root.game, key).text
    return len(book)


@pytest.mark.parametrize(("name", "size"), SMALL_BOARDS, ids=lambda part: Path(part).stem)
def test_every_position_of_a_small_board_is_as_the_textbook_says(name: str, size: str) -> None:
    assert agrees_everywhere(ply.game(name, size=size).start()) > 5


def test_othello_endgames_have_the_margins_of_the_textbook() -> None:
    for position in late_positions(ply.game("othello", size=4), 4, 8, seed=5):
        assert agrees_everywhere(position) > 1


@pytest.mark.parametrize("pits", PITS)
def test_duels_among_pits_are_as_the_textbook_says(pits: str) -> None:
    """Positions can repeat here. Two pieces a side are what plain Python can list."""
    middle = pits.replace("111", "3").replace("11", "2")
    assert agrees_everywhere(ply.game("duel").position(f"w1m/{middle}/1H1 agent")) > 50


@pytest.mark.parametrize(("name", "size"), SMALL_BOARDS, ids=lambda part: Path(part).stem)
def test_the_textbook_says_what_minimax_says(name: str, size: str) -> None:
    """For games whose positions cannot repeat."""
    root = ply.game(name, size=size).start()
    book = solve_all(root)
    chance = random.Random(7)
    for key in chance.sample(list(book), min(len(book), 200)):
        assert book[key].margin == exact_margin(Position(root.game, key))


@pytest.mark.parametrize(
    ("name", "size", "value", "distance"),
    [
        ("konane", "4x4", "loss", 6),
        ("konane", "5x5", "win", 15),
        ("breakthrough", "4x3", "loss", 12),
        ("breakthrough", "6x2", "win", 15),
        ("othello", "4", "loss", None),
        ("duel", "3", "draw", None),
    ],
)
def test_known_values_of_whole_boards(name: str, size: str, value: str, distance: int | None) -> None:
    solution = ply.solve(ply.game(name, size=size).start(), method="retrograde")
    assert (solution.value, solution.distance) == (value, distance)
    if distance is not None:
        assert len(solution.line) == distance, "the winner hurries, the loser delays"
    assert solution.margin == (-8 if name == "othello" else None)


def test_games_in_which_positions_repeat_are_solved_by_it_without_being_asked() -> None:
    solver = Solver(ply.game("duel", size=3))
    position = solver.game.position("w2/3/1H1 adversary")
    *_, solution = solver.run(position)
    assert (solution.method, solution.value) == ("retrograde", "win")
    assert solution.distance == len(solution.line)
    *_, later = solver.run(position.play(solution.line[0]).play(solution.line[1]))
    assert (later.value, later.distance) == ("win", len(solution.line) - 2)


def test_a_finished_game_is_solved_at_once() -> None:
    solution = ply.solve(ply.game("duel").position("3/3/1H1 agent"), method="retrograde")
    assert (solution.value, solution.distance, solution.line) == ("loss", 0, ())


def test_limits_end_it_without_a_value() -> None:
    root = ply.game("konane", size=5).start()
    solution = ply.solve(root, ply.Limit(nodes=5000), method="retrograde")
    assert (solution.value, solution.low, solution.high) == (None, -1, 1)
    assert 5000 < solution.nodes < 50_000
    late = ply.solve(ply.game("breakthrough", size=6).start(), ply.Limit(seconds=0.05), method="retrograde")
    assert late.value is None


def test_stop_ends_it() -> None:
    solver = Solver(ply.game("konane", size=6), method="retrograde")
    solution = None
    for solution in solver.run(solver.game.start()):  # noqa: B007  # the last one counts
        solver.stop()
    assert solution is not None
    assert solution.value is None


@pytest.mark.parametrize(("name", "size"), [("konane", "6x6"), ("duel", "6")])
def test_what_does_not_fit_into_memory_is_told(name: str, size: str) -> None:
    with pytest.raises(ply.OptionError, match=r"more than [\d,]+ positions .* do not fit into 2 MB"):
        ply.solve(ply.game(name, size=size).start(), method="retrograde", megabytes=2)


MEMORY = """
import resource, sys
import plyground as ply
from plyground.solving.retrograde.analysis import Retrograde

def analyse(position, megabytes):
    for _ in Retrograde(position, megabytes, threads=int(sys.argv[3])).steps():
        pass

analyse(ply.game("duel").position("w2/3/1H1 adversary"), 8)
before = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
try:
    analyse(ply.game("duel", size=int(sys.argv[1])).start(), int(sys.argv[2]))
except ply.OptionError:
    print("full")
print(resource.getrusage(resource.RUSAGE_SELF).ru_maxrss - before)
"""


@pytest.mark.parametrize("threads", ["1", "3"])
@pytest.mark.parametrize(("size", "megabytes", "is_full"), [("6", 48, True), ("3", 64, False)])
def test_memory_never_passes_the_limit(size: str, megabytes: int, is_full: bool, threads: str) -> None:
    command = [sys.executable, "-c", MEMORY, size, str(megabytes), threads]
    told = subprocess.run(command, capture_output=True, text=True, check=True).stdout.split()
    assert ("full" in told) == is_full
    compiler = 30 << 10  # the kernels of the second board are loaded or compiled in between
    assert int(told[-1]) < (megabytes << 10) + compiler


def test_a_result_is_cut_to_the_largest_margin() -> None:
    rules = dataclasses.replace(find_rules(str(FLIPS)), largest_margin=lambda board: 1)
    root = ply.Game.of(rules, {"size": "1x5"}).start()
    exact = exact_margin(ply.game(str(FLIPS), size="1x5").start())
    found = analysed(root).probe(root)
    assert found is not None
    assert found.value == ("win" if exact > 0 else "loss" if exact < 0 else "draw")
    assert found.margin is None


def test_states_outside_are_not_known() -> None:
    root = ply.game("konane", size=4).position("bwbw/1bwb/2bw/wbwb black")
    analysis = analysed(root)
    assert analysis.probe(root.game.start()) is None
    assert analysis.probe(ply.game("konane", size=5).start()) is None
    assert analysis.best_move(root.game.start()) is None
    assert analysis.look_up(formed(root.state, iter([1, 2, 3]))) is None


@pytest.mark.long
@pytest.mark.parametrize("name", ["othello", "breakthrough"])
def test_every_position_of_a_larger_board_is_as_the_textbook_says(name: str) -> None:
    assert agrees_everywhere(ply.game(name, size="4" if name == "othello" else "4x3").start()) > 50_000


@pytest.mark.long
@pytest.mark.parametrize("pits", PITS)
def test_the_whole_duel_among_pits_is_as_the_textbook_says(pits: str) -> None:
    middle = pits.replace("111", "3").replace("11", "2")
    assert agrees_everywhere(ply.game("duel").position(f"whm/{middle}/WHM adversary")) > 500


@pytest.mark.parametrize(("middle", "value", "distance"), [("***", "draw", None), ("*1*", "loss", 10)])
def test_known_values_of_duels_among_pits(middle: str, value: str, distance: int | None) -> None:
    solution = ply.solve(ply.game("duel").position(f"whm/{middle}/WHM adversary"))
    assert (solution.value, solution.distance) == (value, distance)
