"""Retrograde analysis: the exact value of every position that can be reached, from the ends backwards.

First all positions are listed, with the edges between them: breadth first, batch by batch, by all threads.
Then the ends of games are taken, those with the largest margins first. A position from which a move leads
to a loss of the other side is a win; one from which all moves lead to wins of the other side is a loss.
Each pass takes the positions in the order in which they were found, so the first win found is the shortest
one, and a loss is found by its longest defence. What is not found is a draw: neither side can force
anything.

Where positions can repeat, counters are left out of them (`Rules.repetition_key`): the values are those of a
game that may go on for ever. `solving/textbook.py` does the same in plain Python.
"""

from __future__ import annotations

from collections.abc import Generator, Iterator
from typing import Any, NamedTuple

import numpy as np

from plyground.core.guards import guarded
from plyground.core.hashing import hash_state, leaves
from plyground.core.instructions import as_int, at, larger, smaller
from plyground.core.position import Position
from plyground.core.rules import ONGOING, Rules
from plyground.errors import OptionError
from plyground.jit import is_compiling_enabled, kernel
from plyground.search.parallel import thread_count
from plyground.search.tt import check_megabytes
from plyground.solving.retrograde.propagation import UNKNOWN, Links, propagate
from plyground.solving.retrograde.state_index import Batch, Index, put_into_batch
from plyground.solving.retrograde.thread_crew import Crew
from plyground.solving.stored_states import load_state
from plyground.tables.exact import Found, SolvedPositions

FIRST_ROWS, MOST_ROWS = 64, 2048
"""So many positions are expanded by a thread in one go: few at first, so that small limits are kept."""
PARTS_PER_THREAD = 4
"""A batch has more parts than threads: one that is held up takes fewer of them."""

_POSITIONS, _EXPANDED, _EDGES, _COUNTERS = range(4)
_BYTES_PER_POSITION = 16  # besides its words and slots: out-degree, margin, distance, offset, place in queue
_BYTES_PER_EDGE = 8  # as an edge forwards, and one backwards
_BATCH_SHARE = (
    8  # a batch takes at most an eighth of the memory, which nothing else needs while positions are listed
)
_MOST_NUMBERS = (1 << 32) - 2


class AnalysisProgress(NamedTuple):
    """How far an analysis is: what it does, how much of it is done, and of how much if that is known."""

    phase: str
    done: int
    total: int | None
    positions: int


class Retrograde(SolvedPositions):
    """The values of all positions that can be reached from one, once `steps` has come to its end."""

    def __init__(self, root: Position, megabytes: int, *, threads: int = 1) -> None:
        """Prepare an analysis that takes at most so much memory; 0 threads stand for one on every core.

        Raises:
            OptionError: there is not as much memory, or so many threads are not allowed.
        """
        check_megabytes(megabytes)
        self.game, self.root, self.megabytes = root.game, root, megabytes
        self.threads = thread_count(threads)
        rules, board = self.game.rules, self.game.board
        self._form = root.repetition_key
        self._expand = _make_expand(rules, board)
        self._most_moves = rules.most_moves(board)
        self._bytes = megabytes << 20
        words = len(list(leaves(self._form)))
        self._bytes_per_position = 8 * words + _BYTES_PER_POSITION
        parts = PARTS_PER_THREAD * self.threads
        share = self._bytes // _BATCH_SHARE // (parts * self._most_moves * Batch.bytes_per_state(words))
        self._most_rows = max(1, min(share, MOST_ROWS if is_compiling_enabled() else FIRST_ROWS))
        self._room_per_part = self._most_rows * self._most_moves
        self._batch: Batch | None = None
        room = min(self._bytes // self._bytes_per_position + 1, _MOST_NUMBERS - parts * self._room_per_part)
        self.states = np.empty((room, words), np.uint64)
        self.degrees = np.empty(room, np.uint16)
        self.margins = np.empty(room, np.int16)
        self.edges = np.empty(self._bytes // _BYTES_PER_EDGE + 1, np.uint32)
        self._index = Index(self.states, self._form)
        self.counts = np.zeros(4, np.int64)
        self.distances = np.empty(0, np.int32)
        self.begin()

    def __len__(self) -> int:
        return int(self.counts[_POSITIONS])

    @property
    def has_counters(self) -> bool:  # type: ignore[override]
        """Whether states hold something that `repetition_key` leaves out."""
        return bool(self.counts[_COUNTERS])

    @property
    def nbytes(self) -> int:
        """The memory in use: arrays are made as large as the limit allows, and filled as far as needed."""
        per_position = 8 * self.states.shape[1] + 4 + self.distances.itemsize
        return len(self) * per_position + self._index.nbytes + int(self.edges.nbytes)

    def steps(self) -> Iterator[AnalysisProgress]:
        """Analyse, a step at a time.

        Raises:
            OptionError: the positions do not fit into memory.
        """
        yield from self.explore()
        yield from self.solve()

    def explore(self) -> Generator[AnalysisProgress]:
        """List all positions and edges, breadth first."""
        with Crew(self.threads) as crew:
            self._index.forget()  # a run that was interrupted may have left half a batch in it
            self._index.make_room(len(self), None, crew)
            while self.counts[_EXPANDED] < len(self):
                self._explore_batch(crew)
                yield AnalysisProgress("listing", int(self.counts[_EXPANDED]), None, len(self))
        self._batch = None

    def _explore_batch(self, crew: Crew) -> None:
        """Expand the next positions, and list those after them; the counts change when all of it is done."""
        count, begin, edges, _ = self.counts.tolist()
        parts = PARTS_PER_THREAD * self.threads
        rows = max(1, min(FIRST_ROWS + begin // (4 * parts), -(-(count - begin) // parts), self._most_rows))
        end = min(begin + rows * parts, count)
        batch = self._batch = self._batch or Batch(parts, self._room_per_part, self.states.shape[1])
        batch.begin()
        has_counters = np.zeros(parts, np.uint8)

        def expand(part: int) -> None:
            first, place = begin + part * rows, part * batch.room
            arrays = (self.states, self.degrees, self.margins, batch.states, batch.keys)
            moves = np.empty(self._most_moves, np.int32)
            end_place, has_counters[part] = self._expand(
                self._form, *arrays, moves, first, min(first + rows, end), place
            )
            batch.sort(part, end_place - place)

        crew.run(expand, -(-(end - begin) // rows))
        self._index.make_room(count, batch, crew)
        self._index.insert(batch, crew)
        positions, all_edges = count + int(batch.news.sum()), edges + int(batch.sizes.sum())
        self._check_room(positions, all_edges)
        self._index.number(batch, count, self.edges, edges, crew)
        self.counts[:] = positions, end, all_edges, self.has_counters or has_counters.any()

    def solve(self) -> Iterator[AnalysisProgress]:
        """Work out the values of all positions, once they are listed."""
        count, margins = len(self), self.margins[: len(self)]
        with Crew(self.threads) as crew:
            links = Links(self.edges[: int(self.counts[_EDGES])], self.degrees[:count])
            for done in links.steps(crew):
                yield AnalysisProgress("linking", done, count, count)
        self.edges = np.empty(0, np.uint32)
        links.forget_edges()
        self.distances = np.zeros(count, np.int32)
        for done in propagate(margins, self.distances, self.degrees, links, self._largest_margin):
            yield AnalysisProgress("solving", done, count, count)
        margins[margins == UNKNOWN] = 0

    def look_up(self, key: Any) -> Found | None:
        """Return what is known of a state without counters."""
        row = self._index.find(key)
        if row < 0:
            return None
        margin = int(self.margins[row])
        has_distance = margin != 0 and self._largest_margin == 1
        return Found(margin, int(self.distances[row]) if has_distance else None)

    def begin(self) -> None:
        """List nothing but the root."""
        self.states[0] = list(leaves(self._form))
        self.resume([1, 0, 0, 0])

    def resume(self, counts: list[int]) -> None:
        """Go on with what is in the arrays: so many positions, expanded positions and edges."""
        self.counts[:] = counts

    def check_room(self, counts: list[int]) -> None:
        """Make sure that so much can be listed.

        Raises:
            OptionError: it does not fit into memory.
        """
        self._check_room(counts[_POSITIONS], counts[_EDGES])

    def listed(self, counts: list[int]) -> dict[str, Any]:
        """Return the arrays that hold what is listed, up to some counts."""
        positions, expanded, edges, _ = counts
        return {
            "states": self.states[:positions],
            "degrees": self.degrees[:expanded],
            "margins": self.margins[:expanded],
            "edges": self.edges[:edges],
        }

    def forget_states(self) -> None:
        """Free the memory of all states: positions cannot be looked up any more."""
        self.states = np.empty((0, 0), np.uint64)
        self._index = Index(self.states, self._form)

    def _check_room(self, count: int, edges: int) -> None:
        needed = count * (self._bytes_per_position + Index.BYTES_PER_ROW) + edges * _BYTES_PER_EDGE
        if needed > self._bytes or count >= len(self.states):
            raise OptionError(
                f"{self.game.name}: more than {count:,} positions can be reached, which do not fit into "
                f"{self.megabytes} MB; give more with --hash, or take a smaller board or a later position"
            )


def _make_expand(rules: Rules[Any, Any], board: Any) -> Any:
    """Compile what lists the positions after some positions, around the rules of a game."""
    label = f"retrograde analysis of {rules.name} {board.rows}x{board.columns}"
    rules = guarded(rules, board)
    legal_moves, play, result = rules.legal_moves, rules.play, rules.result
    key_of, has_keys = rules.repetition_key or _same, rules.repetition_key is not None
    largest = rules.largest_margin(board)

    @kernel(label=label)
    def expand(
        form: Any,
        states: Any,
        degrees: Any,
        margins: Any,
        fresh: Any,
        keys: Any,
        moves: Any,
        begin: int,
        end: int,
        place: int,
    ) -> tuple[int, bool]:
        """Put the positions after some into a batch; return where they end, and whether any has a counter."""
        has_counters = False
        for row in range(begin, end):
            state = load_state(form, states, row)
            degree = legal_moves(board, state, moves)
            score = result(board, state, degree)
            margins[at(row)] = UNKNOWN
            if score != ONGOING:
                margins[at(row)] = larger(smaller(score, largest), -largest)
                degree = 0
            for index in range(degree):
                after = play(board, state, as_int(moves[at(index)]))
                child = key_of(board, after)
                key = hash_state(child)
                if has_keys and key != hash_state(after):
                    has_counters = True
                put_into_batch(child, key, fresh, keys, place)
                place += 1
            degrees[at(row)] = degree
        return place, has_counters

    return expand


@kernel
def _same(board: Any, state: Any) -> Any:
    """Stand in for games whose positions cannot repeat."""
    return state
