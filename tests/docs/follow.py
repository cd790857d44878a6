"""Do what a page says, block by block, in an empty folder."""

from __future__ import annotations

import doctest
import os
import re
import shlex
from pathlib import Path

from tests.forked import run_python

from .blocks import Block, Command, blocks_of, commands_in

ANSWER_SECONDS = 300  # nothing takes that long; a test that hangs ends


class Reader:
    """Somebody who follows a page: writes its files, types its commands, compares what they see."""

    def __init__(self, folder: Path, **environment: str) -> None:
        self.folder = folder
        settings = {"COLUMNS": "80", "PYTHONUTF8": "1", "PLYGROUND_DATA_DIR": str(folder / "data")}
        self.environment = {**os.environ, **settings, **environment}
        self.commands = 0

    def follow(self, page: str) -> None:
        """Follow a page from its beginning to its end."""
        sessions: list[Block] = []
        for block in blocks_of(page):
            if block.language == "console":
                for command in commands_in(block):
                    self.check(command)
            elif block.language == "pycon":
                sessions.append(block)
            elif block.language == "diff":
                self.change_file(block)
            elif block.title:
                self.write_file(block)
            elif block.language == "python":
                self.run_example(block)
        if sessions:
            self.check_sessions(sessions)

    def write_file(self, block: Block) -> None:
        """Add a block to the file it names, two blank lines behind what stands there."""
        file = self.folder / block.title
        before = file.read_text(encoding="utf-8") + "\n\n" if file.exists() else ""
        file.write_text(before + block.text, encoding="utf-8")

    def change_file(self, block: Block) -> None:
        """Replace the lines marked with - by those marked with +."""
        file = self.folder / block.title
        lines = block.text.splitlines()
        old, new = ("".join(line[1:] + "\n" for line in lines if line[0] == mark) for mark in "-+")
        content = file.read_text(encoding="utf-8")
        assert content.count(old) == 1, f"line {block.line}: {block.title} has not exactly one {old!r}"
        file.write_text(content.replace(old, new), encoding="utf-8")

    def check(self, command: Command) -> None:
        """Run a command and compare what it writes with what the page shows."""
        code, output = self.run(command.text)
        self.commands += 1
        wanted, found = without_times(command.output), without_times(output)
        same = doctest.OutputChecker().check_output(wanted + "\n", found + "\n", doctest.ELLIPSIS)
        assert same, f"$ {command.text}\n--- the page shows\n{command.output}\n--- it writes\n{output}"
        is_refused = command.output.startswith("plyground: ") and "\n" not in command.output
        assert (code != 0) == is_refused, f"$ {command.text}\nends with code {code}\n{output}"

    def run(self, text: str) -> tuple[int, str]:
        """Run a command line such as ``NAME=value plyground show duel``; return code and output."""
        words = shlex.split(text)
        environment = dict(self.environment)
        while re.match(r"[A-Z_]+=", words[0]):
            name, _, value = words.pop(0).partition("=")
            environment[name] = value
        program = {"plyground": ["-m", "plyground"], "python": []}[words[0]]
        code, written = run_python([*program, *words[1:]], self.folder, environment, ANSWER_SECONDS)
        # The first run of a kernel says that it is being compiled, later ones do not; the number
        # of a match is another one each time; and tests may be run by root, readers should not be.
        notes = ("compiling ", "if this is interrupted, ", "warning: do not grade as root")
        lines = [
            line for line in written.splitlines() if not line.removeprefix("plyground: ").startswith(notes)
        ]
        return code, "\n".join(lines).rstrip("\n")

    def run_example(self, block: Block) -> str:
        """Run a program that stands on a page as a whole; return what it writes."""
        file = self.folder / "example.py"
        file.write_text(block.text, encoding="utf-8")
        code, output = self.run(f"python {file.name}")
        assert code == 0, output
        return output

    def check_sessions(self, sessions: list[Block]) -> None:
        """Run the Python sessions of a page as one doctest."""
        file = self.folder / "session.txt"
        file.write_text("\n".join(block.text for block in sessions), encoding="utf-8")
        code, output = self.run(f"python -m doctest -o ELLIPSIS {file.name}")
        assert code == 0, output


def without_times(output: str) -> str:
    """Blank out what depends on the machine in the lines of perft: the seconds and the speed."""
    return re.sub(r" +\d+\.\d{3} s( +\d+\.\d M/s)?$", " <seconds>", output, flags=re.MULTILINE)
