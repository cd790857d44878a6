"""Every game with every size that the rules name, written down once more and by hand."""

from __future__ import annotations

import random
from collections.abc import Iterator

import plyground as ply

ALL_BOARDS: list[tuple[str, tuple[int, int]]] = [
    *(("othello", (side, side)) for side in (4, 6, 8)),
    *(("duel", (side, side)) for side in (3, 6, 9, 12, 15)),
    *(("konane", (rows, columns)) for rows in range(3, 9) for columns in range(3, 9)),
    *(("breakthrough", (rows, columns)) for rows in range(4, 9) for columns in range(2, 9)),
]

STARTS = {
    "othello": "8/8/8/3wb3/3bw3/8/8/8 black",
    "duel": "whm/3/WHM adversary",
    "konane": "bwbwbwbw/wbwbwbwb/bwbwbwbw/wbwbwbwb/bwbwbwbw/wbwbwbwb/bwbwbwbw/wbwbwbwb black",
    "breakthrough": "bbbbbb/bbbbbb/6/6/wwwwww/wwwwww black",
}


def board_name(board: object) -> str:
    """Name a test after its game or its size."""
    return "x".join(map(str, board)) if isinstance(board, tuple) else str(board)


def random_game(name: str, size: tuple[int, int], seed: int, plies: int) -> Iterator[ply.Position]:
    """Yield the positions of a random game, at most so many plies of it."""
    chance = random.Random(seed)
    position = ply.game(name, size=size).start()
    for _ in range(plies):
        yield position
        moves = position.moves()
        if not moves:
            return
        position = position.play(chance.choice(moves))
