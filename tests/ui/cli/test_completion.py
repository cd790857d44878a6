"""`plyground completion`: what the Tab key finds, in three shells."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest

from tests.strangers import NIM

from .running import COMMANDS, output_of, run_process

GAMES = ["breakthrough", "duel", "konane", "othello"]


def completed(shell: str, *words: str) -> list[str]:
    """Return what a shell is offered for the last of some words, without the descriptions."""
    environment = {
        **os.environ,
        "_PLYGROUND_COMPLETE": f"{shell}_complete",
        "COMP_WORDS": " ".join(["plyground", *words]),
        "COMP_CWORD": words[-1] if shell == "fish" else str(len(words)),
    }
    finished = run_process(environment=environment)
    assert (finished.code, finished.errors) == (0, "")
    lines = finished.output.splitlines()
    if shell == "zsh":  # kind, word and description, each on a line
        return lines[1::3]
    return [line.partition(",")[2].partition("\t")[0] for line in lines]


@pytest.mark.parametrize("shell", ["bash", "zsh", "fish"])
def test_commands_and_games(shell: str) -> None:
    assert completed(shell, "") == COMMANDS
    assert completed(shell, "mo") == ["moves"]
    assert completed(shell, "moves", "") == GAMES
    assert completed(shell, "show", "ko") == ["konane"]


def test_options_are_those_of_the_game() -> None:
    own = ["--game", "--position", "--play", "--json", "--size"]
    assert completed("bash", "moves", "othello", "--") == [*own, "--help"]
    assert completed("bash", "moves", "konane", "--") == [*own, "--opening", "--help"]
    assert completed("bash", "moves", str(NIM), "--m") == ["--most"]


def test_a_game_that_is_not_there_is_no_reason_to_complain() -> None:
    assert "--position" in completed("bash", "moves", "nosuch", "--")
    assert completed("bash", "moves", "nosuch.py", "--po") == ["--position"]


@pytest.mark.parametrize(
    ("shell", "sign"),
    [
        ("bash", "complete -o nosort -F"),
        ("zsh", "compdef"),
        ("fish", "complete --no-files --command plyground"),
    ],
)
def test_the_script_of_every_shell(shell: str, sign: str) -> None:
    script = output_of("completion", shell)
    assert f"_PLYGROUND_COMPLETE={shell}_complete" in script
    assert sign in script


def test_bash_really_completes(tmp_path: Path) -> None:
    program = tmp_path / "plyground"
    program.write_text(f'#!/bin/sh\nexec "{sys.executable}" -m plyground "$@"\n')
    program.chmod(0o755)
    script = """
        eval "$(plyground completion bash)"
        COMP_WORDS=(plyground perft o)
        COMP_CWORD=2
        _plyground_completion plyground
        echo "${COMPREPLY[@]}"
    """
    environment = {**os.environ, "PATH": f"{tmp_path}{os.pathsep}{os.environ['PATH']}"}
    command = ["/usr/bin/env", "bash", "--norc", "-c", script]
    done = subprocess.run(command, env=environment, capture_output=True, text=True, check=False)
    assert (done.stdout, done.stderr) == ("othello\n", "")
