"""What a game tells the solver, checked: its own exact search, and its early decisions."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import replace
from typing import NamedTuple

from plyground.core.conformance import ConformanceError, random_line
from plyground.core.position import Game, Position
from plyground.core.rules import ONGOING
from plyground.search.limit import Limit
from plyground.search.tt import make_table
from plyground.solving.exact_alphabeta import make_exact_search
from plyground.solving.solver import Solver
from plyground.solving.solver_workspace import make_workspace
from plyground.solving.textbook import exact_margin

LATE_PLIES = 5
"""A position this near the end of a random game is small enough for plain Python."""

ORACLE_NODES = 20_000
"""Where a decision cannot be confirmed with so many nodes, it is not checked."""


class Decisions(NamedTuple):
    """How many early decisions of a game were met, and how many of them could be confirmed."""

    confirmed: int
    met: int


def check_exact_search(game: Game, choices: Iterable[int]) -> int:
    """Check a game's own exact search near the end of random games; return how many positions were checked.

    Raises:
        ConformanceError: a score breaks the contract; the message names the window and the position.
    """
    if game.rules.make_exact_search is None:
        return 0
    search = make_exact_search(game.rules, game.board)
    table = make_table(1)
    workspace = make_workspace(game.rules, game.board, table)
    count = 0
    for position in _late_positions(game, choices):
        margin = exact_margin(position)
        largest = game.rules.largest_margin(game.board)
        for alpha, beta in ((-largest - 1, largest + 1), (margin - 1, margin), (margin, margin + 1)):
            score = int(search(position.state, alpha, beta, workspace))
            if not keeps_contract(score, margin, alpha, beta):
                told = f"{score} between {alpha} and {beta}, and its margin is {margin}"
                raise ConformanceError(f"{game.name}: the exact search returns {told} ({position.text})")
        count += 1
    return count


def check_decided(game: Game, choices: Iterable[int]) -> Decisions:
    """Check what a game calls decided along random games, against a solver that does not know it.

    Positions that this solver cannot solve with a few nodes are not confirmed.

    Raises:
        ConformanceError: a decision is wrong; the message names it and the position.
    """
    decided, largest = game.rules.decided, game.rules.largest_margin(game.board)
    if decided is None:
        return Decisions(0, 0)
    rules = replace(game.rules, decided=None, canonical=None, make_exact_search=None)
    plain = Game(rules, game.name, game.board, game.given_options)
    solver = Solver(plain, megabytes=1)
    confirmed = met = 0
    for position, _ in random_line(game, choices):
        answer = int(decided(game.board, position.state))
        if answer == ONGOING:
            continue
        *_, found = solver.run(Position(plain, position.state), Limit(nodes=ORACLE_NODES))
        if not found.low <= max(min(answer, largest), -largest) <= found.high:
            problem = f"it is decided with {answer}, and its value is from {found.low} to {found.high}"
            raise ConformanceError(f"{game.name}: {problem} ({position.text})")
        met += 1
        confirmed += found.low == found.high
    return Decisions(confirmed, met)


def keeps_contract(score: int, margin: int, alpha: int, beta: int) -> bool:
    """Tell whether a score is what fail-soft alpha-beta may return for a margin."""
    if score <= alpha:
        return margin <= score
    if score >= beta:
        return margin >= score
    return margin == score


def _late_positions(game: Game, choices: Iterable[int]) -> Iterator[Position]:
    for position, move in random_line(game, choices):
        line = position.line()
        if move is None and len(line) > 1:
            yield line[max(-LATE_PLIES - 1, -len(line))]
