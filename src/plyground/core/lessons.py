"""Illustrations, prompts and lessons under the rules of a game.

A game that declares nothing has illustrations all the same, which `illustrations_of` makes from its rules:
the start, a move, a capture, and how a game ends.
"""

from __future__ import annotations

import itertools
import random
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from plyground.core.position import Game, Move, Position
from plyground.core.teaching import Illustration, LessonStep
from plyground.errors import PlygroundError

TRIED_GAMES = 20
"""Random games among which a capture and an ending are looked for."""

LONGEST_TRIED = 400


class TeachingError(PlygroundError):
    """A game declares an illustration or a lesson that its rules do not allow."""


@dataclass(frozen=True)
class Shown:
    """An illustration under the rules: the position, and the one after the move, if there is a move."""

    text: str
    before: Position
    after: Position | None


@dataclass(frozen=True)
class Taught:
    """A step of a lesson under the rules: where it is played, which moves complete it, and the reply."""

    step: LessonStep
    position: Position
    accepted: tuple[Move, ...]
    reply: str | None


def illustrations_of(game: Game) -> tuple[Shown, ...]:
    """Return the illustrations that a game declares, or else some made from its rules.

    Raises:
        TeachingError: a declared one is not allowed by the rules.
    """
    teaching = game.rules.teaching
    if teaching is None or not teaching.illustrations:
        return tuple(_made_illustrations(game))
    return tuple(_shown(game, number, each) for number, each in enumerate(teaching.illustrations, start=1))


def lesson_of(game: Game) -> tuple[Taught, ...]:
    """Return the lesson that a game declares, empty if it has none.

    Raises:
        TeachingError: a step is not allowed by the rules.
    """
    teaching = game.rules.teaching
    taught: list[Taught] = []
    for number, step in enumerate(() if teaching is None else teaching.lesson, start=1):
        where = f"step {number} of the lesson of {game.name}"
        position = _place(game, step, taught, where)
        accepted = tuple(_legal(position, move, where) for move in step.accepted) or tuple(position.moves())
        if len(accepted) < len(position.moves()) and not step.correction:
            raise TeachingError(f"{where} has nothing to say about other legal moves")
        if step.reply is not None:
            for move in accepted:
                _legal(position.play(move), step.reply, f"the reply to {move} in {where}")
        taught.append(Taught(step, position, accepted, step.reply))
    return tuple(taught)


def prompt_for(position: Position) -> str:
    """Say in a few words what the side to move is to do; empty in a finished game."""
    rules, moves = position.game.rules, position.moves()
    if not moves:
        return ""
    if all(move.target is None for move in moves):
        return "pass: there is no other move"
    if rules.teaching is not None and rules.teaching.prompt is not None:
        return rules.teaching.prompt(position.game.board, position.state)
    if any(move.origin is not None for move in moves):
        return "pick one of your pieces, then an outlined square"
    return "choose one of the outlined squares"


def check_teaching(game: Game) -> None:
    """Check that the rules allow every illustration and lesson of a game.

    Raises:
        TeachingError: they do not; the message says which and why.
    """
    illustrations_of(game)
    lesson_of(game)


def _shown(game: Game, number: int, declared: Illustration) -> Shown:
    where = f"illustration {number} of {game.name}"
    before = _position(game, declared.position, where)
    after = None if declared.move is None else before.play(_legal(before, declared.move, where))
    return Shown(declared.text, before, after)


def _place(game: Game, step: LessonStep, taught: Sequence[Taught], where: str) -> Position:
    """Return the position of a step: its own, or where the step before it has led."""
    if step.position is not None:
        return _position(game, step.position, where)
    if not taught:
        return game.start()
    last = taught[-1]
    if len(last.accepted) > 1:
        raise TeachingError(f"{where} needs a position, since the one before it accepts several moves")
    position = last.position.play(last.accepted[0])
    return position if last.reply is None else position.play(last.reply)


def _position(game: Game, text: str, where: str) -> Position:
    try:
        return game.position(text)
    except PlygroundError as error:
        raise TeachingError(f"{where}: {error}") from error


def _legal(position: Position, move: str, where: str) -> Move:
    try:
        return position.find_move(move)
    except PlygroundError as error:
        raise TeachingError(f"{where}: {error}") from error


def _made_illustrations(game: Game) -> Iterator[Shown]:
    """Show the start, a move, a capture and an ending, as far as random games have them."""
    start = game.start()
    yield Shown(f"This is how a game starts. {start.to_move.capitalize()} moves first.", start, None)
    moves = start.moves()
    if moves:
        move = moves[len(moves) // 2]
        count = f"{len(moves)} legal moves" if len(moves) > 1 else "one legal move"
        text = f"There {'are' if len(moves) > 1 else 'is'} {count} here. This one is written {move}."
        yield Shown(text, start, start.play(move))
    lines = [_random_line(start, seed) for seed in range(TRIED_GAMES)]
    capture = next((pair for line in lines for pair in itertools.pairwise(line) if _takes(*pair)), None)
    if capture is not None:
        before, after = capture
        yield Shown(f"A move may remove pieces of the other side, as {after.last_move} does.", before, after)
    ending = min((line for line in lines if line[-1].outcome is not None), key=len, default=None)
    if ending is not None and len(ending) > 1:
        told = str(ending[-1].outcome)
        yield Shown(f"A game ends like this. {told[0].upper()}{told[1:]}.", ending[-2], ending[-1])


def _random_line(position: Position, seed: int) -> list[Position]:
    chance = random.Random(seed)
    line = [position]
    while len(line) <= LONGEST_TRIED and (moves := line[-1].moves()):
        line.append(line[-1].play(chance.choice(moves)))
    return line


def _takes(before: Position, after: Position) -> bool:
    """Tell whether the move between two positions has left the other side with fewer pieces."""
    letters = {piece.letters[after.player] for piece in before.game.rules.pieces}
    counts = [sum(map(position.text.split()[0].count, letters)) for position in (before, after)]
    return counts[1] < counts[0]
