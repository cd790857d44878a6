"""Which moves are mistakes, and why."""

from __future__ import annotations

import plyground as ply
from plyground.position import Position
from plyground.search.report import Line
from plyground.search.score import UNIT, WIN
from plyground.web.analysis.judging import BLUNDER, MISTAKE, judged, settled_chance

START = ply.game("breakthrough", size=6).start()
AFTER = START.play("b5-b4")


def line(position: Position, score: int, *moves: str) -> Line:
    """Make a line of a search."""
    codes = []
    here = position
    for text in moves:
        move = here.find_move(text)
        codes.append(move.code)
        here = here.play(move)
    return Line(position, tuple(codes), score)


def test_the_best_move_is_no_mistake() -> None:
    best = {5: line(START, 300, "c5-c4")}
    assert judged(AFTER, best, {4: line(AFTER, -290, "a2-a3")}, 1.0) is None


def test_a_move_that_costs_much_is_a_blunder_and_told_so() -> None:
    best = {5: line(START, 1200, "c5-c4", "a2-a3")}
    mistake = judged(AFTER, best, {4: line(AFTER, 2000, "a2-a3", "c5-c4")}, 2.0)
    assert mistake is not None
    assert mistake.kind == "blunder"
    assert mistake.loss > BLUNDER
    assert mistake.told == (
        "lowers the chance of winning from 65 % to 27 %: after b5-b4 white plays a2-a3; better was c5-c4"
    )
    assert mistake.loss == mistake.chance_before - mistake.chance_after
    assert [move.move for move in mistake.refutation] == ["b5-b4", "a2-a3", "c5-c4"]
    assert [move.move for move in mistake.better] == ["c5-c4", "a2-a3"]


def test_what_costs_less_is_a_mistake() -> None:
    best = {5: line(START, 500, "c5-c4")}
    mistake = judged(AFTER, best, {4: line(AFTER, 0, "a2-a3")}, 1.0)
    assert mistake is not None
    assert mistake.kind == "mistake"
    assert MISTAKE <= mistake.loss < BLUNDER


def test_points_that_do_not_matter_are_no_mistake() -> None:
    best = {5: line(START, 20 * UNIT, "c5-c4")}
    assert judged(AFTER, best, {4: line(AFTER, -10 * UNIT, "a2-a3")}, 1.0) is None


def test_a_slower_win_is_no_mistake() -> None:
    best = {5: line(START, WIN - 3 * UNIT, "c5-c4")}
    assert judged(AFTER, best, {9: line(AFTER, -WIN + 10 * UNIT, "a2-a3")}, 1.0) is None


def test_a_win_that_is_let_go_is_told() -> None:
    best = {5: line(START, WIN - 3 * UNIT, "c5-c4")}
    open_again = judged(AFTER, best, {4: line(AFTER, 200, "a2-a3")}, 1.0)
    assert open_again is not None
    assert open_again.told == (
        "gives a win away (100 % to 45 %): after b5-b4 white plays a2-a3;"
        " better was c5-c4, which wins in 2 moves"
    )
    lost = judged(AFTER, best, {4: line(AFTER, WIN - UNIT, "a2-a3")}, 1.0)
    assert lost is not None
    assert lost.told == (
        "turns a win into a loss: after b5-b4 white plays a2-a3 and wins at once;"
        " better was c5-c4, which wins in 2 moves"
    )


def test_a_loss_that_could_be_avoided_is_told() -> None:
    best = {5: line(START, -300, "c5-c4")}
    mistake = judged(AFTER, best, {4: line(AFTER, WIN - 4 * UNIT, "a2-a3")}, 1.0)
    assert mistake is not None
    assert mistake.told == (
        "loses the game (43 % to 0 %): after b5-b4 white plays a2-a3 and wins in 2 moves; better was c5-c4"
    )


def test_a_move_that_ends_the_game_is_told() -> None:
    before = ply.game("duel").position("*2/1W1/2h adversary")
    mistake = judged(before.play("b2-a1"), {2: line(before, 0, "b2-b1")}, {}, 1.0)
    assert mistake is not None
    assert mistake.told.startswith("loses the game (50 % to 0 %): after b2-a1 the game is over (agent wins: ")
    assert mistake.told.endswith("; better was b2-b1")
    assert [move.move for move in mistake.refutation] == ["b2-a1"]


def test_only_depths_that_end_on_the_same_ply_are_compared() -> None:
    # At odd depths everything looks better by two points for the side that moves.
    best = {4: line(START, -1000, "c5-c4"), 5: line(START, 1000, "c5-c4"), 6: line(START, -1000, "c5-c4")}
    replies = {3: line(AFTER, 1000, "a2-a3"), 4: line(AFTER, -1000, "a2-a3")}
    assert judged(AFTER, best, replies, 1.0) is None


def test_a_reply_that_ends_the_game_counts_at_any_depth() -> None:
    best = {6: line(START, 0, "c5-c4"), 7: line(START, 0, "c5-c4")}
    mistake = judged(AFTER, best, {1: line(AFTER, WIN - UNIT, "a2-a3")}, 1.0)
    assert mistake is not None
    assert mistake.loss == 0.5


def test_what_is_open_is_never_told_as_certain() -> None:
    best = {5: line(START, 20 * UNIT, "c5-c4")}
    mistake = judged(AFTER, best, {4: line(AFTER, 20 * UNIT, "a2-a3")}, 1.0)
    assert mistake is not None
    assert mistake.told.startswith("lowers the chance of winning from 99 % to 1 %: ")


def test_an_open_chance_is_that_between_the_last_two_depths() -> None:
    findings = {4: line(START, -1000, "c5-c4"), 5: line(START, 1000, "c5-c4")}
    assert settled_chance(findings, 1.0) == 0.5
    findings[6] = line(START, WIN - 6 * UNIT, "c5-c4")
    assert settled_chance(findings, 1.0) == 1.0
    assert settled_chance({1: line(START, 0, "c5-c4")}, 1.0) == 0.5
