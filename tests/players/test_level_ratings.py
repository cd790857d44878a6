"""The measured differences between levels: the same as in the docs, and of boards that there are."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

import plyground as ply
from plyground.core.discovery import known_games
from plyground.players.level_ratings import LOWEST_RATING, measured_levels
from plyground.players.levels import levels_of

PAGE = Path(__file__).parents[2] / "docs" / "explanation" / "levels.md"


def documented() -> dict[tuple[str, str], list[float]]:
    """Return the differences in the table of the page, by title and size of the board."""
    lines = [
        line.strip("|").split("|") for line in PAGE.read_text("utf-8").splitlines() if line.startswith("|")
    ]
    heading = next(cells for cells in lines if cells[0].strip() == "level")
    rows = [cells for cells in lines if re.fullmatch(r"\d+ over \d+", cells[0].strip())]
    found = {}
    for column, board in enumerate(heading[1:], start=1):
        title, size = board.split()
        found[title.lower(), size] = [float(re.findall(r"\(([+-]\d+) ±", row[column])[0]) for row in rows]
    return found


@pytest.mark.parametrize("name", sorted(known_games()))
def test_the_ratings_are_those_of_the_docs(name: str) -> None:
    measured = measured_levels(name)
    assert measured is not None
    game = ply.game(name, size=measured.size)
    assert list(measured.gaps) == documented()[name, f"{game.rows}x{game.columns}"]
    assert len(measured.ratings) == len(levels_of(game))
    assert measured.ratings[0] == LOWEST_RATING
    assert measured.ratings[1] == LOWEST_RATING + measured.gaps[0]


def test_a_game_without_measurements_has_no_ratings() -> None:
    assert measured_levels("no such game") is None
