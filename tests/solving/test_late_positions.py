"""Late positions of the usual boards, and all positions of the smallest, are solved as the slow twins say.

Each method has to find the value, and in Othello the margin, that plain negamax finds over the twins in
`tests/twins`, which know positions by their texts. The duel, whose positions repeat, is solved in rounds.
"""

from __future__ import annotations

from typing import NamedTuple

import pytest

import plyground as ply
from plyground.solving import Solver
from plyground.solving.retrograde.analysis import Retrograde
from plyground.solving.solution import Solution

from .plainly import PlainSolver, Solved, TooManyError, every_position, late_texts, solve_in_rounds

FEW, MANY = 50, 2000
VALUES = ("loss", "draw", "win")
SEARCHES = {"alphabeta", "dfpn"}


class Late(NamedTuple):
    """A usual board; how many plies before the end positions are, and what plain negamax may look at."""

    name: str
    size: str
    plies: int
    most: int
    methods: tuple[str, ...]


BOARDS = (
    Late("othello", "8", 7, 2000, ("alphabeta", "retrograde")),
    Late("konane", "8", 12, 2000, ("alphabeta", "dfpn", "retrograde")),
    Late("breakthrough", "6", 12, 2000, ("alphabeta", "dfpn", "retrograde")),
)
LIMITS = {
    "alphabeta": ply.Limit(nodes=1_000_000),
    "dfpn": ply.Limit(nodes=1_000_000),
    "retrograde": ply.Limit(nodes=20_000),
}
"""Plain negamax may be lucky where a search is not, and retrograde analysis lists all that can be reached."""

DUELS = ("w5/6/6/6/6/5H adversary", "m5/6/6/6/6/5H adversary", "h5/6/6/6/6/5H adversary")
LARGE_DUELS = ("wm4/6/6/6/6/5H adversary", "h5/6/6/6/6/4WM agent")
SMALL_BOARDS = (("othello", "4"), ("konane", "4x4"), ("konane", "4x5"), ("breakthrough", "5x2"))


def check(solution: Solution, margin: int) -> None:
    """Compare a solution with what is exact."""
    text = f"{solution.method}: {solution.position.text}"
    assert (solution.low, solution.high) == (margin, margin), text
    assert solution.value == VALUES[(margin > 0) - (margin < 0) + 1], text
    has_margins = solution.position.game.name == "othello"
    assert solution.margin == (margin if has_margins else None), text


def compare(board: Late, count: int, most: int, seed: int) -> dict[str, int]:
    """Compare so many late positions that plain negamax solves; return how many each method solved."""
    game, plain = ply.game(board.name, size=board.size), PlainSolver(board.name)
    solvers = {method: Solver(game, method=method, megabytes=16) for method in board.methods}
    solved = dict.fromkeys(("plain", *board.methods), 0)
    for text in late_texts(game, board.plies, seed):
        try:
            margin = plain.margin(text, most)
        except TooManyError:
            continue
        solved["plain"] += 1
        for method, solver in solvers.items():
            *_, last = solver.run(game.position(text), LIMITS[method])
            if last.low == last.high:
                check(last, margin)
                solved[method] += 1
            assert last.low <= margin <= last.high, f"{method}: {text}"
        if min(solved[method] for method in SEARCHES & solved.keys()) == count:
            break
    return solved


def is_enough(solved: dict[str, int], count: int) -> bool:
    """Tell whether each search solved enough, and left out few; retrograde analysis a fair share."""
    least = dict.fromkeys(solved, count) | {"retrograde": count // 10}
    return solved["plain"] <= count + count // 20 and all(solved[name] >= least[name] for name in solved)


@pytest.mark.parametrize("board", BOARDS, ids=lambda board: board.name)
def test_some_late_positions_of_the_usual_boards(board: Late) -> None:
    assert is_enough(compare(board, FEW, board.most // 10, seed=21), FEW)


@pytest.mark.long
@pytest.mark.parametrize("board", BOARDS, ids=lambda board: board.name)
def test_many_late_positions_of_the_usual_boards(board: Late) -> None:
    solved = compare(board, MANY, board.most, seed=22)
    print(board.name, solved)  # pytest -s shows how many each method solved
    assert is_enough(solved, MANY)


def compare_duels(starts: tuple[str, ...], count: int) -> None:
    """Solve some of the positions that can be reached from each of these."""
    for start in starts:
        game = ply.game("duel").position(start).game
        solved = solve_in_rounds("duel", start)
        solver = Solver(game, megabytes=64)
        ongoing = [text for text, (_, distance) in solved.items() if distance != 0]
        step = max(1, len(ongoing) * len(starts) // count)
        for text in ongoing[::step]:
            position = game.position(text)
            if position.outcome is None:
                *_, last = solver.run(position)
                margin, distance = solved[text]
                check(last, margin)
                assert last.distance == distance, text


def test_some_late_positions_of_the_duel() -> None:
    compare_duels(DUELS, FEW)


@pytest.mark.long
@pytest.mark.parametrize("starts", [DUELS, LARGE_DUELS], ids=["two pieces", "three pieces"])
def test_many_late_positions_of_the_duel(starts: tuple[str, ...]) -> None:
    compare_duels(starts, MANY)


def plain_values(name: str, start: str) -> Solved:
    """Return the margins of all positions that can be reached, without distances."""
    plain = PlainSolver(name)
    return {text: (plain.margin(text, 1 << 40), None) for text in every_position(name, start)}


def analysed(root: ply.Position) -> Retrograde:
    analysis = Retrograde(root, 256)
    for _ in analysis.steps():
        pass
    return analysis


@pytest.mark.long
@pytest.mark.parametrize(("name", "size"), SMALL_BOARDS)
def test_every_position_of_the_smallest_boards(name: str, size: str) -> None:
    game = ply.game(name, size=size)
    start = game.start()
    values, analysis = plain_values(name, start.text), analysed(start)
    assert len(analysis) == len(values)
    methods = ("alphabeta",) if name == "othello" else ("alphabeta", "dfpn")
    solvers = [Solver(game, method=method, megabytes=16) for method in methods]
    for text, (margin, _) in values.items():
        position = game.position(text)
        found = analysis.look_up(position.repetition_key)
        assert found is not None
        assert found.margin == margin, text
        for solver in solvers:
            *_, last = solver.run(position)
            check(last, margin)


@pytest.mark.long
@pytest.mark.parametrize("start", ["whm/***/WHM adversary", "whm/*1*/WHM adversary", "wm1/3/1H1 agent"])
def test_every_position_of_the_smallest_duels(start: str) -> None:
    root = ply.game("duel").position(start)
    solved, analysis = solve_in_rounds("duel", start), analysed(root)
    assert len(analysis) == len(solved)
    for text, (margin, distance) in solved.items():
        assert analysis.look_up(root.game.position(text).repetition_key) == (margin, distance), text
