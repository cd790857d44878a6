"""What is probed holds in the actual game: with its past, and with counters."""

from __future__ import annotations

import dataclasses
import random
from collections.abc import Iterator

import pytest

import plyground as ply
from plyground.core.position import Position
from plyground.solving.retrograde.analysis import Retrograde
from plyground.solving.solution import final_margin
from plyground.solving.textbook import exact_margin

VALUES = {-1: "loss", 0: "draw", 1: "win"}


def analysed(root: Position) -> Retrograde:
    analysis = Retrograde(root, 64)
    for _ in analysis.steps():
        pass
    return analysis


def with_counters(root: Position) -> Iterator[Position]:
    """Yield every position that can be reached, with every counter that it can have."""
    seen, waiting = {root}, [root]
    while waiting:
        position = waiting.pop()
        yield position
        for move in position.moves():
            after = Position(position.game, position.play(move).state)
            if after not in seen:
                seen.add(after)
                waiting.append(after)


@pytest.mark.parametrize("quiet", [2, 3])
def test_the_no_progress_rule_never_makes_a_probe_wrong(quiet: int) -> None:
    """Without repetitions the counter makes positions of a game differ, so that plain minimax is right."""
    game = ply.game("duel", size=3, quiet=quiet, repetitions=0)
    root = game.position("w2/3/1H1 agent")
    analysis = analysed(root)
    unknown = known = decided = 0
    for position in with_counters(root):
        probed, true = analysis.probe(position), exact_margin(position)
        if probed is None:
            unknown += 1
            assert analysis.probe_without_counters(position) is not None
        else:
            known += 1
            decided += probed.value != "draw"
            assert probed.value == VALUES[true], position.text
    assert known > 50
    assert unknown > 0
    assert decided > 0


def minimax(position: Position) -> int:
    """Return the value of a position with its past, in plain Python and without a memory."""
    if position.outcome is not None:
        return 0 if position.outcome.winner is None else final_margin(position)
    best = -1
    for move in position.moves():
        best = max(best, -minimax(position.play(move)))
        if best == 1:
            break
    return best


def test_repetitions_never_make_a_probe_wrong() -> None:
    game = ply.game("duel", size=3, quiet=2, repetitions=2)
    chance = random.Random(11)
    analysis = analysed(game.position("w2/3/1H1 agent"))
    decided = 0
    for _ in range(60):
        position = game.position(chance.choice(["w2/3/1H1 agent", "1w1/3/2H adversary", "2w/H2/3 adversary"]))
        for _ in range(chance.randrange(4)):
            if position.outcome is None:
                position = position.play(chance.choice(position.moves()))
        probed = analysis.probe(position)
        if probed is not None:
            decided += probed.value != "draw"
            assert probed.value == VALUES[minimax(position)], [each.text for each in position.line()]
    assert decided > 5


def test_a_win_through_a_position_that_would_come_again_is_not_claimed() -> None:
    game = ply.game("duel", size=3, quiet=0, repetitions=2)
    root = game.position("w2/3/2H adversary")
    analysis = analysed(root)
    chance, refused = random.Random(3), 0
    for _ in range(40):
        position = root
        for _ in range(6):
            if position.outcome is None:
                position = position.play(chance.choice(position.moves()))
        bare = analysis.probe_without_counters(position)
        if position.outcome is None and bare is not None and analysis.probe(position) is None:
            refused += 1
            passed = [analysis.look_up(each.repetition_key) for each in position.line()]
            nearest = min(each.distance for each in passed if each and each.distance is not None)
            assert nearest < (bare.distance or 0)
    assert refused > 3


def test_a_draw_by_repetition_is_a_draw_whatever_the_table_says() -> None:
    game = ply.game("duel", size=3)
    root = game.position("w2/3/2H adversary")
    analysis = analysed(root)
    position = root
    for _ in range(2):
        for move in ("c3-b3", "a1-b1", "b3-c3", "b1-a1"):
            position = position.play(move)
    assert position.outcome is not None
    exact = analysis.probe(position)
    assert exact is not None
    assert (exact.value, exact.distance) == ("draw", 0)


def test_a_game_with_unknown_counters_claims_draws_alone() -> None:
    rules = dataclasses.replace(ply.game("duel").rules, quiet_plies_left=None)
    root = ply.Game.of(rules, {"size": "3"}).position("w2/3/1H1 agent")
    analysis = analysed(root)
    assert analysis.has_counters
    bare = analysis.probe_without_counters(root)
    assert bare is not None
    assert (bare.value, analysis.probe(root)) == ("loss", None)
