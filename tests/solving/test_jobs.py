"""Job-level proof-number search: the answers of the textbook's search, whoever answers the jobs and when."""

from __future__ import annotations

import random
from pathlib import Path

import pytest

import plyground as ply
from plyground.solving import Solution, Solver, proof_jobs
from plyground.solving.dfpn_table import INFINITE
from plyground.solving.proof_jobs import Answer, Job, JobSearch, JobTree, answer_job
from plyground.solving.textbook import exact_margin, prove

from .boards import FLIPS
from .late import late_positions

NOUGHTS = Path(__file__).with_name("noughts.py")


def solved_by_jobs(position: ply.Position, workers: int, seed: int = 0) -> Solution:
    """Solve a position with several solvers, each with a table of its own, that answer in any order."""
    chance = random.Random(seed)
    solvers = [Solver(position.game, megabytes=1) for _ in range(workers)]
    search = JobSearch(position, solvers[0].method, only_winner=False)
    under_way: list[Job] = []
    while not search.is_over:
        while len(under_way) < workers and (job := search.next_job()) is not None:
            under_way.append(job)
        if under_way:
            job = under_way.pop(chance.randrange(len(under_way)))
            answer = answer_job(chance.choice(solvers), position.game.position(job.position), job)
            search.receive(job, answer)
        stale = search.drop_stale_jobs()
        under_way = [job for job in under_way if job not in stale]
    return search.solution


@pytest.mark.parametrize("workers", [1, 4])
@pytest.mark.parametrize(
    ("name", "size"),
    [
        ("konane", "4x6"),
        ("konane", "5x5"),
        ("breakthrough", "4x4"),
        ("breakthrough", "5x2"),
        ("othello", "4"),
    ],
)
def test_the_value_is_that_of_the_solver(
    name: str, size: str, workers: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(proof_jobs, "FIRST_NODES", 100)
    start = ply.game(name, size=size).start()
    found, expected = solved_by_jobs(start, workers), ply.solve(start, megabytes=1)
    assert (found.low, found.high) == (expected.low, expected.high)


@pytest.mark.parametrize("name", [str(FLIPS), str(NOUGHTS), "othello"])
def test_margins_and_draws_are_those_of_minimax(name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(proof_jobs, "FIRST_NODES", 3)
    game = ply.game(name, size={"othello": "4", str(NOUGHTS): "3"}.get(name, "1x7"))
    for seed, position in enumerate(late_positions(game, 12, 5, seed=1)):
        solution = solved_by_jobs(position, 3, seed)
        assert solution.low == solution.high == exact_margin(position), position.text


def test_a_tree_whose_jobs_all_run_out_is_a_plain_proof_number_search() -> None:
    """Nobody solves anything: every leaf is expanded, down to the ends of the games."""
    for seed, position in enumerate(late_positions(ply.game(str(NOUGHTS)), 20, 6, seed=2)):
        for goal in (0, 1):
            tree, chance = JobTree(position, goal), random.Random(seed)
            under_way: list[Job] = []
            while not tree.root.is_answered:
                while len(under_way) < 3 and (job := tree.next_job()) is not None:
                    under_way.append(job)
                if under_way:
                    tree.receive(under_way.pop(chance.randrange(len(under_way))), Answer(None, 1, 0.0))
            assert (tree.root.proof == 0) == prove(position, goal)


def test_jobs_under_way_are_in_different_places() -> None:
    tree = JobTree(ply.game("konane", size=6).start(), 1)
    taken = [tree.next_job() for _ in range(12)]
    assert len({job.position for job in taken if job is not None}) == 12


def test_the_limit_grows_before_a_leaf_is_expanded() -> None:
    tree = JobTree(ply.game("konane", size=6).start(), 1)
    limits = []
    for _ in range(proof_jobs.MOST_ATTEMPTS):
        job = tree.next_job()
        assert job is not None
        limits.append(job.nodes)
        tree.receive(job, Answer(None, job.nodes, 0.0))
        assert not tree.root.children
    assert limits == [proof_jobs.FIRST_NODES, proof_jobs.GROWTH * proof_jobs.FIRST_NODES]
    after = tree.next_job()
    assert tree.root.children
    assert after is not None
    assert after.nodes == proof_jobs.FIRST_NODES


def test_jobs_below_an_answered_node_are_dropped() -> None:
    tree = JobTree(ply.game("konane", size=6).start(), 1)
    taken = [job for _ in range(6) if (job := tree.next_job()) is not None]
    assert tree.drop_stale_jobs() == []
    tree.receive(taken[0], Answer(True, 5, 0.0))  # that of the root
    assert sorted(tree.drop_stale_jobs(), key=str) == sorted(taken[1:], key=str)
    tree.receive(taken[1], Answer(False, 5, 0.0))  # too late, and of no matter
    assert tree.root.proof == 0


def test_numbers_of_the_solver_are_taken_over() -> None:
    """A child that the solver had disproved before its limit ran out is no job any more."""
    position = ply.game("konane", size=4).start()
    tree = JobTree(position, 1)
    count = len(position.moves())
    answer = Answer(None, 5, 0.0, None, tuple([(0, INFINITE)] * (count - 1) + [(3, 2)]))
    for _ in range(proof_jobs.MOST_ATTEMPTS):
        job = tree.next_job()
        assert job is not None
        tree.receive(job, answer)
    last = tree.next_job()
    assert last is not None
    assert last.position == position.play(position.moves()[-1]).text
    assert [child.proof for child in tree.root.children] == [0] * (count - 1) + [3]
