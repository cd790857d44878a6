"""The certificate file: a header in JSON, its digest, and the positions in compressed blocks.

The format is documented in docs/reference/certificates.md. Reading trusts nothing and needs little memory:
a block at a time, and no more bytes than the header promises.
"""

from __future__ import annotations

import hashlib
import io
import json
import struct
import zlib
from collections.abc import Iterator
from dataclasses import asdict, dataclass, replace
from typing import Annotated, BinaryIO

import msgspec

from plyground.core.notation import EMPTY_SQUARE
from plyground.errors import CertificateError

FORMAT = "plyground certificate"
VERSION = 1
BLOCK = 1 << 16
"""A block holds at most so many positions."""

LONGEST_HEADER = 1 << 20
WIDEST_RECORD = 1 << 10
COUNTER_BYTES = 3
NO_DIGEST = "0" * 64
_BLOCK_HEAD = struct.Struct(">II")
_CHUNK = 1 << 20
Count = Annotated[int, msgspec.Meta(ge=0)]


@dataclass(frozen=True)
class Record:
    """How many bytes of a record are the squares, the counter, the move and the distance."""

    squares: Count
    counter: Count
    move: Count
    distance: Count

    def __post_init__(self) -> None:
        if not 0 < self.width <= WIDEST_RECORD:
            raise ValueError("a record is too wide, or empty")

    @property
    def position(self) -> int:
        """How many bytes a position takes, with its counter."""
        return self.squares + self.counter

    @property
    def width(self) -> int:
        """How many bytes a record takes."""
        return self.squares + self.counter + self.move + self.distance


@dataclass(frozen=True)
class Proof:
    """A claim, and what the part of the body looks like that proves it.

    `at_least` is the margin that `player` gets at least, `longest` the most moves of that player until the
    game is over; 0 where the record has no distance.
    """

    player: str
    at_least: int
    positions: Count
    longest: Count
    record: Record

    def __str__(self) -> str:
        return f"{self.player} gets at least {self.at_least:+}"


@dataclass(frozen=True)
class Header:
    """What a certificate is about."""

    game: str
    options: dict[str, str]
    position: str
    letters: str
    repetition: bool
    proofs: Annotated[tuple[Proof, ...], msgspec.Meta(min_length=1)]
    method: str
    program: str
    sha256: str = NO_DIGEST

    def to_line(self) -> bytes:
        """Return the first line of the file, without its end."""
        content = {"format": FORMAT, "version": VERSION, **asdict(self)}
        return json.dumps(content, ensure_ascii=True).encode("ascii")

    @classmethod
    def of_line(cls, line: bytes) -> Header:
        """Read the first line of a file.

        Raises:
            CertificateError: it is not the header of a certificate.
        """
        try:
            content = json.loads(line)
            if content.pop("format") != FORMAT:
                raise CertificateError("this is not a certificate")
            version = content.pop("version")
            if version != VERSION:
                raise CertificateError(f"it has version {version!r} of the format; this is version {VERSION}")
            return msgspec.convert(content, cls)
        except (ValueError, KeyError, AttributeError, RecursionError, msgspec.ValidationError) as error:
            raise CertificateError("its first line is not the header of a certificate") from error


def bits_of_square(letters: str) -> int:
    """Return how many bits a square takes: enough for every letter, and for none."""
    return len(letters).bit_length()


def squares_bytes(squares: int, letters: str) -> int:
    """Return how many bytes all squares of a position take."""
    return -(-squares * bits_of_square(letters) // 8)


def unpack_squares(packed: bytes, squares: int, letters: str) -> str:
    """Return what stands on every square.

    Raises:
        CertificateError: there is no letter for a square, or bits are set behind the last one.
    """
    bits, known = bits_of_square(letters), EMPTY_SQUARE + letters
    number, mask = int.from_bytes(packed, "big"), (1 << bits) - 1
    rest = 8 * len(packed) - squares * bits
    if number & ((1 << rest) - 1):
        raise CertificateError("bits are set behind the last square of a position")
    number >>= rest
    found = []
    for _ in range(squares):
        code = number & mask
        if code >= len(known):
            raise CertificateError("a square of a position has no letter")
        found.append(known[code])
        number >>= bits
    return "".join(reversed(found))


class BodyWriter:
    """Writes a certificate: an empty header first, then blocks, and the header again with their digest."""

    def __init__(self, file: BinaryIO, header: Header) -> None:
        self._file = file
        self._header = header
        self._digest = hashlib.sha256()
        self._write_head(header)

    def _write_head(self, header: Header) -> None:
        line = header.to_line()
        self._file.write(line + b"\n" + digest_of(line) + b"\n")

    def add(self, columns: bytes, count: int) -> None:
        """Write a block of records, given as columns: the first byte of all, then the second, and so on."""
        packed = zlib.compress(columns, 9)
        for part in (_BLOCK_HEAD.pack(count, len(packed)), packed):
            self._file.write(part)
            self._digest.update(part)

    def finish(self) -> None:
        """Put the digest of the blocks into the header, which keeps its length."""
        self._file.seek(0)
        self._write_head(replace(self._header, sha256=self._digest.hexdigest()))
        self._file.seek(0, io.SEEK_END)


def digest_of(line: bytes) -> bytes:
    """Return the second line of a file: the SHA-256 of the first one, which holds that of the body."""
    return hashlib.sha256(line).hexdigest().encode("ascii")


def read_header(file: BinaryIO) -> Header:
    """Read the first two lines, check the digests of everything, and stop before the body.

    Raises:
        CertificateError: the file is no certificate, or some byte of it was changed.
    """
    line = file.readline(LONGEST_HEADER)
    if not line.endswith(b"\n") or not line.startswith(b"{"):
        raise CertificateError("this is not a certificate")
    if file.readline(len(NO_DIGEST) + 1) != digest_of(line[:-1]) + b"\n":
        raise CertificateError("it is damaged: the digest of its header is another one")
    header = Header.of_line(line[:-1])
    body, found = file.tell(), hashlib.sha256()
    while chunk := file.read(_CHUNK):
        found.update(chunk)
    if found.hexdigest() != header.sha256:
        raise CertificateError("it is damaged: the digest of its body is another one")
    file.seek(body)
    return header


def read_records(file: BinaryIO, proof: Proof) -> Iterator[tuple[bytes, int, int]]:
    """Yield the positions of a proof with their moves and distances.

    Raises:
        CertificateError: the blocks are not those of the proof, or the positions are not in order.
    """
    record, left, last = proof.record, proof.positions, b""
    move_at, distance_at = record.position, record.position + record.move
    while left > 0:
        count, columns = _read_block(file, record.width)
        if count > left:
            raise CertificateError("it holds more positions than its header says")
        left -= count
        starts = range(0, count * record.width, count)
        for content in map(bytes, zip(*(columns[start : start + count] for start in starts), strict=True)):
            position = content[:move_at]
            if position <= last:
                raise CertificateError("its positions are not in order")
            last = position
            move = int.from_bytes(content[move_at:distance_at], "big")
            yield position, move, int.from_bytes(content[distance_at:], "big")


def _read_block(file: BinaryIO, width: int) -> tuple[int, bytes]:
    head = file.read(_BLOCK_HEAD.size)
    if len(head) < _BLOCK_HEAD.size:
        raise CertificateError("it holds fewer positions than its header says")
    count, length = _BLOCK_HEAD.unpack(head)
    if not 0 < count <= BLOCK or length > 2 * BLOCK * width + _CHUNK:
        raise CertificateError("a block is larger than blocks can be")
    inflater = zlib.decompressobj()
    try:
        columns = inflater.decompress(file.read(length), count * width + 1)
    except zlib.error as error:
        raise CertificateError("a block cannot be decompressed") from error
    if len(columns) != count * width or not inflater.eof or inflater.unused_data:
        raise CertificateError("a block does not hold the positions that it says")
    return count, columns


def check_end(file: BinaryIO) -> None:
    """Make sure that nothing follows the last proof."""
    if file.read(1):
        raise CertificateError("something follows the last proof")
