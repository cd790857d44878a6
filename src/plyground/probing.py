"""What a table of solved positions says about a root, as a search would report it."""

from __future__ import annotations

from plyground.position import Move, Position
from plyground.search.proof import Proof
from plyground.search.report import Line, Report
from plyground.search.score import DRAW, LONGEST_LINE, UNIT, WIN
from plyground.search.workspace import MOST_PLIES
from plyground.tables import Exact, Table


def probed_report(table: Table, position: Position, lines: int) -> Report | None:
    """Return the best moves with their exact values, None if the table does not know that of the position."""
    root = table.probe(position)
    if root is None:
        return None
    known = [(move, exact) for move, exact in table.moves(position) if exact is not None]
    known.sort(key=lambda each: each[1].rank, reverse=True)
    if not known or known[0][1].rank != root.rank:  # counters hide the move that has the value
        return None
    found = tuple(_line(table, position, move, exact) for move, exact in known[:lines])
    depth = max(len(line.codes) for line in found)
    return Report(found, depth, depth, 1 + len(known), 0.0)


def _line(table: Table, position: Position, move: Move, exact: Exact) -> Line:
    """Follow best moves to the end of the game, where there is one: a draw may go on for ever."""
    moves, after = [move], position.play(move)
    follows = exact.value != "draw" or table.game.rules.repetition_key is None
    while follows and after.outcome is None and len(moves) < MOST_PLIES:
        best = table.best_move(after)
        if best is None:
            break
        moves.append(best)
        after = after.play(best)
    plies = exact.distance or (len(moves) if after.outcome is not None else LONGEST_LINE)
    score = {"win": WIN - plies * UNIT, "draw": DRAW, "loss": plies * UNIT - WIN}[exact.value]
    codes = tuple(each.code for each in moves)
    return Line(position, codes, score, Proof(exact.value, exact.margin, exact.distance))
