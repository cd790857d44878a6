"""A file of games, taken apart without holding more than one of them in memory."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from typing import BinaryIO

from plyground.errors import RecordError
from plyground.store.records.text_writing import LARGEST_GAME

_FIRST_HEADER = re.compile(r'[ \t]*\[Game[ \t"\]]')
_BYTE_ORDER_MARK = b"\xef\xbb\xbf"


@dataclass(frozen=True)
class GameText:
    """The part of a text that holds one game, and the number of its first line."""

    text: str
    line: int = 1

    def problem(self, problem: str, place: int) -> RecordError:
        """Make the error that says what is wrong at some index of the text."""
        line = self.line + self.text.count("\n", 0, place)
        return RecordError(problem, line, place - self.text.rfind("\n", 0, place))


def lines_of(file: BinaryIO) -> Iterator[str]:
    """Yield the lines of a file of games, in parts where they are very long.

    Bytes that are no text become characters that no reader of games accepts.
    """
    is_first = True
    while part := file.readline(LARGEST_GAME):
        line = part.removeprefix(_BYTE_ORDER_MARK) if is_first else part
        is_first = False
        yield line.decode("utf-8", errors="surrogateescape").replace("\r\n", "\n")


def split_games(lines: Iterable[str]) -> Iterator[GameText]:
    """Yield the games in the lines of a text; a line that begins with ``[Game`` begins a game.

    It does so wherever it stands, so that a wrong game never swallows the one behind it. A
    game that is too large is cut off, but not below the size at which it is refused.
    """
    kept: list[str] = []
    size, first_line, line_number = 0, 1, 1
    is_line_start = True
    for line in lines:
        if is_line_start and _FIRST_HEADER.match(line):
            if _has_content(kept):
                yield GameText("".join(kept), first_line)
            kept, size, first_line = [], 0, line_number
        if size <= LARGEST_GAME:
            kept.append(line)
            size += len(line)
        is_line_start = line.endswith("\n")
        line_number += is_line_start
    if _has_content(kept):
        yield GameText("".join(kept), first_line)


def _has_content(lines: list[str]) -> bool:
    """Tell whether there is more than what may stand before the first game: nothing and comments."""
    return any(line.strip() and not line.lstrip().startswith(";") for line in lines)
