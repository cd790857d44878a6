"""How well an evaluation predicts games of people: Othello games of the WTHOR archive.

    PLYGROUND_WTHOR=folder python -m benchmarks.wthor [--evaluate learned]

The archive is never learned from. For positions with 20, 30, 40 and 50 discs it prints the correlation of the
evaluation, for the side to move, with the final difference in discs.
"""

from __future__ import annotations

import argparse
import os
import struct
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any, NamedTuple

import numpy as np

from plyground.core.bits import popcount
from plyground.core.position import Game, game
from plyground.core.stones import State
from plyground.evaluation import usable_evaluation
from plyground.games.othello.rules import RULES
from plyground.jit import kernel

FOLDER = "PLYGROUND_WTHOR"
DISCS = (20, 30, 40, 50)
MOST_MOVES = 60
SIDE = 8
SQUARES = SIDE * SIDE
_HEADER = struct.Struct("<4BIHHBBBB")
_GAME = struct.Struct("<HHHBB60s")


class ArchivedGame(NamedTuple):
    """The squares in the order of the moves, without passes, and black's discs at the end."""

    moves: tuple[int, ...]
    discs: int  # empty squares counted for the winner

    @property
    def margin(self) -> int:
        """What black won by."""
        return 2 * self.discs - SQUARES


def read_archive(path: Path) -> Iterator[ArchivedGame]:
    """Read the games of a file.

    Raises:
        ValueError: it is no such file, or of another board.
    """
    content = path.read_bytes()
    if len(content) < _HEADER.size:
        raise ValueError(f"{path} is too short")
    fields = _HEADER.unpack_from(content)
    count, size = fields[4], fields[7] or SIDE
    if size != SIDE or len(content) < _HEADER.size + count * _GAME.size:
        raise ValueError(f"{path} is no archive of games on 8x8")
    for *_, discs, _, moves in _GAME.iter_unpack(content[_HEADER.size :][: count * _GAME.size]):
        squares = tuple((move // 10 - 1) * SIDE + move % 10 - 1 for move in moves if move)
        yield ArchivedGame(squares, discs)


play, legal_moves = RULES.play, RULES.legal_moves


@kernel
def replay(board: Any, state: Any, moves: Any, buffer: Any, wanted: int) -> tuple[bool, Any]:
    """Return the first position with so many discs, and whether the moves are legal up to there."""
    for move in moves:
        if popcount(state.own | state.opponent) >= wanted:
            return True, state
        count = legal_moves(board, state, buffer)
        if count == 1 and buffer[0] == SQUARES:  # passes are not written
            state = play(board, state, SQUARES)
            count = legal_moves(board, state, buffer)
        is_legal = False
        for index in range(count):
            if buffer[index] == move:
                is_legal = True
        if not is_legal:
            return False, state
        state = play(board, state, move)
    return popcount(state.own | state.opponent) == wanted, state


def correlations(on: Game, evaluation: str, games: list[ArchivedGame]) -> dict[int, tuple[int, float]]:
    """Return for each number of discs how many positions there are, and the correlation."""
    evaluator, board, found = usable_evaluation(on, evaluation), on.board, {}
    buffer = np.zeros(RULES.most_moves(board), np.int32)
    start = on.start().state
    for discs in DISCS:
        points, margins = [], []
        for each in games:
            is_there, state = replay(board, start, np.array(each.moves, np.int32), buffer, discs)
            if is_there:
                state = State(*map(np.uint64, state))
                points.append(evaluator(board, state))
                margins.append(each.margin if state.player == 0 else -each.margin)
        found[discs] = len(points), float(np.corrcoef(points, margins)[0, 1])
    return found


def main(arguments: list[str]) -> int:
    """Print the correlations of an evaluation."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawTextHelpFormatter)
    parser.add_argument("--evaluate", default="best", help="the evaluation, best by default")
    parser.add_argument("--every", type=int, default=1, metavar="N", help="take every Nth game only")
    options = parser.parse_args(arguments)
    folder = os.environ.get(FOLDER)
    if not folder:
        parser.error(f"set {FOLDER} to a folder with .wtb files")
    games = [each for path in sorted(Path(folder).glob("*.wtb")) for each in read_archive(path)]
    found = correlations(game("othello"), options.evaluate, games[:: options.every])
    for discs, (count, correlation) in found.items():
        print(f"{discs} discs: {correlation:.3f} ({count:,} positions)")
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
