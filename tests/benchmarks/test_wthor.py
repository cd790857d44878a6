"""The reader of Othello archives, with games of our own making."""

from __future__ import annotations

import random
import struct
from pathlib import Path

import numpy as np
import pytest
from benchmarks.wthor import DISCS, ArchivedGame, correlations, read_archive, replay

import plyground as ply
from plyground.core.position import Position


def play_at_random(seed: int) -> list[Position]:
    chance, position = random.Random(seed), ply.game("othello").start()
    while position.outcome is None:
        position = position.play(chance.choice(position.moves()))
    return position.line()


def discs_of(position: Position, letter: str) -> int:
    return position.diagram.squares.count(letter)


def archived(line: list[Position]) -> bytes:
    """Write a game as the archive has it: no passes, empty squares for the winner."""
    squares = [after.last_move.target for after in line if after.last_move is not None]
    moves = [10 * (square // 8 + 1) + square % 8 + 1 for square in squares if square is not None]
    black, white = (discs_of(line[-1], letter) for letter in "bw")
    black += (64 - black - white) if black > white else (64 - black - white) // 2 if black == white else 0
    return struct.pack("<HHHBB60s", 1, 2, 3, black, black, bytes(moves))


@pytest.fixture(scope="module")
def lines() -> list[list[Position]]:
    return [play_at_random(seed) for seed in range(30)]


def write_archive(path: Path, lines: list[list[Position]], *, size: int = 0) -> Path:
    header = struct.pack("<4BIHHBBBB", 20, 26, 1, 1, len(lines), 0, 2026, size, 0, 20, 0)
    path.write_bytes(header + b"".join(map(archived, lines)))
    return path


def test_games_are_read_as_they_were_played(tmp_path: Path, lines: list[list[Position]]) -> None:
    games = list(read_archive(write_archive(tmp_path / "own.wtb", lines)))
    assert len(games) == len(lines)
    on, buffer = lines[0][0].game, np.zeros(60, np.int32)
    passes = 0
    for line, game in zip(lines, games, strict=True):
        black, white = (discs_of(line[-1], letter) for letter in "bw")
        assert np.sign(game.margin) == np.sign(black - white)
        for discs in DISCS:
            played = [each for each in line if 64 - each.diagram.squares.count(".") == discs]
            passes += len(played) > 1
            is_there, state = replay(on.board, on.start().state, np.array(game.moves), buffer, discs)
            assert is_there == bool(played)
            assert not is_there or tuple(map(int, state)) == tuple(map(int, played[0].state))


def test_an_illegal_move_is_found() -> None:
    on = ply.game("othello")
    is_there, _ = replay(on.board, on.start().state, np.array([19, 0]), np.zeros(60, np.int32), 20)
    assert not is_there


def test_the_final_margin_correlates_with_itself(lines: list[list[Position]]) -> None:
    games = [
        ArchivedGame(
            tuple(
                each.last_move.target for each in line if each.last_move and each.last_move.target is not None
            ),
            discs_of(line[-1], "b"),
        )
        for line in lines
    ]
    found = correlations(ply.game("othello"), "handmade", games)
    assert [count for count, _ in found.values()] == [len(lines)] * len(DISCS)
    assert found[50][1] > 0.5


def test_other_files_are_refused(tmp_path: Path, lines: list[list[Position]]) -> None:
    for content in (b"", bytes(15), write_archive(tmp_path / "own.wtb", lines).read_bytes()[:-1]):
        (tmp_path / "other.wtb").write_bytes(content)
        with pytest.raises(ValueError, match=r"other\.wtb"):
            list(read_archive(tmp_path / "other.wtb"))
    with pytest.raises(ValueError, match="8x8"):
        list(read_archive(write_archive(tmp_path / "small.wtb", lines, size=6)))
