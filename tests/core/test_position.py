"""Positions: values that never change, the ways games end, and the past that a position knows."""

from __future__ import annotations

import dataclasses

import pytest

import plyground as ply
from plyground.core.symmetry import Symmetry
from tests.boards import ALL_BOARDS, STARTS, board_name, random_game

# Back and forth with the wumpus and the mage: after four plies all stand as they did.
SHUFFLE = ["a3-a2", "c1-c2", "a2-a3", "c2-c1"]
SHUFFLED_AGAIN = ["c3-c2", "a1-a2", "c2-c3", "a2-a1"]


def play_all(position: ply.Position, moves: list[str]) -> ply.Position:
    for move in moves:
        position = position.play(move)
    return position


@pytest.mark.parametrize("name", STARTS)
def test_nothing_about_a_position_can_be_changed(name: str) -> None:
    position = ply.game(name).position(STARTS[name])
    move = position.moves()[0]
    outcome = ply.Outcome("black", "a test")
    for thing, attribute in (
        (position, "state"),
        (position, "game"),
        (position, "previous"),
        (position.game, "board"),
        (move, "code"),
        (outcome, "winner"),
    ):
        with pytest.raises(dataclasses.FrozenInstanceError):
            setattr(thing, attribute, None)
    with pytest.raises(AttributeError):
        position.state.player = 1
    with pytest.raises(AttributeError):
        position.game.board.rows = 1


@pytest.mark.parametrize("name", STARTS)
def test_what_a_position_hands_out_is_a_copy(name: str) -> None:
    position = ply.game(name).position(STARTS[name])
    before = position.moves()
    position.moves().clear()
    position.line().clear()
    position.game.options.clear()
    assert position.moves() == before != []
    assert position.line() == [position]
    assert "size" in position.game.options


@pytest.mark.parametrize(("name", "size"), ALL_BOARDS, ids=board_name)
def test_playing_a_move_leaves_the_position_alone(name: str, size: tuple[int, int]) -> None:
    for position in random_game(name, size, seed=9, plies=4):
        text, count = position.text, len(position.moves())
        for move in position.moves():
            after = position.play(move)
            assert after != position
            assert after.to_move != position.to_move
        assert (position.text, len(position.moves())) == (text, count)


def test_the_same_position_by_different_paths_is_equal() -> None:
    start = ply.game("breakthrough").start()
    one = play_all(start, ["b5-b4", "b2-b3", "d5-d4"])
    other = play_all(start, ["d5-d4", "b2-b3", "b5-b4"])
    read = ply.game("breakthrough").position(one.text)
    assert one == other == read
    assert hash(one) == hash(other) == hash(read)
    assert one.hash == other.hash == read.hash
    assert len({one, other, read}) == 1


def test_the_pits_count_and_not_the_seed_they_come_from() -> None:
    seeded = ply.game("duel", seed=3).start()
    read = ply.game("duel").position(seeded.text)
    assert read == seeded
    assert ply.game("duel", seed=4).start() != seeded
    assert ply.game("duel", size=3, seed=1) == ply.game("duel", size=3, seed=2), "there are no pits on 3x3"


def test_what_makes_positions_different() -> None:
    duel = ply.game("duel")
    start = duel.position("whm/3/WHM adversary")
    assert start != duel.position("whm/3/WHM agent"), "the side to move"
    assert start != duel.position("whm/3/WHM adversary 1"), "the counter"
    assert start != duel.position("whm/1*1/WHM adversary"), "a pit"
    assert start != duel.position("whm/W2/1HM adversary"), "a piece"
    assert start != ply.game("duel", quiet=10).position("whm/3/WHM adversary"), "when it is a draw"
    assert start != "whm/3/WHM adversary"
    text = "4/1bw1/1wb1/4 black"  # sets of the same squares, but other games
    assert ply.game("othello").position(text) != ply.game("breakthrough").position(text)


@pytest.mark.parametrize(
    ("name", "text", "winner", "reason"),
    [
        ("othello", "bbbb/bbbb/bbbb/bbbw black", "black", "15 discs to 1"),
        ("othello", "bwww/wwww/wwww/wwww black", "white", "15 discs to 1"),
        ("othello", "bbbb/bbbb/wwww/wwww white", None, "8 discs to 8"),
        ("othello", "4/1bb1/1bb1/4 white", "black", "4 discs to 0"),
        ("othello", "4/1bb1/1bb1/4 black", "black", "4 discs to 0"),
        ("konane", "b1b/3/b1b white", "black", "white cannot move"),
        ("konane", "1w1/w1w/3 black", "white", "black cannot move"),
        ("konane", "3/3/3 white", "black", "white cannot move"),
        ("breakthrough", "1b/2/w1/b1 white", "black", "black broke through"),
        ("breakthrough", "1w/b1/2/2 black", "white", "white broke through"),
        ("breakthrough", "1b/2/2/2 white", "black", "black took the last pawn"),
        ("breakthrough", "2/2/2/w1 black", "white", "white took the last pawn"),
        ("breakthrough", "w1/2/2/2 black", "white", "white took the last pawn"),
        ("duel", "3/3/WHM agent", "adversary", "agent has no pieces left"),
        ("duel", "3/3/WHM adversary", "adversary", "agent has no pieces left"),
        ("duel", "whm/3/3 adversary", "agent", "adversary has no pieces left"),
        ("duel", "3/1*1/3 agent", None, "nobody has pieces left"),
        ("duel", "whm/3/WHM agent 100", None, "50 moves of each side without a piece destroyed"),
        ("duel", "whm/3/3 adversary 100", "agent", "adversary has no pieces left"),
    ],
)
def test_every_way_a_game_can_end(name: str, text: str, winner: str | None, reason: str) -> None:
    position = ply.game(name).position(text)
    assert position.outcome == ply.Outcome(winner, reason)
    assert position.moves() == []
    assert str(position.outcome) == (f"{winner} wins: {reason}" if winner else f"draw: {reason}")


@pytest.mark.parametrize(
    ("name", "text", "move", "winner", "reason"),
    [
        ("othello", "bbbb/bbbb/bbbw/bbw1 black", "d4", "black", "16 discs to 0"),
        ("konane", "bw1/3/3 black", "a1-c1", "black", "white cannot move"),
        ("breakthrough", "2/2/b1/1w black", "a2-a1", "black", "black broke through"),
        ("breakthrough", "2/1w/b1/2 white", "b3-b4", "white", "white broke through"),
        ("breakthrough", "2/b1/1w/2 black", "a3xb2", "black", "black took the last pawn"),
        ("duel", "w2/H2/3 adversary", "a2xa1", "adversary", "agent has no pieces left"),
        ("duel", "h2/W2/3 adversary", "a2xa1", "agent", "adversary has no pieces left"),
        ("duel", "w2/W2/3 adversary", "a2xa1", None, "nobody has pieces left"),
        ("duel", "w2/*2/W2 adversary", "a3-a2", "agent", "adversary has no pieces left"),
        ("duel", "w2/3/W2 agent 99", "a1-a2", None, "50 moves of each side without a piece destroyed"),
    ],
)
def test_the_move_that_ends_a_game(name: str, text: str, move: str, winner: str | None, reason: str) -> None:
    before = ply.game(name).position(text)
    assert before.outcome is None
    assert before.play(move).outcome == ply.Outcome(winner, reason)


def test_a_destroyed_piece_starts_the_quiet_moves_again() -> None:
    position = ply.game("duel").position("w1m/H2/3 adversary 99")
    after = position.play("a2xa1")
    assert after.outcome is None
    assert after.text == "H1m/3/3 agent"
    assert position.play("a2-b2").outcome is not None


@pytest.mark.parametrize(("quiet", "plies"), [(1, 2), (2, 4), (3, 6)])
def test_the_quiet_rule_counts_the_moves_of_each_side(quiet: int, plies: int) -> None:
    position = ply.game("duel", size=3, quiet=quiet, repetitions=0).start()
    moves = (SHUFFLE * 2)[:plies]
    assert play_all(position, moves[:-1]).outcome is None
    reason = f"{quiet} moves of each side without a piece destroyed"
    assert play_all(position, moves).outcome == ply.Outcome(None, reason)


def test_zero_switches_the_quiet_rule_and_the_repetition_rule_off() -> None:
    position = ply.game("duel", size=3, quiet=0, repetitions=0).start()
    position = play_all(position, SHUFFLE * 30)
    assert position.outcome is None
    assert position.occurrences == 31
    assert position.text.endswith("adversary 120")


def test_the_third_occurrence_is_a_draw_whatever_the_counter_says() -> None:
    start = ply.game("duel", size=3).start()
    second = play_all(start, SHUFFLE)
    assert (second.occurrences, second.outcome) == (2, None)
    assert second.text != start.text, "the counters differ"
    third = play_all(second, SHUFFLED_AGAIN)
    assert third.outcome == ply.Outcome(None, "the position occurred 3 times")
    assert third.moves() == []
    assert [position.occurrences for position in third.line()] == [1, 1, 1, 1, 2, 1, 1, 1, 3]


@pytest.mark.parametrize("limit", [2, 4])
def test_the_repetition_rule_has_other_limits_too(limit: int) -> None:
    start = ply.game("duel", size=3, repetitions=limit).start()
    rounds = SHUFFLE * (limit - 1)
    assert play_all(start, rounds[:-1]).outcome is None
    assert play_all(start, rounds).outcome == ply.Outcome(None, f"the position occurred {limit} times")


def test_the_same_pieces_with_the_other_side_to_move_are_no_repetition() -> None:
    start = ply.game("duel").position("w2/3/2W adversary")
    # White takes two steps where one would do, so the pieces return with the turn passed on.
    detour = play_all(start, ["c3-c2", "a1-b1", "c2-b3", "b1-a1", "b3-c3"])
    assert detour.text == "w2/3/2W agent 5"
    assert detour.occurrences == 1


def test_a_position_from_a_text_has_no_past() -> None:
    second = play_all(ply.game("duel", size=3).start(), SHUFFLE)
    assert ply.game("duel").position(second.text).occurrences == 1


def test_the_line_leads_from_the_first_position_to_this_one() -> None:
    start = ply.game("duel", size=3).start()
    last = play_all(start, SHUFFLE)
    assert [str(position.last_move) for position in last.line()] == ["None", *SHUFFLE]
    assert last.line()[0] == start
    assert last.line()[-1] is last
    assert last.previous is last.line()[-2]


def test_a_position_turned_and_mirrored() -> None:
    game = ply.game("othello")
    position = game.position("w3/1wb1/1bw1/3b white")
    images = {symmetry: position.transformed(symmetry).text for symmetry in Symmetry}
    assert images == {
        Symmetry.IDENTITY: "w3/1wb1/1bw1/3b white",
        Symmetry.MIRROR: "3w/1bw1/1wb1/b3 white",
        Symmetry.FLIP: "3b/1bw1/1wb1/w3 white",
        Symmetry.HALF_TURN: "b3/1wb1/1bw1/3w white",
        Symmetry.TRANSPOSE: "w3/1wb1/1bw1/3b white",
        Symmetry.ANTITRANSPOSE: "b3/1wb1/1bw1/3w white",
        Symmetry.LEFT_TURN: "3b/1bw1/1wb1/w3 white",
        Symmetry.RIGHT_TURN: "3w/1bw1/1wb1/b3 white",
    }
    assert set(position.symmetries()) == set(Symmetry)


def test_an_image_keeps_counter_pits_and_options_and_forgets_the_past() -> None:
    position = ply.game("duel", quiet=7).position("w*1/3/2W agent 3").play("a1-a2")
    image = position.transformed(Symmetry.RIGHT_TURN)
    assert image.text == "1w1/2*/W2 adversary 4"
    assert image.game.options["quiet"] == 7
    assert (image.previous, image.last_move) == (None, None)


def test_an_image_that_cannot_occur_is_refused() -> None:
    with pytest.raises(ply.PositionError, match="white stone can never come here"):
        ply.game("konane").start().transformed(Symmetry.MIRROR)
    assert ply.game("breakthrough", size="6x5").start().symmetries() == (Symmetry.IDENTITY, Symmetry.MIRROR)


def test_a_position_prints_as_its_drawing() -> None:
    position = ply.game("othello", size=4).start()
    assert str(position) == position.draw()
