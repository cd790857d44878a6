"""Every game against its slow twin: lists of characters, written from the rules alone."""

from __future__ import annotations

import importlib
import random
from collections import Counter
from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings

from plyground.core.conformance import random_line
from plyground.core.discovery import known_games
from plyground.core.position import Game, Position
from tests.core.conformance.boards import all_boards, board_name, choices, games

PLIES_A_BOARD = 10_000
PLIES_AN_EXAMPLE = 500
LONG_PLIES = 1_000_000

_plies = Counter[tuple[str, tuple[int, int]]]()


@pytest.mark.parametrize(("name", "size"), all_boards(), ids=board_name)
def test_moves_and_results_are_those_of_the_slow_twin(name: str, size: tuple[int, int]) -> None:
    @settings(
        max_examples=PLIES_A_BOARD // PLIES_AN_EXAMPLE + 2,
        deadline=None,
        derandomize=True,
        suppress_health_check=list(HealthCheck),
    )
    @given(game=games(name, size), bytes_of_choice=choices(PLIES_AN_EXAMPLE))
    def compare(game: Game, bytes_of_choice: bytes) -> None:
        # Small bytes would pick the first moves over and over: spread them over all moves.
        spread = random.Random(bytes_of_choice)
        compare_with_twin(game, [byte + 256 * spread.randrange(256) for byte in bytes_of_choice])
        _plies[name, size] += len(bytes_of_choice)

    _plies[name, size] = 0
    compare()
    assert _plies[name, size] >= PLIES_A_BOARD


@pytest.mark.long
@pytest.mark.parametrize("name", known_games())
def test_a_million_plies_are_those_of_the_slow_twin(name: str) -> None:
    boards = [size for other, size in all_boards() if other == name]
    chance = random.Random(name)
    for size in boards:
        for seed in range(10):
            options = {"seed": seed} if name == "duel" else {}
            game = Game.of(known_games()[name], {"size": size, **options})
            plies = LONG_PLIES // len(boards) // 10 + 1
            compare_with_twin(game, [chance.randrange(1 << 16) for _ in range(plies)])


def compare_with_twin(game: Game, line: list[int]) -> None:
    """Play a line of moves and compare every position on it with the twin's."""
    twin = None
    for position, move in random_line(game, line):
        if twin is None:
            twin = start_twin(game)
        assert twin.text() == position.text
        assert twin_winner(twin) == winner(position)
        if move is None:
            twin = None
            continue
        assert sorted(twin.moves()) == sorted(map(str, position.moves())), position.text
        twin = twin.play(str(move))


def start_twin(game: Game) -> Any:
    """Make the slow twin of a game's first position."""
    module = importlib.import_module(f"tests.twins.{game.name}")
    options = {name: value for name, value in game.options.items() if name not in ("size", "seed")}
    if game.name == "duel":
        squares = game.start().diagram.where("*")
        options["pits"] = [divmod(square, game.columns) for square in squares]
    return module.Twin.start(game.rows, game.columns, **options)


def twin_winner(twin: Any) -> tuple[str | None] | None:
    """Return None while the game goes on, else the winner or None for a draw, in a tuple."""
    outcome = twin.outcome()
    return None if outcome is None else (outcome[0],)


def winner(position: Position) -> tuple[str | None] | None:
    """Return the same as `twin_winner` for a position."""
    return None if position.outcome is None else (position.outcome.winner,)
