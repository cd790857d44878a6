"""What the pages of trees and exercises hear and say.

Trees travel as columns, a row for every node; the root is node 0 and has the parent -1.
"""

from __future__ import annotations

from typing import Annotated

import msgspec

from plyground.search.textbook.uct import EXPLORATION
from plyground.study.tree.exercise_families import SheetWords
from plyground.study.tree.uct.uct_tree import USUAL_SIMULATIONS
from plyground.ui.web.common.game_views import GameInfo
from plyground.ui.web.common.lines import Asked, EvaluationText, GivenLine, MoveText, Name

MOST_POSITIONS = 200
LAST_EXERCISE = 50
LONGEST_PATH = 500

Seed = Annotated[int, msgspec.Meta(ge=0, le=2**53)]
NumberOfExercise = Annotated[int, msgspec.Meta(ge=1, le=LAST_EXERCISE)]
Path = Annotated[list[MoveText], msgspec.Meta(max_length=LONGEST_PATH)]
Node = Annotated[int, msgspec.Meta(ge=0, le=1000)]
Values = Annotated[dict[Node, float], msgspec.Meta(max_length=1000)]
Texts = Annotated[dict[Node, Name], msgspec.Meta(max_length=1000)]


class _Wanted(Asked, frozen=True, kw_only=True):
    """The tree of a line's last position, or an abstract one: its leaves with brackets around them."""

    line: GivenLine | None = None
    leaves: str | None = None


class WantedTree(_Wanted, frozen=True, kw_only=True):
    """A tree that is searched in both ways."""

    depth: int = 3
    evaluate: EvaluationText | None = None
    order: EvaluationText | None = None


class SearchCounts(msgspec.Struct, frozen=True):
    """What a search took."""

    nodes: int
    evaluations: int
    cuts: int


class SearchEvents(msgspec.Struct, frozen=True):
    """A search of a tree: a letter for every event.

    Nodes are entered in their order, so the letters tell all: e enters the next child, v scores a
    leaf, u takes the child just left as the best, c cuts off the rest, l leaves the node.
    """

    events: str
    counts: SearchCounts


class _SentTree(msgspec.Struct, frozen=True, kw_only=True):
    """A tree in columns; moves are numbers of `names`."""

    title: str
    game: GameInfo | None
    players: tuple[str, str]
    depth: int
    parents: tuple[int, ...]
    names: list[str]
    moves: list[int]
    leaves: tuple[int | None, ...]


class TreeMessage(_SentTree, frozen=True, kw_only=True):
    """A tree and both searches of it; leaves are thousandths for MAX."""

    evaluate: str | None
    minimax: SearchEvents
    alphabeta: SearchEvents


class WantedProof(_Wanted, frozen=True, kw_only=True):
    """A proof-number search of a line's last position, or of an abstract tree.

    The goal of the side to move is "win", "draw" or a margin; in an abstract tree it is points. Without
    one it is to win, or what minimax says.
    """

    goal: Name | None = None
    nodes: int = 1000


class ProofEvents(msgspec.Struct, frozen=True):
    """A proof-number search: for every event a letter, its node, the numbers there afterwards, a sentence.

    s selects a leaf, x makes its children, u works out numbers, e is the end. Infinite numbers are null.
    """

    kinds: str
    nodes: list[int]
    proofs: list[int | None]
    disproofs: list[int | None]
    told: list[str]


class ProofMessage(_SentTree, frozen=True, kw_only=True):
    """The tree that a proof-number search grew; `leaves` has the margins of finished games for MAX.

    A finished game is proved if its margin is at least `least`. `ends` says in words how it ended.
    """

    goal: str
    question: str
    least: int
    result: bool | None
    ends: dict[int, str]
    expansions: int
    events: ProofEvents


class WantedUct(_Wanted, frozen=True, kw_only=True):
    """Simulations of UCT from a line's last position, or on an abstract tree that MAX wins with the `goal`.

    Beside a position alpha-beta searches to the depth.
    """

    goal: Name | None = None
    simulations: int = USUAL_SIMULATIONS
    exploration: float = EXPLORATION
    seed: Seed = 0
    depth: int = 3


class UctSteps(msgspec.Struct, frozen=True):
    """The steps of all simulations: for each a letter, its node, a sentence, and the result for MAX.

    s selects, x expands, p plays out, b backs up. The result is null before the playout.
    """

    kinds: str
    nodes: list[int]
    results: list[int | None]
    told: list[str]


class BesideMessage(msgspec.Struct, frozen=True):
    """What alpha-beta finds: its move, and the minimax values of all moves, in thousandths for MAX."""

    title: str
    move: str
    nodes: int
    scores: dict[str, int]


class UctMessage(_SentTree, frozen=True, kw_only=True):
    """The tree that UCT grew; `leaves` has the results for MAX of finished games, `ends` has words."""

    goal: str | None
    exploration: float
    ends: dict[int, str]
    steps: UctSteps
    beside: BesideMessage | None


class WantedPositions(Asked, frozen=True):
    """Positions of a tree, each by the moves that lead to it from the line's last position."""

    line: GivenLine
    paths: Annotated[list[Path], msgspec.Meta(max_length=MOST_POSITIONS)]


class FoundPositions(msgspec.Struct, frozen=True):
    """The texts of positions, in the order in which they were asked for."""

    positions: list[str]


class WantedExercise(msgspec.Struct, frozen=True):
    """Which exercise of which sheet."""

    seed: Seed = 1
    kind: Name = "mixed"
    number: NumberOfExercise = 1


class WantedSheet(msgspec.Struct, frozen=True):
    """Which sheet, how long, and whether it has the solutions."""

    seed: Seed = 1
    kind: Name = "mixed"
    count: NumberOfExercise = 4
    solutions: bool = False


class ExerciseMessage(msgspec.Struct, frozen=True):
    """A tree with what its nodes show, and which are `asked` about: what is filled in there, `words` say.

    If one node is to be marked, it is one of the `candidates`.
    """

    told: str
    tasks: tuple[str, ...]
    words: SheetWords
    asked: list[int]
    candidates: list[int]
    kind: str
    kinds: list[str]
    last: int
    game: GameInfo | None
    position: str | None
    players: tuple[str, str]
    parents: tuple[int, ...]
    moves: tuple[str, ...]
    shown: list[str | None]


class Answers(Asked, frozen=True, kw_only=True):
    """The numbers that somebody found, or texts such as 2/3, and the nodes that were marked."""

    seed: Seed
    kind: Name
    number: NumberOfExercise
    values: Values = msgspec.field(default_factory=dict)
    texts: Texts = msgspec.field(default_factory=dict)
    cuts: Annotated[list[Node], msgspec.Meta(max_length=1000)]


class AnswerVerdict(msgspec.Struct, frozen=True):
    """Whether an answer at a node is right, and why."""

    node: int
    is_right: bool
    told: str


class CheckedAnswers(msgspec.Struct, frozen=True):
    """What became of the answers.

    With `has_open_cuts` some cuts are not marked; `cuts` names them only where all values are
    right and some cut is marked.
    """

    values: list[AnswerVerdict]
    cuts: list[AnswerVerdict]
    open_values: int
    is_solved: bool
    has_open_cuts: bool
