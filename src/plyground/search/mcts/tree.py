"""The tree: a bounded pool of nodes in one array, which all threads share.

A node holds no position: whoever walks down plays the moves. Children lie next to each other, and exist once
their parent is expanded. Nodes of a full pool stay leaves until room is made. Sums and counts are changed
by atomic instructions. Results are whole numbers of `RESULT`, so that the sum does not depend on the order
in which threads add to it.
"""

from __future__ import annotations

import ctypes
from typing import Any, Protocol, cast

import numpy as np
import numpy.typing as npt

from plyground.core.instructions import at
from plyground.core.pointers import address_of, atomic_add, atomic_exchange, load_acquire
from plyground.core.rules import Rules
from plyground.errors import OptionError
from plyground.jit import instruction, kernel
from plyground.search.mcts.features import MctsConstants
from plyground.search.tt import check_megabytes
from plyground.search.workspace import MOST_HISTORY, MOST_PLIES

NODE = np.dtype(
    [
        ("visits", np.int64),
        ("total", np.int64),  # of results, for the player who moved here
        ("rave_visits", np.int64),
        ("rave_total", np.int64),
        ("expansion", np.int64),
        ("forgotten", np.int64),  # visits that no present child had, except the first
        ("first_child", np.int64),
        ("child_count", np.int32),
        ("move", np.int32),
        ("proof", np.int32),  # for the player who moved here
        ("distance", np.int32),  # plies to the end at most, where there is a proof
        ("prior", np.float32),
        ("heuristic", np.float32),  # for the player who moved here, from -1 to 1
        ("implicit", np.float32),  # the minimax of the evaluations below, likewise
    ],
    align=True,
)
NODE_WORDS = NODE.itemsize // 8
VISITS, TOTAL, RAVE_VISITS, RAVE_TOTAL, EXPANSION, FORGOTTEN = range(6)

LEAF, EXPANDING, EXPANDED = range(3)
UNKNOWN, WON, LOST, DRAWN = range(4)

RESULT = 1 << 24
"""A won game, in the whole numbers that are added up."""

ROOT = 0
SMALLEST_POOL = 1024


class MctsWorkspace(Protocol):
    """The memory of one thread; names that `plyground.search.workspace` has mean the same there."""

    nodes: int
    horizon: int
    stop: int
    is_full: int
    """1 if this thread found no room for new nodes."""
    simulations: int
    simulation_limit: int
    depth_limit: int
    tree: np.uint64
    """The address of the first node, and how many there is room for."""
    tree_length: int
    used: np.uint64
    """The address of the number of nodes in use, which all threads count up."""
    random: npt.NDArray[np.uint64]
    evaluation: np.uint64
    past: int
    keys: npt.NDArray[np.uint64]
    seen: npt.NDArray[np.int64]
    moves: npt.NDArray[np.int32]
    path: npt.NDArray[np.int64]
    """The nodes from the root to the leaf of this simulation."""
    stamps: npt.NDArray[np.int64]
    """The last simulation in which a side played a move, for RAVE."""
    spread: float
    """This many thousandths of the evaluation are worth about three quarters of a win."""
    exploration: float
    puct_exploration: float
    temperature: float
    unvisited: float
    playout_plies: int
    chance: float
    rave_visits: float
    implicit_share: float
    bias: float
    widening_share: float
    virtual_loss: int

    def __getitem__(self, name: str) -> Any: ...
    def __setitem__(self, name: str, value: Any) -> None: ...


class Tree:
    """The memory of a tree, twice: what is kept for the next move is copied to the other half."""

    def __init__(self, megabytes: float) -> None:
        length = max(int(megabytes * 2**20 / 2 / NODE.itemsize), SMALLEST_POOL)
        self._halves = [np.zeros(length, NODE) for _ in range(2)]
        self._counts = np.zeros(1, np.int64)
        self.clear()

    @property
    def nodes(self) -> Any:
        """The nodes, the root first."""
        return self._halves[0]

    @property
    def spare(self) -> Any:
        """As much memory again."""
        return self._halves[1]

    @property
    def used(self) -> int:
        """How many nodes there are; threads may have asked for more than there is room for."""
        return min(int(self._counts[0]), len(self.nodes))

    @property
    def fill(self) -> float:
        """How much of the pool is in use, from 0 to 1."""
        return self.used / len(self.nodes)

    def clear(self) -> None:
        """Start again with a root alone."""
        self.nodes[ROOT] = np.zeros(1, NODE)[0]
        self._counts[0] = 1

    def swap(self, used: int) -> None:
        """Go on with the other half, where this many nodes are in use."""
        self._halves.reverse()
        self._counts[0] = used

    def lend_to(self, workspace: MctsWorkspace) -> None:
        """Let a thread work on this tree."""
        workspace.tree, workspace.tree_length = address_of(self.nodes), len(self.nodes)
        workspace.used = address_of(self._counts)


def make_trees(megabytes: int, count: int) -> list[Tree]:
    """Make the trees that share some memory.

    Raises:
        OptionError: there is too little memory for a search, or too much for this machine.
    """
    check_megabytes(megabytes)
    if megabytes < 1:
        raise OptionError("a tree needs 1 MB or more")
    return [Tree(megabytes / count) for _ in range(count)]


def make_mcts_workspace(rules: Rules[Any, Any], board: Any, constants: MctsConstants) -> MctsWorkspace:
    """Make the memory of one thread."""
    most_moves, move_codes, by_ply = rules.most_moves(board), rules.move_codes(board), MOST_PLIES + 2
    layout = [
        *((name, np.int64) for name in ("nodes", "horizon", "stop", "is_full")),
        *((name, np.int64) for name in ("simulations", "simulation_limit", "depth_limit")),
        ("tree", np.uint64),
        ("tree_length", np.int64),
        ("used", np.uint64),
        ("random", np.uint64, 2),
        ("evaluation", np.uint64),
        ("past", np.int64),
        ("keys", np.uint64, MOST_HISTORY + by_ply),
        ("seen", np.int64, MOST_HISTORY + by_ply + 2),
        ("moves", np.int32, (by_ply, most_moves)),
        ("path", np.int64, by_ply),
        ("stamps", np.int64, (2, move_codes)),
        ("spread", np.float64),
        *((name, np.int64 if each.is_whole else np.float64) for name, each in constants.ranges().items()),
    ]
    workspace = cast("MctsWorkspace", np.zeros(1, np.dtype(layout, align=True)).view(np.recarray)[0])
    for name, each in constants.ranges().items():
        value = getattr(constants, name)
        workspace[name] = round(value) if each.is_whole else value
    return workspace


@instruction("uint64, int64 -> array", lambda code, *place: code.array_at(*place), dtype=NODE)
def nodes_at(address: Any, length: int) -> Any:
    """Return the nodes at an address as an array of records."""
    raw: Any = (ctypes.c_char * (int(length) * NODE.itemsize)).from_address(int(address))
    return np.frombuffer(raw, NODE).view(np.recarray)


@kernel
def nodes_of(workspace: Any) -> Any:
    """Return the nodes of the tree that a workspace points to."""
    return nodes_at(workspace.tree, workspace.tree_length)


@kernel
def add_to(node: int, field: int, amount: int, workspace: Any) -> int:
    """Add to a number of a node that other threads may be adding to; return what it was."""
    return atomic_add(workspace.tree, node * NODE_WORDS + field, amount)


@kernel
def is_expanded(node: int, workspace: Any) -> bool:
    """Tell whether the children of a node can be looked at."""
    return load_acquire(workspace.tree, node * NODE_WORDS + EXPANSION) == EXPANDED


@kernel
def claim_expansion(node: int, workspace: Any) -> bool:
    """Tell whether this thread is the one to expand a node."""
    return atomic_exchange(workspace.tree, node * NODE_WORDS + EXPANSION, EXPANDING) == LEAF


@kernel
def finish_expansion(node: int, workspace: Any) -> None:
    """Let all threads see the children of a node."""
    atomic_exchange(workspace.tree, node * NODE_WORDS + EXPANSION, EXPANDED)


@kernel
def take_nodes(count: int, workspace: Any) -> int:
    """Return the first of some new nodes, 0 if the pool is full."""
    first = atomic_add(workspace.used, 0, count)
    if first + count <= workspace.tree_length:
        return first
    workspace.is_full = 1
    return 0


@kernel
def clear_node(node: int, move: int, workspace: Any) -> None:
    """Make a node that was used before a new leaf."""
    fresh = nodes_of(workspace)[at(node)]
    fresh.visits, fresh.total, fresh.rave_visits, fresh.rave_total = 0, 0, 0, 0
    fresh.expansion, fresh.first_child, fresh.child_count = LEAF, 0, 0
    fresh.move, fresh.proof, fresh.distance = move, UNKNOWN, 0
    fresh.prior, fresh.heuristic, fresh.implicit, fresh.forgotten = 0.0, 0.0, 0.0, 0
