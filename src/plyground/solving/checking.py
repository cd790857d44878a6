"""What a game tells the solver, checked against plain minimax: its own exact search, its early decisions."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from plyground.conformance import ConformanceError, random_line
from plyground.position import Game, Position
from plyground.rules import ONGOING
from plyground.search.memory import make_table
from plyground.solving.alphabeta import make_exact_search
from plyground.solving.textbook import exact_margin
from plyground.solving.workspace import make_workspace

LATE_PLIES = 5
"""A position this near the end of a random game is small enough for plain Python."""


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


def check_decided(game: Game, choices: Iterable[int]) -> int:
    """Check what a game calls decided near the end of random games; return how many positions it decides.

    Raises:
        ConformanceError: a decision is wrong; the message names it and the position.
    """
    decided, largest = game.rules.decided, game.rules.largest_margin(game.board)
    if decided is None:
        return 0
    count = 0
    for late in _late_positions(game, choices):
        for position in (late, *(late.play(move) for move in late.moves())):
            answer = int(decided(game.board, position.state))
            if answer == ONGOING:
                continue
            margin = exact_margin(position)
            if max(min(answer, largest), -largest) != margin:
                problem = f"it is decided with {answer}, and its value is {margin}"
                raise ConformanceError(f"{game.name}: {problem} ({position.text})")
            count += 1
    return count


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
