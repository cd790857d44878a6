"""The evaluation `handmade` of Konane, slowly: over squares and the stones on them."""

from __future__ import annotations

from typing import NamedTuple

from plyground.core.position import Position

Square = tuple[int, int]

FOUR_WAYS = ((0, 1), (0, -1), (1, 0), (-1, 0))

# Points; see the words of the evaluation.
LANDING = 1.0
SAFE_LANDING = 0.3
JUMP = -0.4
PREY = 1.15
CONTACT = 0.7
MOVER = 0.55
GOING_ON = 0.55
WAKING = 0.35
TURN = -0.9


class Jump(NamedTuple):
    origin: Square
    over: Square
    landing: Square


def handmade(position: Position) -> float:
    own, other = ("b", "w") if position.player == 0 else ("w", "b")
    stones = {
        divmod(square, position.game.columns): letter
        for square, letter in enumerate(position.diagram.squares)
    }
    return prospects(stones, own, other) - prospects(stones, other, own) + TURN


def jumps_of(stones: dict[Square, str], own: str, other: str) -> list[Jump]:
    """List the jumps of one step."""
    return [
        Jump(square, step(square, way, 1), step(square, way, 2))
        for square, letter in stones.items()
        for way in FOUR_WAYS
        if letter == own
        and stones.get(step(square, way, 1)) == other
        and stones.get(step(square, way, 2)) == "."
    ]


def step(square: Square, way: tuple[int, int], times: int) -> Square:
    return square[0] + times * way[0], square[1] + times * way[1]


def prospects(stones: dict[Square, str], own: str, other: str) -> float:
    jumps, answers = jumps_of(stones, own, other), jumps_of(stones, other, own)
    landings = {jump.landing for jump in jumps}
    fleeing, taken = {jump.origin for jump in answers}, {jump.over for jump in answers}
    safe = {jump.landing for jump in jumps if jump.over not in fleeing and jump.origin not in taken}
    movers = {jump.origin for jump in jumps}

    prey, contact, reached, waking = set(), set(), set(), set()
    for square, letter in stones.items():
        for way in FOUR_WAYS:
            beside, behind = step(square, way, 1), step(square, way, 2)
            if letter == other and stones.get(beside) == own:
                contact.add(square)
                if step(square, way, -1) in stones:
                    prey.add(square)
            if letter == "." and stones.get(beside) == other and behind in landings:
                reached.add(square)
            if letter == own and stones.get(beside) == other and behind in movers:
                waking.add(square)
    return (
        LANDING * len(landings)
        + SAFE_LANDING * len(safe)
        + JUMP * len(jumps)
        + PREY * len(prey)
        + CONTACT * len(contact)
        + MOVER * len(movers)
        + GOING_ON * len(reached - landings)
        + WAKING * len(waking - movers)
    )
