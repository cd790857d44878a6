"""Whole games of Konane: the plain program of the course report against the compiled replay of its games."""

from __future__ import annotations

from collections.abc import Iterator

from benchmarks import konane_report
from benchmarks.row import Row
from plyground.core.position import game
from plyground.study.konane_report import ReplayedGame, replay_game

DEPTHS = (3, 4, 5)
REPEATS = 3

SEARCHES = {"minimax": konane_report.minimax, "alphabeta": konane_report.alphabeta}


def rows() -> Iterator[Row]:
    """Play every game twice, move by move the same, and compare the CPU seconds of the searches.

    Raises:
        AssertionError: the two programs played different games.
    """
    for depth in DEPTHS:
        for algorithm, search in SEARCHES.items():
            ours = _quickest(algorithm, depth)
            line, _, seconds = konane_report.play_game(search, depth)
            assert [move_text(move) for move in line] == ours.line, "the games differ"
            how = f"{len(line)} moves, plain Python {seconds:.3g} s, compiled {1000 * ours.seconds:.3g} ms"
            yield Row(f"Konane 8x8, {algorithm} at depth {depth}", seconds / ours.seconds, None, how)


def _quickest(algorithm: str, depth: int) -> ReplayedGame:
    games = [replay_game(algorithm, depth) for _ in range(REPEATS)]
    return min(games, key=lambda each: each.seconds)


def move_text(move: konane_report.Move) -> str:
    """Write a move of the plain program as Plyground writes it."""
    names = [game("konane").grid.name(konane_report.SIZE * row + column) for row, column in move]
    return names[0] if len(names) == 1 else f"{names[0]}-{names[-1]}"
