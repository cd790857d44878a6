"""`plyground play` on a real terminal: what a person sees, and what Ctrl-C does."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pytest

from plyground.store import Store
from plyground.store.records import Termination
from plyground.ui.terminal.view import LOOK_SECONDS, SAVE_CURSOR

from .at_terminal import AtTerminal, at_terminal
from .playing import kept_games

SMALL = ("breakthrough", "human", "first", "--size", "5x4")
THINKER = "engine:seconds=600,evaluate=squares"


def boards(terminal: AtTerminal) -> int:
    """Count the boards on the glass, by the row of letters above each."""
    return sum(line.startswith("    a  b") for line in terminal.glass.lines)


def test_a_game_is_drawn_in_place() -> None:
    with at_terminal(*SMALL, environment={"NO_COLOR": "1"}) as terminal:
        terminal.wait_for_prompt("black>")
        terminal.type("a4\r")
        terminal.wait_for("1 a4-a3")
        terminal.wait_for_prompt("black>")
        assert " 3 [.][.] .  ." in terminal.glass.lines
        terminal.type("1\r")
        terminal.wait_for("white plays b2xa3")
        terminal.wait_for_prompt("black>")
        terminal.type("nonsense\r")
        terminal.wait_for("there is no command 'nonsense'")
        terminal.wait_for_prompt("black>")
        assert terminal.glass.lines == [
            "    a  b  c  d   Breakthrough 5x4",
            " 5  b  b  b  b   > black  You     7 pawns",
            " 4  .  b  b  b     white  first   8 pawns",
            " 3 (w) .  .  .",
            " 2  w (.) w  w     1. a4-a3  b2xa3",
            " 1  w  w  w  w",
            "",
            "black plays a4-a3",
            "white plays b2xa3 and takes on a3",
            "there is no command 'nonsense'; help lists what you can type",
            "black>",
        ]
        assert terminal.glass.scrolled_off == []
        assert "\x1b[3" not in terminal.written, "no colour"
        terminal.type("quit\r")
        assert terminal.wait_for_end() == 0
        assert terminal.glass.lines[-1] == "kept: 'plyground play --continue 1' resumes it"
        assert boards(terminal) == 1


def test_what_does_not_fit_scrolls_and_the_game_goes_on() -> None:
    with at_terminal(*SMALL, columns=40, rows=12) as terminal:
        terminal.wait_for_prompt("black>")
        for _ in range(3):
            terminal.type("help\r")
            terminal.wait_for("Ctrl-C makes")
            terminal.wait_for_prompt("black>")
            terminal.type("flip\r")
            terminal.wait_for("    ", below=12)
            terminal.wait_for_prompt("black>")
        terminal.type("b4-b3\r")
        terminal.wait_for("white plays")
        terminal.wait_for_prompt("black>")
        assert terminal.glass.scrolled_off
        assert max(map(len, terminal.glass.lines)) <= 40


def test_ctrl_c_plays_the_best_move_so_far_and_the_game_goes_on(folder: Path) -> None:
    with at_terminal("othello", "human", THINKER) as terminal:
        terminal.wait_for_prompt("black>")
        terminal.type("d3\r")
        terminal.wait_for("white thinks: depth ")
        terminal.press_ctrl_c()
        terminal.wait_for("white plays ")
        terminal.wait_for_prompt("black>")
        terminal.type("undo\r")
        terminal.wait_for("taken back: d3")
        terminal.wait_for_prompt("black>")
        terminal.type("c4\r")
        terminal.wait_for("white thinks: depth ")
        terminal.press_ctrl_c()
        terminal.wait_for("white plays ")
        terminal.wait_for_prompt("black>")
        terminal.press_ctrl_c()
        assert terminal.wait_for_end() == 0
        assert "kept: 'plyground play --continue 1'" in terminal.glass.lines[-1], terminal.glass.lines
    [record] = kept_games(folder)
    assert [move.text for move in record.moves][:1] == ["c4"]
    assert len(record.moves) == 2
    assert record.moves[1].depth is not None


def test_what_is_typed_too_early_spoils_nothing(tmp_path: Path) -> None:
    signal = tmp_path / "signal"
    patient = tmp_path / "patient.py"
    patient.write_text(
        "import pathlib, time\nclass Patient:\n    def choose(self, position):\n"
        f"        while not pathlib.Path({str(signal)!r}).exists():\n            time.sleep(0.05)\n"
        "        return position.moves()[0]\n"
    )
    with at_terminal("breakthrough", "human", f"{patient}:Patient", "--size", "5x4") as terminal:
        terminal.wait_for_prompt("black>")
        terminal.type("b4-b3\r")
        terminal.wait_for("white thinks")
        terminal.type("too early\rflip\r")
        terminal.look_for(0.5)
        assert "early" not in "\n".join(terminal.glass.lines)
        signal.touch()
        terminal.wait_for("    d  c  b  a")
        terminal.wait_for_prompt("black>")
        assert [line[:16].rstrip() for line in terminal.glass.lines if "d  c  b" in line] == [
            "    d  c  b  a"
        ]
        assert terminal.glass.lines[0].startswith("    d  c")


def test_a_second_ctrl_c_leaves_while_an_engine_thinks(folder: Path, tmp_path: Path) -> None:
    stubborn = tmp_path / "stubborn.py"
    stubborn.write_text(
        "import time\nclass Stubborn:\n    def choose(self, position):\n        time.sleep(600)\n"
    )
    with at_terminal("breakthrough", "human", f"{stubborn}:Stubborn", "--size", "5x4") as terminal:
        terminal.wait_for_prompt("black>")
        terminal.type("b4-b3\r")
        terminal.wait_for("white thinks")
        terminal.press_ctrl_c()
        terminal.wait_for("no more thinking")
        terminal.press_ctrl_c()
        assert terminal.wait_for_end() == 0
        assert "kept: " in "\n".join(terminal.glass.lines)
    [record] = kept_games(folder)
    assert [move.text for move in record.moves] == ["b4-b3"]
    assert record.termination is Termination.UNFINISHED


def test_analysis_is_live_and_stops_at_ctrl_c() -> None:
    with at_terminal("othello", "human", "first", columns=40) as terminal:
        terminal.wait_for_prompt("black>")
        terminal.type("analyse 600\r")
        terminal.wait_for(" nodes ")
        terminal.wait_for(" 3  ")
        terminal.press_ctrl_c()
        terminal.wait_for_prompt("black>")
        assert boards(terminal) == 1
        assert any(line.startswith(" 1  ") for line in terminal.glass.lines[-5:])


def test_a_watched_game_pauses_at_ctrl_c(folder: Path) -> None:
    with at_terminal("othello", "random", "random", "--size", "6", columns=40) as terminal:
        terminal.wait_for("black plays ")
        terminal.press_ctrl_c()
        terminal.wait_for_prompt("paused>")
        paused_at = len(kept_games(folder)[0].moves)
        terminal.look_for(3 * LOOK_SECONDS)
        terminal.type("resign\r")
        terminal.wait_for("nobody can resign")
        terminal.wait_for_prompt("paused>")
        assert len(kept_games(folder)[0].moves) == paused_at
        terminal.type("undo\r")
        terminal.wait_for("taken back: ")
        terminal.wait_for_prompt("paused>")
        assert len(kept_games(folder)[0].moves) == paused_at - 1
        terminal.type("\r")
        while len(kept_games(folder)[0].moves) <= paused_at:
            assert terminal.process.poll() is None
            terminal.look_for(0.1)
        terminal.press_ctrl_c()
        terminal.wait_for_prompt("paused>")
        terminal.press_ctrl_c()
        assert terminal.wait_for_end() == 0


def test_the_clock_of_a_person_runs_out(folder: Path) -> None:
    with at_terminal(*SMALL, "--clock", "60+3", environment={"NO_COLOR": "1"}) as terminal:
        terminal.wait_for_prompt("black>")
        terminal.type("b4-b3\r")
        terminal.wait_for("white plays")
        terminal.wait_for_prompt("black>")
        terminal.type("quit\r")
        terminal.wait_for_end()
    with Store(folder / "games.sqlite") as store:
        [stored] = store.games()
        slow = replace(stored.record.moves[0], seconds=61.0)
        changed = replace(stored.record, moves=(slow, *stored.record.moves[1:]))
        store.put_game(stored.id, changed, seen=stored.record)
    with at_terminal("--continue", environment={"NO_COLOR": "1"}) as terminal:
        terminal.wait_for_prompt("black>")
        terminal.type("b")  # and then nothing more
        assert terminal.wait_for_end() == 0
        assert SAVE_CURSOR in terminal.written, "the clock was drawn anew above what was typed"
        assert " 5  b  b  b  b     black  You     8 pawns  0:00" in terminal.glass.lines
        assert "white wins: black ran out of time" in terminal.glass.lines
        assert boards(terminal) == 1
    [record] = kept_games(folder)
    assert (record.termination, record.winner) == (Termination.TIME, 1)


@pytest.mark.parametrize("words", [("--plain",), ()])
def test_plain_text_on_a_terminal(words: tuple[str, ...]) -> None:
    with at_terminal(*SMALL, *words, environment={} if words else {"TERM": "dumb"}) as terminal:
        terminal.wait_for_prompt("black>")
        terminal.type("b4-b3\r")
        terminal.wait_for("white plays b2-a3")
        terminal.wait_for_prompt("black>")
        terminal.type("\x04")
        assert terminal.wait_for_end() == 0
        text = terminal.written.replace("\x1b[?2004h", "").replace("\x1b[?2004l", "")
        assert "\x1b" not in text, "nothing but what readline writes by itself"
        assert boards(terminal) == 2
