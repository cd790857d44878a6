"""Arrays of positions of one game."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any, overload

import numpy as np
import numpy.typing as npt

from plyground.batch.row_kernels import (
    LEFT_ALONE,
    RowKernel,
    make_find_results,
    make_list_moves,
    make_pick_moves,
    make_play_moves,
    make_see_planes,
)
from plyground.batch.sharing import share_out, threads_for
from plyground.core.guards import place_of
from plyground.core.hashing import formed, leaves
from plyground.core.position import Game, Position
from plyground.errors import (
    GameFileError,
    IllegalMoveError,
    OptionError,
    PositionError,
    WrongTypeError,
    expect,
)

_SEEDS = 1 << 64


class Batch:
    """Positions of one game on one board, one row of words each; it never changes.

    >>> import plyground as ply
    >>> batch = ply.Batch.start(ply.game("breakthrough"), 1000)
    >>> batch.legal_moves().sum(axis=1)[:3]
    array([16, 16, 16])
    >>> batch.play(batch.random_moves(seed=1)).players[:3]
    array([1, 1, 1], dtype=uint8)

    Args:
        game: the game.
        words: the words of the states, one row each, as `words` of another batch has them.
        threads: how many threads work on it; 0 for one on every core. No result depends on it.

    A batch knows no past: a draw by repetition is not seen.
    """

    def __init__(self, game: Game, words: npt.NDArray[np.uint64], *, threads: int = 0) -> None:
        expect(game, Game, "game has to be a Game such as ply.game('breakthrough')")
        self.game = game
        self.threads = threads_for(threads)
        self._form = game.start().state
        width = len(list(leaves(self._form)))
        if not isinstance(words, np.ndarray) or words.dtype != np.uint64 or words.shape[1:] != (width,):
            raise WrongTypeError(
                f"the words of a batch of {game.name} have to be an array of uint64 with {width} columns"
            )
        self._words = np.ascontiguousarray(words)
        if (self.players > 1).any():
            raise PositionError(f"row {int(np.argmax(self.players > 1))}: the player is neither 0 nor 1")

    @classmethod
    def start(cls, game: Game, count: int, *, threads: int = 0) -> Batch:
        """Return a batch of `count` starting positions."""
        expect(game, Game, "game has to be a Game such as ply.game('breakthrough')")
        if not isinstance(count, int) or count < 0:
            raise OptionError(f"a batch of {count} positions cannot be made; give a whole number from 0 on")
        first = np.array([list(leaves(game.start().state))], np.uint64)
        return cls(game, np.repeat(first, count, axis=0), threads=threads)

    @classmethod
    def of(cls, positions: Sequence[Position], *, threads: int = 0) -> Batch:
        """Return a batch of some positions, which have to be of one game on one board.

        Raises:
            PositionError: there are none, or they are of several games.
        """
        listed = list(positions)
        if not listed:
            raise PositionError("a batch of no positions has no game; use Batch.start(game, 0)")
        for each in listed:
            if not isinstance(each, Position):
                expect(each, Position, "a batch takes positions such as game.start()")
        game = listed[0].game
        for number, each in enumerate(listed):
            if each.game is not game and each.game != game:
                raise PositionError(f"position {number} is of another game or board than position 0")
        states = [each.state for each in listed]
        return cls(game, np.hstack(_columns(states, states[0])), threads=threads)

    def __len__(self) -> int:
        return len(self._words)

    def __repr__(self) -> str:
        return f"<Batch of {len(self)} positions of {self.game.name}>"

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, Batch):
            return NotImplemented
        return self.game == other.game and np.array_equal(self._words, other._words)

    __hash__ = None  # type: ignore[assignment]  # as arrays have it

    def __reduce__(self) -> tuple[Any, ...]:
        return _batch_of, (self.game, self._words)

    @overload
    def __getitem__(self, index: int) -> Position: ...
    @overload
    def __getitem__(self, index: slice | npt.NDArray[Any]) -> Batch: ...
    def __getitem__(self, index: Any) -> Position | Batch:
        """Return one position, or those of a slice, of a mask, or of an array of numbers."""
        rows = self._words[index]
        if isinstance(index, int | np.integer):
            return Position(self.game, formed(self._form, iter(rows.tolist())))
        return Batch(self.game, rows.reshape(-1, self._words.shape[1]), threads=self.threads)

    def __iter__(self) -> Iterator[Position]:
        return (self[row] for row in range(len(self)))

    def positions(self) -> list[Position]:
        """Return all positions one by one; they know no past."""
        return list(self)

    @property
    def words(self) -> npt.NDArray[np.uint64]:
        """The words of the states, one row each: a view that cannot be written to."""
        view = self._words.view()
        view.flags.writeable = False
        return view

    @property
    def players(self) -> npt.NDArray[np.uint8]:
        """Who is to move in each position: 0 or 1."""
        members = list(leaves(_numbered(self._form)))
        column = members.index(_numbered(self._form).player)
        return np.minimum(self._words[:, column], 255).astype(np.uint8)

    @property
    def move_codes(self) -> int:
        """How many moves the game has a code for: the width of a mask of moves."""
        return int(self.game.rules.move_codes(self.game.board))

    def legal_moves(self) -> npt.NDArray[np.bool_]:
        """Return a mask of legal moves for each position, by code; all False where the game is over."""
        masks = np.zeros((len(self), self.move_codes), np.bool_)
        wrong = self._run(make_list_moves(self.game.rules, self.move_codes), masks, lists_moves=True)
        if wrong is not None:
            place = place_of(self.game.rules.legal_moves)
            raise GameFileError(f"{place} lists a code that is not from 0 to {self.move_codes - 1}")
        return masks

    def random_moves(self, seed: int) -> npt.NDArray[np.int32]:
        """Return the code of a random legal move for each position; -1 where the game is over."""
        codes = np.full(len(self), LEFT_ALONE, np.int32)
        streams = [np.array([0, 0, seed % _SEEDS], np.uint64) for _ in range(self.threads)]
        self._run(make_pick_moves(self.game.rules), codes, lists_moves=True, by_thread=streams)
        return codes

    def play(self, codes: npt.ArrayLike) -> Batch:
        """Return the positions after a move in each, given by their codes; -1 leaves a position as it is.

        Raises:
            IllegalMoveError: one is not legal; the message names the first.
        """
        given = np.asarray(codes)
        if given.shape != (len(self),) or not np.issubdtype(given.dtype, np.integer):
            raise WrongTypeError(
                f"codes of moves have to be {len(self)} whole numbers, one for each position"
            )
        after = np.empty_like(self._words)
        made = make_play_moves(self.game.rules)
        wrong = self._run(made, np.ascontiguousarray(given, np.int64), after, lists_moves=True)
        if wrong is not None:
            raise IllegalMoveError(f"position {wrong}: code {given[wrong]} is not a legal move there")
        return Batch(self.game, after, threads=self.threads)

    def outcomes(self) -> tuple[npt.NDArray[np.bool_], npt.NDArray[np.int32]]:
        """Return which games are over, and the results: for the side to move, 0 where a game goes on.

        Above 0 it has won, below 0 it has lost; in games with margins the number is the margin.
        """
        is_over, results = np.zeros(len(self), np.bool_), np.zeros(len(self), np.int32)
        self._run(make_find_results(self.game.rules), results, is_over, lists_moves=True)
        return is_over, results

    def observations(self) -> npt.NDArray[np.uint8]:
        """Return planes of zeros and ones, as positions x planes x rows x columns, for the side to move.

        The planes are its own pieces, one for each kind, those of the opponent, each kind of scenery, and the
        number of the player everywhere.
        """
        rules = self.game.rules
        count = 2 * len(rules.pieces) + len(rules.scenery) + 1
        planes = np.zeros((len(self), count, self.game.rows, self.game.columns), np.uint8)
        self._run(make_see_planes(rules), planes)
        return planes

    def _run(
        self, made: RowKernel, *arrays: Any, lists_moves: bool = False, by_thread: Sequence[Any] = ()
    ) -> int | None:
        """Call a kernel for all rows; return the first row that it refuses."""
        board, room = self.game.board, self.game.rules.most_moves(self.game.board)
        lists = [np.empty(room, np.int32) for _ in range(self.threads)] if lists_moves else []
        refused: list[int] = []

        def work(thread: int, first: int, last: int) -> None:
            own = [each[thread] for each in (lists, by_thread) if each]
            row = int(made(board, self._form, self._words, *arrays, *own, first, last))
            if row >= 0:
                refused.append(row)

        share_out(work, len(self), self.threads, self.game)
        return min(refused, default=None)


def _columns(states: Sequence[Any], form: Any) -> list[npt.NDArray[np.uint64]]:
    """Return the words of states, column by column: NumPy reads a column many times faster than a state."""
    if not isinstance(form, tuple):
        return [np.array(states, np.uint64)[:, np.newaxis]]
    members = zip(*states, strict=True)
    return [column for member, part in zip(members, form, strict=True) for column in _columns(member, part)]


def _numbered(form: Any) -> Any:
    """Return a state whose words are the numbers of their columns."""
    return formed(form, iter(range(len(list(leaves(form))))))


def _batch_of(game: Game, words: Any) -> Batch:
    """Make a batch of what it was pickled as; it uses the cores that are there."""
    return Batch(game, words)
