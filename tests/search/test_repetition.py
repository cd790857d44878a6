"""Draws by repetition inside a search, against a count of the positions of the game."""

from __future__ import annotations

import random

import pytest

from plyground.core.position import Position, game
from plyground.search.limit import Limit
from plyground.search.parallel import ThreadPool
from plyground.search.repetition import make_is_repeated
from plyground.search.tt import make_table
from plyground.search.workspace import make_workspace

PLIES = 60


def wandering(limit: int) -> list[Position]:
    """Play a game in which one piece a side walks to and fro, so that positions come again and again."""
    rng = random.Random(limit)
    positions = [game("duel", size=6, quiet=0, repetitions=0).start()]
    while len(positions) < PLIES:
        quiet = [move for move in positions[-1].moves() if is_quiet(positions[-1].play(move))]
        seen = {position.repetition_key for position in positions}
        known = [move for move in quiet if positions[-1].play(move).repetition_key in seen]
        positions.append(positions[-1].play(rng.choice(known or quiet[:2])))
    return positions


def is_quiet(position: Position) -> bool:
    return bool(position.state.quiet > 0)


@pytest.mark.parametrize("limit", [2, 3, 4])
def test_a_repetition_is_seen_at_every_place_of_a_line(limit: int) -> None:
    on = game("duel", size=6, quiet=0, repetitions=limit)
    is_repeated = make_is_repeated(on.rules, on.board)
    table = make_table(0)
    pool = ThreadPool(lambda *arguments: 0, [make_workspace(on.rules, on.board, table)], table)
    (workspace,) = pool.workspaces
    positions = wandering(limit)
    answers = set()
    for ply, position in enumerate(positions[:-3]):
        pool.begin(position, Limit())
        line = positions[ply : ply + 4]  # the root, a node below it, and the last two plies
        for depth, each in enumerate(line):
            keys = [seen.repetition_key for seen in positions[: ply + depth + 1]]
            expected = keys.count(each.repetition_key) >= limit
            is_near_end = depth >= len(line) - 2
            assert is_repeated(each.state, depth, is_near_end, workspace) == expected
            answers.add((is_near_end, expected))
    assert len(answers) == 4  # all of them were asked about


def test_games_without_the_rule_never_repeat() -> None:
    on = game("breakthrough")
    is_repeated = make_is_repeated(on.rules, on.board)
    workspace = make_workspace(on.rules, on.board, make_table(0))
    assert not is_repeated(on.start().state, 0, False, workspace)
