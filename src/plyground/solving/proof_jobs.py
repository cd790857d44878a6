"""Job-level proof-number search: the tree near the root, whose leaves are jobs for whoever solves positions.

The tree is that of `plyground.solving.textbook`, with positions that are reached in two ways kept once.
A leaf is not expanded at first but solved as a job: an ordinary solver asks its question, within a limit of
nodes. A leaf whose limit runs out twice is expanded, with the numbers that the solver had for its children.

While a job is under way its leaf counts as harder than it is (its virtual numbers), so that the next job is
in another place. Whoever comes back to it all the same expands it: no worker waits.
"""

from __future__ import annotations

import math
import time
from collections.abc import Iterable
from dataclasses import dataclass, field
from typing import Any

from plyground.core.position import Move, Position
from plyground.solving.dfpn_table import INFINITE
from plyground.solving.solution import Solution, final_margin, is_final, largest_margin
from plyground.solving.solver import Solver

FIRST_NODES = 2_000_000
"""The limit of a leaf's first job."""

GROWTH = 4
"""By how much the limit of its next one is larger."""

MOST_ATTEMPTS = 2
"""How many jobs a leaf is given before it is expanded."""

VIRTUAL_FACTOR = 2
"""By how much the numbers of a leaf are larger while its job is under way."""

Numbers = tuple[float, float]


@dataclass(frozen=True)
class Job:
    """A question for a solver: does the side to move get at least `goal`? It has so many nodes for it."""

    position: str
    goal: int
    attempt: int
    nodes: int

    @property
    def key(self) -> str:
        """A text that no other job of a run has."""
        return f"{self.goal} {self.attempt} {self.position}"


@dataclass(frozen=True)
class Answer:
    """What came of a job; `is_reached` is None if the nodes ran out.

    `move` is the winning one if it is known. `numbers` are the proof and disproof numbers of the children, in
    the order of the moves, where the solver has some.
    """

    is_reached: bool | None
    nodes: int
    seconds: float
    move: str | None = None
    numbers: tuple[tuple[int, int] | None, ...] = ()

    @classmethod
    def from_dict(cls, content: dict[str, Any]) -> Answer:
        """Read what `dataclasses.asdict` made, and JSON turned into lists."""
        numbers = tuple(None if pair is None else (pair[0], pair[1]) for pair in content["numbers"])
        return cls(**{**content, "numbers": numbers})


def answer_job(solver: Solver, position: Position, job: Job) -> Answer:
    """Answer a job with a solver, whose table serves the next one too."""
    began = time.perf_counter()
    is_reached = solver.ask(position, job.goal, job.nodes)
    move: Move | None = None
    numbers: tuple[tuple[int, int] | None, ...] = ()
    if is_reached:
        move = solver.searcher.remembered_move(position, job.goal)
    elif is_reached is None:
        children = (position.play(move) for move in position.moves())
        numbers = tuple(solver.searcher.proof_numbers(child, 1 - job.goal) for child in children)
    seconds = time.perf_counter() - began
    return Answer(is_reached, solver.searcher.nodes, seconds, None if move is None else str(move), numbers)


@dataclass(eq=False)
class Node:
    """A position of the tree. `children` are in the order of its moves, once it is expanded."""

    position: Position
    goal: int
    ply: int
    proof: float = 1
    disproof: float = 1
    parents: list[Node] = field(default_factory=list)
    children: list[Node] = field(default_factory=list)
    attempts: int = 0
    job: Job | None = None
    effort: int = 0
    move: str | None = None
    guesses: tuple[tuple[int, int] | None, ...] = ()

    def __post_init__(self) -> None:
        if self.position.outcome is None:
            self.disproof = len(self.position.moves())
        else:
            self.settle(is_reached=final_margin(self.position) >= self.goal)

    @property
    def is_answered(self) -> bool:
        """Whether one of the numbers is 0."""
        return self.proof == 0 or self.disproof == 0

    @property
    def virtual(self) -> Numbers:
        """The numbers as the nodes above count them."""
        is_busy = self.job is not None and not self.children
        factor = VIRTUAL_FACTOR if is_busy else 1
        return self.proof * factor, self.disproof * factor

    def settle(self, *, is_reached: bool) -> None:
        """Answer the question of this node."""
        self.proof, self.disproof = (0, math.inf) if is_reached else (math.inf, 0)

    def guess(self, numbers: tuple[int, int]) -> None:
        """Take over the numbers of a solver."""
        proof, disproof = (math.inf if number >= INFINITE else number for number in numbers)
        if proof == 0 or disproof == 0:
            self.settle(is_reached=proof == 0)
        elif not math.isinf(proof + disproof):
            self.proof, self.disproof = proof, disproof

    def update(self) -> bool:
        """Work out the numbers from those of the children; tell whether they have changed."""
        before = self.proof, self.disproof
        if not self.is_answered:
            numbers = [child.virtual for child in self.children]
            self.proof = min(disproof for _, disproof in numbers)
            self.disproof = sum(proof for proof, _ in numbers)
        return before != (self.proof, self.disproof)


class JobTree:
    """One question about one position, answered by jobs in any order.

    A position is kept once for every ply that it is reached at, so that no path leads back to its beginning.
    """

    def __init__(self, position: Position, goal: int) -> None:
        self.root = Node(position, goal, 0)
        self._nodes: dict[tuple[int, Any], Node] = {(0, position.state): self.root}
        self._under_way: dict[Job, list[Node]] = {}

    def __len__(self) -> int:
        return len(self._nodes)

    def next_job(self) -> Job | None:
        """Return the job that matters most besides those under way; None if the question is answered."""
        while not self.root.is_answered:
            leaf = self._most_proving()
            if leaf.job is not None or leaf.attempts >= MOST_ATTEMPTS:
                self._expand(leaf)
                continue
            job = self._begin_job(leaf)
            if len(self._under_way[job]) == 1:  # else the position is being solved for another ply
                return job
        return None

    def receive(self, job: Job, answer: Answer) -> None:
        """Take in what came of a job; one that is not under way any more changes nothing."""
        for node in self._under_way.pop(job, ()):
            node.job = None
            node.attempts += 1
            node.effort += answer.nodes
            if answer.is_reached is not None:
                node.settle(is_reached=answer.is_reached)
                node.move = answer.move
            elif not node.children:
                node.guesses = answer.numbers
                self._estimate(node)
            self._update([node, *node.parents])

    def drop_stale_jobs(self) -> list[Job]:
        """Give up the jobs under way whose answers cannot matter any more, and return them."""
        stale = [job for job, nodes in self._under_way.items() if not any(map(self._matters, nodes))]
        for job in stale:
            for node in self._under_way.pop(job):
                node.job = None
        return stale

    def line(self) -> tuple[Move, ...]:
        """Return the principal variation as far as the tree knows it."""
        moves: list[Move] = []
        node = self.root
        # A job may answer an expanded node, and its children then stay open.
        while answered := [child for child in node.children if child.is_answered]:
            if node.proof == 0:
                child = next((each for each in answered if each.disproof == 0), None)
            else:
                child = max(answered, key=lambda each: each.effort)
            if child is None:
                break
            moves.append(node.position.moves()[node.children.index(child)])
            node = child
        last = next((move for move in node.position.moves() if str(move) == node.move), None)
        return (*moves, last) if last is not None else tuple(moves)

    def _most_proving(self) -> Node:
        node = self.root
        while node.children:
            node = min(node.children, key=lambda child: child.virtual[1])
        return node

    def _begin_job(self, leaf: Node) -> Job:
        nodes = FIRST_NODES * GROWTH**leaf.attempts
        job = Job(leaf.position.text, leaf.goal, leaf.attempts, nodes)
        leaf.job = job
        self._under_way.setdefault(job, []).append(leaf)
        self._update(leaf.parents)
        return job

    def _expand(self, leaf: Node) -> None:
        moves = leaf.position.moves()
        leaf.children = [self._child(leaf, move) for move in moves]
        for child, numbers in zip(leaf.children, leaf.guesses, strict=False):
            if numbers is not None and not child.is_answered and not child.attempts and not child.children:
                child.guess(numbers)
        self._update([leaf, *leaf.parents])

    def _child(self, parent: Node, move: Move) -> Node:
        reached = parent.position.play(move)
        key = parent.ply + 1, reached.state
        if key not in self._nodes:
            # Without its past, which would keep the line that led here in memory.
            self._nodes[key] = Node(Position(reached.game, reached.state), 1 - parent.goal, parent.ply + 1)
        self._nodes[key].parents.append(parent)
        return self._nodes[key]

    def _estimate(self, node: Node) -> None:
        """Guess the numbers of a leaf whose nodes ran out: the solver's own, or from what it spent."""
        known = [pair for pair in node.guesses if pair is not None]
        if known:
            proof = min(disproof for _, disproof in known)
            disproof = sum(proof for proof, _ in known) + len(node.guesses) - len(known)
            node.proof, node.disproof = max(proof, 1), max(disproof, 1)
        else:
            node.proof = node.disproof = node.effort.bit_length()

    def _update(self, nodes: Iterable[Node]) -> None:
        """Work out numbers ply by ply, as far up as they change."""
        waiting: dict[int, set[Node]] = {}
        for node in nodes:
            waiting.setdefault(node.ply, set()).add(node)
        while waiting:
            for node in waiting.pop(max(waiting)):
                if not node.children or node.update():
                    for parent in node.parents:
                        waiting.setdefault(parent.ply, set()).add(parent)

    def _matters(self, node: Node) -> bool:
        """Tell whether a path of open questions leads from the root to a node."""
        waiting, seen = [node], {node}
        for each in waiting:  # it grows while it is walked
            if each.is_answered:
                continue
            if each is self.root:
                return True
            fresh = [parent for parent in each.parents if parent not in seen]
            waiting += fresh
            seen.update(fresh)
        return False


class JobSearch:
    """Finds the value of a position by jobs: one question after the other, each with a tree of its own."""

    def __init__(self, position: Position, method: str, *, only_winner: bool) -> None:
        largest = largest_margin(position)
        self._solution = Solution(position, method, -largest, largest)
        self._only_winner = only_winner
        self._lines: dict[bool, tuple[Move, ...]] = {}
        self._stale: list[Job] = []
        if position.outcome is not None:
            margin = final_margin(position)
            self._solution = Solution(position, method, margin, margin, distance=0)
        self._tree = JobTree(position, self._next_goal())

    @property
    def is_over(self) -> bool:
        """Whether nothing is left to prove."""
        return is_final(self._solution, only_winner=self._only_winner)

    @property
    def solution(self) -> Solution:
        """What is proved so far, without nodes and seconds."""
        return self._solution

    def next_job(self) -> Job | None:
        """Return the job that matters most besides those under way; None if nothing is left to prove."""
        while not self.is_over:
            job = self._tree.next_job()
            if job is not None:
                return job
            self._narrow()
        return None

    def receive(self, job: Job, answer: Answer) -> None:
        """Take in what came of a job."""
        self._tree.receive(job, answer)
        if self._tree.root.is_answered and not self.is_over:
            self._narrow()

    def drop_stale_jobs(self) -> list[Job]:
        """Give up the jobs under way whose answers cannot matter any more, and return them."""
        stale = self._stale + self._tree.drop_stale_jobs()
        self._stale = []
        return stale

    def _next_goal(self) -> int:
        """Ask for a win first, then for a draw, then halve what is left."""
        low, high = self._solution.low, self._solution.high
        if low < 1 <= high:
            return 1
        return 0 if low < 0 <= high else (low + high + 1) // 2

    def _narrow(self) -> None:
        """Take in the answer to the present question, and turn to the next one."""
        known, root = self._solution, self._tree.root
        is_reached = root.proof == 0
        low, high = (root.goal, known.high) if is_reached else (known.low, root.goal - 1)
        if high == 0 and not known.position.game.rules.has_draws:
            high = -1  # who does not win has lost
        self._stale += self._tree.drop_stale_jobs()
        self._lines[is_reached] = self._tree.line()
        line = self._lines.get(low > 0 or low == high == 0, ())
        self._solution = Solution(known.position, known.method, low, high, line)
        if not self.is_over:
            self._tree = JobTree(known.position, self._next_goal())
