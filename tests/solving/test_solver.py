"""The solver as people use it: limits, stopping, mistakes."""

from __future__ import annotations

import dataclasses
import pickle

import pytest

import plyground as ply
from plyground.core.conformance import ConformanceError, check_game
from plyground.core.discovery import find_rules
from plyground.core.stones import State
from plyground.jit import kernel
from plyground.solving import Solution, Solver, solver_conformance
from plyground.solving.solver_conformance import check_decided, check_exact_search, keeps_contract

from .boards import FLIPS

CHOICES = range(60)


@pytest.fixture(scope="module")
def solver() -> Solver:
    return Solver(ply.game("othello", size=4), megabytes=1)


def last_of(solver: Solver, **limits: float) -> Solution:
    *_, last = solver.run(solver.game.start(), ply.Limit(**limits))  # type: ignore[arg-type]
    return last


def test_it_solves_the_next_position_after_a_limit_ran_out(solver: Solver) -> None:
    assert last_of(solver, nodes=20).value is None
    assert last_of(solver).margin == -8


def test_the_table_is_kept_from_one_position_to_the_next(solver: Solver) -> None:
    last_of(solver)
    assert last_of(solver).nodes < last_of(Solver(solver.game, megabytes=1)).nodes


def test_a_run_that_is_left_ends() -> None:
    solver = Solver(ply.game("othello"), megabytes=1)
    for solution in solver.run(solver.game.start()):
        assert not solution.is_proved
        break
    assert last_of(solver, nodes=10).nodes < 100, "it can be used again"


def test_stop_ends_a_run_with_what_is_proved() -> None:
    solver = Solver(ply.game("othello"), megabytes=1)
    solution = None
    for solution in solver.run(solver.game.start()):  # noqa: B007  # the last one counts
        solver.stop()
    assert solution is not None
    assert (solution.value, solution.low, solution.high) == (None, -64, 64)


def test_a_solver_that_runs_is_busy() -> None:
    solver = Solver(ply.game("othello"), megabytes=1)
    runs = [solver.run(solver.game.start()) for _ in range(2)]
    next(runs[0])
    with pytest.raises(ply.EngineBusyError, match="busy with another position"):
        next(runs[1])
    runs[0].close()  # type: ignore[attr-defined]


def test_solutions_are_plain_values(solver: Solver) -> None:
    solution = last_of(solver)
    assert pickle.loads(pickle.dumps(solution)) == solution  # noqa: S301
    assert solution.to_dict()["line"] == [str(move) for move in solution.line]


@pytest.mark.parametrize(
    ("low", "high", "words"),
    [
        (-16, 16, "not proved: nothing is known yet"),
        (-16, 0, "not proved: the margin of black is from -16 to +0"),
        (0, 0, "proved: a draw"),
        (4, 4, "proved: black wins by 4"),
        (-16, -2, "proved: white wins by at least 2"),
    ],
)
def test_bounds_in_words(low: int, high: int, words: str) -> None:
    assert str(Solution(ply.game("othello", size=4).start(), "alphabeta", low, high)) == words


@pytest.mark.parametrize(
    ("low", "high", "words"),
    [
        (-1, 0, "not proved: black does not win"),
        (0, 1, "not proved: white does not win"),
        (1, 1, "proved: black wins"),
    ],
)
def test_bounds_of_a_game_without_margins_in_words(low: int, high: int, words: str) -> None:
    solution = Solution(ply.game("konane", size=4).start(), "alphabeta", low, high)
    assert (str(solution), solution.margin) == (words, None)


def test_mistakes_say_what_is_wrong(solver: Solver) -> None:
    with pytest.raises(ply.OptionError, match="another game or board"):
        next(solver.run(ply.game("othello", size=6).start()))
    with pytest.raises(ply.OptionError, match="no depth"):
        next(solver.run(solver.game.start(), ply.Limit(depth=3)))
    with pytest.raises(ply.OptionError, match="no method 'magic'"):
        Solver(solver.game, method="magic")
    with pytest.raises(ply.WrongTypeError, match="position has to be a Position"):
        ply.solve("4/1wb1/1bw1/4 black")  # type: ignore[arg-type]


def flips(**changes: object) -> ply.Game:
    rules = dataclasses.replace(find_rules(str(FLIPS)), **changes)  # type: ignore[arg-type]
    return ply.Game.of(rules, {})


def test_a_margin_too_large_for_the_table_is_refused() -> None:
    with pytest.raises(ply.OptionError, match="largest margin of 40000; a solver takes 1 to 32767"):
        Solver(flips(largest_margin=lambda board: 40_000))


def test_without_a_largest_margin_only_winning_counts() -> None:
    game = flips(largest_margin=lambda board: 1)
    exact = ply.solve(ply.game(str(FLIPS)).start(), megabytes=1)
    solution = ply.solve(game.start(), megabytes=1)
    assert (solution.value, solution.margin) == (exact.value, None)
    assert check_game(game, CHOICES) == len(CHOICES)


def test_a_result_beyond_the_largest_margin_breaks_a_promise() -> None:
    assert check_game(flips(), CHOICES) == len(CHOICES)
    with pytest.raises(ConformanceError, match="beyond the largest margin 2"):
        check_game(flips(largest_margin=lambda board: 2), CHOICES)


def test_an_exact_search_of_a_game_is_compared_with_minimax() -> None:
    @kernel
    def always_even(state: object, alpha: int, beta: int, workspace: object) -> int:
        return 0

    game = flips(make_exact_search=lambda board, tt, evaluate: always_even)
    with pytest.raises(ConformanceError, match="the exact search returns 0 between"):
        check_exact_search(game, CHOICES)
    assert check_exact_search(flips(), CHOICES) == 0
    assert check_exact_search(ply.game("othello", size=4), CHOICES) > 0


def test_early_decisions_of_a_game_are_compared_with_a_search(monkeypatch: pytest.MonkeyPatch) -> None:
    @kernel
    def always_won(board: object, state: object) -> int:
        return 1

    with pytest.raises(ConformanceError, match="it is decided with 1, and its value is from "):
        check_decided(flips(decided=always_won), CHOICES)
    assert check_decided(flips(), CHOICES) == (0, 0)
    small = check_decided(ply.game("breakthrough", size=4), CHOICES)
    assert small.confirmed == small.met > 0
    monkeypatch.setattr(solver_conformance, "ORACLE_NODES", 2)
    assert check_decided(ply.game("breakthrough", size=4), CHOICES) < small, "few can be searched to the end"


def test_leaf_numbers_are_positive() -> None:
    @kernel
    def none_left(board: object, state: State, count: int) -> tuple[int, int]:
        return count, 0

    with pytest.raises(ConformanceError, match=r"its leaf numbers \(8, 0\) are not both positive"):
        check_game(flips(leaf_numbers=none_left), CHOICES)


def test_no_loss_is_less_than_no_plies_away() -> None:
    @kernel
    def backwards(board: object, state: State) -> int:
        return -2

    rules = dataclasses.replace(find_rules("breakthrough"), loss_distance=backwards)
    with pytest.raises(ConformanceError, match="its loss is -2 plies away"):
        check_game(ply.Game.of(rules, {"size": "4"}), CHOICES)


def test_a_canonical_state_that_is_no_image_breaks_a_promise() -> None:
    @kernel
    def swapped(board: object, state: State) -> State:
        return State(state.opponent, state.own, state.player)

    rules = dataclasses.replace(find_rules("breakthrough"), canonical=swapped)
    with pytest.raises(ConformanceError, match="its canonical state is none of its images"):
        check_game(ply.Game.of(rules, {}), CHOICES)


@pytest.mark.parametrize(
    ("score", "margin", "expected"),
    [(3, 3, True), (3, 4, False), (-2, -5, True), (-2, -1, False), (6, 9, True), (6, 5, False)],
)
def test_the_contract_of_a_window(score: int, margin: int, expected: bool) -> None:
    assert keeps_contract(score, margin, alpha=-1, beta=5) == expected
