"""What there is to choose from, told before anything is compiled."""

from __future__ import annotations

import subprocess
import sys

from plyground.core.discovery import is_built_in, known_games
from plyground.core.position import Game
from plyground.ui.web.catalogue import make_catalogue
from plyground.ui.web.common.game_views import GameInfo
from plyground.ui.web.limits import LIMITS

NOTHING_COMPILED = """
import sys
from plyground.ui.web.catalogue import make_catalogue
from plyground.ui.web.limits import LIMITS
assert make_catalogue(LIMITS).games
assert "numba" not in sys.modules
"""


def test_it_is_there_before_anything_is_compiled() -> None:
    done = subprocess.run(
        [sys.executable, "-c", NOTHING_COMPILED], capture_output=True, text=True, check=False
    )
    assert done.returncode == 0, done.stderr


def test_it_describes_games_as_the_compiled_rules_do() -> None:
    told = {described.game.name: described.game for described in make_catalogue(LIMITS).games}
    for rules in filter(is_built_in, known_games().values()):
        assert told[rules.name] == GameInfo.of(Game.of(rules, {}))


def test_algorithms_have_the_features_that_suit_a_game() -> None:
    told = {described.game.name: described.algorithms for described in make_catalogue(LIMITS).games}
    assert {"futility", "probcut"} <= set(told["othello"]["engine"])
    assert "probcut" not in told["konane"]["engine"]
    assert told["duel"]["minimax"] == ()
