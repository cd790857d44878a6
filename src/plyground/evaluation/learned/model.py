"""The model: tables over patterns of squares, one lookup an instance, summed; dense features beside them.

What differs from game to game is compiled in: how a state is seen as planes, how many instances there are and
roughly where, which dense features. All else is data in one block of memory: patterns, phases and weights. So
new weights need no compilation.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from functools import cache, cached_property
from typing import Any

import numpy as np
import numpy.typing as npt

from plyground.core.bits import popcount
from plyground.core.heuristics import Heuristic
from plyground.core.instructions import as_int, at
from plyground.core.pointers import load_float64, load_int32, load_int64
from plyground.core.position import Game
from plyground.core.rules import ONGOING, Rules
from plyground.evaluation.learned.indexing import (
    LANES,
    Chunks,
    digit_rows,
    entry_at,
    in_order,
    make_sum_of_weights,
)
from plyground.evaluation.learned.patterns import Squares, Table, Tables, default_patterns, tie
from plyground.evaluation.learned.planes import make_planes
from plyground.jit import kernel

# The header of the block, numbers of 64 bits; offsets are in bytes from its beginning.
ROWS, OFFSETS, PHASE_OF, CLASSES, WEIGHTS, DENSE, ROWS_BYTES, OFFSETS_BYTES, PHASE_BYTES, UNIT = range(10)
HEADER_WORDS = 16
ALIGNMENT = 64

DECIDED_POINTS = 500
"""What a position is worth in which the game itself knows who wins (`Rules.decided`)."""

RANDOM_GAMES = 20
LONGEST_RANDOM_GAME = 400


@dataclass(frozen=True, eq=False)
class Model:
    """The structure of a learned evaluation, for boards of one size of one game.

    Args:
        game: the game, on a board of this size.
        patterns: one of each group of images; the symmetries of the game give the others.
        phases: the phase of a position by the number of pieces on the board.
        dense: heuristics that are added with weights of their own.
        asks_first: whether `Rules.decided` is asked before anything else.
        front: a heuristic that is asked next; what it says counts alone, unless it is 0.
    """

    game: Game
    patterns: tuple[Squares, ...]
    phases: tuple[int, ...]
    dense: tuple[Heuristic, ...] = ()
    asks_first: bool = False
    front: Heuristic | None = None
    _kernels: dict[str, Any] = field(default_factory=dict, repr=False)

    @classmethod
    def for_game(
        cls,
        game: Game,
        *,
        patterns: Sequence[Squares] | None = None,
        phase_count: int | None = None,
        dense: Sequence[Heuristic] = (),
        asks_first: bool | None = None,
        front: Heuristic | None = None,
    ) -> Model:
        """Make a model by rule: windows of the board unless the game names its patterns."""
        rules, board = game.rules, game.board
        if patterns is None:
            named = rules.patterns(board) if rules.patterns is not None else ()
            patterns = named or default_patterns(board.rows, board.columns, base_of(game))
        counts = _piece_counts(game)
        count = phase_count or min(rules.phases, max(counts[1] - counts[0], 1))
        asks = rules.decided is not None if asks_first is None else asks_first
        phases = _phases(counts, count, board.rows * board.columns)
        return cls(game, tuple(tuple(each) for each in patterns), phases, tuple(dense), asks, front)

    @cached_property
    def tables(self) -> Tables:
        """The tables of weights, with all instances."""
        rules, board = self.game.rules, self.game.board
        swap = rules.side_swap(board) if rules.side_swap is not None else None
        symmetries = rules.symmetries(board)
        return tie(self.patterns, board.rows, board.columns, self.base, symmetries, swap)

    @property
    def heuristics(self) -> tuple[Heuristic, ...]:
        """The heuristics in it: the dense features, and the front."""
        return self.dense if self.front is None else (*self.dense, self.front)

    @property
    def base(self) -> int:
        """How many digits there are: one for each plane, and 0."""
        return base_of(self.game)

    @property
    def phase_count(self) -> int:
        """How many phases have weights of their own."""
        return max(self.phases) + 1

    @property
    def instance_count(self) -> int:
        """How many tables are looked up in a position."""
        return len(self.tables.instances(0))

    @cached_property
    def weight_count(self) -> int:
        """How many weights a phase has; entries that are images of each other share one."""
        return int(self.tables.classes.max()) + 1 if len(self.tables.classes) else 0

    def block(
        self,
        weights: npt.NDArray[np.int16] | None = None,
        dense: npt.NDArray[np.float64] | None = None,
        unit: float = 1.0,
    ) -> npt.NDArray[np.uint8]:
        """Lay everything that the kernels read into one block of memory.

        `weights` has a row for each phase and a column for each entry; without it the block is for
        `extractor` only.
        """
        entries = self.tables.entries
        is_extracting = weights is None
        rows, offsets = self._rows(is_extracting=is_extracting)
        sections = {
            ROWS: rows,
            OFFSETS: offsets,
            PHASE_OF: np.array(self.phases, np.int32),
            CLASSES: self.tables.classes if is_extracting else np.zeros(0, np.int32),
            WEIGHTS: np.zeros((0, 0), np.int16) if is_extracting else weights,
            DENSE: np.zeros((self.phase_count, len(self.dense))) if dense is None else dense,
        }
        header = np.zeros(HEADER_WORDS, np.int64)
        header[ROWS_BYTES] = rows.nbytes // 2
        header[OFFSETS_BYTES] = offsets.nbytes // 2
        header[PHASE_BYTES] = 2 * entries
        header[UNIT : UNIT + 1].view(np.float64)[0] = unit
        return _laid_out(header, sections)

    def _sides(self) -> list[list[tuple[Table, Squares]]]:
        """Return the instances of each side to move in the order in which they are looked up."""
        return [in_order(self.tables.instances(side)) for side in (0, 1)]

    def _chunks(self) -> Chunks:
        return Chunks.of([[squares for _, squares in side] for side in self._sides()])

    def _rows(self, *, is_extracting: bool) -> tuple[npt.NDArray[np.uint16], npt.NDArray[np.int32]]:
        """Return what the squares add to the entries of all instances, and where their tables begin.

        Both have a half for each side to move.
        """
        board = self.game.board
        if is_extracting:
            chunks = Chunks.all_of(self.instance_count, board.rows * board.columns)
            sides = [self.tables.instances(side) for side in (0, 1)]
        else:
            chunks, sides = self._chunks(), self._sides()
        rows, offsets = [], np.zeros((2, LANES * len(chunks.of_vectors)), np.int32)
        for side, instances in enumerate(sides):
            rows.append(digit_rows([squares for _, squares in instances], chunks, self.base))
            offsets[side, : len(instances)] = [table.offset for table, _ in instances]
        return np.array(rows), offsets

    def extractor(self) -> Callable[[Any, Any, Any, Any], int]:
        """Return the kernel ``(board, state, address, out)`` for learning.

        It writes the number of the weight of every instance to `out` and returns the phase; `address`
        is that of `block()`.
        """
        if "extractor" not in self._kernels:
            rules, board = self.game.rules, self.game.board
            self._kernels["extractor"] = _make_extractor(rules, board, self.instance_count)
        return self._kernels["extractor"]  # type: ignore[no-any-return]

    def dense_kernel(self) -> Callable[[Any, Any, Any], None]:
        """Return the kernel ``(board, state, out)`` that writes the values of the dense features."""
        if "dense" not in self._kernels:
            self._kernels["dense"] = _make_dense_writer([each.function for each in self.dense])
        return self._kernels["dense"]  # type: ignore[no-any-return]

    def kernel(self) -> Callable[[Any, Any, Any], float]:
        """Return the kernel ``(board, state, address)`` that evaluates a state."""
        functions = tuple(each.function for each in self.dense)
        rules, board = self.game.rules, self.game.board
        known = self.known_kernel()
        return _make_evaluate(rules, board, self.instance_count, self._chunks(), functions, known)

    def known_kernel(self) -> Callable[[Any, Any], float]:
        """Return the kernel ``(board, state)`` of what is known for certain: its points, 0 for nothing."""
        decided = self.game.rules.decided if self.asks_first else None
        return _make_known(decided, None if self.front is None else self.front.function)


def base_of(game: Game) -> int:
    """Return how many digits there are: one for each plane, and 0."""
    planes = make_planes_of(game.rules, game.board)
    return len(planes(game.board, game.start().state)) + 1


@cache
def make_planes_of(rules: Rules[Any, Any], board: Any) -> Callable[..., Any]:
    """Make the planes of a board once: the same kernel serves learning and playing."""
    return make_planes(rules, board)


def _laid_out(header: npt.NDArray[np.int64], sections: dict[int, Any]) -> npt.NDArray[np.uint8]:
    """Put the sections behind the header, each at the beginning of a cache line, and note where."""
    offset = header.nbytes
    places = {}
    for name, section in sections.items():
        offset += -offset % ALIGNMENT
        header[name] = places[name] = offset
        offset += section.nbytes
    raw = np.zeros(offset + ALIGNMENT, np.uint8)
    block = raw[-raw.ctypes.data % ALIGNMENT :][:offset]
    block[: header.nbytes] = header.view(np.uint8)
    for name, section in sections.items():
        flat = np.ascontiguousarray(section).reshape(-1).view(np.uint8)
        block[places[name] : places[name] + len(flat)] = flat
    return block


def _piece_counts(game: Game) -> tuple[int, int]:
    """Return the fewest and the most pieces seen in some random games."""
    generator = np.random.default_rng(1)
    planes_of = make_planes_of(game.rules, game.board)
    counts = []
    for _ in range(RANDOM_GAMES):
        position = game.start()
        while position.outcome is None and len(position.line()) < LONGEST_RANDOM_GAME:
            planes = planes_of(game.board, position.state)
            counts.append(sum(int(word).bit_count() for plane in planes for word in plane))
            moves = position.moves()
            position = position.play(moves[int(generator.integers(len(moves)))])
    return min(counts), max(counts)


def _phases(counts: tuple[int, int], count: int, squares: int) -> tuple[int, ...]:
    """Return the phase by number of pieces: as many as asked for, of equal width."""
    fewest, most = counts
    width = max(most - fewest + 1, 1) / count
    return tuple(int(min(max((pieces - fewest) // width, 0), count - 1)) for pieces in range(squares + 1))


@kernel
def _count_pieces(planes: Any) -> int:
    total = 0
    for plane in planes:
        for word in plane:
            total += popcount(word)
    return total


@cache
def _make_extractor(
    rules: Rules[Any, Any], board: Any, instances: int
) -> Callable[[Any, Any, Any, Any], int]:
    planes_of = make_planes_of(rules, board)
    squares = board.rows * board.columns

    @kernel(label=f"the patterns of {rules.name} {board.rows}x{board.columns}")
    def extract(board: Any, state: Any, address: Any, out: Any) -> int:
        planes = planes_of(board, state)
        rows, offsets = _sections_of_side(state, address)
        classes = address + np.uint64(load_int64(address, CLASSES))
        for lane in range(instances):
            entry = load_int32(offsets, lane) + entry_at(planes, rows, lane, squares)
            out[at(lane)] = load_int32(classes, entry)
        return _phase(address, planes)

    return extract


@kernel
def _sections_of_side(state: Any, address: Any) -> tuple[Any, Any]:
    """Return the addresses of the rows and of the offsets of the side to move."""
    side = np.uint64(state.player)
    rows = address + np.uint64(load_int64(address, ROWS)) + side * np.uint64(load_int64(address, ROWS_BYTES))
    offsets = address + np.uint64(load_int64(address, OFFSETS))
    return rows, offsets + side * np.uint64(load_int64(address, OFFSETS_BYTES))


@kernel
def _phase(address: Any, planes: Any) -> int:
    return load_int32(address + np.uint64(load_int64(address, PHASE_OF)), _count_pieces(planes))


@cache
def _make_evaluate(
    rules: Rules[Any, Any],
    board: Any,
    instances: int,
    chunks: Chunks,
    dense: tuple[Any, ...],
    known: Callable[[Any, Any], float],
) -> Callable[[Any, Any, Any], float]:
    planes_of = make_planes_of(rules, board)
    sum_of_weights = make_sum_of_weights(instances, chunks)
    sum_dense, dense_bytes = _make_dense_sum(dense), np.uint64(8 * len(dense))
    has_dense = len(dense) > 0

    @kernel(label=f"the learned evaluation of {rules.name} {board.rows}x{board.columns}")
    def evaluate(board: Any, state: Any, address: Any) -> float:
        certain = known(board, state)
        if certain != 0.0:
            return certain
        planes = planes_of(board, state)
        phase = _phase(address, planes)
        rows, offsets = _sections_of_side(state, address)
        weights = address + np.uint64(load_int64(address, WEIGHTS) + phase * load_int64(address, PHASE_BYTES))
        total = sum_of_weights(planes, rows, offsets, weights)
        points = as_int(total) * load_float64(address, UNIT)
        if has_dense:
            row = address + np.uint64(load_int64(address, DENSE)) + np.uint64(phase) * dense_bytes
            points += sum_dense(board, state, row)
        return points

    return evaluate


def _make_dense_sum(functions: Sequence[Any]) -> Callable[[Any, Any, Any], float]:
    """Make the kernel that adds up the dense features, whose weights are at an address."""
    total: Callable[[Any, Any, Any], float] = _nothing
    for index, function in enumerate(functions):
        total = _with_feature(total, index, function)
    return total


@kernel
def _nothing(board: Any, state: Any, address: Any) -> float:
    return 0.0


def _with_feature(
    total: Callable[[Any, Any, Any], float], index: int, function: Any
) -> Callable[[Any, Any, Any], float]:
    @kernel
    def more(board: Any, state: Any, address: Any) -> float:
        points: float = load_float64(address, index) * function(board, state)
        return total(board, state, address) + points

    return more


def _make_dense_writer(functions: Sequence[Any]) -> Callable[[Any, Any, Any], None]:
    writer: Callable[[Any, Any, Any], None] = _write_nothing
    for index, function in enumerate(functions):
        writer = _also_writing(writer, index, function)
    return writer


@kernel
def _write_nothing(board: Any, state: Any, out: Any) -> None:
    pass


def _also_writing(writer: Any, index: int, function: Any) -> Callable[[Any, Any, Any], None]:
    @kernel
    def write(board: Any, state: Any, out: Any) -> None:
        writer(board, state, out)
        out[index] = function(board, state)

    return write


@cache
def _make_known(
    decided: Callable[[Any, Any], int] | None, front: Callable[[Any, Any], float] | None
) -> Callable[[Any, Any], float]:
    """Make the kernel of what is known for certain: who wins, else what the front says."""
    after = _nothing_known if front is None else _as_points(front)
    if decided is None:
        return after

    @kernel
    def known(board: Any, state: Any) -> float:
        outcome = decided(board, state)
        if outcome != 0 and outcome > ONGOING:
            return float(DECIDED_POINTS) if outcome > 0 else -float(DECIDED_POINTS)
        return after(board, state)

    return known


def _as_points(front: Callable[[Any, Any], float]) -> Callable[[Any, Any], float]:
    @kernel
    def points(board: Any, state: Any) -> float:
        return float(front(board, state))

    return points


@kernel
def _nothing_known(board: Any, state: Any) -> float:
    return 0.0
