"""What a person typed: a move, a number from a list, a piece to move, or a command."""

from __future__ import annotations

import contextlib
import math
import signal
import time
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from types import FrameType
from typing import Self

from plyground.core.position import Move, Position
from plyground.errors import IllegalMoveError, NotationError, PlygroundError, nearest, shortened
from plyground.match.judging import FlagFallError

TICK = 1.0
"""Seconds between two looks at the clock of a person who thinks."""


class Interrupts:
    """Listens to Ctrl-C for as long as it is entered; only in the main thread."""

    def __init__(self) -> None:
        self.presses = 0
        self._is_raising = False

    def __enter__(self) -> Self:
        self._before = signal.signal(signal.SIGINT, self._hear)
        return self

    def __exit__(self, *error: object) -> None:
        signal.signal(signal.SIGINT, self._before)

    @contextlib.contextmanager
    def raising(self) -> Iterator[None]:
        """Let Ctrl-C raise `KeyboardInterrupt` in this block, as it does in other programs."""
        self.presses = 0
        self._is_raising = True
        try:
            yield
        finally:
            self._is_raising = False

    def _hear(self, number: int, frame: FrameType | None) -> None:
        if self._is_raising:
            raise KeyboardInterrupt
        self.presses += 1


@contextlib.contextmanager
def ticking(seconds: float | None, tick: Callable[[], None]) -> Iterator[None]:
    """Call `tick` while the block waits for something, and end it after this many seconds.

    It ticks without a limit too: readline does not notice a Ctrl-C that comes just before it
    begins to wait, until another signal wakes it up.

    Raises:
        FlagFallError: the time is up.
    """
    deadline = math.inf if seconds is None else time.monotonic() + seconds

    def arm() -> None:
        left = deadline - time.monotonic()
        if left <= 0:
            raise FlagFallError
        signal.setitimer(signal.ITIMER_REAL, min(left, TICK))

    def ring(number: int, frame: FrameType | None) -> None:
        tick()
        arm()

    before = signal.signal(signal.SIGALRM, ring)
    try:
        arm()
        yield
    finally:
        signal.setitimer(signal.ITIMER_REAL, 0)
        signal.signal(signal.SIGALRM, before)


class Leave(BaseException):
    """The person goes away; the game is kept as it is."""


class TakeBack(BaseException):
    """The person wants the last move back, and the reply to it."""


COMMANDS = {
    "moves": "list all legal moves (or ?)",
    "hint": "what the engine would play",
    "undo": "take back, with the reply",
    "analyse": "best moves, live [SECONDS]",
    "flip": "turn the board round",
    "save": "write a record to [FILE]",
    "resign": "give up (type all of it)",
    "help": "this list",
    "quit": "leave; the game is kept",
}
OTHER_NAMES = {"?": "moves", "analyze": "analyse", "exit": "quit"}
WITH_ARGUMENT = frozenset({"analyse", "save"})
MOST_DIGITS = 6


class InputError(PlygroundError):
    """What was typed makes no sense here."""


@dataclass(frozen=True)
class Order:
    """A command, and what stands behind it."""

    name: str
    argument: str = ""


@dataclass(frozen=True)
class Pick:
    """A piece that somebody wants to move: its square, and where it can go."""

    square: str
    moves: tuple[Move, ...]


def read_answer(
    text: str, position: Position, listed: Sequence[Move] = (), picked: Pick | None = None
) -> Move | Pick | Order:
    """Understand what was typed when a side is to move.

    `listed` are the moves that numbers stand for, `picked` is the piece that was named before.

    Raises:
        PlygroundError: it makes no sense; the message says why.
    """
    words = text.split()
    if not words:
        return Order("board")
    first = words[0].lower()
    if first != "pass" and not any(character.isdigit() for character in first):
        return read_order(text)
    if len(words) == 1 and first.isdecimal():
        return _numbered(first, listed)
    # Two squares may be typed with a space between them.
    return _move_or_pick("".join(words).lower(), position, picked)


def read_order(text: str) -> Order:
    """Read a command, whose name may be shortened as long as it is clear.

    Raises:
        InputError: there is no such command, or more than one.
    """
    word, _, argument = text.strip().partition(" ")
    order = Order(_full_name(word), argument.strip())
    if order.argument and order.name not in WITH_ARGUMENT:
        raise InputError(f"nothing may follow {order.name}, but there is {shortened(order.argument)}")
    return order


def _full_name(word: str) -> str:
    name = word.lower()
    if name in COMMANDS or name in OTHER_NAMES:
        return OTHER_NAMES.get(name, name)
    found = [each for each in (*COMMANDS, *OTHER_NAMES) if name and each.startswith(name)]
    meant = sorted({OTHER_NAMES.get(each, each) for each in found})
    if not meant:
        hint = nearest(name, COMMANDS) or "; help lists what you can type"
        raise InputError(f"there is no command {shortened(word)}{hint}")
    if len(meant) > 1:
        raise InputError(f"{shortened(word)} may be {' or '.join(meant)}")
    if meant == ["resign"]:
        raise InputError("type resign in full to give up the game")
    return meant[0]


def _numbered(digits: str, listed: Sequence[Move]) -> Move:
    if not listed:
        raise InputError(f"{shortened(digits)} is a number, but no list is shown; type moves first")
    number = int(digits[:MOST_DIGITS])
    if not 1 <= number <= len(listed):
        raise InputError(f"the list has no number {shortened(digits)}, only 1 to {len(listed)}")
    return listed[number - 1]


def _move_or_pick(text: str, position: Position, picked: Pick | None) -> Move | Pick:
    """Read a move; a single square is a stone to place, a piece to move, or where it goes."""
    try:
        return position.find_move(text)
    except IllegalMoveError as error:
        try:
            square = position.game.grid.read_square(text)
        except NotationError:
            raise error from None
        for move in picked.moves if picked is not None else ():
            if move.target == square:
                return move
        from_there = tuple(move for move in position.moves() if move.origin == square)
        if from_there:
            return Pick(text, from_there)
        if all(move.origin is not None for move in position.moves()):
            raise InputError(f"nothing of yours can move from {text}") from error
        raise
