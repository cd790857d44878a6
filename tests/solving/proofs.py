"""Certificates taken apart and put together again, and what a proof is, in plain Python over positions."""

from __future__ import annotations

import importlib.util
from collections.abc import Iterator
from dataclasses import replace
from functools import cache
from pathlib import Path
from types import ModuleType
from typing import Any, NamedTuple

import plyground as ply
from plyground.core.notation import Diagram
from plyground.core.position import Position
from plyground.solving import Solver
from plyground.solving.certificates import write_certificate
from plyground.solving.certificates.layout import (
    BodyWriter,
    Header,
    Proof,
    read_header,
    read_records,
    unpack_squares,
)
from plyground.solving.solution import final_margin

TOOLS = Path(__file__).parents[2] / "tools"
TOOL = TOOLS / "check_certificate.py"


class Line(NamedTuple):
    """A line of a proof: a position as it is packed, the number of its move, its distance."""

    packed: bytes
    move: int
    distance: int


class Content(NamedTuple):
    """All that a certificate holds."""

    header: Header
    lines: tuple[tuple[Line, ...], ...]


def read_content(path: Path) -> Content:
    with path.open("rb") as file:
        header = read_header(file)
        return Content(
            header, tuple(tuple(map(Line._make, read_records(file, each))) for each in header.proofs)
        )


def write_content(path: Path, content: Content) -> None:
    """Write a certificate with the right digests, whatever it says."""
    counted = [
        replace(proof, positions=len(lines)) for proof, lines in zip(*content_pairs(content), strict=True)
    ]
    with path.open("w+b") as file:
        writer = BodyWriter(file, replace(content.header, proofs=tuple(counted)))
        for proof, lines in zip(counted, content.lines, strict=True):
            rows = [_row(line, proof) for line in lines]
            if rows:
                columns = b"".join(bytes(column) for column in zip(*rows, strict=True))
                writer.add(columns, len(rows))
        writer.finish()


def content_pairs(content: Content) -> tuple[tuple[Proof, ...], tuple[tuple[Line, ...], ...]]:
    return content.header.proofs, content.lines


def _row(line: Line, proof: Proof) -> bytes:
    record = proof.record
    move = line.move.to_bytes(record.move, "big")
    return line.packed + move + line.distance.to_bytes(record.distance, "big")


def certify(position: Position, path: Path, nodes: int | None = None) -> ply.Solution:
    """Solve a position within some nodes; if they are enough, write its certificate."""
    solver = _solver(position.game)
    *_, solution = solver.run(position, ply.Limit(nodes=nodes))
    if solution.low == solution.high:
        list(write_certificate(solver, solution, path))
    return solution


@cache
def _solver(game: ply.Game) -> Solver:
    return Solver(game, megabytes=16)


@cache
def tool() -> ModuleType:
    """The checker that knows nothing of Plyground, loaded as a module."""
    spec = importlib.util.spec_from_file_location("check_certificate", TOOL)
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


def tool_refuses(path: Path) -> bool:
    """Tell whether the checker in tools/ refuses a file."""
    with path.open("rb") as file:
        try:
            tool().check(file)
        except tool().NotValid:
            return True
    return False


def is_proof(content: Content, game: ply.Game) -> bool:
    """Tell whether a certificate proves its claims: what the checkers do, with everything in memory."""
    return all(
        _proves(content, game, proof, lines) for proof, lines in zip(*content_pairs(content), strict=True)
    )


def _proves(content: Content, game: ply.Game, proof: Proof, lines: tuple[Line, ...]) -> bool:
    player = game.players.index(proof.player)
    listed: dict[Any, Line] = {}
    for line in lines:
        try:
            position = unpack(line.packed, content.header, proof, game, player)
        except ply.PlygroundError:
            return False
        if position.outcome is not None or line.move >= len(position.moves()):
            return False
        if proof.record.distance and line.distance == 0:
            return False
        listed[position.state] = line
    root = _bare(game.position(content.header.position), content.header)
    needed: list[tuple[Position, int]] = [(root, 1 << 32)]
    for state, line in listed.items():
        move = in_order(Position(game, state))[line.move]
        farthest = line.distance - 1 if proof.record.distance else 1 << 32
        needed.append((_bare(Position(game, state).play(move), content.header), farthest))
    for position, farthest in needed:
        for after in _claimants(position, player, content.header):
            if after.outcome is not None:
                margin = final_margin(after)
                if (margin if after.player == player else -margin) < proof.at_least:
                    return False
            elif after.state not in listed or listed[after.state].distance > farthest:
                return False
    return True


def _claimants(position: Position, player: int, header: Header) -> Iterator[Position]:
    """Yield the positions in which a player is to move, or the game is over, at most one ply on."""
    if position.player == player or position.outcome is not None:
        yield position
    else:
        for move in position.moves():
            yield _bare(position.play(move), header)


def _bare(position: Position, header: Header) -> Position:
    """Return a position without its past, and without its counter where positions can repeat."""
    return Position(position.game, position.repetition_key if header.repetition else position.state)


def in_order(position: Position) -> list[ply.Move]:
    """Return the legal moves in the order in which certificates number them."""
    none = -1

    def squares(move: ply.Move) -> tuple[int, int]:
        return (
            none if move.origin is None else move.origin,
            none if move.target is None else move.target,
        )

    return sorted(position.moves(), key=squares)


def unpack(packed: bytes, header: Header, proof: Proof, game: ply.Game, player: int) -> Position:
    squares = unpack_squares(packed[: proof.record.squares], game.rows * game.columns, header.letters)
    counter = int.from_bytes(packed[proof.record.squares :], "big")
    return game.position_of(
        Diagram(game.rows, game.columns, squares, player, game.rules.rows_from_top, counter)
    )
