"""The switches of Monte Carlo tree search, and the numbers that they work with.

A switch is a constant of the compiled search: off costs nothing. A number is data: changing one compiles
nothing.
"""

from __future__ import annotations

import math
from collections.abc import Mapping
from dataclasses import dataclass
from typing import ClassVar, Literal

from plyground.errors import OptionError, nearest
from plyground.search.constants import ConstantSet, constant
from plyground.search.switches import Switches, find_preset

Playouts = Literal["random", "greedy", "evaluation"]
PLAYOUTS: tuple[Playouts, ...] = ("random", "greedy", "evaluation")


@dataclass(frozen=True)
class MctsFeatures(Switches):
    """What the search does beyond UCT. With everything off, and random playouts, it is UCT.

    `having` takes the name of a kind of playouts too, and chooses it.

    playouts: what a leaf is worth: a game of ``random`` moves; a game of ``greedy`` ones, mostly the best by
        the evaluation; or the ``evaluation`` itself, after as many random plies as `playout_plies` says.
    quiescence: let the evaluation of a leaf wait until tactical moves are over.
    puct: select by PUCT, with a prior for every move by the evaluation of where it leads.
    rave: rapid action value estimation: a move also learns from simulations that played it later.
    implicit_minimax: mix the minimax of the evaluations below a node into its value.
    progressive_bias: prefer what the evaluation likes, the less the more a move was visited.
    widening: progressive widening: look at the best moves by the evaluation first, and at more with time.
    solver: MCTS-Solver: proved wins, losses and draws are backed up as such, and not searched again.
    reuse: keep the part of the tree that a move leads to.
    root_parallel: each thread has a tree of its own, and their results are added; else all share one tree.
    """

    _OWNER: ClassVar[str] = "MCTS"
    _CHOICES: ClassVar[Mapping[str, str]] = dict.fromkeys(PLAYOUTS, "playouts")

    playouts: Playouts = "random"
    quiescence: bool = False
    puct: bool = False
    rave: bool = False
    implicit_minimax: bool = False
    progressive_bias: bool = False
    widening: bool = False
    solver: bool = False
    reuse: bool = False
    root_parallel: bool = False

    def __post_init__(self) -> None:
        if self.playouts not in PLAYOUTS:
            guess, known = nearest(self.playouts, PLAYOUTS), ", ".join(PLAYOUTS)
            raise OptionError(f"there are no playouts {self.playouts!r}{guess} (there are: {known})")

    @property
    def uses_priors(self) -> bool:
        """Whether children are evaluated when their parent is expanded."""
        return self.puct or self.progressive_bias or self.widening

    @property
    def uses_evaluation(self) -> bool:
        """Whether an evaluation has any influence."""
        return self.uses_priors or self.implicit_minimax or self.playouts != "random"


PRESETS = {
    "uct": MctsFeatures(),
    "mcts": MctsFeatures(
        playouts="evaluation",
        quiescence=True,
        puct=True,
        implicit_minimax=True,
        solver=True,
        reuse=True,
    ),
}
"""UCT as in the textbooks, with random playouts; and what plays best with an evaluation."""


def mcts_preset(name: str) -> MctsFeatures:
    """Return the switches of an algorithm.

    Raises:
        OptionError: there is no such algorithm.
    """
    return find_preset(name, PRESETS)


@dataclass(frozen=True)
class MctsConstants(ConstantSet):
    """The constants of Monte Carlo tree search.

    exploration: of UCB1: larger values try rarely visited moves more often.
    puct_exploration: likewise, of PUCT.
    temperature: how much priors differ: a small one trusts the evaluation more.
    unvisited: by how much a move without visits is taken to be worse than its parent (PUCT).
    playout_plies: random plies before the evaluation of a leaf.
    chance: the share of random moves in greedy playouts.
    rave_visits: at this many visits RAVE counts half.
    implicit_share: the share of minimax in the value of a node.
    bias: the weight of the progressive bias.
    widening_share: a node looks at 1 plus this times the square root of its visits many moves.
    virtual_loss: results that count as lost while a thread is below a node, so that others go elsewhere.
    """

    exploration: float = constant(math.sqrt(2), low=0.0, high=100.0, step=0.25)
    puct_exploration: float = constant(1.0, low=0.0, high=100.0, step=0.25)
    temperature: float = constant(0.3, low=0.001, high=100.0, step=0.5, is_scale=True)
    unvisited: float = constant(0.2, low=-2.0, high=2.0, step=0.1)
    playout_plies: float = constant(0.0, low=0.0, high=1000.0, step=2.0, is_whole=True)
    chance: float = constant(0.1, low=0.0, high=1.0, step=0.1)
    rave_visits: float = constant(500.0, low=1.0, high=100_000.0, step=1.0, is_scale=True)
    implicit_share: float = constant(0.4, low=0.0, high=1.0, step=0.1)
    bias: float = constant(1.0, low=0.0, high=100.0, step=0.5)
    widening_share: float = constant(1.0, low=0.01, high=1000.0, step=0.5, is_scale=True)
    virtual_loss: float = constant(1.0, low=0.0, high=100.0, step=1.0, is_whole=True)
