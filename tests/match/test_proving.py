"""Games that end when their result is proved: the result is always the exact one."""

from __future__ import annotations

import pytest

from plyground.core.position import game
from plyground.match.judging import Adjudication, Conditions, read_adjudication
from plyground.match.live_game import LiveGame, play_game
from plyground.players import make_player
from plyground.solving import solve
from plyground.store.records import GameRecord, Termination, replay


def played(name: str, size: str, seed: int) -> GameRecord:
    on = game(name, size=size)
    players = (make_player("random", on), make_player("first", on))
    conditions = Conditions(adjudication=Adjudication(proved=True))
    return play_game(LiveGame(on.start(), ("one", "two"), conditions), players, (seed, seed))


@pytest.mark.parametrize(
    ("name", "size"), [("breakthrough", "4x3"), ("konane", "4x4"), ("othello", "4"), ("duel", "3")]
)
def test_an_adjudicated_result_is_the_exact_one(name: str, size: str) -> None:
    ended = 0
    for seed in range(4):
        record = played(name, size, seed)
        if record.termination is Termination.ADJUDICATION:
            ended += 1
            position = replay(record)[-1]
            assert position.outcome is None
            assert record.reason.startswith("proved: ")
            if name != "duel":  # which the solver refuses
                value = solve(position, only_winner=True, megabytes=1).value
                assert record.winner == {"win": position.player, "loss": 1 - position.player}.get(f"{value}")
    assert ended > 2


def test_it_is_off_unless_asked_for() -> None:
    assert not read_adjudication(None, None, None).proved
    assert read_adjudication(None, None, None, "proved").proved
