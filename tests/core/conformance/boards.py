"""Every game at every size, found the way the command line finds them."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from hypothesis import strategies as st

from plyground.core.discovery import AnyRules, known_games
from plyground.core.options import Choice, Number, Option, Size
from plyground.core.position import Game

LARGEST_SEED = 1000


def sizes_of(rules: AnyRules) -> Iterator[tuple[int, int]]:
    """Yield every size that a game allows."""
    for option in rules.options:
        if isinstance(option, Size):
            for rows in option.rows:
                for columns in option.columns:
                    if rows == columns or not option.only_square:
                        yield rows, columns


def all_boards() -> list[tuple[str, tuple[int, int]]]:
    """Return every game's name with every size."""
    return [(name, size) for name, rules in known_games().items() for size in sizes_of(rules)]


def board_name(board: object) -> str:
    """Name a test after its game or its size."""
    return "x".join(map(str, board)) if isinstance(board, tuple) else str(board)


@st.composite
def games(draw: st.DrawFn, name: str, size: tuple[int, int]) -> Game:
    """Draw the options of a game other than its size."""
    rules = known_games()[name]
    options: dict[str, Any] = {"size": size}
    for option in rules.options:
        if not isinstance(option, Size):
            options[option.name] = draw(_values(option))
    return Game.of(rules, options)


def _values(option: Option) -> st.SearchStrategy[Any]:
    if isinstance(option, Choice):
        return st.sampled_from(option.choices)
    if isinstance(option, Number) and option.name == "seed":
        return st.integers(option.minimum, min(option.maximum, LARGEST_SEED))
    return st.just(option.default)


def choices(plies: int) -> st.SearchStrategy[bytes]:
    """Draw which move to make, one byte a ply."""
    return st.binary(min_size=plies, max_size=plies)
