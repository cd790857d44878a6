"""What a game is made of: the contract that every game file fills in.

A game is two named tuples and a few pure functions over them:

* ``Board`` holds what never changes during a game. It has the fields ``rows`` and
  ``columns``, and whatever masks and tables make the rules short.
* ``State`` holds what does. Every field is a ``np.uint64`` or a tuple of them. It is seen
  by the side to move: conventionally ``own``, ``opponent`` and ``player`` (0 or 1).

The functions have to meet this contract, which `plyground.core.conformance` checks for every game:

* ``play`` returns a new state and changes nothing; equal states have equal futures.
* ``legal_moves`` writes distinct codes ``0 <= code < move_codes`` and returns how many, at
  most ``most_moves``. A pass is a move. It is asked of finished positions too, and whatever
  it writes there is not used.
* ``result`` is `ONGOING`, or a number whose sign says who won, for the side to move. Its size is the
  margin, where the game has a ``largest_margin``.
* ``cell`` and ``set_up`` are inverse: what one draws the other reads.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from functools import cached_property
from typing import Any, Generic, NamedTuple, TypeVar

import numpy as np
import numpy.typing as npt

from plyground.core.looks import CHEQUERED, Look
from plyground.core.notation import EMPTY_SQUARE
from plyground.core.options import Option
from plyground.core.symmetry import Symmetry
from plyground.core.teaching import Comparison, Teaching
from plyground.jit import kernel

ONGOING = -(1 << 30)
"""What `result` returns until the game is over; no final score is that low."""

SCENERY = 64
"""The code of the first kind of scenery, as `cell` returns it; pieces have codes below it."""

NO_SQUARE = -1
"""Stands for the missing square of a move: the origin of a placement, both of a pass."""

_KERNELS = ("legal_moves", "play", "result", "cell", "move_squares")
_OPTIONAL_KERNELS = (
    "repetition_key",
    "has_move",
    "is_legal",
    "is_noisy",
    "noisy_moves",
    "decided",
    "loss_distance",
    "leaf_numbers",
    "canonical",
    "planes",
    "pass_turn",
)

Moves = npt.NDArray[np.int32]
PuzzleTags = Callable[[Any, tuple[Any, ...], tuple[int, ...]], tuple[str, ...]]
BoardT = TypeVar("BoardT")
StateT = TypeVar("StateT")


@dataclass(frozen=True)
class Piece:
    """A kind of piece: its name, its letter for each player, and a symbol for drawings."""

    name: str
    letters: tuple[str, str]
    symbol: str = ""


@dataclass(frozen=True)
class Scenery:
    """Something on a square that belongs to neither side."""

    name: str
    letter: str


@dataclass(frozen=True)
class Published:
    """What others have published about the value of a board, with best play from the start.

    `winner` is 0 for the first player, 1 for the second, None for a draw; `margin` is what it wins by,
    where that was published too.
    """

    winner: int | None
    source: str
    margin: int | None = None


@dataclass(frozen=True)
class Level:
    """What a level of strength sees, and how it errs.

    Args:
        nodes: how many positions it looks at for a move; None for as many as its time allows.
        carelessness: how often it plays any legal move instead of searching, from 0 to 1.
        noise: how far it misjudges each move that it considers, as a standard deviation: a multiple of
            how far their scores lie from the middle one on average.
        depth: its horizon in plies; None for as far as its positions reach.
        overlooked: how often it overlooks a move, from 0 to 1; never one that wins at once.
        considered: of the better half of the moves, how many it considers at most, if it errs.
    """

    nodes: int | None
    carelessness: float = 0.0
    noise: float = 0.0
    depth: int | None = None
    overlooked: float = 0.0
    considered: int = 3

    @property
    def errs(self) -> bool:
        """Whether it may prefer another move to the best that it finds."""
        return self.noise > 0 or self.overlooked > 0


@dataclass(frozen=True)
class BenchPositions:
    """Positions that `plyground bench` searches, and how deep."""

    depth: int
    positions: tuple[str, ...]


@dataclass(frozen=True, eq=False)
class Rules(Generic[BoardT, StateT]):
    """A game. Plain functions given here are made kernels.

    Kernels, called millions of times a second:
        legal_moves: fills ``moves`` with the codes of the legal moves, returns their number.
        play: returns the state after a move.
        result: `ONGOING`, or the final score for the side to move; receives the number of
            legal moves.
        cell: what stands on a square, seen by the side to move: 0 for nothing, ``k`` for its
            own ``pieces[k - 1]``, ``-k`` for the opponent's, ``SCENERY + i`` for ``scenery[i]``.
        move_squares: origin and target of a move, `NO_SQUARE` for one that is missing.
        repetition_key: the state without what does not matter when positions are compared
            for repetition; only where ``repetition_limit`` is given.
        has_move: returns whether there is a legal move, where that is quicker than listing them.
        is_legal: returns whether a code is a legal move, where that is quicker than listing them:
            a search tries what it takes for the best move before it lists the others.
        is_noisy: returns whether a move changes much, such as a capture; searches look at those
            first. Only for games that have such moves.
        noisy_moves: fills an array with the noisy moves alone, as `legal_moves` does with all,
            where that is quicker than asking about each: a search tries the best of them before
            it lists the others.
        decided: `ONGOING`, or the final score for the side to move if both sides play their best, where
            that is known without a search. It may miss, and must never be wrong; it is called for
            finished positions too. The solver visits fewer positions for it.
        loss_distance: a guess how many plies a state takes to its end that `decided` says the side to move
            loses; at least 0. Where several moves win, a certificate takes the one with the shortest way, and
            has fewer positions for it; a wrong guess costs room and nothing else.
        leaf_numbers: a guess how many leaves a proof takes that the side to move wins, and how many a proof
            that it does not; receives the number of legal moves. Proof-number search begins with it at a
            new leaf, so that it comes to the right lines first; a wrong guess costs time and nothing else.
        canonical: one of the images of a state under ``symmetries``, the same one for as many of them as
            is quick to find out: the solver takes them for one position.
        planes: the squares of a state as sets, each a tuple of words: one set for every kind of thing that
            a learned evaluation distinguishes. Without it `cell` is called for every square, which is slower.
        pass_turn: the state after the side to move has passed, in games in which hardly any position is the
            better for a pass: a search may then try what happens if nothing is done (null move).

    Plain Python:
        make_board: makes a board from the options, given by name.
        start: the first state of a game.
        set_up: board and state of a diagram; raises ``diagram.problem(...)`` where it makes
            no sense. The options are given by name, with the size of the diagram.
        explain: a few words on why a finished position is over.
        counter: the number behind the player in a position text, for games that have one.
        quiet_plies_left: how many more plies without progress make a draw, None for any number; for games
            whose states have a counter that `repetition_key` leaves out.
        repetition_limit: a position that occurs for this many times is a draw; 0 for never.
        symmetries: the turns and mirror images that keep the rules.
        move_codes: every move's code is below this number.
        most_moves: no position has more legal moves than this.
        largest_margin: no result is beyond this, up to 32767. Without it, it is 1: the game is won, lost
            or drawn, and only the sign of a result counts.
        make_exact_search: compiles a search for exact margins that knows this game, for the solver to use
            in place of its own; `plyground.solving.exact_alphabeta` states the contract. It may order
            moves by an evaluation, a kernel ``(board, state, address)`` whose data are at
            ``workspace.evaluation``.
        exact_effort: the binary logarithm of the positions that it takes to solve a state, rather too
            many than too few. The engine turns to the solver by itself where that fits into its limit.
        has_draws: False if no game ends in a draw, which spares the solver a question.
        side_swap: the symmetry that, with the pieces of both sides exchanged, turns every position in which
            one side is to move into one of equal value in which the other is; None if there is none. A
            learned evaluation then shares its weights between the sides.
        patterns: the patterns of squares that a learned evaluation looks at, one of each group of images;
            without it windows of the board.
        phases: into how many phases a learned evaluation divides the game, at most, by the number of pieces.
        learned_features: names of heuristics that a learned evaluation weighs beside its tables, for what no
            pattern sees.
        engine_features: which features of the engine to switch on (True) or off (False) for this game, where
            matches show that it plays better so.
        look: what its board looks like; chequered unless it says otherwise.
        teaching: illustrations of the rules, prompts and a first lesson; see `plyground.core.teaching`.
        reason: what a mistake gives away, in words that follow the name of the side ("lets white take the
            corner a1"): None where the pieces that it loses say it all, "" where pieces say nothing.
        puzzle_tags: what a puzzle is about, in the words of the game, such as ``race``. Receives the board,
            the states of the solution from the first to the last, and the codes of the moves between them.
        openings: what people call the beginnings of games on a board.
        levels: the levels of strength, the weakest first, where the usual ones do not separate its players.
        named_players: players that the game knows by a name of its own, and how they are written otherwise.
        source_evaluation: the evaluation that the document has which the game was taken from.
        exercise_size: a board on which three plies are soon looked through.
        bench_positions: what the signature of the engine is made of.
        published: values of whole boards in the literature, by size as ``rows x columns``.
    """

    name: str
    title: str
    summary: str
    players: tuple[str, str]
    pieces: tuple[Piece, ...]
    options: tuple[Option, ...]

    make_board: Callable[..., BoardT]
    start: Callable[[BoardT], StateT]
    set_up: Callable[..., tuple[BoardT, StateT]]
    explain: Callable[[BoardT, StateT], str]
    move_codes: Callable[[BoardT], int]
    most_moves: Callable[[BoardT], int]

    legal_moves: Callable[[BoardT, StateT, Moves], int]
    play: Callable[[BoardT, StateT, int], StateT]
    result: Callable[[BoardT, StateT, int], int]
    cell: Callable[[BoardT, StateT, int, int], int]
    move_squares: Callable[[BoardT, StateT, int], tuple[int, int]]

    symmetries: Callable[[BoardT], tuple[Symmetry, ...]] = lambda board: (Symmetry.IDENTITY,)
    counter: Callable[[BoardT, StateT], int] | None = None
    repetition_key: Callable[[BoardT, StateT], StateT] | None = None
    repetition_limit: Callable[[BoardT], int] = lambda board: 0
    quiet_plies_left: Callable[[BoardT, StateT], int | None] | None = None
    has_move: Callable[[BoardT, StateT], bool] | None = None
    is_legal: Callable[[BoardT, StateT, int], bool] | None = None
    is_noisy: Callable[[BoardT, StateT, int], bool] | None = None
    noisy_moves: Callable[[BoardT, StateT, Moves], int] | None = None
    decided: Callable[[BoardT, StateT], int] | None = None
    loss_distance: Callable[[BoardT, StateT], int] | None = None
    leaf_numbers: Callable[[BoardT, StateT, int], tuple[int, int]] | None = None
    canonical: Callable[[BoardT, StateT], StateT] | None = None
    largest_margin: Callable[[BoardT], int] = lambda board: 1
    make_exact_search: Callable[[BoardT, Any, Any], Callable[..., int]] | None = None
    exact_effort: Callable[[BoardT, StateT], float] | None = None
    has_draws: bool = True
    planes: Callable[[BoardT, StateT], tuple[tuple[np.uint64, ...], ...]] | None = None
    side_swap: Callable[[BoardT], Symmetry | None] | None = None
    patterns: Callable[[BoardT], tuple[tuple[int, ...], ...]] | None = None
    phases: int = 6
    learned_features: tuple[str, ...] = ()
    pass_turn: Callable[[BoardT, StateT], StateT] | None = None
    engine_features: Mapping[str, bool] = field(default_factory=dict)
    look: Look = CHEQUERED
    teaching: Teaching | None = None
    reason: Callable[[Comparison], str | None] | None = None
    puzzle_tags: PuzzleTags | None = None
    openings: Callable[[BoardT], tuple[NamedOpening, ...]] = lambda board: ()
    levels: tuple[Level, ...] = ()
    named_players: Mapping[str, str] = field(default_factory=dict)
    source_evaluation: str | None = None
    exercise_size: str | None = None
    bench_positions: BenchPositions | None = None
    published: Mapping[str, Published] = field(default_factory=dict)

    aliases: tuple[str, ...] = ()
    scenery: tuple[Scenery, ...] = ()
    rows_from_top: bool = True

    def __post_init__(self) -> None:
        for name in (*_KERNELS, *_OPTIONAL_KERNELS):
            function = getattr(self, name)
            if function is not None and not hasattr(function, "__kernel_content__"):
                object.__setattr__(self, name, kernel(function))

    def __deepcopy__(self, memo: object) -> Rules[BoardT, StateT]:
        return self  # nothing in it changes, and its functions are compared by identity

    @property
    def letters(self) -> str:
        """Every letter that may stand in a position text."""
        by_player = ["".join(piece.letters[player] for piece in self.pieces) for player in (0, 1)]
        return "".join(by_player) + "".join(scenery.letter for scenery in self.scenery)

    @cached_property
    def letter_of(self) -> tuple[dict[int, str], dict[int, str]]:
        """The letters for what `cell` returns, when the first and when the second player is to move."""
        return self._letters_seen_by(0), self._letters_seen_by(1)

    def _letters_seen_by(self, player: int) -> dict[int, str]:
        letters = {0: EMPTY_SQUARE}
        for kind, piece in enumerate(self.pieces, start=1):
            letters[kind], letters[-kind] = piece.letters[player], piece.letters[1 - player]
        for index, scenery in enumerate(self.scenery):
            letters[SCENERY + index] = scenery.letter
        return letters


def set_of(squares: Any) -> np.uint64:
    """Return the set of the given square numbers as a word.

    >>> int(set_of([0, 1, 3]))
    11
    """
    word = 0
    for square in squares:
        word |= 1 << square
    return np.uint64(word)


class NamedOpening(NamedTuple):
    """The moves from the start of a game to a position that has a name."""

    name: str
    moves: tuple[str, ...]
