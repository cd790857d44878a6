"""The twins against the spec: known perft counts, and positions that a person can check by eye."""

from __future__ import annotations

import random
from functools import cache
from typing import Any, Protocol, Self

import pytest

from . import breakthrough, duel, konane, othello
from .common import Outcome, count


class Position(Protocol):
    """What every twin offers."""

    @property
    def to_move(self) -> str: ...
    @classmethod
    def from_text(cls, text: str) -> Self: ...
    def text(self) -> str: ...
    def moves(self) -> list[str]: ...
    def play(self, move: str) -> Self: ...
    def outcome(self) -> Outcome | None: ...


def perft(position: Position, depth: int) -> int:
    """Leaves at a depth; a pass is a ply, and a finished game stays one leaf at every greater depth."""
    if depth == 0 or position.outcome() is not None:
        return 1
    return sum(perft(position.play(move), depth - 1) for move in position.moves())


def play_all(position: duel.Twin, moves: str) -> duel.Twin:
    """Play moves one after the other, each of them legal and none after the end."""
    for move in moves.split():
        assert position.outcome() is None
        assert move in position.moves()
        position = position.play(move)
    return position


DUEL_6X6 = "whmwhm/*5/3*2/1*4/5*/WHMWHM adversary"

STARTS: dict[str, Position] = {
    "othello 8x8": othello.Twin.start(8, 8),
    "othello 6x6": othello.Twin.start(6, 6),
    "othello 4x4": othello.Twin.start(4, 4),
    "breakthrough 6x6": breakthrough.Twin.start(6, 6),
    "breakthrough 8x8": breakthrough.Twin.start(8, 8),
    "breakthrough 5x5": breakthrough.Twin.start(5, 5),
    "konane 8x8": konane.Twin.start(8, 8),
    "konane 6x6": konane.Twin.start(6, 6),
    "konane 4x4": konane.Twin.start(4, 4),
    "duel 3x3": duel.Twin.start(3, 3),
    "duel 6x6": duel.Twin.from_text(DUEL_6X6),
}


@pytest.mark.parametrize(
    ("name", "leaves"),
    [
        ("othello 8x8", [4, 12, 56, 244, 1396, 8200]),
        ("othello 6x6", [4, 12, 56, 244, 1364]),
        ("othello 4x4", [4, 12, 44, 128, 424, 1256]),
        ("breakthrough 6x6", [16, 256, 4308]),
        ("breakthrough 8x8", [22, 484, 11132]),
        ("breakthrough 5x5", [13, 156, 1924]),
        ("konane 8x8", [4, 12, 28, 172, 892, 7124]),
        ("konane 6x6", [4, 12, 28, 156, 668, 4192]),
        ("konane 4x4", [4, 12, 16, 52, 120, 376]),
        ("duel 3x3", [7, 49, 420, 3365]),
        ("duel 6x6", [16, 256, 4704]),
    ],
)
def test_perft(name: str, leaves: list[int]) -> None:
    depths = range(1, len(leaves) + 1)
    assert [perft(STARTS[name], depth) for depth in depths] == leaves


@pytest.mark.parametrize(
    ("name", "text"),
    [
        ("othello 8x8", "8/8/8/3wb3/3bw3/8/8/8 black"),
        ("othello 4x4", "4/1wb1/1bw1/4 black"),
        ("breakthrough 6x6", "bbbbbb/bbbbbb/6/6/wwwwww/wwwwww black"),
        ("breakthrough 5x5", "bbbbb/bbbbb/5/wwwww/wwwww black"),
        ("konane 4x4", "bwbw/wbwb/bwbw/wbwb black"),
        ("duel 3x3", "whm/3/WHM adversary"),
    ],
)
def test_start_as_text(name: str, text: str) -> None:
    assert STARTS[name].text() == text


@pytest.mark.parametrize("name", STARTS)
def test_random_games_end_and_every_position_survives_as_text(name: str) -> None:
    chance = random.Random(2024)
    for _ in range(5):
        position = STARTS[name]
        while position.outcome() is None:
            again = type(position).from_text(position.text())
            moves = position.moves()
            assert again.text() == position.text()
            assert again.moves() == moves
            assert len(set(moves)) == len(moves) > 0
            before, mover = position.text(), position.to_move
            after = position.play(chance.choice(moves))
            assert position.text() == before, "playing a move must leave the old position alone"
            assert after.to_move != mover
            position = after


# Breakthrough ----------------------------------------------------------------------------------


def breakthrough_moves(text: str) -> set[str]:
    return set(breakthrough.Twin.from_text(text).moves())


def test_breakthrough_rows_count_from_the_bottom() -> None:
    assert "b5-b4" in STARTS["breakthrough 6x6"].moves()
    after = STARTS["breakthrough 6x6"].play("b5-c4")
    assert after.text() == "bbbbbb/b1bbbb/2b3/6/wwwwww/wwwwww white"


def test_breakthrough_rectangles() -> None:
    assert breakthrough.Twin.start(4, 2).text() == "bb/bb/ww/ww black"
    assert set(breakthrough.Twin.start(4, 2).moves()) == {"a3xb2", "b3xa2"}
    assert breakthrough.Twin.start(5, 3).text() == "bbb/bbb/3/www/www black"


def test_breakthrough_no_capture_straight_ahead() -> None:
    assert breakthrough_moves("4/1b2/1w2/4 black") == {"b3-a2", "b3-c2"}
    assert breakthrough_moves("4/1b2/1w2/4 white") == {"b2-a3", "b2-c3"}


def test_breakthrough_captures_diagonally() -> None:
    assert breakthrough_moves("4/1b2/w1w1/4 black") == {"b3xa2", "b3-b2", "b3xc2"}
    assert breakthrough_moves("4/1b2/w1w1/4 white") == {"a2-a3", "a2xb3", "c2xb3", "c2-c3", "c2-d3"}
    after = breakthrough.Twin.from_text("4/1b2/w1w1/4 black").play("b3xa2")
    assert after.text() == "4/4/b1w1/4 white"
    assert after.outcome() is None


def test_breakthrough_own_pawns_and_edges_close_squares() -> None:
    moves = "e4-e3 e4-d3 a3-a2 a3-b2 b3-a2 b3-b2 b3-c2"
    assert breakthrough_moves("5/b3b/bb3/5/w4 black") == set(moves.split())


@pytest.mark.parametrize(
    ("text", "move", "outcome"),
    [
        ("4/1b2/2w1/4 black", "b3xc2", ("black", "no pawns")),
        ("4/1b2/2w1/4 white", "c2xb3", ("white", "no pawns")),
        ("4/4/1b2/2ww black", "b2-b1", ("black", "breakthrough")),
        ("bb2/2w1/4/4 white", "c3-c4", ("white", "breakthrough")),
        ("4/4/1b2/w3 black", "b2xa1", ("black", "breakthrough")),
        ("4/1b2/4/w3 black", "b3-b2", None),
    ],
)
def test_breakthrough_outcome(text: str, move: str, outcome: Outcome | None) -> None:
    position = breakthrough.Twin.from_text(text)
    assert position.outcome() is None
    assert move in position.moves()
    assert position.play(move).outcome() == outcome


# Othello ---------------------------------------------------------------------------------------


def test_othello_first_moves() -> None:
    assert set(STARTS["othello 8x8"].moves()) == {"d3", "c4", "f5", "e6"}
    assert STARTS["othello 8x8"].play("d3").text() == "8/8/3b4/3bb3/3bw3/8/8/8 white"


def test_othello_turns_discs_in_all_eight_directions() -> None:
    position = othello.Twin.from_text("8/1b1b1b2/2www3/1bw1wb2/2www3/1b1b1b2/8/8 black")
    assert position.play("d4").text() == "8/1b1b1b2/2bbb3/1bbbbb2/2bbb3/1b1b1b2/8/8 white"


def test_othello_turns_whole_runs_and_only_up_to_the_first_own_disc() -> None:
    position = othello.Twin.from_text("1wwbwb2/8/8/8/8/8/8/8 black")
    assert position.moves() == ["a1"]
    assert position.play("a1").text() == "bbbbwb2/8/8/8/8/8/8/8 white"


def test_othello_pass_is_forced_and_is_a_move() -> None:
    position = othello.Twin.from_text("bw2/4/4/4 white")
    assert position.outcome() is None
    assert position.moves() == ["pass"]
    passed = position.play("pass")
    assert passed.text() == "bw2/4/4/4 black"
    assert passed.moves() == ["c1"]


def test_othello_no_pass_while_a_disc_can_be_placed() -> None:
    assert othello.Twin.from_text("bw2/4/4/4 black").moves() == ["c1"]


def test_othello_ends_when_neither_can_move() -> None:
    position = othello.Twin.from_text("bw2/4/4/4 black").play("c1")
    assert position.text() == "bbb1/4/4/4 white"
    assert position.outcome() == ("black", "discs")
    assert position.moves() == [], "no pass when the game is over"


@pytest.mark.parametrize(
    ("text", "winner"),
    [
        ("www1/4/4/1b2 black", "white"),
        ("b1w1/4/4/4 black", None),
        ("bbbb/bbbb/wwww/wwww white", None),
        ("bbbb/bbbb/bwww/wwww white", "black"),
        ("bbbb/bbbw/wwww/wwww white", "white"),
    ],
)
def test_othello_most_discs_win(text: str, winner: str | None) -> None:
    assert othello.Twin.from_text(text).outcome() == (winner, "discs")


def test_othello_4x4_perfect_play_is_3_to_11() -> None:
    """That the second player wins is well known, usually quoted as 3-11; passes and early ends all count."""

    @cache
    def best_for_black(text: str) -> int:
        position = othello.Twin.from_text(text)
        if position.outcome() is not None:
            return count(position.board, "b") - count(position.board, "w")
        values = [best_for_black(position.play(move).text()) for move in position.moves()]
        return max(values) if position.to_move == "black" else min(values)

    assert best_for_black(STARTS["othello 4x4"].text()) == 3 - 11


# Konane ----------------------------------------------------------------------------------------


def konane_moves(text: str) -> set[str]:
    return set(konane.Twin.from_text(text).moves())


@pytest.mark.parametrize(
    ("rows", "columns", "first_removals"),
    [
        (8, 8, "a1 h8 d4 e5"),
        (4, 4, "a1 d4 b2 c3"),
        (4, 6, "a1 f4 d2 c3"),
        (3, 3, "a1 c1 a3 c3 b2"),
        (5, 5, "a1 e1 a5 e5 c3"),
        (3, 5, "a1 e1 a3 e3"),  # the middle square, c2, is white's
        (5, 7, "a1 g1 a5 g5"),
        (3, 7, "a1 g1 a3 g3 d2"),
        (3, 4, "a1 a3 b2"),
        (4, 3, "a1 c1 b2"),
        (5, 6, "a1 a5 c3"),
    ],
)
def test_konane_first_removal(rows: int, columns: int, first_removals: str) -> None:
    assert set(konane.Twin.start(rows, columns).moves()) == set(first_removals.split())


@pytest.mark.parametrize(("rows", "columns", "stones"), [(8, 8, 32), (3, 3, 5), (3, 4, 6), (5, 7, 18)])
def test_konane_any_opening(rows: int, columns: int, stones: int) -> None:
    start = konane.Twin.start(rows, columns, opening="any")
    assert len(set(start.moves())) == stones
    assert all(start.board[int(move[1:]) - 1][ord(move[0]) - ord("a")] == "b" for move in start.moves())


@pytest.mark.parametrize(
    ("opening", "first", "second_removals"),
    [
        ("corners", "a1", "b1 a2"),
        ("corners", "h8", "g8 h7"),
        ("corners", "d4", "c4 e4 d3 d5"),
        ("any", "c1", "b1 d1 c2"),
        ("any", "a5", "a4 a6 b5"),
    ],
)
def test_konane_second_removal(opening: str, first: str, second_removals: str) -> None:
    position = konane.Twin.start(8, 8, opening=opening).play(first)
    assert position.to_move == "white"
    assert set(position.moves()) == set(second_removals.split())


def test_konane_jumps_after_the_opening() -> None:
    position = konane.Twin.start(4, 4).play("a1").play("b1")
    assert position.text() == "2bw/wbwb/bwbw/wbwb black"
    assert set(position.moves()) == {"a3-a1"}
    assert position.play("a3-a1").text() == "b1bw/1bwb/1wbw/wbwb white"


@pytest.mark.parametrize(
    ("text", "moves"),
    [
        ("bw1w1w2/8/8/8/8/8/8/8 black", "a1-c1 a1-e1 a1-g1"),
        ("b7/w7/8/w7/8/8/8/8 black", "a1-a3 a1-a5"),
        ("8/8/8/w7/8/w7/b7/8 black", "a7-a5 a7-a3"),
        ("3w1wb1/8/8/8/8/8/8/8 black", "g1-e1 g1-c1"),
    ],
)
def test_konane_each_landing_is_a_move(text: str, moves: str) -> None:
    assert konane_moves(text) == set(moves.split())


def test_konane_every_stone_jumped_over_is_removed() -> None:
    start = konane.Twin.from_text("bw1w1w2/8/8/8/8/8/8/8 black")
    assert start.play("a1-c1").text() == "2bw1w2/8/8/8/8/8/8/8 white"
    assert start.play("a1-e1").text() == "4bw2/8/8/8/8/8/8/8 white"
    assert start.play("a1-g1").text() == "6b1/8/8/8/8/8/8/8 white"
    vertical = konane.Twin.from_text("8/8/8/w7/8/w7/b7/8 black")
    assert vertical.play("a7-a3").text() == "8/8/b7/8/8/8/8/8 white"


@pytest.mark.parametrize(
    ("text", "moves"),
    [
        ("bw6/2w5/8/8/8/8/8/8 black", "a1-c1"),  # no turning the corner at c1
        ("bw3w2/8/8/8/8/8/8/8 black", "a1-c1"),  # nothing to jump over at d1
        ("bw1wb3/8/8/8/8/8/8/8 black", "a1-c1 e1-c1"),  # e1 is taken; both can jump to c1
        ("bwbw1w2/8/8/8/8/8/8/8 black", "c1-e1 c1-g1"),  # a1 is blocked by c1
        ("b7/1w6/8/8/8/8/8/8 black", ""),  # never diagonally
    ],
)
def test_konane_where_jumps_end(text: str, moves: str) -> None:
    assert konane_moves(text) == set(moves.split())


def test_konane_who_cannot_move_loses() -> None:
    assert konane.Twin.from_text("b7/8/8/8/8/8/8/7b black").outcome() == ("white", "stuck")
    assert konane.Twin.from_text("b7/8/8/8/8/8/8/7b white").outcome() == ("black", "stuck")
    position = konane.Twin.from_text("bw1/3/3 black")
    assert position.outcome() is None
    assert position.play("a1-c1").outcome() == ("black", "stuck")


# The duel --------------------------------------------------------------------------------------

SURVIVOR = {
    "Ww": ".", "Wh": "h", "Wm": "W",
    "Hw": "H", "Hh": ".", "Hm": "m",
    "Mw": "w", "Mh": "M", "Mm": ".",
}  # fmt: skip
"""Hero kills wumpus, mage kills hero, wumpus eats mage; two of a kind destroy each other."""


def winner_of(survivor: str) -> str | None:
    if survivor == ".":
        return None
    return "adversary" if survivor.isupper() else "agent"


@pytest.mark.parametrize("attacker", ["adversary", "agent"])
@pytest.mark.parametrize("pair", SURVIVOR)
def test_duel_battle_does_not_depend_on_who_attacks(pair: str, attacker: str) -> None:
    """The last two pieces meet: who survives wins, and if both are destroyed it is a draw."""
    upper, lower = pair[0], pair[1]
    mover, target = (upper, lower) if attacker == "adversary" else (lower, upper)
    position = duel.Twin.from_text(f"{target}2/1{mover}1/3 {attacker} 7")
    assert "b2xa1" in position.moves()
    after = position.play("b2xa1")
    assert after.board == [[SURVIVOR[pair], ".", "."], [".", ".", "."], [".", ".", "."]]
    assert after.outcome() == (winner_of(SURVIVOR[pair]), "no pieces")


def test_duel_start_with_pits() -> None:
    start = duel.Twin.start(6, 6, pits=[(1, 0), (2, 3), (3, 1), (4, 5)])
    assert start.text() == DUEL_6X6
    assert duel.Twin.start(15, 15).text() == f"{'whm' * 5}/{'15/' * 13}{'WHM' * 5} adversary"
    assert "a15-a14" in duel.Twin.start(15, 15).moves()


def test_duel_moves_in_eight_directions_but_not_onto_own_pieces() -> None:
    position = duel.Twin.from_text("W*m/1H1/3 adversary")
    from_b2 = {"b2-b1", "b2xc1", "b2-a2", "b2-c2", "b2-a3", "b2-b3", "b2-c3"}
    assert set(position.moves()) == from_b2 | {"a1-b1", "a1-a2"}
    assert set(duel.Twin.from_text("W*m/1H1/3 agent").moves()) == {"c1-b1", "c1xb2", "c1-c2"}


def test_duel_pit_destroys_the_piece_and_stays() -> None:
    after = duel.Twin.from_text("w2/1*1/W1H adversary 9").play("a3-b2")
    assert after.text() == "w2/1*1/2H agent"
    assert after.outcome() is None


@pytest.mark.parametrize(
    ("text", "move", "winner"),
    [("w2/1*1/W2 adversary", "a3-b2", "agent"), ("w2/1*1/W2 agent", "a1-b2", "adversary")],
)
def test_duel_last_piece_into_a_pit_loses(text: str, move: str, winner: str) -> None:
    assert duel.Twin.from_text(text).play(move).outcome() == (winner, "no pieces")


def test_duel_counter() -> None:
    position = duel.Twin.start(3, 3).play("a3-a2")
    assert position.text() == "whm/W2/1HM agent 1"
    assert position.play("b1-c2").text() == "w1m/W1h/1HM adversary 2"
    assert position.play("a1xa2").text() == "1hm/3/1HM adversary"


def test_duel_quiet_rule_is_50_moves_of_each_side() -> None:
    position = duel.Twin.from_text("w2/3/W1H adversary 99")
    assert position.outcome() is None
    assert position.play("a3-b3").outcome() == (None, "quiet")
    assert duel.Twin.from_text("w2/H2/2H adversary 99").play("a2xa1").outcome() == ("adversary", "no pieces")
    assert duel.Twin.from_text("w1m/1H1/2H adversary 99").play("b2xa1").outcome() is None


@pytest.mark.parametrize(("quiet", "plies"), [(1, 2), (2, 4), (3, 6)])
def test_duel_quiet_rule_can_be_changed(quiet: int, plies: int) -> None:
    there_and_back = "a3-a2 c1-c2 a2-a3 c2-c1 c3-b2 a1-b1"
    position = duel.Twin.from_text("w1w/3/W1W adversary", quiet=quiet)
    position = play_all(position, " ".join(there_and_back.split()[:plies]))
    assert position.outcome() == (None, "quiet")


def test_duel_quiet_rule_can_be_switched_off() -> None:
    assert duel.Twin.from_text("w2/3/W1H adversary 500", quiet=0).outcome() is None


def test_duel_elimination_comes_before_the_quiet_rule() -> None:
    assert duel.Twin.from_text("3/3/W1H agent 100").outcome() == ("adversary", "no pieces")
    assert duel.Twin.from_text("w2/3/W1H agent 100").outcome() == (None, "quiet")


CYCLE = "a3-b3 a1-b1 b3-a3 b1-a1"
"""Four plies that lead back to `w2/3/W2 adversary`."""


@pytest.mark.parametrize(("repetitions", "cycles"), [(2, 1), (3, 2), (4, 3)])
def test_duel_repetition(repetitions: int, cycles: int) -> None:
    position = duel.Twin.from_text("w2/3/W2 adversary 5", repetitions=repetitions)
    position = play_all(position, " ".join([CYCLE] * cycles))
    assert position.text() == f"w2/3/W2 adversary {5 + 4 * cycles}"
    assert position.outcome() == (None, "repetition")


def test_duel_third_time_is_the_default_and_need_not_be_the_start() -> None:
    position = play_all(duel.Twin.from_text("2w/3/W2 adversary"), "a3-a2 c1-b2 a2-a3 b2-a1")
    assert play_all(position, " ".join([CYCLE] * 2)).outcome() == (None, "repetition")


def test_duel_repetition_can_be_switched_off() -> None:
    position = duel.Twin.from_text("w2/3/W2 adversary", repetitions=0)
    assert play_all(position, " ".join([CYCLE] * 5)).outcome() is None


def test_duel_same_squares_with_the_other_side_to_move_are_not_a_repetition() -> None:
    position = duel.Twin.from_text("w2/3/2W adversary", repetitions=2)
    position = play_all(position, "c3-c2 a1-a2 c2-b3 a2-a1 b3-c3")
    assert position.text() == "w2/3/2W agent 5"
    assert position.outcome() is None


def test_duel_quiet_rule_comes_before_repetition() -> None:
    options: dict[str, Any] = {"quiet": 2, "repetitions": 2}
    position = play_all(duel.Twin.from_text("w2/3/W2 adversary", **options), CYCLE)
    assert position.outcome() == (None, "quiet")
