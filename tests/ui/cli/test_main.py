"""The command line as a whole: mistakes in one line, exit codes, and outputs that break."""

from __future__ import annotations

import json
import os
import signal
import subprocess
import sys
from pathlib import Path

import pytest

import plyground

from .running import COMMANDS, Finished, mistake, output_of, problem_of, run, run_process

# Gives Ctrl-C its usual meaning: a shell in the background switches it off for what it starts.
INTERRUPTIBLE = """
import signal, sys
signal.signal(signal.SIGINT, signal.default_int_handler)
from plyground.ui.cli._main import main
main()
"""

WHICH_ARE_LOADED = """
import sys
from plyground.ui.cli._main import _run
code = _run()
print(code, *sorted({"numpy", "numba", "llvmlite"} & set(sys.modules)), file=sys.stderr)
"""


def test_version() -> None:
    assert output_of("--version") == f"plyground {plyground.__version__}\n"


def test_help_lists_every_command() -> None:
    for words in (["--help"], ["-h"], []):
        output = output_of(*words)
        assert output.startswith("Usage: plyground ")
        listed = output.partition("Commands:\n")[2].splitlines()
        assert [line.split()[0] for line in listed] == COMMANDS


@pytest.mark.parametrize(
    "words", [["--help"], ["--version"], ["completion", "bash"], ["mvoes"]], ids=" ".join
)
def test_the_first_help_costs_no_numpy(words: list[str]) -> None:
    command = [sys.executable, "-c", WHICH_ARE_LOADED, *words]
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    assert done.stderr.splitlines()[-1] == ("2" if words == ["mvoes"] else "0")


@pytest.mark.parametrize("words", [["moves", "duel", "--help"], ["games"]], ids=" ".join)
def test_what_plays_nothing_costs_no_numba(words: list[str]) -> None:
    command = [sys.executable, "-c", WHICH_ARE_LOADED, *words]
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    assert done.stderr.splitlines()[-1] == "0 numpy"


@pytest.mark.parametrize(
    ("words", "problem"),
    [
        (["mvoes"], "there is no command 'mvoes'; did you mean 'moves'?"),
        (["xyzzy"], "there is no command 'xyzzy' (there are: analyse, bench, check, completion, doctor, eng"),
        (["main"], "there is no command 'main'"),
        (["output"], "there is no command 'output'"),
        (["analysis_table"], "there is no command 'analysis_table'"),
        (["--nosuch"], "No such option '--nosuch'"),
        (["moves"], "which game? Give its name, or --game with its file"),
        (["perft", "--depth", "3"], "which game?"),
        (["perft", "othello"], "Missing option '--depth'"),
        (["moves", "otelo"], "there is no game 'otelo'; did you mean 'othello'?"),
        (["moves", "othello", "konane"], "unexpected extra argument (konane)"),
        (["moves", "othello", "--jsno"], "moves othello has no option --jsno; did you mean --json?"),
        (["moves", "othello", "--seed", "1"], "moves othello has no option --seed"),
        (["moves", "othello", "--seed", "1"], "(it has: --game, --position, --play, --json, --size, --help)"),
        (["moves", "othello", "--size"], "Option '--size' requires an argument"),
        (["moves", "othello", "--size", "5"], "size 5 is not played; allowed: 4, 6, 8"),
        (["moves", "othello", "--size", "-6"], "size -6 is not played; allowed: 4, 6, 8"),
        (["moves", "othello", "--size", "big"], "size 'big' is not a number like 6 or rows by columns"),
        (["moves", "duel", "--seed", "x"], "seed 'x' is not a whole number; allowed: 0 to"),
        (["moves", "konane", "--opening", "all"], "opening 'all' is not allowed; allowed: corners, any"),
        (["moves", "othello", "--position", ""], "a position is a board, one space and the player to move"),
        (
            ["moves", "othello", "--position", "8/8 blakc"],
            "did you mean 'black'? (character 8 of '8/8 blakc')",
        ),
        (["moves", "othello", "--position", "4/4/4/4 black"], "0 discs are too few"),
        (["moves", "othello", "--position", "5/5 black"], "othello: size 2x5 is not played"),
        (["moves", "othello", "--play", "d3 d3"], "d3 is not legal: white can play c3, e3, c5"),
        (["moves", "othello", "--play", "d3,x"], "a move looks like d3, c1-e1, b5xc4 or pass"),
        (["perft", "othello", "--depth", "0"], "0 is not in the range"),
        (["perft", "othello", "--depth", "61"], "61 is not in the range"),
        (["perft", "othello", "--depth", "two"], "'two' is not a valid integer"),
        (["show", "othello", "--color", "red"], "'red' is not one of 'auto', 'always', 'never'"),
        (["show", "othello", "--from", "i9"], "there is no square i9 on 8 rows by 8 columns"),
        (["show", "othello", "--from", "d4"], "nothing can move from d4"),
        (["verify", "othello", "--plies", "0"], "0 is not in the range"),
        (["completion"], "Missing argument"),
        (["completion", "csh"], "'csh' is not one of 'bash', 'zsh', 'fish'"),
        (["doctor", "now"], "unexpected extra argument (now)"),
        (["games", "othello"], "unexpected extra argument (othello)"),
    ],
    ids=lambda value: " ".join(value) if isinstance(value, list) else "",
)
def test_a_mistake_is_told_in_one_line(words: list[str], problem: str) -> None:
    assert problem in mistake(*words)


def test_a_text_with_line_breaks_is_still_told_in_one_line() -> None:
    for words in (["moves\nnow"], ["moves", "oth\nello"], ["moves", "othello", "--position", "8\n8 black"]):
        assert "\n" not in mistake(*words)
    assert "\n" not in mistake("moves", "othello", "--no\nsuch")
    assert "\n" not in mistake("moves", "othello", "--size", "6\nx")


@pytest.mark.parametrize(
    "words",
    [["mvoes"], ["moves"], ["moves", "otelo"], ["moves", "othello", "--size", "5"]],
    ids=" ".join,
)
def test_a_real_process_tells_mistakes_on_standard_error_and_exits_with_2(words: list[str]) -> None:
    finished = run_process(*words)
    assert problem_of(finished) == mistake(*words)
    assert finished.errors.endswith("\n")


def test_bytes_that_are_no_text_are_told_too() -> None:
    command: list[str | bytes] = [
        sys.executable,
        "-m",
        "plyground",
        "moves",
        "othello",
        "--position",
        b"\xff",
    ]
    done = subprocess.run(command, capture_output=True, check=False)
    assert (done.returncode, done.stdout) == (2, b"")
    assert done.stderr.count(b"\n") == 1
    assert b"Traceback" not in done.stderr


def run_with_output(stdout: int, *words: str) -> Finished:
    command = [sys.executable, "-m", "plyground", *words]
    done = subprocess.run(command, stdout=stdout, stderr=subprocess.PIPE, text=True, check=False)
    return Finished(done.returncode, "", done.stderr)


@pytest.mark.parametrize("words", [["games"], ["--help"], ["show", "othello", "--json"]], ids=" ".join)
def test_a_full_disk_is_told_in_one_line(words: list[str]) -> None:
    with Path("/dev/full").open("w") as full:
        finished = run_with_output(full.fileno(), *words)
    assert problem_of(finished, code=1) == "No space left on device"


@pytest.mark.parametrize("words", [["games"], ["--help"], ["perft", "othello", "--depth", "3"]], ids=" ".join)
def test_output_that_nobody_reads_any_more_ends_quietly(words: list[str]) -> None:
    reading, writing = os.pipe()
    os.close(reading)
    try:
        finished = run_with_output(writing, *words)
    finally:
        os.close(writing)
    assert (finished.code, finished.complaints) == (1, [])


def test_the_first_line_of_much() -> None:
    script = f"'{sys.executable}' -m plyground perft othello --size 4 --depth 12 | head -1"
    done = subprocess.run(["/bin/sh", "-c", script], capture_output=True, text=True, check=False)
    assert done.stdout.split()[:2] == ["1", "4"]
    assert Finished(0, "", done.stderr).complaints == []


@pytest.mark.parametrize("command", ["games", "show othello --size 4"])
def test_output_that_is_closed_from_the_start(command: str) -> None:
    script = f"'{sys.executable}' -m plyground {command} >&-"
    done = subprocess.run(["/bin/sh", "-c", script], capture_output=True, text=True, check=False)
    assert (done.returncode, Finished(0, "", done.stderr).complaints) == (0, [])


def test_standard_error_that_is_closed_from_the_start() -> None:
    program = f"'{sys.executable}' -m plyground"
    script = f"{program} perft othello --size 4 --depth 2 --json 2>&-; {program} mvoes 2>&-"
    done = subprocess.run(["/bin/sh", "-c", script], capture_output=True, text=True, check=False)
    assert done.returncode == 2
    assert json.loads(done.stdout.splitlines()[-1])["nodes"] == [4, 12], "no mistake is written behind it"


def test_control_c_ends_a_long_count_with_one_line() -> None:
    command = [sys.executable, "-c", INTERRUPTIBLE, "perft", "othello", "--depth", "30"]
    with subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True) as process:
        assert process.stdout is not None
        assert process.stdout.readline().split()[:2] == ["1", "4"]
        process.send_signal(signal.SIGINT)
        try:
            _, errors = process.communicate(timeout=120)  # a count to depth 30 takes years
        finally:
            process.kill()
    finished = Finished(process.returncode, "", errors)
    assert problem_of(finished, code=130) == "interrupted"


def test_letters_that_the_terminal_lacks_cost_no_traceback() -> None:
    environment = {**os.environ, "PYTHONIOENCODING": "latin-1"}
    finished = run_process("show", "othello", "--size", "4", "--color", "always", environment=environment)
    assert finished.code == 0
    assert finished.complaints == []
    assert " 2  .  w  b  ." in finished.output.splitlines(), "letters instead of symbols"


def test_a_defect_of_the_program_keeps_its_traceback(monkeypatch: pytest.MonkeyPatch) -> None:
    def fail(*arguments: object) -> None:
        raise ZeroDivisionError

    monkeypatch.setattr("plyground.core.position.Game.start", fail)
    with pytest.raises(ZeroDivisionError):
        run("moves", "othello")
