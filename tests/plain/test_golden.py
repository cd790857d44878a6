"""Golden games come out the same, compiled or not."""

from __future__ import annotations

import pytest

from plyground.core.discovery import known_games
from tests.golden.playthrough import FOLDER, playthrough


@pytest.mark.parametrize("name", known_games())
def test_the_golden_game_is_played_again(name: str) -> None:
    assert playthrough(name) == (FOLDER / f"{name}.txt").read_text()
