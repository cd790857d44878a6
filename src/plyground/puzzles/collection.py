"""Where puzzles are: those that come with Plyground, and the user's own; a file a board, a puzzle a line."""

from __future__ import annotations

import functools
import os
import re
from collections.abc import Iterable
from pathlib import Path

import msgspec

from plyground.core.position import Game
from plyground.errors import PuzzleError
from plyground.puzzles.puzzle import Puzzle
from plyground.system.files import data_folder

SHIPPED = Path(__file__).parent / "shipped"
SUFFIX = ".jsonl"

_decoder = msgspec.json.Decoder(Puzzle)
_encoder = msgspec.json.Encoder()


def own_folder() -> Path:
    """Return the folder of the user's own puzzles, whether it exists or not.

    Raises:
        PuzzleError: the user has no home folder, and none is named.
    """
    try:
        return data_folder() / "puzzles"
    except RuntimeError as error:
        raise PuzzleError("there is no home folder to keep puzzles in; set PLYGROUND_DATA_DIR") from error


def file_name(game: Game) -> str:
    """Return the name of the file that holds the puzzles of a board.

    >>> import plyground as ply
    >>> file_name(ply.game("othello", size=6))
    'othello-6x6.jsonl'
    """
    return f"{re.sub(r'[^A-Za-z0-9_-]', '_', game.name)}-{game.rows}x{game.columns}{SUFFIX}"


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


def write_puzzles(path: Path, puzzles: Iterable[Puzzle]) -> None:
    """Write a file of puzzles, the easiest first.

    Raises:
        OSError: it cannot be written.
    """
    ordered = sorted(puzzles, key=lambda puzzle: (puzzle.rating, puzzle.id))
    path.write_bytes(b"".join(_encoder.encode(puzzle) + b"\n" for puzzle in ordered))


def puzzle_files() -> list[Path]:
    """Return the files of all puzzles, those that come with Plyground first."""
    own = sorted(own_folder().glob(f"*{SUFFIX}")) if _has_home() else []
    return [*sorted(SHIPPED.glob(f"*{SUFFIX}")), *own]


def all_puzzles() -> dict[str, Puzzle]:
    """Return all puzzles by their ids, the shipped ones first.

    Raises:
        PuzzleError: a file cannot be read.
    """
    found: dict[str, Puzzle] = {}
    for path in puzzle_files():
        stat = path.stat()
        for puzzle in _read(path, stat.st_mtime_ns, stat.st_size):
            found.setdefault(puzzle.id, puzzle)
    return found


def shipped_puzzles() -> list[Puzzle]:
    """Return the puzzles that come with Plyground."""
    return [puzzle for path in sorted(SHIPPED.glob(f"*{SUFFIX}")) for puzzle in read_puzzles(path)]


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


def _has_home() -> bool:
    try:
        own_folder()
    except PuzzleError:
        return False
    return True
