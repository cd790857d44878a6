"""The puzzles that come with Plyground: one move alone keeps the goal, proved again in another way."""

from __future__ import annotations

import dataclasses
from collections import Counter
from pathlib import Path

import msgspec
import pytest

import plyground as ply
from plyground.core.position import Game
from plyground.puzzles.checking import problem_with
from plyground.puzzles.collection import PUZZLES, SHIPPED, read_puzzles, shipped_puzzles
from plyground.puzzles.making import PuzzleMaker, make_puzzles
from plyground.puzzles.proving import PATIENT_NODES, PuzzleProver
from plyground.puzzles.puzzle import DRAW, Puzzle, Refutation
from plyground.solving.textbook import prove, solve_all
from tests.puzzles.made_up import race

FILES = PUZZLES.given()
FEWEST = 100
MOST_BYTES = 300_000
SAMPLE = 8
"""So many of each file are proved again in every run of the tests, the easiest to the hardest."""

GAMES_AGAIN = 2
"""So many games of each seed are played again in every run."""


def sample(puzzles: list[Puzzle]) -> list[Puzzle]:
    """Return some puzzles, from the first to the last."""
    return puzzles[:: max(len(puzzles) // SAMPLE, 1)]


def other_prover(game: Game) -> PuzzleProver:
    """Return a prover that searches in another way than the one that made the puzzles.

    Alpha-beta in the place of proof-number search, and without the endgame search of a game's own.
    """
    if game.rules.repetition_limit(game.board):
        return PuzzleProver(game)
    plain = dataclasses.replace(game.rules, make_exact_search=None)
    return PuzzleProver(dataclasses.replace(game, rules=plain), nodes=PATIENT_NODES, method="alphabeta")


def test_there_are_enough_of_them_for_every_game_and_they_are_small() -> None:
    counts = Counter(puzzle.game for puzzle in shipped_puzzles())
    assert set(counts) == {"othello", "konane", "breakthrough", "duel"}
    assert min(counts.values()) >= FEWEST
    assert sum(file.stat().st_size for file in FILES) < MOST_BYTES


@pytest.mark.parametrize("name", [file.name for file in FILES])
def test_a_file_is_in_order_and_varied(name: str) -> None:
    puzzles = read_puzzles(SHIPPED / name)
    assert len({puzzle.id for puzzle in puzzles}) == len(puzzles)
    assert len({puzzle.position for puzzle in puzzles}) == len(puzzles)
    ratings = [puzzle.rating for puzzle in puzzles]
    assert ratings == sorted(ratings)
    assert ratings[-1] - ratings[0] > 500, "from easy to hard"
    assert len({len(puzzle.steps) for puzzle in puzzles}) > 2
    assert {tag for puzzle in puzzles for tag in puzzle.tags} > {"trap"}


@pytest.mark.parametrize("name", [file.name for file in FILES])
def test_a_sample_has_exactly_one_good_move_at_every_step(name: str) -> None:
    puzzles = sample(read_puzzles(SHIPPED / name))
    prover = PuzzleProver(puzzles[0].start().game, nodes=PATIENT_NODES)
    assert {puzzle.id: problem_with(puzzle, prover) for puzzle in puzzles} == {
        puzzle.id: None for puzzle in puzzles
    }


@pytest.mark.long
@pytest.mark.parametrize("name", [file.name for file in FILES])
def test_all_of_them_have_exactly_one_good_move_at_every_step(name: str) -> None:
    puzzles = read_puzzles(SHIPPED / name)
    prover = other_prover(puzzles[0].start().game)
    for puzzle in puzzles:
        assert problem_with(puzzle, prover) is None, puzzle.id


@pytest.mark.long
def test_those_of_the_duel_hold_by_the_textbook() -> None:
    puzzles = [puzzle for puzzle in shipped_puzzles() if puzzle.game == "duel"]
    pieces = {puzzle.id: sum(map(str.isalpha, puzzle.position.split()[0])) for puzzle in puzzles}
    for puzzle in [puzzle for puzzle in puzzles if pieces[puzzle.id] == 2][:10]:
        start = puzzle.start()
        solved = solve_all(start)
        margins = {str(move): -solved[start.play(move).repetition_key].margin for move in start.moves()}
        kept = [move for move, margin in margins.items() if margin >= puzzle.goal]
        assert kept == [puzzle.steps[0].move], puzzle.id


@pytest.mark.parametrize("game", ["breakthrough", "konane"])
def test_easy_ones_hold_by_the_textbook(game: str) -> None:
    near = [puzzle for puzzle in shipped_puzzles() if puzzle.game == game and (puzzle.distance or 99) <= 3]
    assert near
    for puzzle in near[:3]:
        start = puzzle.start()
        kept = [str(move) for move in start.moves() if not prove(start.play(move), DRAW)]
        assert kept == [puzzle.steps[0].move], puzzle.id


def test_a_puzzle_that_does_not_hold_is_found_out() -> None:
    start, right = race()
    prover = PuzzleProver(start.game)
    assert problem_with(changed_puzzle(right), prover) is None
    every_wrong = [str(move) for move in start.moves() if str(move) != right.steps[0].move]
    wrong = {
        "its id": changed_puzzle(right, goal=DRAW),
        "c3-b4 keeps the goal": changed_puzzle(right, move="c3-c4"),
        "do not cover every move": changed_puzzle(right, refuted=[]),
        "does not refute": changed_puzzle(right, refuted=[Refutation(every_wrong, "loss", "b5-b4")]),
        "not complete": changed_puzzle(right, steps=[]),
        "there is no game": changed_puzzle(right, game="chess"),
    }
    for told, puzzle in wrong.items():
        problem = problem_with(puzzle, prover)
        assert problem is not None, told
        assert told in problem


def changed_puzzle(puzzle: Puzzle, **changed: object) -> Puzzle:
    """Return a puzzle with some fields changed, those of its first step too."""
    [step] = puzzle.steps
    of_step = {name: changed.pop(name) for name in ("move", "refuted") if name in changed}
    steps = changed.pop("steps", [msgspec.structs.replace(step, **of_step)])
    return msgspec.structs.replace(puzzle, steps=steps, **changed)


@pytest.mark.parametrize("name", [file.name for file in FILES])
def test_the_first_games_of_the_seed_make_the_first_ones_again(name: str) -> None:
    puzzles = read_puzzles(SHIPPED / name)
    first = puzzles[0]
    maker = PuzzleMaker(ply.game(first.game).start(), first.seed)
    for source in sorted({puzzle.source for puzzle in puzzles})[:GAMES_AGAIN]:
        there = {puzzle.id: puzzle for puzzle in puzzles if puzzle.source == source}
        assert {puzzle.id: puzzle for puzzle in maker.puzzles(source)} == there, source


@pytest.mark.long
@pytest.mark.parametrize("name", [file.name for file in FILES])
def test_the_command_makes_all_of_them_again(name: str, tmp_path: Path) -> None:
    puzzles = read_puzzles(SHIPPED / name)
    first = puzzles[0]
    for _ in make_puzzles(ply.game(first.game).start(), tmp_path / name, count=len(puzzles), seed=first.seed):
        pass
    made = sorted(read_puzzles(tmp_path / name), key=lambda puzzle: (puzzle.rating, puzzle.id))
    assert made == puzzles
