"""Certificates, checkpoints and jobs of the solver, compiled or not, on boards that are solved at once."""

from __future__ import annotations

from pathlib import Path

import pytest

import plyground as ply
from plyground.solving import Solver
from plyground.solving.certificates import check_certificate
from plyground.solving.checkpoint import RunProgress, load_checkpoint, write_checkpoint
from plyground.solving.proof_jobs import Job, answer_job
from plyground.solving.textbook import exact_margin
from tests.solving.proofs import is_proof, read_content, tool_refuses


@pytest.mark.parametrize(
    ("name", "text"),
    [
        ("konane", "bwbw/wbwb/bwbw black"),
        ("breakthrough", "bb/bb/ww/ww black"),
        ("othello", "wwww/wbb1/wbw1/4 black"),
        ("duel", "w2/1*1/1H1 agent"),
    ],
)
def test_a_certificate_holds_for_every_checker(name: str, text: str, tmp_path: Path) -> None:
    position, path = ply.game(name).position(text), tmp_path / "proof"
    margin = 0 if name == "duel" else exact_margin(position)
    solution = ply.solve(position, megabytes=1, certificate=path)
    assert (solution.low, solution.high) == (margin, margin)
    checked = check_certificate(path, position.game.rules).solution
    assert (checked.position.text, checked.low, checked.high) == (position.text, margin, margin)
    assert is_proof(read_content(path), position.game)
    assert not tool_refuses(path)


@pytest.mark.parametrize("method", ["alphabeta", "dfpn"])
def test_a_checkpoint_has_what_was_found(method: str, tmp_path: Path) -> None:
    start = ply.game("konane", size=4).start()
    *_, whole = Solver(start.game, method=method, megabytes=1).run(start)
    first, second = (Solver(start.game, method=method, megabytes=1) for _ in range(2))
    *_, part = first.run(start, ply.Limit(nodes=whole.nodes // 2))
    write_checkpoint(tmp_path / "saved", first, RunProgress(part.nodes, part.seconds))
    assert load_checkpoint(tmp_path / "saved", second, start) == RunProgress(part.nodes, part.seconds)
    *_, rest = second.run(start)
    assert (part.value, rest.value) == (None, whole.value)
    assert rest.nodes < whole.nodes


def test_the_tree_of_proof_number_search_is_what_it_was() -> None:
    """The value would be right with worse numbers; they decide how much is searched."""
    start = ply.game("konane", size=5).start()
    *_, found = Solver(start.game, method="dfpn", megabytes=1).run(start)
    assert (found.value, found.nodes) == ("win", 2680)


def test_the_answer_to_a_job_has_a_move_that_reaches_its_goal() -> None:
    game = ply.game("konane", size="3x4")
    position = next(
        each
        for move in game.start().moves()
        for reply in game.start().play(move).moves()
        if exact_margin(each := game.start().play(move).play(reply)) == 1
    )
    solver = Solver(game, megabytes=1)
    reached = answer_job(solver, position, Job(position.text, 1, 0, 10_000))
    assert reached.is_reached
    assert reached.move is not None
    assert exact_margin(position.play(reached.move)) == -1
    failed = answer_job(solver, game.start(), Job(game.start().text, 1, 0, 10_000))
    assert (failed.is_reached, failed.move) == (False, None)
