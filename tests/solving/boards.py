"""Games to solve: ours on small boards and near the end on large ones, and those of others."""

from __future__ import annotations

from pathlib import Path
from typing import NamedTuple

import plyground as ply
from tests.strangers import NIM

FLIPS = Path(__file__).with_name("flips.py")


class Board(NamedTuple):
    """A game with its size, and how many plies before its end plain Python can solve it."""

    name: str
    size: str
    plies: int

    @property
    def game(self) -> ply.Game:
        return ply.game(self.name, size=self.size)

    @property
    def label(self) -> str:
        return f"{Path(self.name).stem}-{self.size}"


BOARDS = (
    Board("othello", "4", 7),
    Board("othello", "6", 6),
    Board("othello", "8", 6),
    Board("konane", "4x5", 7),
    Board("breakthrough", "4x2", 6),
    Board(str(NIM), "1x7", 7),
    Board(str(FLIPS), "1x9", 6),
)
