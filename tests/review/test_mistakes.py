"""Which moves are mistakes, and why."""

from __future__ import annotations

import pytest

import plyground as ply
from plyground.core.position import Position
from plyground.review.accuracy import KINDS
from plyground.review.chances import ChanceCurve
from plyground.review.mistakes import Findings, Mistake, Note, backed_up, settled_chance, verdict_on
from plyground.search.proof import Proof, Value
from plyground.search.report import Line
from plyground.search.score import UNIT, WIN

START = ply.game("breakthrough", size=6).start()
AFTER = START.play("b5-b4")
LINEAR, FLATTER = ChanceCurve(1e6, 1e6), ChanceCurve(2e6, 1e6)
"""Logistic curves over all that is scored here."""

BLUNDER, MISTAKE = KINDS["blunder"], KINDS["mistake"]


def judged(after: Position, best: Findings, replies: Findings, curve: ChanceCurve) -> Mistake | Note | None:
    """Return what there is to say about a move."""
    return verdict_on(after, best, replies, curve).remark


def line(position: Position, score: int, *moves: str, proof: Proof | None = None) -> Line:
    """Make a line of a search."""
    codes = []
    here = position
    for text in moves:
        move = here.find_move(text)
        codes.append(move.code)
        here = here.play(move)
    return Line(position, tuple(codes), score, proof)


def test_the_best_move_is_no_mistake() -> None:
    best = {5: line(START, 300, "c5-c4")}
    assert judged(AFTER, best, {4: line(AFTER, -290, "a2-a3")}, LINEAR) is None


def test_a_move_that_costs_much_is_a_blunder_and_told_so() -> None:
    best = {5: line(START, 1200, "c5-c4", "a2-a3")}
    mistake = judged(AFTER, best, {4: line(AFTER, 2000, "a2-a3", "c5-c4")}, FLATTER)
    assert isinstance(mistake, Mistake)
    assert mistake.kind == "blunder"
    assert mistake.loss > BLUNDER
    assert mistake.told == (
        "lowers the chance of winning from 65 % to 27 %: after b5-b4 white plays a2-a3; better was c5-c4"
    )
    assert mistake.loss == mistake.chance_before - mistake.chance_after
    assert [str(move) for move in mistake.refutation] == ["b5-b4", "a2-a3", "c5-c4"]
    assert [str(move) for move in mistake.better] == ["c5-c4", "a2-a3"]


def test_what_costs_less_is_a_mistake() -> None:
    best = {5: line(START, 500, "c5-c4")}
    mistake = judged(AFTER, best, {4: line(AFTER, 0, "a2-a3")}, LINEAR)
    assert isinstance(mistake, Mistake)
    assert mistake.kind == "mistake"
    assert MISTAKE <= mistake.loss < BLUNDER


def test_points_that_do_not_matter_are_no_mistake() -> None:
    best = {5: line(START, 20 * UNIT, "c5-c4")}
    assert judged(AFTER, best, {4: line(AFTER, -10 * UNIT, "a2-a3")}, LINEAR) is None


def test_a_slower_win_is_no_mistake() -> None:
    best = {5: line(START, WIN - 3 * UNIT, "c5-c4")}
    assert judged(AFTER, best, {9: line(AFTER, -WIN + 10 * UNIT, "a2-a3")}, LINEAR) is None


def test_a_win_that_is_let_go_is_told() -> None:
    best = {5: line(START, WIN - 3 * UNIT, "c5-c4")}
    open_again = judged(AFTER, best, {4: line(AFTER, 200, "a2-a3")}, LINEAR)
    assert isinstance(open_again, Mistake)
    assert open_again.told == (
        "gives a win away (99 % to 45 %): after b5-b4 white plays a2-a3;"
        " better was c5-c4, which wins in 2 moves"
    )
    lost = judged(AFTER, best, {4: line(AFTER, WIN - UNIT, "a2-a3")}, LINEAR)
    assert isinstance(lost, Mistake)
    assert lost.told == (
        "turns a win into a loss: after b5-b4 white plays a2-a3 and wins at once;"
        " better was c5-c4, which wins in 2 moves"
    )


def test_a_loss_that_could_be_avoided_is_told() -> None:
    best = {5: line(START, -300, "c5-c4")}
    mistake = judged(AFTER, best, {4: line(AFTER, WIN - 4 * UNIT, "a2-a3")}, LINEAR)
    assert isinstance(mistake, Mistake)
    assert mistake.told == (
        "loses the game (43 % to 1 %): after b5-b4 white plays a2-a3 and wins in 2 moves; better was c5-c4"
    )


def test_a_move_that_ends_the_game_is_told() -> None:
    before = ply.game("duel").position("*2/1W1/2h adversary")
    mistake = judged(before.play("b2-a1"), {2: line(before, 0, "b2-b1")}, {}, LINEAR)
    assert isinstance(mistake, Mistake)
    assert mistake.told.startswith(
        "was a guess of 50 %, now a proved loss at once: after b2-a1 the game is over (agent wins: "
    )
    assert mistake.proof_after == Proof("loss", distance=1)
    assert not mistake.is_certain
    assert mistake.told.endswith("; better was b2-b1")
    assert [str(move) for move in mistake.refutation] == ["b2-a1"]


def test_only_depths_that_end_on_the_same_ply_are_compared() -> None:
    # At odd depths everything looks better by two points for the side that moves.
    best = {4: line(START, -1000, "c5-c4"), 5: line(START, 1000, "c5-c4"), 6: line(START, -1000, "c5-c4")}
    replies = {3: line(AFTER, 1000, "a2-a3"), 4: line(AFTER, -1000, "a2-a3")}
    assert judged(AFTER, best, replies, LINEAR) is None


def test_a_reply_that_ends_the_game_counts_at_any_depth() -> None:
    best = {6: line(START, 0, "c5-c4"), 7: line(START, 0, "c5-c4")}
    mistake = judged(AFTER, best, {1: line(AFTER, WIN - UNIT, "a2-a3")}, LINEAR)
    assert isinstance(mistake, Mistake)
    assert mistake.loss == 0.5


def test_what_is_open_is_never_told_as_certain() -> None:
    best = {5: line(START, 20 * UNIT, "c5-c4")}
    mistake = judged(AFTER, best, {4: line(AFTER, 20 * UNIT, "a2-a3")}, LINEAR)
    assert isinstance(mistake, Mistake)
    assert mistake.told.startswith("lowers the chance of winning from 99 % to 1 %: ")


def test_an_open_chance_is_that_between_the_last_two_depths() -> None:
    findings = {4: line(START, -1000, "c5-c4"), 5: line(START, 1000, "c5-c4")}
    assert settled_chance(findings, LINEAR) == 0.5
    findings[6] = line(START, WIN - 6 * UNIT, "c5-c4")
    assert settled_chance(findings, LINEAR) == 1.0
    assert settled_chance({1: line(START, 0, "c5-c4")}, LINEAR) == 0.5


def win(plies: int) -> int:
    return WIN - plies * UNIT


def proved(position: Position, value: Value, *moves: str, plies: int = 0, **more: int) -> Line:
    """Make a line that ends the game in so many plies, or where only the value is known."""
    score = {"win": win(plies), "draw": 0, "loss": -win(plies)}[value]
    return line(position, score, *moves, proof=Proof(value, **more))


CERTAIN = [
    ("win", "win", "was a proved win in at most 3 moves, now a proved loss in at most 4 moves", 1.0),
    ("win", "draw", "was a proved win in at most 3 moves, now a proved draw", 0.5),
    ("draw", "win", "was a proved draw, now a proved loss in at most 4 moves", 0.5),
]


@pytest.mark.parametrize(("could", "reply", "told", "loss"), CERTAIN)
def test_a_proved_value_that_is_let_go_is_a_certain_mistake(
    could: Value, reply: Value, told: str, loss: float
) -> None:
    best = {5: proved(START, could, "c5-c4", plies=5)}
    mistake = judged(AFTER, best, {2: proved(AFTER, reply, "a2-a3", plies=7)}, LINEAR)
    assert isinstance(mistake, Mistake)
    assert mistake.is_certain
    assert (mistake.kind, mistake.loss) == ("blunder", loss)
    answer = {"win": "and wins in 4 moves", "draw": "and draws"}[reply]
    assert mistake.told == f"{told}: after b5-b4 white plays a2-a3 {answer}; better was c5-c4"
    assert mistake.proof_before == Proof(could)
    assert mistake.proof_after == Proof("loss" if reply == "win" else "draw")


@pytest.mark.parametrize("value", ["win", "draw", "loss"])
def test_a_move_that_keeps_the_proved_value_is_no_mistake(value: Value) -> None:
    turned: dict[Value, Value] = {"win": "loss", "draw": "draw", "loss": "win"}
    best = {5: proved(START, value, "c5-c4", plies=3)}
    assert judged(AFTER, best, {9: proved(AFTER, turned[value], "a2-a3", plies=12)}, LINEAR) is None


def test_a_slower_proved_win_is_noted() -> None:
    best = {13: proved(START, "win", "c5-c4", plies=13, distance=13)}
    note = judged(AFTER, best, {16: proved(AFTER, "loss", "a2-a3", plies=16, distance=16)}, LINEAR)
    assert note == Note("slower", "still a proved win, in 9 moves instead of in 7 moves with c5-c4")
    same = judged(AFTER, best, {12: proved(AFTER, "loss", "a2-a3", plies=12, distance=12)}, LINEAR)
    assert same is None
    unknown = judged(AFTER, best, {16: proved(AFTER, "loss", "a2-a3", plies=16)}, LINEAR)
    assert unknown is None  # "at most" 9 moves may be 7
    quicker = judged(AFTER, best, {8: proved(AFTER, "loss", "a2-a3", plies=8, distance=8)}, LINEAR)
    assert quicker is None


def test_a_sooner_proved_loss_is_noted() -> None:
    best = {8: proved(START, "loss", "c5-c4", plies=8, distance=8)}
    note = judged(AFTER, best, {3: proved(AFTER, "win", "a2-a3", plies=3, distance=3)}, LINEAR)
    assert note == Note("sooner", "a proved loss either way, in 2 moves instead of in 4 moves with c5-c4")


def test_margins_are_told_and_a_smaller_one_is_noted() -> None:
    start = ply.game("othello", size=4).start()
    after = start.play("b1")
    best = {9: proved(start, "win", "a2", plies=9, margin=12)}
    smaller = judged(after, best, {9: proved(after, "loss", "a1", plies=8, margin=-2)}, LINEAR)
    assert smaller == Note("margin", "still a proved win, by 2 instead of by 12 with a2")
    lost = judged(after, best, {9: proved(after, "win", "a1", plies=8, margin=6)}, LINEAR)
    assert isinstance(lost, Mistake)
    assert lost.told == (
        "was a proved win by 12, now a proved loss by 6: after b1 white plays a1 and wins by 6; better was a2"
    )
    assert judged(after, best, {9: proved(after, "loss", "a1", plies=8, margin=-12)}, LINEAR) is None
    open_margin = judged(after, best, {9: proved(after, "win", "a1", plies=8)}, LINEAR)
    assert isinstance(open_margin, Mistake)
    assert ", now a proved loss, margin open: after b1 white plays a1 and wins; " in open_margin.told


def test_a_guess_beside_a_proof_is_called_a_guess() -> None:
    best = {13: proved(START, "win", "c5-c4", plies=13)}
    mistake = judged(AFTER, best, {4: line(AFTER, 400, "a2-a3")}, LINEAR)
    assert isinstance(mistake, Mistake)
    assert not mistake.is_certain
    assert mistake.told.startswith("was a proved win in at most 7 moves, now a guess of 40 %: ")
    open_before = judged(
        AFTER, {5: line(START, 0, "c5-c4")}, {4: proved(AFTER, "win", "a2-a3", plies=7)}, LINEAR
    )
    assert isinstance(open_before, Mistake)
    assert not open_before.is_certain
    assert open_before.told.startswith("was a guess of 50 %, now a proved loss in at most 4 moves: ")


def test_a_proof_counts_at_any_depth() -> None:
    # Where both searches end on the same ply, depth 5 knows nothing of the win that depth 9 proves.
    best = {5: line(START, 0, "a5-a4"), 9: proved(START, "win", "c5-c4", plies=9)}
    mistake = judged(AFTER, best, {4: line(AFTER, 0, "a2-a3")}, LINEAR)
    assert isinstance(mistake, Mistake)
    assert mistake.chance_before == 1


def test_a_proved_draw_is_not_smoothed() -> None:
    findings = {4: line(START, 3000, "c5-c4"), 5: proved(START, "draw", "c5-c4")}
    assert settled_chance(findings, LINEAR) == 0.5
    assert settled_chance({4: findings[5], 5: findings[4]}, LINEAR) > 0.9


def test_a_move_that_is_proved_to_win_proves_its_position() -> None:
    guess, lost = line(START, 300, "c5-c4"), proved(AFTER, "loss", "a2-a3", plies=6, distance=6)
    won = backed_up(guess, lost)
    assert (str(won.move), won.told_score) == ("b5-b4", "proved win in at most 4 moves")
    assert won.distance is None  # another move may be quicker
    assert backed_up(guess, None) is guess
    assert backed_up(guess, proved(AFTER, "draw", "a2-a3")) is guess
    assert backed_up(guess, proved(AFTER, "win", "a2-a3", plies=3)) is guess
    quicker = proved(START, "win", "c5-c4", plies=3)
    assert backed_up(quicker, lost) is quicker
