"""The switches of Monte Carlo tree search, and the numbers that they work with.

A switch is a constant of the compiled search: off costs nothing. A number is data: changing one compiles
nothing.
"""

from __future__ import annotations

import math
from dataclasses import dataclass, fields, replace
from typing import Any, Literal

from plyground.errors import OptionError, nearest

Playouts = Literal["random", "greedy", "evaluation"]
PLAYOUTS: tuple[Playouts, ...] = ("random", "greedy", "evaluation")


@dataclass(frozen=True)
class MctsFeatures:
    """What the search does beyond UCT. With everything off, and random playouts, it is UCT.

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

    @classmethod
    def names(cls) -> tuple[str, ...]:
        """Return the names of all switches."""
        return tuple(each.name for each in fields(cls) if each.name != "playouts")

    def having(self, *names: str) -> MctsFeatures:
        """Switch some features on; the name of a kind of playouts chooses that."""
        return self._switched(names, to=True)

    def without(self, *names: str) -> MctsFeatures:
        """Switch some features off, for an ablation."""
        return self._switched(names, to=False)

    def _switched(self, names: tuple[str, ...], *, to: bool) -> MctsFeatures:
        changed = self
        for name in names:
            if to and name in PLAYOUTS:
                changed = replace(changed, playouts=name)
            elif name in self.names():
                switched: dict[str, Any] = {name: to}
                changed = replace(changed, **switched)
            else:
                known = (*self.names(), *PLAYOUTS) if to else self.names()
                raise OptionError(
                    f"MCTS has no feature {name!r}{nearest(name, known)} (it has: {', '.join(known)})"
                )
        return changed


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
    if name not in PRESETS:
        known = ", ".join(PRESETS)
        raise OptionError(f"there is no algorithm {name!r}{nearest(name, PRESETS)} (there are: {known})")
    return PRESETS[name]


@dataclass(frozen=True)
class MctsConstants:
    """Numbers of the search.

    exploration: of UCB1: larger values try rarely visited moves more often.
    puct_exploration: likewise, of PUCT.
    temperature: how much priors differ: a small one trusts the evaluation more.
    unvisited: by how much a move without visits is taken to be worse than its parent (PUCT).
    playout_plies: random plies before the evaluation of a leaf.
    chance: the share of random moves in greedy playouts.
    rave_visits: at so many visits RAVE counts half.
    implicit_share: the share of minimax in the value of a node.
    bias: the weight of the progressive bias.
    widening_share: a node looks at 1 plus this times the square root of its visits many moves.
    virtual_loss: results that count as lost while a thread is below a node, so that others go elsewhere.
    """

    exploration: float = math.sqrt(2)
    puct_exploration: float = 1.0
    temperature: float = 0.3
    unvisited: float = 0.2
    playout_plies: int = 0
    chance: float = 0.1
    rave_visits: float = 500.0
    implicit_share: float = 0.4
    bias: float = 1.0
    widening_share: float = 1.0
    virtual_loss: int = 1

    @classmethod
    def names(cls) -> tuple[str, ...]:
        """Return the names of all numbers."""
        return tuple(each.name for each in fields(cls))
