"""What the games say their puzzles are about."""

from __future__ import annotations

import pytest

import plyground as ply
from plyground.games.othello.teaching import region_sizes

CASES = [
    ("breakthrough", {"size": "6x4"}, "4/4/w3/3b/4/4 white", ["a4-a5"], ("race",)),
    ("breakthrough", {"size": "6x4"}, "b2b/4/4/4/1b2/w2w white", ["a1xb2"], ("defence",)),
    ("breakthrough", {"size": "6x4"}, "b2b/2b1/4/1w2/4/w2w white", ["b3-b4", "c5xb4"], ("sacrifice",)),
    ("othello", {"size": "4"}, "wwwb/wwww/wbw1/bbw1 black", ["d4"], ("corner",)),
    ("konane", {"size": "4x4"}, "1wbw/w1w1/b3/4 black", ["c1-c3"], ()),
    ("duel", {"size": "3"}, "1h1/1W1/2H adversary", ["b2-a1"], ("escape",)),
    ("duel", {"size": "3"}, "1w1/1H1/3 adversary", ["b2xb1"], ("battle",)),
]


@pytest.mark.parametrize(("name", "options", "text", "moves", "tags"), CASES)
def test_tags(name: str, options: dict[str, str], text: str, moves: list[str], tags: tuple[str, ...]) -> None:
    start = ply.game(name, **options).position(text)
    line = start.play_all(moves).line()
    codes = tuple(each.last_move.code for each in line[1:] if each.last_move is not None)
    declared = start.game.rules.puzzle_tags
    assert declared is not None
    assert declared(start.game.board, tuple(each.state for each in line), codes) == tags


def test_regions_of_othello_join_at_corners() -> None:
    position = ply.game("othello", size=4).position("1wwb/b1ww/wbw1/bb1w black")
    assert region_sizes(position.game.board, position.state) == {0: 2, 5: 2, 11: 2, 14: 2}


def test_a_pass_and_an_odd_region_are_named() -> None:
    position = ply.game("othello", size=4).position("bw2/bbbb/bbbb/bw1b black")
    declared = position.game.rules.puzzle_tags
    assert declared is not None
    after = position.play("c4")
    states = (position.state, after.state)
    assert declared(position.game.board, states, (14, 16)) == ("parity", "pass")
