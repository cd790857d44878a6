"""Positions in which the right moves are known for certain, to see how often a player misses them."""

from __future__ import annotations

import random
from collections.abc import Iterator
from dataclasses import dataclass

from plyground.core.position import Position
from plyground.search.limit import Limit
from plyground.search.proof import Value, final_proof
from plyground.solving import Solver
from plyground.study.samples import random_game
from plyground.tournament.game_task import seed_for

POSITION_NODES = 100_000
MOVE_NODES = 200_000
"""What takes more nodes to prove is left out: the same positions on every machine."""
GAMES_EACH = 4
"""This many random games are searched for each position that is wanted."""
MEGABYTES = 16

_TURNED: dict[Value, Value] = {"win": "loss", "draw": "draw", "loss": "win"}


@dataclass(frozen=True)
class ProvedPosition:
    """A position, its value for the side to move, and the moves that keep it: half of all or fewer."""

    position: Position
    value: Value
    right: frozenset[str]


def proved_positions(start: Position, count: int, seed: int) -> list[ProvedPosition]:
    """Return up to `count` positions from random games, each the earliest of its game that serves.

    There are fewer where games have hardly any: half of the moves or more must give something away, and all
    moves have to be proved.
    """
    solver = Solver(start.game, megabytes=MEGABYTES)
    found: dict[str, ProvedPosition] = {}
    for number in range(GAMES_EACH * count):
        line = random_game(start, random.Random(seed_for(seed, "proved", number)))
        first = next(_serving(solver, line[len(line) // 2 : -1]), None)
        if first is not None:
            found.setdefault(first.position.text, first)
        if len(found) == count:
            break
    return list(found.values())


def _serving(solver: Solver, line: list[Position]) -> Iterator[ProvedPosition]:
    """Yield the positions of a game whose moves are all proved, at least half of them wrong."""
    for position in line:
        value = _value(solver, position, POSITION_NODES)
        if value is None or value == "loss":
            continue  # who has lost cannot go wrong
        right = _right_moves(solver, position, _TURNED[value])
        if right is not None and len(right) <= len(position.moves()) // 2:
            yield ProvedPosition(position, value, right)


def _right_moves(solver: Solver, position: Position, reply: Value) -> frozenset[str] | None:
    """Return the moves that leave a position of this value, None as soon as one is not proved."""
    right = set()
    for move in position.moves():
        value = _value(solver, position.play(move), MOVE_NODES)
        if value is None:
            return None
        if value == reply:
            right.add(str(move))
    return frozenset(right)


def _value(solver: Solver, position: Position, nodes: int) -> Value | None:
    """Return the value of a position for its side to move, None if it is not proved within some nodes."""
    if position.outcome is not None:
        return final_proof(position).value
    *_, found = solver.run(position, Limit(nodes=nodes), only_winner=True)
    return found.value
