"""The plain program of Konane's source, and the compiled replay: two programs that play the same games."""

from __future__ import annotations

import pytest
from benchmarks import konane_report
from benchmarks.konane_games import SEARCHES, move_text

from plyground.study.konane_report import replay_game
from plyground.study.published import KONANE_LAST_BOARDS


@pytest.mark.parametrize("algorithm", SEARCHES)
def test_both_programs_play_the_printed_game(algorithm: str) -> None:
    line, board, _ = konane_report.play_game(SEARCHES[algorithm], 3)
    printed = KONANE_LAST_BOARDS[3]
    assert (len(line), f"{konane_report.board_text(board)} white") == printed
    assert replay_game(algorithm, 3).line == [move_text(move) for move in line]
