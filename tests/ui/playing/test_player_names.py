"""Who is who: the same names for people on every screen."""

from __future__ import annotations

import pytest

from plyground.ui.playing.player_names import blamed_player, meant_players, told_players, told_reason

SIDES = ("black", "white")


@pytest.mark.parametrize(
    ("players", "told"),
    [
        (("human", "level:3"), ("You", "Level 3")),
        (("level:strength=10", "human"), ("Level 10", "You")),
        (("human", "human"), ("Black", "White")),
        (("level:3,seconds=1", "engine:seconds=1"), ("level:3,seconds=1", "engine:seconds=1")),
        (("Ada", "humans"), ("Ada", "humans")),
    ],
)
def test_players_are_named_for_people(players: tuple[str, str], told: tuple[str, str]) -> None:
    assert told_players(players, SIDES) == told


def test_whoever_reads_why_a_game_ended_reads_no_settings() -> None:
    assert [blamed_player(each, "black") for each in ("human", "level:3")] == ["black", "Level 3"]
    assert told_reason("human resigns", 1, SIDES) == "black resigns"
    assert told_reason("the clock of human ran out", 0, SIDES) == "white ran out of time"
    assert told_reason("my.py: boom", 0, SIDES) == "my.py: boom"
    assert told_reason("human resigns", None, SIDES) == "human resigns"


@pytest.mark.parametrize(
    ("typed", "meant"),
    [
        ("*you*", ("*you*", "human")),
        ("You", ("You", "human")),
        ("*Level 1*", ("*Level 1*", "level:1", "level:strength=1")),
        ("*Ada*", ("*Ada*",)),
        ("*young*", ("*young*",)),
    ],
)
def test_who_types_a_name_finds_what_the_records_call_it(typed: str, meant: tuple[str, ...]) -> None:
    assert meant_players(typed) == meant
