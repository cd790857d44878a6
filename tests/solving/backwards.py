"""Retrograde analysis of small boards in plain Python: the values that certificates with repetition prove."""

from __future__ import annotations

import random
from collections.abc import Iterator
from typing import Any

import plyground as ply
from plyground.core.position import Position

Values = dict[Any, tuple[int, int | None]]


def values_from(root: Position) -> Values:
    """Return margin and distance of all positions that can be reached, without their counters.

    Round by round: a position is won if a move leads to one that is known to be lost, and lost if all moves
    lead to positions known to be won. What no round decides is a draw.
    """
    children = _explore(root)
    values: Values = {}
    distance = 1
    while found := dict(_decided(children, values, distance)):
        values.update(found)
        distance += 1
    return {state: values.get(state, (0, None)) for state in children}


def _explore(root: Position) -> dict[Any, list[Any]]:
    """Return the states after every state; what a finished game is worth stands for its state."""
    waiting, children = [root.repetition_key], {}
    while waiting:
        state = waiting.pop()
        if state in children:
            continue
        position, after = Position(root.game, state), []
        for move in position.moves():
            child = Position(root.game, position.play(move).repetition_key)
            score = child._facts.score
            after.append(score if child.outcome else child.state)
            if child.outcome is None:
                waiting.append(child.state)
        children[state] = after
    return children


def _decided(
    children: dict[Any, list[Any]], values: Values, distance: int
) -> Iterator[tuple[Any, tuple[int, int]]]:
    for state, after in children.items():
        if state not in values:
            worth = [child if isinstance(child, int) else values.get(child, (0,))[0] for child in after]
            if min(worth) < 0:
                yield state, (1, distance)
            elif min(worth) > 0:
                yield state, (-1, distance)


def random_duels(count: int, seed: int) -> Iterator[Position]:
    """Yield 3x3 positions of the duel with two or three pieces, at times with a pit."""
    game, chance = ply.game("duel", size=3), random.Random(seed)
    for _ in range(count):
        pieces = [chance.choice("WHM"), chance.choice("whm"), *chance.sample("WHMwhm**..", 1)]
        pieces = list(dict.fromkeys(pieces))
        letters = ["1"] * 9
        for square, piece in zip(chance.sample(range(9), len(pieces)), pieces, strict=True):
            letters[square] = "1" if piece == "." else piece
        rows = ["".join(letters[start : start + 3]) for start in (0, 3, 6)]
        rows = [row.replace("111", "3").replace("11", "2") for row in rows]
        yield game.position(f"{'/'.join(rows)} {chance.choice(game.players)} {chance.randrange(4)}")
