"""`plyground show`."""

from __future__ import annotations

import os
import pty
import subprocess
import sys

import pytest

from .running import json_of, mistake, output_of

ESCAPE = "\x1b["

BREAKTHROUGH_FROM_B3 = """\
    a  b  c
 4  b  b  b
 3  b  b  b
 2 [w] w [w]
 1  w  w  w
black to move
bbb/bbb/www/www black
"""

KONANE_AFTER_ONE_MOVE = """\
    c  b  a
 3  b [w] b
 2 [w](.)[w]
 1  b [w] b
white to move
bwb/w1w/bwb white
"""


def test_the_board_and_its_text() -> None:
    assert output_of("show", "othello", "--size", "4") == (
        "    a  b  c  d\n"
        " 1  .  .  .  .\n"
        " 2  .  w  b  .\n"
        " 3  .  b  w  .\n"
        " 4  .  .  .  .\n"
        "black to move\n"
        "4/1wb1/1bw1/4 black\n"
    )


def test_the_moves_of_one_piece() -> None:
    options = ("show", "breakthrough", "--size", "4x3", "--from")
    assert output_of(*options, "b3") == BREAKTHROUGH_FROM_B3
    assert mistake(*options, "b4") == "nothing can move from b4"
    assert "there is no square d1" in mistake(*options, "d1")
    assert "a square is a letter and a number" in mistake(*options, "")


def test_all_moves_flipped_after_a_move() -> None:
    output = output_of("show", "konane", "--size", "3", "--play", "b2", "--flip", "--moves")
    assert output == KONANE_AFTER_ONE_MOVE


def test_json_has_the_text_and_the_drawing() -> None:
    answer = json_of("show", "breakthrough", "--size", "4x3", "--from", "b3")
    drawing, _, text = BREAKTHROUGH_FROM_B3.rstrip("\n").rpartition("\n")
    assert answer == {"position": text, "drawing": drawing}
    assert ESCAPE not in json_of("show", "duel", "--color", "always")["drawing"]


def test_colour_when_it_is_asked_for_and_not_into_a_file() -> None:
    assert ESCAPE in output_of("show", "duel", "--color", "always")
    assert ESCAPE not in output_of("show", "duel", "--color", "never")
    assert ESCAPE not in output_of("show", "duel")


def test_no_color_does_not_overrule_what_is_asked_for(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("NO_COLOR", "1")
    assert ESCAPE in output_of("show", "duel", "--color", "always")


@pytest.mark.parametrize(
    ("changes", "is_colored"),
    [
        ({"TERM": "xterm-256color"}, True),
        ({"TERM": "xterm-256color", "NO_COLOR": ""}, True),
        ({"TERM": "xterm-256color", "NO_COLOR": "1"}, False),
        ({"TERM": "dumb"}, False),
    ],
)
def test_a_terminal_gets_colour_unless_it_says_no(changes: dict[str, str], is_colored: bool) -> None:
    environment = {name: value for name, value in os.environ.items() if name != "NO_COLOR"}
    output = _shown_on_a_terminal({**environment, **changes})
    assert (ESCAPE in output) == is_colored
    assert "4/1wb1/1bw1/4 black" in output


def _shown_on_a_terminal(environment: dict[str, str]) -> str:
    terminal, end_of_process = pty.openpty()
    command = [sys.executable, "-m", "plyground", "show", "othello", "--size", "4"]
    subprocess.run(command, stdout=end_of_process, env=environment, check=True)
    os.close(end_of_process)
    content = b""
    try:
        while chunk := os.read(terminal, 4096):
            content += chunk
    except OSError:  # how a terminal says that nothing more will come
        pass
    finally:
        os.close(terminal)
    return content.decode()
