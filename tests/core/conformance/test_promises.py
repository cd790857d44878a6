"""The promises of `plyground.core.rules`, for every game at every size."""

from __future__ import annotations

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from plyground.core.conformance import check_game
from tests.core.conformance.boards import all_boards, board_name, choices, games

PLIES = 60
EXAMPLES = 4


@pytest.mark.parametrize(("name", "size"), all_boards(), ids=board_name)
@settings(max_examples=EXAMPLES, deadline=None, derandomize=True, suppress_health_check=list(HealthCheck))
@given(data=st.data())
def test_every_promise_is_kept(name: str, size: tuple[int, int], data: st.DataObject) -> None:
    game = data.draw(games(name, size))
    assert check_game(game, data.draw(choices(PLIES))) == PLIES
