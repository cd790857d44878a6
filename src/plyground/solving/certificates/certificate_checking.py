"""Checking a certificate with the plain Python rules of its game, and with nothing else.

No solver, no table and no hash key is asked. Every position is set up from its squares; its move is looked
up among the legal ones; every reply has to end the game as claimed, or to lead to another position of the
list. Whether it is in the list is found out by sorting, so that the memory is bounded however long the list
is.
"""

from __future__ import annotations

import heapq
import itertools
import tempfile
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from types import TracebackType
from typing import IO, Any, BinaryIO

import numpy as np

from plyground.core.discovery import AnyRules, find_known_rules, is_built_in, tell_failure
from plyground.core.hashing import formed, leaves
from plyground.core.notation import Diagram
from plyground.core.position import Game, Position
from plyground.core.rules import ONGOING
from plyground.errors import CertificateError, GameFileError, PlygroundError, UnknownGameError
from plyground.jit import plain_python
from plyground.solving.certificates.layout import (
    COUNTER_BYTES,
    Header,
    Proof,
    check_end,
    read_header,
    read_records,
    squares_bytes,
    unpack_squares,
)
from plyground.solving.solution import Solution, largest_margin
from plyground.solving.stored_states import WORD_BYTES

DISTANCE_BYTES = 4
FARTHEST = (1 << 8 * DISTANCE_BYTES) - 1

Watch = Callable[[int, int], None]
"""Is shown how many positions have been checked, and of how many."""


@dataclass(frozen=True)
class Checked:
    """A certificate that holds: its header, and what it proves."""

    header: Header
    solution: Solution


def check_certificate(path: Path, rules: AnyRules | None = None, watch: Watch | None = None) -> Checked:
    """Check a certificate; return what it proves.

    Args:
        path: the file.
        rules: the game, if it is not one that is known by its name.
        watch: is shown now and then how far the check is.

    Raises:
        CertificateError: the file is not a certificate that proves its claims; the message says why.
        OSError: the file cannot be read.
    """
    with path.open("rb") as file, plain_python(in_this_thread=True), np.errstate(all="ignore"):
        header = read_header(file)
        position = _root(header, rules)
        total, done = sum(proof.positions for proof in header.proofs), 0
        for proof in header.proofs:
            with _blaming(position.game.rules):
                for checked in _ProofCheck(header, proof, position).run(file):
                    if watch is not None:
                        watch(done + checked, total)
            done += proof.positions
        check_end(file)
    return Checked(header, _proved(header, position, path))


@contextmanager
def _blaming(rules: AnyRules) -> Iterator[None]:
    """Report in one line what somebody's own game raises."""
    try:
        yield
    except (PlygroundError, OSError):
        raise
    except Exception as error:
        if is_built_in(rules):
            raise
        raise GameFileError(tell_failure(rules, error)) from error


def _proved(header: Header, position: Position, path: Path) -> Solution:
    """Return the bounds on the margin of the side to move that follow from the claims."""
    low, high = -largest_margin(position), largest_margin(position)
    for proof in header.proofs:
        if proof.player == position.to_move:
            low = max(low, proof.at_least)
        else:
            high = min(high, -proof.at_least)
    return Solution(position, header.method, low, high, certificate=str(path))


def _root(header: Header, rules: AnyRules | None) -> Position:
    """Return the position that the claims are about."""
    if rules is None:
        try:
            rules = find_known_rules(header.game)
        except UnknownGameError as error:
            raise CertificateError(f"{error}; give the game's file with --game") from error
    if rules.name != header.game:
        raise CertificateError(f"it is about {header.game}, and not about {rules.name}")
    try:
        game = Game.of(rules, header.options)
        position = game.position(header.position)
    except PlygroundError as error:
        raise CertificateError(f"its position cannot be set up: {error}") from error
    shown = position.game.option_texts
    if position.text != header.position or shown != header.options or rules.letters != header.letters:
        raise CertificateError("its header does not describe the position as the game does")
    if header.repetition and rules.repetition_key is None:
        raise CertificateError(f"positions of {rules.name} do not repeat, and it says that they do")
    if not header.repetition and rules.repetition_limit(position.game.board):
        raise CertificateError("it says nothing about repeated positions, which are draws in this game")
    return position


class _ProofCheck:
    """One claim with its positions."""

    def __init__(self, header: Header, proof: Proof, root: Position) -> None:
        self._header, self._proof, self._root, self._game = header, proof, root, root.game
        self._rules, self._board = root.game.rules, root.game.board
        if proof.player not in self._game.players:
            raise CertificateError(f"{self._game.name} has no player {proof.player!r}")
        self._claimant = self._game.players.index(proof.player)
        self._goal = proof.at_least
        self._moves = np.zeros(self._rules.most_moves(self._board), np.int32)
        self._check_layout()

    def _check_layout(self) -> None:
        record, rules = self._proof.record, self._rules
        has_counter = rules.counter is not None and not self._header.repetition
        squares = squares_bytes(self._game.rows * self._game.columns, rules.letters)
        if (record.squares, record.counter) != (squares, COUNTER_BYTES if has_counter else 0):
            raise CertificateError("its records are not laid out for this game")
        # To stay among the listed positions for ever is a draw where positions can repeat, and no more.
        if record.distance == 0 and not (self._header.repetition and self._goal <= 0):
            raise CertificateError("it has no distances, and its claim needs them")
        if not 0 < record.move <= DISTANCE_BYTES or record.distance > DISTANCE_BYTES:
            raise CertificateError("its records are not laid out for this game")

    def run(self, file: BinaryIO) -> Iterator[int]:
        """Check all positions; yield how many have been checked, now and then."""
        width = len(self._words(self._root.state)) + DISTANCE_BYTES
        with RecordSorter(width) as listed, RecordSorter(width) as needed:
            self._check_root(needed)
            for count, record in enumerate(read_records(file, self._proof)):
                with self._naming(count):
                    self._check_position(*record, listed, needed)
                if count % 64 == 0:
                    yield count
            self._check_all_listed(listed, needed)

    def _check_root(self, needed: RecordSorter) -> None:
        state = self._without_counter(self._root.state)
        if self._root.player == self._claimant:
            self._need(state, FARTHEST, needed)
        else:
            self._check_replies(state, FARTHEST, needed)

    def _check_position(
        self, packed: bytes, move: int, distance: int, listed: RecordSorter, needed: RecordSorter
    ) -> None:
        state = self._set_up(packed)
        codes, score = self._ask(state)
        if score != ONGOING:
            raise CertificateError("the game is over there")
        has_distance = self._proof.record.distance > 0
        if has_distance and distance == 0:
            raise CertificateError("its distance is 0")
        by_squares = sorted(codes, key=lambda code: self._squares(state, code))
        if move >= len(by_squares):
            raise CertificateError(
                f"it has {len(by_squares)} legal moves, and the one with number {move} is asked for"
            )
        listed.add(self._words(state) + distance.to_bytes(DISTANCE_BYTES, "big"))
        self._check_replies(
            self._play(state, by_squares[move]), distance - 1 if has_distance else FARTHEST, needed
        )

    def _check_replies(self, state: Any, farthest: int, needed: RecordSorter) -> None:
        """All replies to a move have to end the game as claimed, or to lead to a position of the list."""
        codes, score = self._ask(state)
        if score != ONGOING:
            self._check_score(-score)
            return
        for code in codes:
            self._need(self._play(state, code), farthest, needed)

    def _need(self, state: Any, farthest: int, needed: RecordSorter) -> None:
        """The claimant is to move: the game is over as claimed, or the list has to have the position."""
        _, score = self._ask(state)
        if score != ONGOING:
            self._check_score(score)
        else:
            needed.add(self._words(state) + farthest.to_bytes(DISTANCE_BYTES, "big"))

    def _check_score(self, score: int) -> None:
        if score < self._goal:
            raise CertificateError(f"the game can end with {score:+} for {self._proof.player}")

    def _check_all_listed(self, listed: RecordSorter, needed: RecordSorter) -> None:
        """Go through both sorted lists: a position that is needed has to be there, near enough to the end."""
        there = iter(listed)
        found = next(there, None)
        for needed_record in _first_of_each(needed):
            words, farthest = needed_record[:-DISTANCE_BYTES], needed_record[-DISTANCE_BYTES:]
            while found is not None and found[:-DISTANCE_BYTES] < words:
                found = next(there, None)
            if found is None or found[:-DISTANCE_BYTES] != words:
                raise CertificateError(f"a position that can be reached is not in it: {self._text(words)}")
            if found[-DISTANCE_BYTES:] > farthest:
                raise CertificateError(f"the distance of a position does not shrink: {self._text(words)}")

    def _set_up(self, packed: bytes) -> Any:
        game, squares = self._game, self._proof.record.squares
        letters = unpack_squares(packed[:squares], game.rows * game.columns, self._header.letters)
        counter = int.from_bytes(packed[squares:], "big")
        diagram = Diagram(
            game.rows, game.columns, letters, self._claimant, self._rules.rows_from_top, counter
        )
        board, state = self._rules.set_up(diagram, **game.options)
        if board != self._board:
            raise CertificateError("it is a position of another board")
        return state

    def _ask(self, state: Any) -> tuple[list[int], int]:
        """Return the legal moves of a state, and its score."""
        count = self._rules.legal_moves(self._board, state, self._moves)
        codes: list[int] = self._moves[:count].tolist()
        return codes, int(self._rules.result(self._board, state, count))

    def _squares(self, state: Any, code: int) -> tuple[int, int]:
        return self._rules.move_squares(self._board, state, code)

    def _play(self, state: Any, code: int) -> Any:
        return self._without_counter(self._rules.play(self._board, state, code))

    def _without_counter(self, state: Any) -> Any:
        key_of = self._rules.repetition_key
        return key_of(self._board, state) if self._header.repetition and key_of is not None else state

    @staticmethod
    def _words(state: Any) -> bytes:
        return b"".join([int(leaf).to_bytes(WORD_BYTES, "big") for leaf in leaves(state)])

    def _text(self, words: bytes) -> str:
        numbers = [
            int.from_bytes(words[at : at + WORD_BYTES], "big") for at in range(0, len(words), WORD_BYTES)
        ]
        return Position(self._game, formed(self._root.state, iter(numbers))).text

    @contextmanager
    def _naming(self, count: int) -> Iterator[None]:
        """Let an error name the position of the list that it is about."""
        try:
            yield
        except PlygroundError as error:
            raise CertificateError(
                f"position {count + 1} of the proof that {self._proof}: {error}"
            ) from error


def _first_of_each(records: RecordSorter) -> Iterator[bytes]:
    """Yield the first of the records of each position: that with the smallest distance."""
    for _, same in itertools.groupby(records, key=lambda record: record[:-DISTANCE_BYTES]):
        yield next(same)


RECORDS_IN_MEMORY = 1 << 19
"""So many records are held and sorted at a time: some 50 MB in Python."""

_RECORDS_READ = 1 << 12


class RecordSorter:
    """Takes records of one width in any order; yields them sorted, equal ones once."""

    def __init__(self, width: int) -> None:
        self._width = width
        self._held: set[bytes] = set()
        self._runs: list[IO[bytes]] = []

    def __enter__(self) -> RecordSorter:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        for run in self._runs:
            run.close()

    def add(self, record: bytes) -> None:
        """Take one more record."""
        self._held.add(record)
        if len(self._held) >= RECORDS_IN_MEMORY:
            self._spill()

    def _spill(self) -> None:
        run = tempfile.TemporaryFile()  # noqa: SIM115  # it is closed when the sorter is
        self._runs.append(run)
        run.write(b"".join(sorted(self._held)))
        self._held.clear()

    def __iter__(self) -> Iterator[bytes]:
        last = None
        for record in heapq.merge(*map(self._read, self._runs), sorted(self._held)):
            if record != last:
                yield record
            last = record

    def _read(self, run: IO[bytes]) -> Iterator[bytes]:
        run.seek(0)
        while chunk := run.read(_RECORDS_READ * self._width):
            for start in range(0, len(chunk), self._width):
                yield chunk[start : start + self._width]
