"""Why a move is a mistake, in words of the game."""

from __future__ import annotations

from dataclasses import replace

import pytest

import plyground as ply
from plyground.review import review_game
from plyground.review.reasons import reason_for

DUEL = "whm/3/WHM adversary"


def told(before: ply.Position, played: str, better: str) -> str:
    """Return the reason of a mistake that `played` begins with."""
    return reason_for(before, _moves(before, played), _moves(before, better))


def _moves(before: ply.Position, texts: str) -> list[ply.Move]:
    line = before.play_all(texts.split()).line()
    return [each.last_move for each in line if each.last_move is not None][-len(texts.split()) :]


def test_a_lost_race_is_told_with_how_much_it_is_lost_by() -> None:
    game = ply.game("breakthrough", size="5x4")
    close = game.position("4/4/w3/3b/1w2 white")
    reason = told(close, "b1-b2 d2-d1", "a3-a4")
    assert reason == "loses the race: black arrives at once, 2 moves earlier than white"
    far = game.position("4/4/4/3b/1w2 white")
    assert told(far, "b1-b2 d2-d1", "b1-c2") == "lets a pawn through: black arrives at once"


def test_lost_pieces_are_named_with_their_square() -> None:
    before = ply.game("duel", size=3).position(DUEL)
    assert told(before, "b1-b2 c3xb2 a1-a2", "a1-a2 a3-b2 c1-c2") == "loses a hero on b2"
    assert told(before, "b1-b2 c3xb2 a1xb2", "a1-a2 a3-b2 c1-c2") == ""  # a hero for a mage


def test_a_corner_that_is_given_away_is_named() -> None:
    before = ply.game("othello", size=6).start().play_all(["c2", "b2", "b3"])
    assert told(before, "d2 b4 a1", "b4 a4") == "misses the corner a1"


def test_the_end_is_told_where_nothing_else_can_be_said() -> None:
    before = ply.game("konane", size=4).start()
    line = before.play_all(["a1", "b1"])
    assert told(line, "a3-a1 d1-b1", "c1-a1 b3-b1").startswith(("", "gives up"))


@pytest.mark.parametrize("name", ["breakthrough", "konane", "othello", "duel"])
def test_a_reason_is_always_words(name: str) -> None:
    game = ply.game(name, size={"konane": "4", "othello": "4", "duel": "3"}.get(name, "4"))
    position = game.start()
    while position.outcome is None and len(position.line()) < 20:
        position = position.play(position.moves()[-1])
    for each in review_game(position, ply.Limit(nodes=2_000)).positions:
        if each.mistake is not None:
            assert "None" not in each.mistake.reason
            assert each.mistake.reason == each.mistake.reason.strip()


def test_a_game_without_words_of_its_own_counts_pieces() -> None:
    game = ply.game("duel", size=3)
    assert game.rules.reason is None
    spoken = replace(
        game, rules=replace(game.rules, reason=lambda comparison: f"annoys {comparison.opponent}")
    )
    before = spoken.position(DUEL)
    assert told(before, "b1-b2 c3xb2", "a1-a2 a3-b2") == "annoys agent"
