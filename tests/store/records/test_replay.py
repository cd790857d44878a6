"""Playing records again: what is right comes back as positions, what is wrong is told in one line."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest

import plyground as ply
from plyground.store.records import GameRecord, PlayedMove, Termination, replay, result_of
from tests.strangers import NIM

from .games import BOARDS, line_of, record_of, small_record


@pytest.mark.parametrize(("name", "size"), BOARDS)
def test_a_replay_goes_through_the_positions_of_the_game(name: str, size: tuple[int, int]) -> None:
    for seed in range(5):
        line = line_of(name, size, seed)
        assert replay(record_of(line)) == line


def test_a_replay_counts_repetitions_as_the_game_did() -> None:
    there_and_back = ["a3-a2", "a1-b2", "a2-a3", "b2-a1"] * 2
    position = ply.game("duel", size=3).start()
    line = [position, *(position := position.play(move) for move in there_and_back)]
    record = record_of(line)
    assert (record.termination, record.winner) == (Termination.NORMAL, None)
    assert replay(record)[-1].outcome == line[-1].outcome


def test_a_game_may_begin_anywhere() -> None:
    line = line_of("othello", (4, 4), 3)
    record = record_of(line, first=5)
    assert replay(record) == line[5:]


def test_a_game_may_stop_before_its_end() -> None:
    line = line_of("breakthrough", (5, 4), 1)[:6]
    record = record_of(line)
    assert record.termination == Termination.UNFINISHED
    for termination in Termination:
        winner = None if termination == Termination.UNFINISHED else 1
        if termination != Termination.NORMAL:
            stopped = replace(record, termination=termination, winner=winner)
            assert replay(stopped) == line


def changed(record: GameRecord, **changes: Any) -> GameRecord:
    return replace(record, **changes)


SMALL = small_record()
STOPPED = record_of(line_of("breakthrough", (5, 4), 1)[:4])
WRONG = [
    (changed(SMALL, game="chess"), "there is no game 'chess' (there are: breakthrough, "),
    (changed(SMALL, options={"size": "9x9"}), "size 9x9 is not played; allowed: 4 to 8 rows"),
    (changed(SMALL, options={"seed": "1"}), "breakthrough has no option 'seed'; it has: size"),
    (changed(SMALL, options={"size": "5x5"}), "the first position is 5x4, but the size is 5x5"),
    (changed(SMALL, start=""), "a position is a board, one space and the player to move"),
    (changed(SMALL, start="4/4/4/4/4 black"), "black has taken the last pawn, so it cannot be to move"),
    (changed(SMALL, moves=(PlayedMove("e1"), *SMALL.moves)), "move 1: there is no square e1"),
    (changed(SMALL, moves=(*SMALL.moves[:3], PlayedMove("so")), winner=0), "move 4: a move looks like d3"),
    (changed(SMALL, moves=(*SMALL.moves[:2], SMALL.moves[0])), "move 3: d4-c3 is not legal: "),
    (changed(SMALL, moves=(*SMALL.moves, PlayedMove("a4-a3"))), "is not legal: the game is over (white wins"),
    (changed(SMALL, moves=SMALL.moves[:-1]), "after move 11: the game is not over by the rules"),
    (changed(SMALL, winner=0), "by the rules the result is another one (white wins: white broke through)"),
    (changed(SMALL, winner=None), "by the rules the result is another one (white wins: "),
    (
        changed(SMALL, termination=Termination.TIME),
        "is over by the rules (white wins: white broke through), but",
    ),
    (changed(SMALL, opening=13), "13 moves were given, but there are 12"),
    (changed(SMALL, opening=-1), "-1 moves were given, but there are 12"),
    (changed(STOPPED, winner=0), "after move 3: an unfinished game has no winner"),
    (changed(STOPPED, termination=Termination.TIME, winner=2), "the winner is player 0, player 1 or nobody"),
    (changed(STOPPED, termination=Termination.NORMAL), "after move 3: the game is not over by the rules"),
]


@pytest.mark.parametrize(("record", "problem"), WRONG, ids=[problem for _, problem in WRONG])
def test_what_is_wrong_is_told_in_one_line(record: GameRecord, problem: str) -> None:
    with pytest.raises(ply.PlygroundError) as caught:
        replay(record)
    assert problem in str(caught.value)
    assert str(caught.value).isprintable()


def test_a_record_never_makes_a_file_run() -> None:
    with pytest.raises(ply.UnknownGameError):
        replay(replace(SMALL, game=str(NIM)))


def test_results_have_the_names_of_the_sides() -> None:
    sides = ("black", "white")
    assert result_of(SMALL, sides) == "white"
    assert result_of(replace(SMALL, winner=None), sides) == "draw"
    assert result_of(STOPPED, sides) == "*"
