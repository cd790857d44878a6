"""Writing certificates: find all positions of a proof, and write them down in order."""

from __future__ import annotations

import contextlib
import errno
import os
import tempfile
import threading
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any, BinaryIO

import numpy as np

from plyground.core.hashing import formed, leaves
from plyground.core.position import Position
from plyground.errors import CertificateError, OptionError
from plyground.solving.certificates import walking
from plyground.solving.certificates.layout import BodyWriter, Header, Proof
from plyground.solving.certificates.provers import MoveProver
from plyground.solving.certificates.record_packing import SortedRecords, packed_records, record_of
from plyground.solving.certificates.walking import make_progress, make_walk, node_type
from plyground.solving.solution import largest_margin
from plyground.system.files import written_aside
from plyground.version import __version__

REPORT_SECONDS = 0.1
_FIRST_ROOM = 1 << 10


@dataclass(frozen=True)
class Claim:
    """Some player gets at least some margin."""

    player: int
    at_least: int


@dataclass(frozen=True)
class Written:
    """How far the writing is: positions found so far, and the bytes of the file once it is there."""

    positions: int
    bytes: int = 0


def claims_of(position: Position, low: int, high: int) -> tuple[Claim, ...]:
    """Return what has to be proved for the margin of the side to move to be from `low` to `high`."""
    mover, largest = position.player, largest_margin(position)
    claims = []
    if low > -largest:
        claims.append(Claim(mover, low))
    if high < largest:
        claims.append(Claim(1 - mover, -high))
    return tuple(claims)


class CertificateWriter:
    """Writes the proofs of some claims about a position into one file."""

    def __init__(self, prover: MoveProver, position: Position, claims: tuple[Claim, ...], path: Path) -> None:
        if not claims:
            raise OptionError("nothing is proved, so that there is no certificate to write")
        if prover.game.rules.repetition_limit(prover.game.board) and not prover.repetition:
            raise OptionError(f"{prover.method} cannot prove claims about a game with repetitions")
        self._prover = prover
        self._position = position
        self._claims = claims
        self._path = path
        self._walk: _Walk | None = None
        self._found = 0
        self._held = 0
        self._bytes = 0
        self._is_stopped = False
        self._error: BaseException | None = None

    def run(self) -> Iterator[Written]:
        """Write the file; yield several times a second how far it is, and at last what was written.

        It is written aside and renamed: a file that is there is complete. Leaving the loop stops it.

        Raises:
            CertificateError: a claim could not be proved again, or it was stopped.
            OSError: the file cannot be written.
        """
        # In a thread of its own, since compiled code does not notice signals.
        thread = threading.Thread(target=self._work)
        thread.start()
        try:
            while thread.is_alive():
                thread.join(REPORT_SECONDS)
                if thread.is_alive():
                    yield self._now()
        finally:
            self.stop()
            thread.join()
        if self._error is not None:
            raise self._error
        yield self._now()

    def stop(self) -> None:
        """End the writing, from any thread."""
        self._is_stopped = True
        self._prover.stop()

    def _now(self) -> Written:
        return Written(self._found + (self._walk.count if self._walk else 0), self._bytes)

    def _work(self) -> None:
        try:
            with _certificate_file(self._path) as file:
                self._write(file)
        except BaseException as error:  # noqa: BLE001  # raised again where it is waited for
            self._error = error

    def _write(self, file: BinaryIO) -> None:
        found = [self._find(claim) for claim in self._claims]
        game, prover = self._prover.game, self._prover
        header = Header(
            game=game.name,
            options=game.option_texts,
            position=self._position.text,
            letters=game.rules.letters,
            repetition=prover.repetition,
            proofs=tuple(proof for proof, _ in found),
            method=prover.method,
            program=f"plyground {__version__}",
        )
        writer = BodyWriter(file, header)
        for _, records in found:
            for columns, count in records.blocks():
                self._check_stopped()
                writer.add(columns, count)
        writer.finish()
        self._bytes = file.tell()

    def _find(self, claim: Claim) -> tuple[Proof, SortedRecords]:
        """Walk through all positions of one claim; return it with the records of the file."""
        game = self._prover.game
        walk = self._walk = _Walk(self._prover, self._position.state, claim, self._claim_memory)
        while not walk.advance():
            self._check_stopped()
        has_counter = game.rules.counter is not None and not self._prover.repetition
        longest = 0 if walk.takes_cycles else max(1, walk.longest)
        record = record_of(game, longest, has_counter=has_counter)
        count, nodes, form = walk.count, walk.take_nodes(), walk.form
        self._walk, self._found = None, self._found + count
        self._claim_memory(nodes.nbytes + SortedRecords.bytes_to_fill(count, record), count)
        rows = packed_records(game, form, nodes, claim.player, record)
        del nodes, walk
        self._claim_memory(SortedRecords.bytes_to_sort(count, record), count)
        records = SortedRecords(rows, record)
        self._held += records.nbytes
        return Proof(game.players[claim.player], claim.at_least, count, longest, record), records

    def _claim_memory(self, size: int, positions: int) -> None:
        """Make sure that so many bytes may be used for one claim, beside the records of those before it.

        Raises:
            CertificateError: the limit does not allow it.
        """
        if not self._prover.make_room(self._held + size):
            raise CertificateError(
                f"the proof has more than {positions:,} positions, which do not fit into the memory that "
                "--hash allows; give more, or ask for the proof of a later position"
            )

    def _check_stopped(self) -> None:
        if self._is_stopped:
            raise CertificateError("the certificate is not written: it was stopped")


class _Walk:
    """One walk with its memory, which grows as it is needed; `claim_memory` raises where it may not."""

    def __init__(
        self, prover: MoveProver, state: Any, claim: Claim, claim_memory: Callable[[int, int], None]
    ) -> None:
        self._claim_memory = claim_memory
        self._prover, self._claim, self._game = prover, claim, prover.game
        rules, board = self._game.rules, self._game.board
        if prover.repetition and rules.repetition_key is not None:
            state = rules.repetition_key(board, state)
        self.form = state
        self._words = len(list(leaves(state)))
        self._kernels = make_walk(rules, board, self._words, prover.find_move, repetition=prover.repetition)
        self._most_moves = rules.most_moves(board)
        self._progress = make_progress(self._most_moves)
        # A game that never ends is a draw where positions can repeat; elsewhere there is none.
        self.takes_cycles = prover.repetition and claim.at_least <= 0
        self._progress["goal"], self._progress["takes_cycles"] = claim.at_least, self.takes_cycles
        self._all_nodes: Any = np.recarray(0, node_type(self._words))
        self._stack = np.zeros(0, np.int64)
        self._slots = np.zeros(0, np.int32)
        self._make_room()
        self._begin(state)

    @property
    def count(self) -> int:
        """How many positions were found."""
        return int(self._progress["count"])

    @property
    def nodes(self) -> Any:
        """The positions found, with their moves and distances."""
        return self._all_nodes[: self.count]

    @property
    def longest(self) -> int:
        """The largest distance."""
        return int(self.nodes["distance"].max(initial=0))

    def _begin(self, state: Any) -> None:
        position = Position(self._game, state)
        is_claimants = position.player == self._claim.player
        if is_claimants and position.outcome is not None:
            score = position._facts.score
            if score < self._claim.at_least:
                raise CertificateError("the game is over, and the claim is wrong")
            return
        code = self._kernels.begin(
            state, is_claimants, self._all_nodes, self._slots, self._stack, self._progress
        )
        if code < 0:
            raise CertificateError("the claim is wrong: a reply ends the game")

    def advance(self) -> bool:
        """Visit some more positions; tell whether all are visited."""
        code = self._kernels.walk(
            self.form, self._all_nodes, self._slots, self._stack, self._progress, self._prover.workspace
        )
        if code == walking.NEEDS_ROOM:
            self._make_room()
        elif code == walking.NEEDS_MOVE:
            state = self._state_asked()
            self._all_nodes[self._progress["asked"]]["move"] = self._prover.prove_move(
                state, self._claim.at_least
            )
        elif code == walking.HAS_CYCLE:
            text = Position(self._game, self._state_asked()).text
            raise CertificateError(f"positions repeat, and nothing was declared about it ({text})")
        elif code == walking.NO_PROOF:
            text = Position(self._game, self._state_asked()).text
            raise CertificateError(f"a move that was taken for proved loses ({text})")
        return bool(code == walking.DONE)

    def _state_asked(self) -> Any:
        words = self._all_nodes[self._progress["asked"]]["words"]
        return formed(self.form, iter(words.tolist()))

    def take_nodes(self) -> Any:
        """Hand over the positions found, and forget them; everything else of the walk is freed."""
        nodes, count = self._all_nodes, self.count
        nodes.resize(count, refcheck=False)
        self._slots, self._stack = np.zeros(0, np.int32), np.zeros(0, np.int64)
        self._all_nodes = np.recarray(0, nodes.dtype)
        return nodes

    def _make_room(self) -> None:
        """Grow by half. The nodes grow in place; slots are made anew, and need not be there meanwhile."""
        room = self.count + max(self.count, _FIRST_ROOM) // 2 + 2 * self._most_moves
        if room >= 1 << 31:
            raise CertificateError("the proof has too many positions for a certificate")
        stack = len(self._stack)
        if self._progress["depth"] + 2 * self._most_moves >= stack:
            stack += stack // 2 + 2 * self._most_moves + _FIRST_ROOM
        slots = 1 << (2 * room - 1).bit_length()
        node_bytes, slot_bytes = self._all_nodes.itemsize, self._slots.itemsize
        self._claim_memory(room * node_bytes + slots * slot_bytes + stack * self._stack.itemsize, self.count)
        self._stack.resize(stack, refcheck=False)
        self._all_nodes.resize(room, refcheck=False)
        self._progress["nodes"] = self._all_nodes.ctypes.data
        if slots != len(self._slots):
            self._slots = np.zeros(0, np.int32)
            self._slots = np.zeros(slots, np.int32)
            self._kernels.rehash(self.form, self._slots, self._progress)


def check_place(path: Path) -> None:
    """Try whether a file could be written, before the hours of work whose result it will hold.

    Raises:
        OSError: it could not.
    """
    with _named(path):
        _check_kind(path)
        with tempfile.NamedTemporaryFile(dir=path.resolve().parent):
            pass


@contextlib.contextmanager
def _certificate_file(path: Path) -> Iterator[BinaryIO]:
    """Open the file of a certificate, which is there when it is whole."""
    with _named(path):
        _check_kind(path)
        with written_aside(path) as file:
            yield file


def _check_kind(path: Path) -> None:
    """Refuse to replace a pipe or a device."""
    if path.is_dir():
        raise IsADirectoryError(errno.EISDIR, os.strerror(errno.EISDIR), str(path))
    if path.exists() and not path.is_file():
        raise OSError(errno.EINVAL, "A certificate needs a file to be read back, not a device", path)


@contextlib.contextmanager
def _named(path: Path) -> Iterator[None]:
    """Let an error name the file that was asked for, and not the one aside."""
    try:
        yield
    except OSError as error:
        raise OSError(error.errno, error.strerror, str(path)) from error
