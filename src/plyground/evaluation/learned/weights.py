"""Weights as a file: a header that says what they are for, numbers of 16 bits, and a digest of all of it.

    first line       ``plyground weights 1``
    length, header   the header as JSON, behind its length in 4 bytes
    payload          the weights of each phase less those of the one before, low bytes first, compressed
    digest           32 bytes, of everything before

A file says nothing that is run: names and numbers, each checked against bounds before it is used.
"""

from __future__ import annotations

import functools
import hashlib
import struct
import zlib
from pathlib import Path
from typing import Annotated, Any

import msgspec
import numpy as np
import numpy.typing as npt

from plyground.errors import WeightsError
from plyground.system.files import written_aside

MAGIC = b"plyground weights 1\n"
SUFFIX = ".weights"
_DIGEST_SIZE = 32
_LARGEST_FILE = 64 * 2**20
_LARGEST_PAYLOAD = 256 * 2**20
_LENGTH = struct.Struct("<I")

_Square = Annotated[int, msgspec.Meta(ge=0, lt=256)]
_Pattern = Annotated[tuple[_Square, ...], msgspec.Meta(min_length=1, max_length=16)]
_Phase = Annotated[int, msgspec.Meta(ge=0, lt=64)]


class Header(msgspec.Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    """What weights are for, and how they came about. What is left out is not in the file either."""

    game: Annotated[str, msgspec.Meta(max_length=200)]
    rows: Annotated[int, msgspec.Meta(ge=1, le=16)]
    columns: Annotated[int, msgspec.Meta(ge=1, le=16)]
    patterns: Annotated[tuple[_Pattern, ...], msgspec.Meta(min_length=1, max_length=1024)]
    phases: Annotated[tuple[_Phase, ...], msgspec.Meta(min_length=1, max_length=257)]
    dense: Annotated[tuple[str, ...], msgspec.Meta(max_length=32)]
    asks_first: bool
    unit: float
    weights: Annotated[int, msgspec.Meta(ge=0, le=2**26)]
    training: dict[str, Any] = {}
    selectivity: dict[str, Any] = {}
    front: Annotated[str, msgspec.Meta(max_length=200)] = ""


class Weights(msgspec.Struct, frozen=True, dict=True):
    """The content of a file: the header, a row of weights for each phase, a row for the dense features."""

    header: Header
    tables: Any
    dense: Any

    @functools.cached_property
    def digest(self) -> str:
        """A short text that tells these weights from others."""
        digest = hashlib.sha256(msgspec.json.encode(self.header))
        for numbers in (self.tables, self.dense):
            digest.update(np.ascontiguousarray(numbers).tobytes())
        return digest.hexdigest()[:16]


def save_weights(path: Path | str, weights: Weights) -> None:
    """Write a file of weights: aside first, so that a full disk or a kill leaves what was there.

    Raises:
        WeightsError: it cannot be written.
    """
    path = Path(path)
    content = _content(weights)
    if path.exists() and not path.is_file():
        raise WeightsError(f"{path} is not a file")  # a device must not be replaced by one
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        with written_aside(path) as file:
            file.write(content + hashlib.sha256(content).digest())
    except OSError as error:
        raise WeightsError(f"{path} cannot be written: {error.strerror or error}") from error


def load_weights(path: Path | str) -> Weights:
    """Read a file of weights.

    Raises:
        WeightsError: it cannot be read, is no such file, or damaged.
    """
    path = Path(path)
    try:
        with path.open("rb") as file:
            content = file.read(_LARGEST_FILE + 1)
    except OSError as error:
        raise WeightsError(f"{path} cannot be read: {error.strerror or error}") from error
    if not content.startswith(MAGIC):
        raise WeightsError(f"{path} is not a file of weights")
    body, digest = content[:-_DIGEST_SIZE], content[-_DIGEST_SIZE:]
    if len(content) > _LARGEST_FILE or hashlib.sha256(body).digest() != digest:
        raise WeightsError(f"{path} is damaged")
    try:
        return _decoded(body)
    except (ValueError, struct.error, zlib.error, msgspec.MsgspecError) as error:
        raise WeightsError(f"{path} is no valid file of weights: {error}") from error


def _content(weights: Weights) -> bytes:
    header = msgspec.json.encode(weights.header)
    tables = np.ascontiguousarray(weights.tables, dtype="<i2")
    steps = np.diff(tables, axis=0, prepend=np.zeros((1, tables.shape[1]), "<i2")).astype("<i2")
    halves = steps.view(np.uint8).reshape(-1, 2).T  # the upper bytes are mostly alike: apart they shrink
    payload = halves.tobytes() + np.ascontiguousarray(weights.dense, dtype="<f8").tobytes()
    return MAGIC + _LENGTH.pack(len(header)) + header + zlib.compress(payload, 9)


def _decoded(body: bytes) -> Weights:
    begin = len(MAGIC) + _LENGTH.size
    (length,) = _LENGTH.unpack(body[len(MAGIC) : begin])
    header = msgspec.json.decode(body[begin : begin + length], type=Header)
    phases = max(header.phases) + 1
    dense_size = 8 * phases * len(header.dense)
    size = 2 * phases * header.weights + dense_size
    if size > _LARGEST_PAYLOAD:
        raise ValueError("it has too many weights")
    if not np.isfinite(header.unit) or not 0 < header.unit <= 1000:
        raise ValueError("its unit is out of bounds")
    unpacker = zlib.decompressobj()
    payload = unpacker.decompress(body[begin + length :], size + 1)
    if len(payload) != size or not unpacker.eof:
        raise ValueError("its size does not fit its header")
    tables = _restored(payload[: size - dense_size], phases, header.weights)
    dense = np.frombuffer(payload[size - dense_size :], "<f8").reshape(phases, len(header.dense))
    if not np.isfinite(dense).all():
        raise ValueError("a weight is not finite")
    return Weights(header, tables, dense)


def _restored(payload: bytes, phases: int, count: int) -> npt.NDArray[np.int16]:
    low, high = np.frombuffer(payload, np.uint8).reshape(2, phases, count)
    tables = high.astype(np.uint16)
    tables <<= 8
    tables |= low
    for phase in range(1, phases):
        tables[phase] += tables[phase - 1]
    return tables.view(np.int16)
