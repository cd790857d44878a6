"""Why a move is a mistake, in words: those of the game itself, or what the refutation takes.

The words follow the name of the side that made the mistake: "loses a hero on e4", "lets white take the
corner a1".
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from itertools import pairwise

from plyground.core.position import Move, Position
from plyground.core.teaching import Comparison, ReasonScene
from plyground.search.score import told_distance

AT_ONCE = 2
"""Plies to the end of a game after which nothing else has to be said."""

_HISSING = ("s", "x", "o", "ch", "sh")


def reason_for(before: Position, played: Sequence[Move], better: Sequence[Move]) -> str:
    """Say what the move gives away that `played` begins with; "" if nothing can be said."""
    comparison = Comparison(
        grid=before.game.grid,
        players=before.game.players,
        me=before.player,
        played=_scenes(before, played),
        better=_scenes(before, better),
        better_move=str(better[0]) if better else "",
    )
    end = before.play_all(played)
    told = before.game.rules.reason and before.game.rules.reason(comparison)
    if told:
        return told
    lost = "" if told is not None or len(played) <= AT_ONCE else _told_pieces(before, comparison)
    return lost or _told_end(end, comparison, len(played))


def _scenes(position: Position, moves: Sequence[Move]) -> tuple[ReasonScene, ...]:
    line = [position]
    for move in moves:
        line.append(line[-1].play(move))
    return tuple(_scene(each) for each in line)


def _scene(position: Position) -> ReasonScene:
    outcome = position.outcome
    winner = (
        None if outcome is None or outcome.winner is None else position.game.players.index(outcome.winner)
    )
    moves = tuple(str(move) for move in position.moves())
    return ReasonScene(position.diagram.squares, position.player, moves, winner)


def _told_end(end: Position, comparison: Comparison, plies: int) -> str:
    """Say how the game ends if the refutation wins it."""
    if end.outcome is None or comparison.played[-1].winner != 1 - comparison.me:
        return ""
    return f"lets {comparison.opponent} win {told_distance(plies - 1)}: {end.outcome.reason}"


def _told_pieces(before: Position, comparison: Comparison) -> str:
    """Say which pieces the move costs, beside what the better line costs; "" if no more than that."""
    end = min(len(comparison.played), len(comparison.better)) - 1
    kinds = [_kinds(before, side) for side in (comparison.me, 1 - comparison.me)]
    mine, theirs = (_lost(comparison.played[: end + 1], each) for each in kinds)
    mine_there, theirs_there = (_lost(comparison.better[: end + 1], each) for each in kinds)
    if mine.total() - theirs.total() <= mine_there.total() - theirs_there.total():
        return ""
    if mine.total() > theirs.total():
        told = f"loses {_listed(mine)}"
        if mine.total() == 1:
            where = next(_places(comparison.played[: end + 1], kinds[0]), None)
            told += "" if where is None else f" on {comparison.grid.name(where)}"
        return f"{told} for {_listed(theirs)}" if theirs else told
    if theirs_there.total() > mine_there.total():
        return f"misses {_listed(theirs_there)} that {comparison.better_move} wins"
    return ""


def _kinds(before: Position, side: int) -> dict[str, str]:
    """Return the name of each piece of a side, by letter."""
    return {piece.letters[side]: piece.name for piece in before.game.rules.pieces}


def _lost(line: Sequence[ReasonScene], kinds: dict[str, str]) -> Counter[str]:
    """Count the pieces of each kind that are on the board at the beginning of a line and not at its end."""
    first, last = (
        Counter(kinds[each] for each in scene.squares if each in kinds) for scene in (line[0], line[-1])
    )
    return first - last


def _places(line: Sequence[ReasonScene], kinds: dict[str, str]) -> Iterator[int]:
    """Yield the squares on which the other side took a piece, or its own side lost one."""
    for old, new in pairwise(line):
        gone = [
            square
            for square, letter in enumerate(old.squares)
            if letter in kinds and new.squares[square] not in kinds
        ]
        come = [
            square
            for square, letter in enumerate(new.squares)
            if letter in kinds and old.squares[square] not in kinds
        ]
        if len(gone) > len(come):
            moved = [square for square in gone if new.squares[square] != "."]
            yield (moved or gone)[0]


def _listed(pieces: Counter[str]) -> str:
    """List pieces: "a hero and 2 wumpuses"."""
    told = [
        _article(name) if count == 1 else f"{count} {_plural(name)}" for name, count in sorted(pieces.items())
    ]
    return " and ".join([", ".join(told[:-1]), told[-1]]) if len(told) > 1 else told[0]


def _article(name: str) -> str:
    return f"{'an' if name[0] in 'aeiou' else 'a'} {name}"


def _plural(name: str) -> str:
    return f"{name}es" if name.endswith(_HISSING) else f"{name}s"
