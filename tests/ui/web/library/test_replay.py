"""A recorded game as plies: every position, what was told and thought, what the clocks showed."""

from __future__ import annotations

from dataclasses import replace

import pytest

from plyground.errors import RecordError
from plyground.store.records import PlayedMove, replay
from plyground.ui.web.library.library_service import positions_and_plies

from .made_up import made_up_game, unfinished

GAMES = [("breakthrough", "4x4"), ("othello", "4"), ("konane", "4x4"), ("duel", "3")]


@pytest.mark.parametrize(("game", "size"), GAMES)
def test_every_ply_is_a_position_of_the_game(game: str, size: str) -> None:
    record = made_up_game("a", "b", game=game, size=size)
    positions, plies = positions_and_plies(record)
    assert positions == replay(record)
    assert [ply.position for ply in plies] == [position.text for position in positions]
    assert [ply.move for ply in plies] == [None, *(played.text for played in record.moves)]
    assert all(ply.told and (ply.move is None) == (not ply.changed) for ply in plies if ply.move != "pass")


def test_a_ply_tells_what_its_player_thought() -> None:
    record = made_up_game("a", "b")
    moves = (PlayedMove(record.moves[0].text, 0.25, -1.5), *record.moves[1:])
    _, plies = positions_and_plies(replace(record, moves=moves))
    assert (plies[1].seconds, plies[1].score) == (0.25, -1.5)
    assert (plies[0].seconds, plies[0].score) == (None, None)


THOUGHTS = [
    ("breakthrough", "4x4", PlayedMove("", score=-1.5), "-1.50", False),
    ("breakthrough", "4x4", PlayedMove("", score=999_987.0), "win in 7 moves", False),
    ("breakthrough", "4x4", PlayedMove("", score=999_987.0, proved=1), "proved win in at most 7 moves", True),
    ("breakthrough", "4x4", PlayedMove("", proved=-1), "proved loss", True),
    ("konane", "4x4", PlayedMove("", score=1e308), "+1e+308", False),
    ("othello", "4", PlayedMove("", score=999_991.0, proved=12), "proved win by 12", True),
    ("othello", "4", PlayedMove("", score=999_991.0, proved=1), "proved win", True),
    ("othello", "4", PlayedMove("", score=0.0, proved=0), "proved draw", True),
    ("othello", "4", PlayedMove("", score=0.0), "+0.00", False),
    ("othello", "4", PlayedMove("", proved=10**60), "proved win", True),
    ("othello", "4", PlayedMove(""), None, False),
]


@pytest.mark.parametrize(("game", "size", "thought", "told", "is_proved"), THOUGHTS)
def test_a_proof_is_told_from_a_guess(
    game: str, size: str, thought: PlayedMove, told: str | None, is_proved: bool
) -> None:
    record = made_up_game("a", "b", game=game, size=size)
    moves = (replace(thought, text=record.moves[0].text), *record.moves[1:])
    _, plies = positions_and_plies(replace(record, moves=moves))
    assert (plies[1].thought, plies[1].is_proved) == (told, is_proved)
    assert (plies[0].thought, plies[0].is_proved) == (None, False)


def test_clocks_follow_from_the_moves() -> None:
    record = replace(unfinished(made_up_game("a", "b"), 3), tags={"Clock": "10+1"})
    _, plies = positions_and_plies(record)
    assert [ply.clocks for ply in plies] == [(10.0, 10.0), (10.5, 10.0), (10.5, 10.5), (11.0, 10.5)]


def test_given_moves_took_nobody_time() -> None:
    record = replace(unfinished(made_up_game("a", "b"), 3), tags={"Clock": "10+1"}, opening=2)
    _, plies = positions_and_plies(record)
    assert [ply.clocks for ply in plies] == [None, None, (10.0, 10.0), (10.5, 10.0)]


@pytest.mark.parametrize("tag", ["yesterday", "", "1e9", "-5"])
def test_a_clock_that_is_none_is_left_out(tag: str) -> None:
    record = replace(made_up_game("a", "b"), tags={"Clock": tag})
    _, plies = positions_and_plies(record)
    assert {ply.clocks for ply in plies} == {None}


def test_what_contradicts_the_rules_is_not_shown() -> None:
    record = made_up_game("a", "b")
    with pytest.raises(RecordError, match="move 1"):
        positions_and_plies(replace(record, moves=(PlayedMove("a1-a4"), *record.moves)))
