"""Konane near the end: how often safe moves could decide a game, and how often the board falls into regions.

*Safe moves* are jumps that the opponent can never prevent. A side with more of them than the opponent has
jumps left has won. Two counts stand beside each other:

- what a rule finds that a solver could use: which jumps the opponent may ever make is found by a closure, in
  which squares may be held and empty at once; a jump is safe if none of those prevents it, and the opponent
  makes no more jumps than it can capture stones in the closure;
- what no such rule can exceed: the jumps that a side has left whatever the opponent does alone before,
  against the longest run of jumps that the opponent has alone.

*Regions* are sets of squares that no jump of either side can ever connect, by the same kind of closure.
"""

from __future__ import annotations

import random
from collections.abc import Callable, Iterator

from benchmarks.row import Row
from plyground.core.position import Game, Position, game
from plyground.core.rules import ONGOING
from plyground.games.konane.rules import decided
from plyground.solving import Solver

SIZES = ("6", "8")
PLIES = (2, 4, 6, 8, 10)
POSITIONS = 150
MOST_STATES = 20_000
"""A position in which one side alone can reach more than so many others counts as decided at most."""

Stones = tuple[int, int]
"""The squares of two sides, as bits."""
Lines = list[tuple[int, int, int]]
"""All jumps over one stone: from, over and onto, as bits."""
Runs = Callable[[int, int], int]
"""How many jumps a side can make alone against stones that stand still."""


class TooManyError(Exception):
    """One side alone can reach too many positions."""


class WrongRuleError(Exception):
    """Safe moves decide wrongly."""


def rows() -> Iterator[Row]:
    """Count positions so many plies before the end of random games."""
    for size in SIZES:
        on = game("konane", size=size)
        lines, solver = _lines(on), Solver(on, megabytes=1)
        for plies in PLIES:
            positions = _positions(on, plies)
            known = [int(decided(on.board, each.state)) != ONGOING for each in positions]
            open_ones = [each for each, is_known in zip(positions, known, strict=True) if not is_known]
            effort = list(_effort(open_ones, solver, lines))
            most = sum(_may_win_by_safe_jumps(each, lines) for each in open_ones)
            apart = sum(_regions(each, lines) > 1 for each in positions)
            how = f"of {POSITIONS} positions {plies} plies before the end"
            board = f"konane {on.rows}x{on.columns}"
            yield Row(f"{board}: decided by the rules", sum(known) / POSITIONS, None, how, unit="")
            yield Row(f"{board}: decided by safe moves besides", len(effort) / POSITIONS, None, how, unit="")
            visited = sum(effort) / max(len(effort), 1)
            yield Row(f"{board}: positions to solve one of these", visited, None, f"mean; {how}", unit="")
            yield Row(f"{board}: by safe moves at most", most / POSITIONS, None, how, unit="")
            yield Row(f"{board}: two regions or more", apart / POSITIONS, None, how, unit="")


def _effort(positions: list[Position], solver: Solver, lines: Lines) -> Iterator[int]:
    """Yield how many positions the solver visits where safe moves decide.

    Raises:
        WrongRuleError: the solver has another value.
    """
    for position in positions:
        winner = _winner_by_safe_jumps(position, lines)
        if winner:
            solver.clear()
            *_, solution = solver.run(position)
            if solution.low != winner:
                raise WrongRuleError(position.text)
            yield solution.nodes


def _positions(on: Game, plies: int) -> list[Position]:
    chance, found = random.Random(plies), list[Position]()
    while len(found) < POSITIONS:
        position = on.start()
        while position.outcome is None:
            position = position.play(chance.choice(position.moves()))
        line = position.line()
        if len(line) > plies + 2:
            found.append(line[len(line) - 1 - plies])
    return found


def _lines(on: Game) -> Lines:
    """Return all jumps over one stone: from, over and onto, as bits."""
    rows, columns = on.rows, on.columns
    found: Lines = []
    for row in range(rows):
        for column in range(columns):
            for down, right in ((0, 1), (0, -1), (1, 0), (-1, 0)):
                if 0 <= row + 2 * down < rows and 0 <= column + 2 * right < columns:
                    first, step = row * columns + column, down * columns + right
                    found.append((1 << first, 1 << first + step, 1 << first + 2 * step))
    return found


def _may_win_by_safe_jumps(position: Position, lines: Lines) -> bool:
    """Tell whether either side may have more safe moves than the other one has moves at all."""
    own, other = int(position.state.own), int(position.state.opponent)
    squares = int(position.game.board.squares)
    known = dict[Stones, int]()

    def runs(side: int, against: int) -> int:
        if (side, against) not in known:
            if len(known) > MOST_STATES:
                raise TooManyError
            after = _jumps(side, against, squares, lines)
            known[side, against] = max((1 + runs(*stones) for stones in after), default=0)
        return known[side, against]

    try:
        wins = _jumps_left(own, other, squares, lines, runs) > runs(other, own)
        return wins or _jumps_left(other, own, squares, lines, runs) >= runs(own, other)
    except TooManyError:
        return True


def _jumps_left(side: int, against: int, squares: int, lines: Lines, runs: Runs) -> int:
    """Return how many jumps a side has left at least, after any jumps of the other side alone."""
    seen, waiting, fewest = {(against, side)}, [(against, side)], runs(side, against)
    while waiting:
        if len(seen) > MOST_STATES:
            raise TooManyError
        for after in _jumps(*waiting.pop(), squares, lines):
            if after not in seen:
                seen.add(after)
                waiting.append(after)
                fewest = min(fewest, runs(after[1], after[0]))
    return fewest


def _winner_by_safe_jumps(position: Position, lines: Lines) -> int:
    """Return 1 if the rule knows that the side to move wins, -1 that it loses, else 0."""
    own, other = int(position.state.own), int(position.state.opponent)
    holes = int(position.game.board.squares) & ~(own | other)
    for side, against, lead in ((own, other, 1), (other, own, 0)):
        safe, _ = _safe_jumps(side, against, holes, lines, [])
        # Again, with what these jumps allow the other side.
        safe, most = _safe_jumps(side, against, holes, lines, safe)
        if len(safe) >= most + lead:
            return 1 if lead else -1
    return 0


def _safe_jumps(side: int, against: int, holes: int, lines: Lines, made: Lines) -> tuple[Lines, int]:
    """Return jumps of a side that share no square and stay possible, and how many the other one has at most.

    The side makes no other jumps than those in `made`.
    """
    own, empty, arrived = side, holes, 0
    gone = {
        (over, end) for _, over, end in made
    }  # a stone that is jumped over cannot jump where the jump ended
    for start, over, end in made:
        own, empty = own | end, empty | start | over
    possible: Lines = []
    has_grown = True
    while has_grown:
        has_grown = False
        for line in lines:
            start, over, end = line
            has_stone = arrived & start or (against & start and (start, over) not in gone)
            if line not in possible and has_stone and own & over and empty & end:
                possible.append(line)
                arrived, empty, has_grown = arrived | end, empty | start | over, True
    left = captured = filled = 0
    for start, over, end in possible:
        left, captured, filled = left | start, captured | over, filled | end
    safe: Lines = []
    taken = 0
    for line in made or lines:
        start, over, end = line
        is_possible = side & start and against & over and holes & end
        is_lasting = not (start & captured or over & left or end & filled)
        if is_possible and is_lasting and not taken & (start | over | end):
            safe.append(line)
            taken |= start | over | end
    return safe, captured.bit_count()


def _jumps(side: int, against: int, squares: int, lines: Lines) -> Iterator[Stones]:
    """Yield the stones after each jump, over one or more; a longer one is found as several short ones."""
    holes = squares & ~(side | against)
    for start, over, end in lines:
        if side & start and against & over and holes & end:
            yield side ^ start ^ end, against ^ over


def _regions(position: Position, lines: Lines) -> int:
    """Count the sets of squares that jumps may still connect."""
    may = [int(position.state.own), int(position.state.opponent)]
    holes = int(position.game.board.squares) & ~(may[0] | may[1])
    possible = set[tuple[int, int, int]]()
    has_grown = True
    while has_grown:
        has_grown = False
        for line in lines:
            start, over, end = line
            for side in (0, 1):
                if line not in possible and may[side] & start and may[1 - side] & over and holes & end:
                    possible.add(line)
                    may[side] |= end
                    holes |= start | over
                    has_grown = True
    groups = list[int]()
    for line in possible:
        joined = sum(line)
        for group in [group for group in groups if group & joined]:
            groups.remove(group)
            joined |= group
        groups.append(joined)
    return len(groups)
