"""What a move did, in words: found by comparing the board before and after."""

from __future__ import annotations

from collections.abc import Sequence

from plyground.core.position import Position
from plyground.search.limit import Limit
from plyground.search.report import Report

MOST_LISTED = 4
"""Squares that are named one by one; of more, only the number is given."""

_HISSING = ("s", "x", "o", "ch", "sh")


def told_move(after: Position) -> str:
    """Say who played the last move, and what it took, turned or lost.

    >>> import plyground as ply
    >>> told_move(ply.game("othello", size=4).start().play("b1"))
    'black plays b1 and turns b2'
    """
    before, move = after.previous, after.last_move
    if before is None or move is None:
        raise ValueError("nobody has moved yet")
    side = before.to_move
    if move.target is None:
        return f"{side} passes"
    change = _Change(before, after)
    if change.is_removal:
        return f"{side} removes {move}"
    effect = change.fight() or change.harvest()
    return f"{side} plays {move}{effect}"


class _Change:
    """The board before and after a move that has a target."""

    def __init__(self, before: Position, after: Position) -> None:
        rules, mover, move = before.game.rules, before.player, after.last_move
        if move is None or move.target is None:
            raise ValueError("a pass changes nothing")
        self._old, self._new = before.diagram.squares, after.diagram.squares
        self._origin, self._target = move.origin, move.target
        self._own = {piece.letters[mover] for piece in rules.pieces}
        self._enemy = {piece.letters[1 - mover] for piece in rules.pieces}
        self._scenery = {scenery.letter: scenery.name for scenery in rules.scenery}
        self._kinds = {letter: piece.name for piece in rules.pieces for letter in piece.letters}
        self._has_one_kind = len(rules.pieces) == 1
        self._name = before.game.grid.name

    @property
    def is_removal(self) -> bool:
        """Whether the mover took a piece of its own off the board."""
        is_own = self._old[self._target] in self._own
        return self._origin is None and is_own and self._new[self._target] not in self._own

    def fight(self) -> str:
        """Tell how a piece fared that moved to where something stood, or was lost on its way."""
        if self._origin is None or self._old[self._origin] not in self._kinds:
            return ""
        attacker, met = self._kinds[self._old[self._origin]], self._old[self._target]
        where = f"on {self._name(self._target)}"
        if self._new[self._target] not in self._own:
            return f": {self._loss(attacker, met)} {where}"
        is_battle = met in self._enemy and not self._has_one_kind
        return f": {attacker} kills {self._kinds[met]} {where}" if is_battle else ""

    def _loss(self, attacker: str, met: str) -> str:
        """Tell how a piece was lost that met something, or nothing at all."""
        if met not in self._kinds:
            pit = self._scenery.get(met)
            return f"{attacker} falls into the {pit}" if pit else f"{attacker} is lost"
        defender = self._kinds[met]
        if self._new[self._target] in self._enemy:
            return f"{defender} kills the attacking {attacker}"
        is_even = attacker == defender
        return f"both {plural(attacker)} die" if is_even else f"{attacker} and {defender} die"

    def harvest(self) -> str:
        """Tell which enemy pieces were taken or turned."""
        turned: list[int] = []
        taken: list[int] = []
        for square, (old, new) in enumerate(zip(self._old, self._new, strict=True)):
            if old in self._enemy and new not in self._enemy:
                is_turned = new in self._own and square != self._target
                (turned if is_turned else taken).append(square)
        told = []
        if taken:
            told.append(f"takes {'on ' if len(taken) <= MOST_LISTED else ''}{self._listed(taken)}")
        if turned:
            told.append(f"turns {self._listed(turned)}")
        return "".join(f" and {each}" for each in told)

    def _listed(self, squares: Sequence[int]) -> str:
        if len(squares) > MOST_LISTED:
            kinds = {self._kinds[self._old[square]] for square in squares}
            return f"{len(squares)} {plural(kinds.pop()) if len(kinds) == 1 else 'pieces'}"
        *others, last = map(self._name, squares)
        return f"{', '.join(others)} and {last}" if others else last


def plural(name: str) -> str:
    """Return the name of several pieces."""
    return f"{name}es" if name.endswith(_HISSING) else f"{name}s"


HINT = Limit(seconds=5.0, nodes=500_000)
"""Positions rather than time, so that a hint is the same on every machine that is not very slow."""


def told_hint(report: Report) -> str:
    """Write the best move and why it is the best."""
    score = report.lines[0].told_score
    is_certain = report.proved or report.plies_to_end is not None
    return (
        f"hint: {report.move} ({score})"
        if is_certain
        else f"hint: {report.move} ({score} at depth {report.depth})"
    )
