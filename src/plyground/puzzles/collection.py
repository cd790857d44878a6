"""Where puzzles are: those that come with Plyground, and the user's own; a file a board, a puzzle a line."""

from __future__ import annotations

import functools
import os
from pathlib import Path

import msgspec

from plyground.core.position import Game
from plyground.errors import PuzzleError
from plyground.puzzles.puzzle import Puzzle
from plyground.system.files import DataFiles

SHIPPED = Path(__file__).parent / "shipped"
PUZZLES = DataFiles("puzzles", ".jsonl", PuzzleError, SHIPPED)

_decoder = msgspec.json.Decoder(Puzzle)
_encoder = msgspec.json.Encoder()


def own_file(game: Game) -> Path:
    """Return the user's own file of puzzles for a board, whether it exists or not.

    Raises:
        PuzzleError: the user has no home folder, and none is named.
    """
    return PUZZLES.folder / PUZZLES.name(game.name, game.rows, game.columns)


def read_puzzles(path: Path) -> list[Puzzle]:
    """Return the puzzles of a file; a last line that was cut off while it was written is left out.

    Raises:
        PuzzleError: the file cannot be read, or a line of it is no puzzle; the message says which.
    """
    try:
        content = path.read_bytes()
    except OSError as error:
        raise PuzzleError(f"{path} cannot be read: {error.strerror}") from error
    *lines, _ = content.split(b"\n")
    found = []
    for number, line in enumerate(lines, start=1):
        try:
            found.append(_decoder.decode(line))
        except msgspec.DecodeError as error:
            raise PuzzleError(f"{path}, line {number}: {error}") from error
    return found


def add_puzzle(path: Path, puzzle: Puzzle) -> None:
    """Put a puzzle at the end of a file, for good; what a kill left of another one is removed first.

    Raises:
        OSError: it cannot be written.
    """
    path.parent.mkdir(parents=True, exist_ok=True)
    with path.open("a+b") as file:
        file.seek(0)
        file.truncate(file.read().rfind(b"\n") + 1)
        file.write(_encoder.encode(puzzle) + b"\n")
        file.flush()
        os.fsync(file.fileno())


def all_puzzles() -> dict[str, Puzzle]:
    """Return all puzzles by their ids, the shipped ones first.

    Raises:
        PuzzleError: a file cannot be read.
    """
    found: dict[str, Puzzle] = {}
    for path in sorted(PUZZLES.found(), key=lambda path: path.parent != PUZZLES.shipped):
        stat = path.stat()
        for puzzle in _read(path, stat.st_mtime_ns, stat.st_size):
            found.setdefault(puzzle.id, puzzle)
    return found


def shipped_puzzles() -> list[Puzzle]:
    """Return the puzzles that come with Plyground."""
    return [puzzle for path in PUZZLES.given() for puzzle in read_puzzles(path)]


def find_puzzle(id: str) -> Puzzle:
    """Return the puzzle whose id begins so.

    Raises:
        PuzzleError: there is none, or there are several.
    """
    found = [puzzle for each, puzzle in all_puzzles().items() if each.startswith(id)] if id else []
    if len(found) != 1:
        why = "there are several puzzles" if found else "there is no puzzle"
        raise PuzzleError(f"{why} {id!r}; 'plyground puzzles list' shows them")
    return found[0]


@functools.lru_cache(maxsize=64)
def _read(path: Path, changed: int, size: int) -> tuple[Puzzle, ...]:
    return tuple(read_puzzles(path))
