"""A table of solved positions: a file that is read where it lies."""

from __future__ import annotations

import contextlib
import mmap
import zlib
from bisect import bisect_right
from collections.abc import Iterator
from functools import lru_cache
from itertools import islice
from pathlib import Path
from typing import Any

import numpy as np

from plyground.core.hashing import formed, leaves
from plyground.core.position import Game
from plyground.errors import TableError
from plyground.jit.fingerprint import UnknownContentError, digest_of
from plyground.tables.exact import Found, SolvedPositions
from plyground.tables.format import BLOCK, PAGE, Header, damaged, digest_of_checksums, read_header

_KEPT = 64


def fingerprint_of(game: Game) -> str:
    """Return a digest of what decides about the values of positions: the rules, and the board.

    Raises:
        TableError: a rule depends on something that cannot be told.
    """
    return _fingerprint(game.rules, game)


@lru_cache(maxsize=_KEPT)
def _fingerprint(rules: object, game: Game) -> str:
    # Games are equal if their boards are, so the rules are part of the key.
    given, board = game.rules, game.board
    functions = (given.legal_moves, given.play, given.result, given.repetition_key)
    try:
        return digest_of(*functions, given.largest_margin(board), board)
    except UnknownContentError as error:
        raise TableError(f"{game.name} cannot have tables: its rules depend on {error}") from error


_MORE = 8  # the bit of a nibble that says that the next one belongs to the same number


class Table(SolvedPositions):
    """All positions that can be reached on a board, with their exact values.

    The file is mapped into memory and never loaded: a lookup reads a few hundred bytes. Pages are verified
    when they are first read.
    """

    def __init__(self, path: Path, game: Game) -> None:
        """Open a table of some game.

        Raises:
            TableError: it is no table, one of other rules or another board, or damaged.
            OSError: the file cannot be read.
        """
        with path.open("rb") as file:
            header, body, digest = read_header(file, path)
            _check_game(header, path, game)
            self._map = mmap.mmap(file.fileno(), 0, access=mmap.ACCESS_READ)
        self.path, self.game, self.header, self.digest = path, game, header, digest
        self.has_counters = header.has_counters
        self._body = body
        self._verified = bytearray()
        self._check_sizes()
        self._checksums = self._read_checksums()
        self._verified = bytearray(len(self._checksums))
        self._firsts, self._places = (self._words_of(name) for name in ("firsts", "places"))
        self._gaps, self._entries = (body + header.place_of(name) for name in ("gaps", "entries"))
        self._masks = [0] * len(header.base)
        for word, bit in header.layout:
            self._masks[word] |= 1 << bit

    def __len__(self) -> int:
        return self.header.positions

    def __repr__(self) -> str:
        return f"<table of {self.game.name}, {len(self):,} positions>"

    def look_up(self, key: Any) -> Found | None:
        """Return what the table has of a state without counters.

        Raises:
            TableError: the file is damaged.
        """
        number = self.number_of(key)
        if number is None or number < self._firsts[0]:
            return None
        block = bisect_right(self._firsts, number) - 1
        for place, each in enumerate(self.numbers_of(block)):
            if each >= number:
                return self._entry(block * BLOCK + place) if each == number else None
        return None

    def number_of(self, key: Any) -> int | None:
        """Return the number that a state has in this table, None if it cannot be one of its positions."""
        words = list(map(int, leaves(key)))
        base, masks = self.header.base, self._masks
        if len(words) != len(base):
            return None
        if any((word ^ fixed) & ~mask for word, fixed, mask in zip(words, base, masks, strict=True)):
            return None
        number = 0
        for place, (word, bit) in enumerate(self.header.layout):
            number |= (words[word] >> bit & 1) << place
        return number

    def state_of(self, number: int) -> Any:
        """Return the state that a number stands for."""
        words = list(self.header.base)
        for place, (word, bit) in enumerate(self.header.layout):
            words[word] |= (number >> place & 1) << bit
        return formed(self.game.start().state, iter(words))

    @property
    def blocks(self) -> int:
        """How many blocks there are."""
        return len(self._firsts)

    def numbers_of(self, block: int) -> Iterator[int]:
        """Yield the numbers of the positions of a block, which increase."""
        begin = int(self._places[block])
        is_last = block + 1 == len(self._places)
        end = 2 * self.header.sizes["gaps"] if is_last else int(self._places[block + 1])
        left = min(BLOCK, len(self) - block * BLOCK) - 1
        number = int(self._firsts[block])
        yield number
        gap = shift = 0
        for nibble in self._nibbles(begin, end):
            if left == 0:
                return  # the last byte of the section may have a nibble too many
            gap |= (nibble & ~_MORE) << shift
            shift += 3
            if not nibble & _MORE:
                number += gap + 1
                yield number
                gap = shift = 0
                left -= 1

    def bytes_of(self, section: str) -> Any:
        """Return a section as an array of bytes, verified, for compiled code to read."""
        begin, size = self._body + self.header.place_of(section), self.header.sizes[section]
        self._verify(begin, begin + size)
        return np.frombuffer(self._map, np.uint8, size, begin)

    def verify(self) -> None:
        """Verify the checksums of all pages.

        Raises:
            TableError: the file is damaged.
        """
        self._verify(self._body, self._body + self.header.place_of("checksums"))

    def _nibbles(self, begin: int, end: int) -> Iterator[int]:
        first, last = self._gaps + begin // 2, self._gaps + (end + 1) // 2
        self._verify(first, last)
        nibbles = (half for byte in self._map[first:last] for half in (byte & 15, byte >> 4))
        return islice(nibbles, begin % 2, begin % 2 + end - begin)

    def _entry(self, place: int) -> Found:
        width = self.header.entry_bits
        kind = self._bits(self._entries, place * width, width)
        if kind >= len(self.header.kinds):
            raise damaged(self.path)
        return Found(*self.header.kinds[kind])

    def _bits(self, section: int, begin: int, count: int) -> int:
        """Return some bits of a section as one number."""
        first, last = section + begin // 8, section + (begin + count + 7) // 8
        self._verify(first, last)
        return (int.from_bytes(self._map[first:last], "little") >> begin % 8) & ((1 << count) - 1)

    def _words_of(self, section: str) -> Any:
        return self.bytes_of(section).view("<u8")

    def _check_sizes(self) -> None:
        """Make sure that what the header says fits together: it could be somebody's invention."""
        header, sizes = self.header, self.header.sizes
        blocks = -(-header.positions // BLOCK)
        fits = sizes["firsts"] == sizes["places"] == 8 * blocks > 0 and sizes["gaps"] >= 0
        fits &= sizes["entries"] == (header.positions * header.entry_bits + 7) // 8 and len(header.kinds) > 0
        fits &= sizes["checksums"] == 4 * -(-header.place_of("checksums") // PAGE)
        fits &= all(0 <= word < len(header.base) and 0 <= bit < 64 for word, bit in header.layout)
        if not fits or len(header.layout) > 64 or not all(0 <= word < 1 << 64 for word in header.base):
            raise damaged(self.path)

    def _read_checksums(self) -> Any:
        begin, size = self._body + self.header.place_of("checksums"), self.header.sizes["checksums"]
        checksums = self._map[begin : begin + size]
        if digest_of_checksums(checksums) != self.header.checksums or any(self._map[begin + size :]):
            raise damaged(self.path)
        return np.frombuffer(checksums, "<u4")

    def _verify(self, begin: int, end: int) -> None:
        """Compare the checksums of the pages that hold some bytes of the file."""
        last = self._body + self.header.place_of("checksums")
        if begin == end:
            return
        for page in range((begin - self._body) // PAGE, (end - 1 - self._body) // PAGE + 1):
            if not self._verified[page]:
                start = self._body + page * PAGE
                if zlib.crc32(self._map[start : min(start + PAGE, last)]) != self._checksums[page]:
                    raise damaged(self.path)
                self._verified[page] = 1


def _check_game(header: Header, path: Path, game: Game) -> None:
    if header.game != game.name:
        raise TableError(f"{path} is a table of {header.game}, and not of {game.name}")
    if header.fingerprint != fingerprint_of(game):
        raise TableError(f"{path} was built with other rules, another board or another version of Python")


def read_header_of(path: Path) -> tuple[Header, str]:
    """Read what a table says about itself, and its digest.

    Raises:
        TableError: it is no table, or its header is damaged.
        OSError: the file cannot be read.
    """
    with contextlib.ExitStack() as stack:
        header, _, digest = read_header(stack.enter_context(path.open("rb")), path)
    return header, digest
