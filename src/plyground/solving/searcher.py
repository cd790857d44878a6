"""A method at work: its transposition table, and the threads that search with it."""

from __future__ import annotations

import threading
from collections.abc import Callable, Collection, Iterator
from typing import Any

import numpy as np

from plyground.core.position import Game, Move, Position
from plyground.errors import OptionError
from plyground.search.parallel import run_side_by_side, thread_count
from plyground.search.tt import MARKS, claim_memory, make_table
from plyground.solving.entries import Entries, can_be_halved, costliest_entries, halve_table, insert_entries
from plyground.solving.solution import final_margin, largest_margin
from plyground.solving.solver_workspace import NO_NODE_LIMIT, STOPPED, TOO_LONG, Method, set_table

SPARE_BYTES = 2 << 20
"""So much may be taken beside a table that fills the limit, as if it were a buffer of fixed size."""

TABLE_SHARE = 8
"""One part in so many of the limit stays with the table, whatever else needs memory."""


class TooLongError(OptionError):
    """Games can last too long for a search that follows them to their end."""


class ExactSearcher:
    """Searches states of one game for bounds on their margins. The table is kept from search to search.

    Searches come between `begin` and `stop`; only `stop` and `save_entries` may be called while one runs.
    """

    def __init__(self, game: Game, method: Method, *, megabytes: int, threads: int) -> None:
        self.game = game
        self.method = method
        self._limit = megabytes << 20
        self._table = make_table(megabytes)
        self._workspaces = [
            method.make_workspace(game.rules, game.board, self._table) for _ in range(thread_count(threads))
        ]
        if method.evaluator is not None:
            for workspace in self._workspaces:
                workspace["evaluation"] = method.evaluator.address
        self._is_prepared = False
        self._is_stopped = False

    def prepare(self) -> None:
        """Compile and claim memory."""
        if self._is_prepared:
            return
        claim_memory(self._table)
        start = self.game.start().state
        self.workspace["node_limit"] = 1
        self.method.search(start, -1, 1, self.workspace)
        self.method.find_move(start, 1, self.workspace)
        self._is_prepared = True

    def begin(self) -> None:
        """Get ready for the searches of a run, whose nodes are counted together."""
        self._is_stopped = False
        self._table["check"][-MARKS:] = 0
        for workspace in self._workspaces:
            workspace["nodes"], workspace["node_limit"] = 0, NO_NODE_LIMIT
            workspace["is_shared"] = int(len(self._workspaces) > 1)
            workspace["age"] += np.uint64(1)
        self._release()

    def stop(self) -> None:
        """End the search under way and all later ones of the run."""
        self._is_stopped = True
        self._halt()

    def clear(self) -> None:
        """Forget what earlier searches found."""
        self._table["check"][:] = 0
        self._table["content"][:] = 0

    def search(self, state: Any, alpha: int, beta: int) -> int:
        """Search a state within a window, for bounds on its margin; see `plyground.solving.exact_alphabeta`.

        Raises:
            TooLongError: games can last too long from here.
        """
        scores: list[int] = []
        lock = threading.Lock()

        def search(index: int) -> None:
            """Search with one thread; the first one to be done has the answer for all."""
            workspace = self._workspaces[index]
            try:
                score = int(self.method.search(state, alpha, beta, workspace))
            except BaseException:
                self._halt()
                raise
            with lock:
                if workspace["stop"] == 0 and not scores:
                    scores.append(score)
                    self._halt()

        run_side_by_side(search, len(self._workspaces))
        if scores:
            self._release()
            return scores[0]
        if any(workspace["stop"] == TOO_LONG for workspace in self._workspaces):
            problem = f"can last more than {self.method.longest_game} plies from here"
            raise TooLongError(
                f"{self.method.name} cannot solve this position: {self.game.name} {problem}; "
                "try the method retrograde"
            )
        return 0

    @property
    def has_stopped(self) -> bool:
        """Whether the run was stopped: what `search` returned last means nothing then."""
        return any(workspace["stop"] for workspace in self._workspaces)

    @property
    def nodes(self) -> int:
        """The positions visited in this run."""
        return sum(self.nodes_by_thread)

    @property
    def nodes_by_thread(self) -> list[int]:
        """The positions that each thread visited in this run."""
        return [int(workspace["nodes"]) for workspace in self._workspaces]

    def limit_nodes(self, nodes: int) -> None:
        """Stop the run after so many positions."""
        for workspace in self._workspaces:
            workspace["node_limit"] = -(-nodes // len(self._workspaces))

    @property
    def workspace(self) -> Any:
        """The memory that the first thread works in."""
        return self._workspaces[0]

    @property
    def find_move(self) -> Callable[[Any, int, Any], int]:
        """The kernel behind `remembered_move`, which takes a state, the margin wanted and a workspace."""
        return self.method.find_move

    def remembered_move(self, position: Position, least: int) -> Move | None:
        """Return the move that the table has for a side that wants at least some margin."""
        code = self.find_move(position.state, least, self.workspace)
        return next((move for move in position.moves() if move.code == code), None)

    def keeping_move(self, position: Position, least: int, seen: Collection[Any] = ()) -> Move | None:
        """Return a move that gets its side at least some margin, and leads to no state seen before.

        None if there is none, or the run was stopped. A move that ends the game goes before one that puts
        off a win.
        """
        remembered = self.remembered_move(position, least)
        children = {move: position.play(move) for move in position.moves()}
        is_late = {move: child.outcome is None and least > 0 for move, child in children.items()}
        for move in sorted(children, key=lambda move: (move != remembered, is_late[move])):
            keeps = children[move].repetition_key not in seen and self._keeps(children[move], least)
            if self.has_stopped:
                return None
            if keeps:
                return move
        return None

    def _keeps(self, child: Position, least: int) -> bool:
        """Tell whether the side that moved to a child gets at least some margin there."""
        if least <= -largest_margin(child):
            return True
        if child.outcome is not None:
            return -final_margin(child) >= least
        return -self.search(child.state, -least, -least + 1) >= least

    def proof_numbers(self, position: Position, goal: int) -> tuple[int, int] | None:
        """Return the proof and the disproof number that the table has; None if it has none."""
        if self.method.find_numbers is None:
            return None
        proof, disproof = self.method.find_numbers(position.state, goal, self.workspace)
        return None if proof == disproof == 0 else (int(proof), int(disproof))

    def save_entries(self, most: int) -> Iterator[Entries]:
        """Yield copies of the costliest entries, a chunk at a time; a search may be under way."""
        return costliest_entries(self.workspace, self.method.cost_of, most)

    def load_entries(self, entries: Entries) -> None:
        """Put entries of `save_entries` into the table."""
        self.prepare()
        insert_entries(self.workspace, self.method.cost_of, entries)

    def make_room(self, size: int) -> bool:
        """Free memory until so many bytes can be taken beside the table; tell whether they can.

        The table is halved as often as need be and keeps its costliest entries, which costs time and nothing
        else. A share of the limit always stays with it. No search may be under way.
        """
        while self._table.nbytes + size > self._limit + SPARE_BYTES:
            if self._table.nbytes * TABLE_SHARE <= self._limit or not can_be_halved(self._table):
                return False
            self._table = halve_table(self._table, self.method.cost_of)
            for workspace in self._workspaces:
                set_table(workspace, self._table)
        return True

    def _halt(self) -> None:
        for workspace in self._workspaces:
            workspace["stop"] = STOPPED

    def _release(self) -> None:
        """Let the threads run again, unless somebody has ended the run."""
        for workspace in self._workspaces:
            workspace["stop"] = 0
        if self._is_stopped:
            self._halt()
