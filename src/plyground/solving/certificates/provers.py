"""Who knows proved moves: what a certificate is made from.

A prover answers one question: which move gets the side to move at least some margin? The writer asks it only
at positions where there is one. A search is made a prover by `SearchProver`; retrograde tables or anything
else that knows exact values can be one too.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Protocol

import numpy as np

from plyground.core.guards import guarded
from plyground.core.instructions import as_int, at
from plyground.core.position import Game, Position
from plyground.core.rules import ONGOING
from plyground.errors import CertificateError
from plyground.jit import kernel
from plyground.solving.bounds_table import NO_MOVE, TT
from plyground.solving.certificates.walking import FindMove
from plyground.solving.searcher import ExactSearcher

LookUp = Callable[[Any], tuple[int, int | None] | None]
MakeRoom = Callable[[int], bool]


class MoveProver(Protocol):
    """Knows a proved move for every position of a proof.

    `find_move` is a kernel that may know a move or return `NO_MOVE`, and `workspace` what it works in;
    `prove_move` is then asked, in plain Python. Where positions can repeat (`repetition`), states come
    without their counter, and the moves of a win have to shrink the distance to it.
    """

    game: Game
    method: str
    repetition: bool
    find_move: FindMove
    workspace: Any

    def prove_move(self, state: Any, goal: int) -> int:
        """Return the code of a move that gets the side to move at least `goal`."""

    def make_room(self, size: int) -> bool:
        """Tell whether so many bytes may be used beside the prover, which gives up what it can do without."""

    def stop(self) -> None:
        """End `prove_move` early, from another thread; what it returns then means nothing."""


@kernel
def find_nothing(state: Any, goal: int, workspace: Any) -> int:
    """Stand in for provers that are asked in Python alone."""
    return NO_MOVE


class SearchProver:
    """A search that has proved a position knows the moves of the proof, or finds them again."""

    repetition = False

    def __init__(self, searcher: ExactSearcher) -> None:
        self.game = searcher.game
        self.method = searcher.method.name
        self._searcher = searcher
        self.workspace = searcher.workspace
        # Depth-first proof-number search remembers moves that are proved; alpha-beta remembers good ones.
        is_proving = self.method == "dfpn"
        self.find_move = searcher.find_move if is_proving else _make_find_by_bounds(self.game)

    def make_room(self, size: int) -> bool:
        """Let the table give up memory, as far as it can."""
        return self._searcher.make_room(size)

    def stop(self) -> None:
        """End a search under way."""
        self._searcher.stop()

    def prove_move(self, state: Any, goal: int) -> int:
        """Search for a move that gets the side to move at least `goal`.

        Raises:
            CertificateError: there is none, so that some earlier answer was wrong.
        """
        self._searcher.search(state, goal - 1, goal)
        move = self._searcher.keeping_move(Position(self.game, state), goal)
        if move is None and not self._searcher.has_stopped:
            raise CertificateError(
                "the solver cannot prove this position again: two positions share a hash key"
            )
        return NO_MOVE if move is None else move.code


class ValuesProver:
    """Exact values of positions, as retrograde analysis has them, give the moves of any proof.

    `look_up` takes a state, without its counter where positions can repeat, and returns the margin of the
    side to move and the plies to the end, where they are known; None if nothing is known. `make_room` tells
    whether so many bytes may be used beside them; without it there is no limit.
    """

    find_move: FindMove = staticmethod(find_nothing)
    workspace = 0

    def __init__(
        self, game: Game, look_up: LookUp, method: str = "retrograde", make_room: MakeRoom | None = None
    ) -> None:
        self.game = game
        self.method = method
        self.repetition = game.rules.repetition_key is not None
        self._look_up = look_up
        self._make_room = make_room

    def make_room(self, size: int) -> bool:
        """Tell whether so many bytes may be used beside the values."""
        return self._make_room is None or self._make_room(size)

    def stop(self) -> None:
        """Nothing here takes long."""

    def prove_move(self, state: Any, goal: int) -> int:
        """Return the move that wins soonest, or one that keeps what is wanted.

        Raises:
            CertificateError: the values do not have one.
        """
        rules, board = self.game.rules, self.game.board
        moves = np.zeros(rules.most_moves(board), np.int32)
        codes: list[int] = moves[: rules.legal_moves(board, state, moves)].tolist()
        margin, _, code = max((*self._worth(rules.play(board, state, code)), code) for code in codes)
        if margin < goal:
            raise CertificateError("the values have no move that keeps what they say")
        return code

    def _worth(self, state: Any) -> tuple[int, int]:
        """Return what a position is worth to the side that moved there: its margin, and how soon."""
        rules, board = self.game.rules, self.game.board
        if rules.repetition_key is not None:
            state = rules.repetition_key(board, state)
        moves = np.zeros(rules.most_moves(board), np.int32)
        outcome = int(rules.result(board, state, rules.legal_moves(board, state, moves)))
        if outcome != ONGOING:
            return -outcome, 0
        found = self._look_up(state)
        if found is None:
            raise CertificateError("the values do not have all positions that can be reached")
        margin, distance = found
        return -margin, -(distance or 0)


def _make_find_by_bounds(game: Game) -> FindMove:
    """Make the kernel that finds a move by the bounds that the table has of the positions after it."""
    rules, board = guarded(game.rules, game.board), game.board
    legal_moves, play, probe = rules.legal_moves, rules.play, TT.probe

    @kernel
    def find_by_bounds(state: Any, goal: int, workspace: Any) -> int:
        moves = workspace.moves[at(0)]
        for place in range(legal_moves(board, state, moves)):
            move = as_int(moves[at(place)])
            _, high, _ = probe(play(board, state, move), workspace)
            if high <= -goal:
                return move
        return NO_MOVE

    return find_by_bounds
