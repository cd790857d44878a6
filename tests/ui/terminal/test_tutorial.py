"""The tutorial *Play in the terminal*: what it shows is what somebody sees who types the same."""

from __future__ import annotations

import doctest
import re
import shlex

from tests.docs.blocks import blocks_of, read_page

from .playing import play

PAGE = read_page("docs/tutorials/play-in-the-terminal.md")
COMMAND = "$ plyground play "


def test_the_sessions_on_the_page_are_what_comes_out() -> None:
    sessions = [block.text for block in blocks_of(PAGE) if block.language == "text"]
    assert len(sessions) == 2
    for session in sessions:
        command, _, shown = session.partition("\n")
        typed = re.findall(r"^black> (.*)$", shown, re.MULTILINE)
        finished = play("".join(f"{line}\n" for line in typed), *shlex.split(command.removeprefix(COMMAND)))
        assert finished.code == 0
        same = doctest.OutputChecker().check_output(shown, finished.output, doctest.ELLIPSIS)
        assert same, finished.output


def test_the_commands_to_try_can_be_given() -> None:
    [commands] = [
        block.text for block in blocks_of(PAGE) if block.text.count("\n") > 3 and block.language == "sh"
    ]
    for line in commands.splitlines():
        words = shlex.split(line, comments=True)
        assert words[:2] == ["plyground", "play"]
        if "human" in words:
            finished = play("quit\n", *words[2:])
            assert (finished.code, finished.complaints) == (0, [])
