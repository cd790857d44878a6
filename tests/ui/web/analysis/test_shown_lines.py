"""Lines of play: read, shown and written."""

from __future__ import annotations

import re

import pytest

from plyground.errors import IllegalMoveError, PlygroundError
from plyground.ui.web.analysis.analysis_messages import NamedLine
from plyground.ui.web.analysis.shown_lines import read_text, shown_line, written_line
from plyground.ui.web.common.lines import GivenLine, read_line

SMALL = GivenLine(game="breakthrough", options={"size": "4"})
BLUNDER = ["b3xa2", "c2-b3", "a2xb1"]


def test_a_line_is_shown_with_every_position() -> None:
    shown = shown_line(GivenLine(game="breakthrough", options={"size": "4"}, moves=BLUNDER[:2]))
    assert [ply.move for ply in shown.plies] == [None, "b3xa2", "c2-b3"]
    assert shown.plies[1].told == "black plays b3xa2 and takes on a2"
    assert shown.plies[1].changed == [5, 8]
    assert shown.plies[0].position == shown.game.start
    assert shown.to_move == 0
    assert "a2xb1" in [move.move for move in shown.moves]
    assert shown.ending is None


def test_a_finished_line_has_no_moves_and_a_winner() -> None:
    shown = shown_line(GivenLine(game="breakthrough", options={"size": "4"}, moves=BLUNDER))
    assert shown.moves == []
    assert shown.ending is not None
    assert shown.ending.winner == 0


def test_a_position_brings_its_own_size() -> None:
    shown = shown_line(GivenLine(game="konane", options={"size": "8x8"}, position="bwb/w1w/bwb white"))
    assert (shown.game.rows, shown.game.columns) == (3, 3)
    assert shown.game.options["size"] == "3x3"


@pytest.mark.parametrize(
    ("given", "told"),
    [
        (GivenLine(game="chess"), "there is no game 'chess'"),
        (GivenLine(game="tests/nim.py"), "there is no game"),
        (GivenLine(game="othello", options={"size": "5"}), "size 5 is not played"),
        (GivenLine(game="othello", position="4/1wb1/1bw1/4 blck"), "did you mean 'black'"),
        (GivenLine(game="othello", options={"size": "4"}, moves=["b1", "b1"]), "move 2: b1 is not legal"),
        (GivenLine(game="othello", options={"size": "4"}, moves=["b1", "!"]), "move 2: "),
    ],
)
def test_what_cannot_be_is_told_in_a_line(given: GivenLine, told: str) -> None:
    with pytest.raises(PlygroundError, match=re.escape(told)):
        read_line(given)


def test_a_text_may_be_a_position() -> None:
    shown = read_text(SMALL, " 4/1b2/2w1/4 black\n")
    assert [ply.position for ply in shown.plies] == ["4/1b2/2w1/4 black"]


@pytest.mark.parametrize("text", ["b3xa2 c2-b3", "b3xa2,c2-b3", "1. b3xa2 c2-b3\n", " 1. b3xa2\n1... c2-b3"])
def test_a_text_may_be_moves(text: str) -> None:
    assert [ply.move for ply in read_text(SMALL, text).plies] == [None, "b3xa2", "c2-b3"]


def test_moves_go_on_from_the_line_that_is_given() -> None:
    line = GivenLine(game="breakthrough", options={"size": "4"}, moves=["b3xa2"])
    assert read_text(line, "c2-b3").plies[-1].move == "c2-b3"
    with pytest.raises(IllegalMoveError, match=r"move 2 \(character 1\): b3xa2 is not legal"):
        read_text(line, "b3xa2")


def test_a_text_may_be_a_record_of_another_game() -> None:
    line = NamedLine(game="othello", options={"size": "4"}, moves=["b1", "a1"], players=("Ada", "<b>"))
    shown = read_text(SMALL, written_line(line))
    assert shown.game.name == "othello"
    assert shown.players == ("Ada", "<b>")
    assert [ply.move for ply in shown.plies] == [None, "b1", "a1"]


def test_a_record_keeps_what_is_known_about_moves() -> None:
    text = written_line(NamedLine(game="othello", options={"size": "4"}, moves=["b1"]))
    shown = read_text(SMALL, text.replace("b1 ", "b1 {0.5s d3 +1.5} "))
    assert (shown.plies[1].seconds, shown.plies[1].score) == (0.5, 1.5)


def test_only_the_first_game_of_a_file_is_read() -> None:
    text = written_line(NamedLine(game="othello", options={"size": "4"}, moves=["b1"]))
    assert len(read_text(SMALL, f'{text}\n[Game "nonsense"]\n').plies) == 2


def test_an_empty_text_changes_nothing() -> None:
    assert len(read_text(SMALL, " \n").plies) == 1


@pytest.mark.parametrize("text", ["[", '[Game "x.py"]', "; [Game\n", "b3-b9", "4/4/4 black", "\x00/"])
def test_a_text_that_is_nothing_of_this_is_refused(text: str) -> None:
    with pytest.raises(PlygroundError):
        read_text(SMALL, text)


def test_a_finished_line_is_written_with_its_result() -> None:
    text = written_line(NamedLine(game="breakthrough", options={"size": "4"}, moves=BLUNDER))
    assert '[Result "black"]' in text
    assert '[Termination "normal"]' in text
    assert read_text(SMALL, text).ending is not None


def test_a_line_from_a_position_is_written_with_it() -> None:
    text = written_line(NamedLine(game="breakthrough", position="4/1b2/2w1/4 black", moves=["b3xc2"]))
    assert '[Start "4/1b2/2w1/4 black"]' in text
    assert '[Size "4x4"]' in text
