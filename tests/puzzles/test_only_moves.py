"""Which move alone keeps a goal, against plain minimax."""

from __future__ import annotations

import random

import pytest

import plyground as ply
from plyground.core.position import Position
from plyground.puzzles.only_moves import FEWEST_MOVES, goal_of, only_move, solution_of
from plyground.puzzles.proving import PuzzleProver
from plyground.puzzles.puzzle import DRAW, WIN, PuzzleStep, Refutation
from plyground.solving.textbook import exact_margin, solve_all
from tests.puzzles.made_up import RACE

BOARDS = [("breakthrough", "4x3", 3), ("konane", "4x4", 6), ("othello", "4", 6)]


def late_positions(name: str, size: str, skipped: int) -> list[Position]:
    """Return positions of random games that plain minimax can still solve."""
    chance, found = random.Random(3), []
    for _ in range(12):
        position, plies = ply.game(name, size=size).start(), 0
        while position.outcome is None:
            if plies >= skipped:
                found.append(Position(position.game, position.state))
            position, plies = position.play(chance.choice(position.moves())), plies + 1
    return found


def only_by_minimax(position: Position, goal: int) -> list[str]:
    """Return the moves that keep a goal."""
    return [str(move) for move in position.moves() if -exact_margin(position.play(move)) >= goal]


@pytest.mark.parametrize(("name", "size", "skipped"), BOARDS)
def test_one_move_keeps_the_goal_exactly_where_minimax_says_so(name: str, size: str, skipped: int) -> None:
    positions = late_positions(name, size, skipped)
    prover = PuzzleProver(positions[0].game)
    puzzles = 0
    for position in positions:
        kept = only_by_minimax(position, WIN)
        found = only_move(prover, position, WIN)
        assert ([] if found is None else [str(found.move)]) == (kept if len(kept) == 1 else []), position.text
        goal = goal_of(prover, position)
        if len(position.moves()) >= FEWEST_MOVES and not kept:
            drawn = only_by_minimax(position, DRAW)
            assert (goal == DRAW) == (len(drawn) == 1), position.text
        puzzles += goal is not None
    assert puzzles > 0, "there is nothing to compare"


@pytest.mark.parametrize(("name", "size", "skipped"), BOARDS)
def test_every_step_of_a_solution_is_the_only_one_and_every_refutation_holds(
    name: str, size: str, skipped: int
) -> None:
    positions = late_positions(name, size, skipped)
    prover = PuzzleProver(positions[0].game)
    steps_seen = 0
    for start in positions:
        goal = goal_of(prover, start)
        position = start
        for step in solution_of(prover, start, goal) if goal is not None else []:
            assert goal is not None
            assert only_by_minimax(position, goal) == [step.move]
            assert refuted_moves(position, goal, step) == {str(m) for m in position.moves()} - {step.move}
            position = position.play(step.move)
            position = position if step.reply is None else position.play(step.reply)
            steps_seen += 1
    assert steps_seen > 1


def refuted_moves(position: Position, goal: int, step: PuzzleStep) -> set[str]:
    """Return the moves that a step says are refuted; each is checked with minimax."""
    results = {1: "win", 0: "draw", -1: "loss"}
    for refutation in step.refuted:
        for move in refutation.moves:
            after = position.play(move)
            margin = -exact_margin(after)
            assert margin < goal
            assert refutation.result == results[(margin > 0) - (margin < 0)]
            if refutation.reply is None:
                assert after.outcome is not None
            else:
                by_reply = exact_margin(after.play(refutation.reply))
                assert (by_reply > 0) - (by_reply < 0) == (margin > 0) - (margin < 0)
    return {move for refutation in step.refuted for move in refutation.moves}


def test_a_position_in_which_two_moves_win_is_no_puzzle() -> None:
    game = ply.game("breakthrough", size="5x3")
    position = game.position("3/w1w/3/b2/3 white")
    assert len(only_by_minimax(position, WIN)) > 1
    assert goal_of(PuzzleProver(game), position) is None


def test_where_positions_repeat_all_of_them_are_analysed() -> None:
    game = ply.game("duel", size=3)
    root = game.position("h2/3/1WM adversary")
    prover, solved = PuzzleProver(game), solve_all(root)
    for key in list(solved)[::7]:
        position = Position(game, key)
        for goal in (WIN, DRAW):
            assert prover.reaches(position, goal) is (solved[key].margin >= goal), position.text
        if position.outcome is None and solved[key].margin:
            assert prover.distance(position) == solved[key].distance


def test_too_few_nodes_prove_nothing_and_make_no_puzzle() -> None:
    game = ply.game("breakthrough", size=6)
    prover = PuzzleProver(game, nodes=5)
    assert prover.reaches(game.start(), WIN) is None
    assert goal_of(prover, game.start()) is None


def test_the_solution_of_a_race_names_the_threat() -> None:
    start = ply.game("breakthrough", size="5x3").position(RACE)
    [step] = solution_of(PuzzleProver(start.game), start, WIN, most=1)
    assert step.move == "c3-b4"
    assert step.refutation("c3-b4") is None
    assert isinstance(step.refutation("c3-c4"), Refutation)
