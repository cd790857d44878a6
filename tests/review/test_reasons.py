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
    assert told(before, "b3-b2 c1xb2 c3-c2", "a3-a2 c1-b2 c3-c2") == "loses a hero on b2"
    assert told(before, "b3-b2 c1xb2 a3xb2", "a3-a2 c1-b2 c3-c2") == ""  # a hero for a mage


def test_a_corner_that_is_given_away_is_named() -> None:
    before = ply.game("othello", size=6).position("4b1/6/2w3/3b2/4w1/6 black")
    assert told(before, "b2 a1", "f6 pass") == "lets white take the corner a1"


def test_running_out_of_moves_is_told_with_what_the_opponent_has_left() -> None:
    before = ply.game("konane", size=4).position("bwb1/wbw1/b2w/wb2 black")
    reason = told(before, "c1-c3 a2-c2 c3-c1 a4-c4", "b2-d2 b1-d1 d2-d4 a4-c4")
    assert reason == "runs out of moves after 1 more, while white still has 2"


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
    assert told(before, "b3-b2 c1xb2", "a3-a2 c1-b2") == "annoys agent"
