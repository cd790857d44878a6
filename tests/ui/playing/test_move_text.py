"""What a move did, in words."""

from __future__ import annotations

import pytest

from plyground.core.discovery import load_file
from plyground.core.position import Game, Position, game
from plyground.ui.playing.move_text import plural, told_move
from tests.strangers import NIM


def after(name: str, position: str, *moves: str) -> Position:
    found = game(name).position(position)
    for move in moves:
        found = found.play(move)
    return found


@pytest.mark.parametrize(
    ("name", "position", "move", "told"),
    [
        ("breakthrough", "bbbb/bbbb/4/wwww/wwww black", "b4-b3", "black plays b4-b3"),
        ("breakthrough", "4/1b2/w3/4 black", "b3xa2", "black plays b3xa2 and takes on a2"),
        ("othello", "4/1wb1/1bw1/4 black", "b1", "black plays b1 and turns b2"),
        ("othello", "wb2/wb2/4/4 black", "pass", "black passes"),
        ("othello", "1wwb/w3/w3/b3 black", "a1", "black plays a1 and turns b1, c1, a2 and a3"),
        (
            "othello",
            "1wwwwwb1/w7/w7/b7/8/8/8/8 black",
            "a1",
            "black plays a1 and turns 7 discs",
        ),
        ("konane", "bwb/wbw/bwb black", "a1", "black removes a1"),
        ("konane", "1wb/wbw/bwb white", "b1", "white removes b1"),
        ("konane", "bw1w1/5/5 black", "a1-c1", "black plays a1-c1 and takes on b1"),
        ("konane", "bw1w1/5/5 black", "a1-e1", "black plays a1-e1 and takes on b1 and d1"),
        ("duel", "3/w2/1H1 adversary", "b3-c2", "adversary plays b3-c2"),
        ("duel", "3/w2/1H1 adversary", "b3xa2", "adversary plays b3xa2: hero kills wumpus on a2"),
        (
            "duel",
            "3/w2/1M1 adversary",
            "b3xa2",
            "adversary plays b3xa2: wumpus kills the attacking mage on a2",
        ),
        ("duel", "3/m2/1M1 adversary", "b3xa2", "adversary plays b3xa2: both mages die on a2"),
        ("duel", "3/H2/1h1 agent", "b3xa2", "agent plays b3xa2: both heroes die on a2"),
        ("duel", "3/W2/1w1 agent", "b3xa2", "agent plays b3xa2: both wumpuses die on a2"),
    ],
)
def test_moves_in_words(name: str, position: str, move: str, told: str) -> None:
    assert told_move(after(name, position, move)) == told


def test_a_piece_falls_into_a_pit() -> None:
    fallen = after("duel", "whmwhm/2*3/1*4/3*2/5*/WHMWHM adversary", "e6-f5")
    assert told_move(fallen) == "adversary plays e6-f5: hero falls into the pit on f5"


def test_a_game_of_somebody_else_is_told_too() -> None:
    taken = Game.of(load_file(NIM), {}).start().play("f1")
    assert told_move(taken) == "first plays f1"


def test_before_the_first_move_there_is_nothing_to_tell() -> None:
    start = game("othello").start()
    assert start.changed_squares == frozenset()
    with pytest.raises(ValueError, match="nobody has moved"):
        told_move(start)


@pytest.mark.parametrize(
    ("name", "position", "move", "squares"),
    [
        ("breakthrough", "4/1b2/w3/4 black", "b3xa2", {"b3", "a2"}),
        ("othello", "4/1wb1/1bw1/4 black", "b1", {"b1", "b2"}),
        ("othello", "wb2/wb2/4/4 black", "pass", set[str]()),
        ("konane", "bw1w1/5/5 black", "a1-e1", {"a1", "b1", "d1", "e1"}),
        ("duel", "3/m2/1M1 adversary", "b3xa2", {"b3", "a2"}),
        ("duel", "3/w2/1M1 adversary", "b3xa2", {"b3", "a2"}),
    ],
)
def test_all_that_changed_is_marked(name: str, position: str, move: str, squares: set[str]) -> None:
    played = after(name, position, move)
    assert {played.game.grid.name(square) for square in played.changed_squares} == squares


def test_several_of_a_kind() -> None:
    assert [plural(name) for name in ("pawn", "hero", "wumpus", "mage", "disc")] == [
        *("pawns", "heroes", "wumpuses", "mages", "discs")
    ]
