"""The file of a table: a header in JSON, then the positions in bits, then a checksum of every page.

Positions are numbers: the bits of a state's words that differ between positions of the table, in the order
that `Header.layout` says. So a position is identified by all it is, and no two have the same number. The
numbers are sorted and cut into blocks of `BLOCK`. Of each block there are

* ``firsts``: its first number, 64 bits;
* ``places``: where its gaps begin in ``gaps``, counted in nibbles of 4 bits, as 64 bits;
* ``gaps``: the differences between neighbours in the block, less 1, in nibbles from the lowest bits on: three
  bits of the number each, and a fourth one that says whether more follow.

``entries`` has for each position, in the same order, a place in `Header.kinds`, which lists the pairs of
margin and distance that occur. All numbers are little-endian, and bits are counted from the lowest.

The header is followed by its own digest and holds one of the checksums (CRC-32 of each page of `PAGE` bytes),
so that a changed bit is found wherever it is, and only what is read has to be verified.
"""

from __future__ import annotations

import hashlib
import os
import struct
import zlib
from pathlib import Path
from typing import Any, BinaryIO

import msgspec
import numpy as np

from plyground.errors import TableError

MAGIC = b"plyground table\n"
FORMAT = 1
PAGE = 4096
BLOCK = 128
SECTIONS = ("firsts", "places", "gaps", "entries", "checksums")

_PREFIX = struct.Struct("<16sI")
_DIGEST_SIZE = 16
_LARGEST_HEADER = 1 << 26


class Header(msgspec.Struct, frozen=True, kw_only=True):
    """What a table says about itself."""

    format: int
    plyground: str
    game: str
    options: dict[str, str]
    rows: int
    columns: int
    root: str
    """The position from which all others are reached."""
    fingerprint: str
    """A digest of the rules and of the board."""
    is_start: bool
    """Whether the root is where a game begins."""
    has_counters: bool
    """Whether states hold counters that the table leaves out."""
    positions: int
    wins: int
    losses: int
    draws: int
    kinds: list[tuple[int, int | None]]
    """The pairs of margin and distance that occur."""
    layout: list[tuple[int, int]]
    """Which bit of which word of a state each bit of a number is, from the lowest on."""
    base: list[int]
    """The words of a state whose number is 0."""
    sizes: dict[str, int] = {}
    """The bytes of each section."""
    checksums: str = ""
    """A digest of the checksums."""

    @property
    def entry_bits(self) -> int:
        """How many bits an entry has."""
        return max(len(self.kinds) - 1, 0).bit_length()

    def place_of(self, section: str) -> int:
        """Return where a section begins, counted from the first one."""
        return sum(_padded(self.sizes[each]) for each in SECTIONS[: SECTIONS.index(section)])


def write_table(file: BinaryIO, header: Header, sections: dict[str, Any]) -> str:
    """Write a table; the checksums and all about sizes are filled in here. Return its digest."""
    parts = [np.ascontiguousarray(sections[name]).view(np.uint8).data for name in SECTIONS[:-1]]
    body = b"".join(piece for part in parts for piece in (part, bytes(-len(part) % 8)))
    pages = [zlib.crc32(body[begin : begin + PAGE]) for begin in range(0, len(body), PAGE)]
    checksums = np.array(pages, "<u4").tobytes()
    sizes = dict(zip(SECTIONS, [*map(len, parts), len(checksums)], strict=True))
    digest = digest_of_checksums(checksums)
    content = msgspec.json.encode(msgspec.structs.replace(header, sizes=sizes, checksums=digest))
    content += b" " * (-(_PREFIX.size + len(content) + _DIGEST_SIZE) % PAGE)
    own_digest = _digest_of_header(content)
    file.write(_PREFIX.pack(MAGIC, len(content)) + content + own_digest)
    file.write(body)
    file.write(checksums.ljust(_padded(len(checksums)), b"\0"))
    return own_digest.hex()


def read_header(file: BinaryIO, path: Path) -> tuple[Header, int, str]:
    """Read the header of a table; return it, where the sections begin, and its digest.

    Raises:
        TableError: it is no table, one of another version, or damaged.
    """
    prefix = file.read(_PREFIX.size)
    if len(prefix) < _PREFIX.size or not prefix.startswith(MAGIC):
        raise TableError(f"{path} is not a table")
    length = _PREFIX.unpack(prefix)[1]
    if length > _LARGEST_HEADER:
        raise damaged(path)
    content, digest = file.read(length), file.read(_DIGEST_SIZE)
    if len(content) < length or digest != _digest_of_header(content):
        raise damaged(path)
    try:
        version = msgspec.json.decode(content)["format"]
        if version != FORMAT:
            raise TableError(f"{path} is a table of format {version}; this version reads {FORMAT}")
        header = msgspec.json.decode(content, type=Header)
        body = _PREFIX.size + length + _DIGEST_SIZE
        expected = body + header.place_of("checksums") + _padded(header.sizes["checksums"])
    except (msgspec.DecodeError, KeyError, TypeError, UnicodeDecodeError) as error:
        raise damaged(path) from error
    if os.fstat(file.fileno()).st_size != expected:
        raise damaged(path)
    return header, body, digest.hex()


def damaged(path: Path) -> TableError:
    """Return what is raised where a table is not what was written."""
    return TableError(f"{path} is damaged; build the table again")


def digest_of_checksums(checksums: bytes) -> str:
    """Return the digest that the header has of the checksums."""
    return hashlib.blake2b(checksums, digest_size=_DIGEST_SIZE).hexdigest()


def _digest_of_header(content: bytes) -> bytes:
    return hashlib.blake2b(_PREFIX.pack(MAGIC, len(content)) + content, digest_size=_DIGEST_SIZE).digest()


def _padded(size: int) -> int:
    return size + -size % 8
