"""Whether a lone hunter catches its prey: that decides what the pieces that are left are worth."""

from __future__ import annotations

import functools


@functools.lru_cache(maxsize=256)
def hunter_catches(rows: int, columns: int, pits: tuple[int, ...]) -> bool:
    """Tell whether a hunter alone catches prey that is alone, wherever they stand, the hunter to move.

    Nobody may pass, and prey that steps into a pit is caught. This is retrograde analysis on sets of
    squares, bits of an integer: for each square of the hunter, where the prey is lost.
    """
    free = [square for square in range(rows * columns) if square not in pits]
    everywhere = sum(1 << square for square in free)
    left = sum(1 << row * columns for row in range(rows))
    right = left << columns - 1

    def around(squares: int) -> int:
        sides = (squares & ~right) << 1 | (squares & ~left) >> 1
        block = squares | sides
        return (sides | block << columns | block >> columns) & everywhere

    near = {square: around(1 << square) for square in free}
    steps = {square: [each for each in free if near[square] >> each & 1] for square in free}
    caught = dict(near)  # the hunter to move
    while True:
        lost = {
            hunter: everywhere & ~around(everywhere & ~caught[hunter] & ~(1 << hunter)) for hunter in free
        }
        before = dict(caught)
        for hunter in free:
            for step in steps[hunter]:
                caught[hunter] |= lost[step]
        if caught == before:
            return all(caught[hunter] | 1 << hunter == everywhere for hunter in free)
