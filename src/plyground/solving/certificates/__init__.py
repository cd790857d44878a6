"""Certificates: proofs of exact values that anybody can check."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

from plyground.solving.certificates.certificate_checking import Checked as Checked
from plyground.solving.certificates.certificate_checking import check_certificate as check_certificate
from plyground.solving.certificates.certificate_writing import CertificateWriter as CertificateWriter
from plyground.solving.certificates.certificate_writing import Claim as Claim
from plyground.solving.certificates.certificate_writing import Written as Written
from plyground.solving.certificates.certificate_writing import check_place as check_place
from plyground.solving.certificates.certificate_writing import claims_of as claims_of
from plyground.solving.certificates.layout import Header as Header
from plyground.solving.certificates.layout import Proof as Proof
from plyground.solving.certificates.provers import MoveProver as MoveProver
from plyground.solving.certificates.provers import SearchProver as SearchProver
from plyground.solving.certificates.provers import ValuesProver as ValuesProver
from plyground.solving.solution import Solution
from plyground.solving.solver import Solver


def write_certificate(solver: Solver, solution: Solution, path: Path) -> Iterator[Written]:
    """Write the proof of what a solver has found; yield how far it is, and at last what was written.

    Raises:
        CertificateError: a claim could not be proved again.
        OSError: the file cannot be written.
    """
    claims = claims_of(solution.position, solution.low, solution.high)
    with solver.searching():
        yield from CertificateWriter(_prover(solver, solution), solution.position, claims, path).run()


def _prover(solver: Solver, solution: Solution) -> MoveProver:
    """Return who knows the moves of a proof: the positions that were solved, or the search."""
    solved = solver.solved_positions(solution)
    if solved is None:
        return SearchProver(solver.searcher)
    return ValuesProver(solver.game, solved.look_up, solution.method, solver.make_room)
