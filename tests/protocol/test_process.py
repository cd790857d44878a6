"""The child process behind a program: nothing about it can make us wait for ever."""

from __future__ import annotations

import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

from plyground.errors import PlayerCrashError, PlayerGarbageError
from plyground.protocol.process import ChildProcess, Deadline

from .talking import Marked, ending_within

TALKATIVE = """
import sys
for number in range(20000):
    print("a line of some length", number)
sys.stdout.flush()
print("read", len(sys.stdin.readline()), flush=True)
"""
LAST_WORDS = "import sys; print('one'); print('two'); sys.stderr.write('that was all\\n'); sys.exit(7)"


@pytest.fixture(autouse=True)
def mark(monkeypatch: pytest.MonkeyPatch) -> Iterator[Marked]:
    """Let no test hang, and none leave a process behind."""
    mark = Marked(monkeypatch)
    with ending_within(60):
        yield mark
    assert mark.processes() == []


def python(source: str) -> ChildProcess:
    return ChildProcess([sys.executable, "-c", source], "child")


def test_lines_go_both_ways() -> None:
    child = python("while True: print(input().upper(), flush=True)")
    for line in ("one", "ä two"):
        child.send(line, Deadline(10))
        assert child.read_line(Deadline(10)) == line.upper()
    child.close()


def test_a_child_that_does_not_read_does_not_hold_us_up() -> None:
    child = python("import time; time.sleep(1000)")
    with pytest.raises(TimeoutError):
        child.send("x" * 10**6, Deadline(0.3))
    child.close()


def test_two_that_write_to_each_other_at_the_same_time_both_get_through() -> None:
    child = python(TALKATIVE)
    child.send("x" * 10**6, Deadline(20))
    lines = [child.read_line(Deadline(20)) for _ in range(20001)]
    assert lines[-1] == "read 1000001"
    assert lines[0] == "a line of some length 0"
    child.close()


def test_what_a_child_wrote_before_its_end_is_read_first() -> None:
    child = python(LAST_WORDS)
    assert [child.read_line(Deadline(10)) for _ in range(2)] == ["one", "two"]
    for _ in range(2):
        with pytest.raises(PlayerCrashError, match=r"^child ended with code 7: that was all$"):
            child.read_line(Deadline(10))
    with pytest.raises(PlayerCrashError, match=r"^child ended with code 7: that was all$"):
        child.send("hello", Deadline(10))
    child.close()


def test_long_or_unprintable_last_words_are_cut_and_quoted() -> None:
    child = python("import sys; sys.stderr.write('\\x1b[2J' + 9999 * 'x'); sys.exit(1)")
    with pytest.raises(PlayerCrashError, match=r"^child ended with code 1: 'x{200}\.\.\.'$"):
        child.read_line(Deadline(10))
    child.close()


def test_empty_lines_are_passed_over() -> None:
    child = python("print('\\n  \\none\\r\\n', flush=True); input()")
    assert child.read_line(Deadline(10)) == "one"
    child.close()


def test_lines_between_two_questions_are_counted_anew(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("plyground.protocol.process.MOST_LINES", 30)
    child = python("while input(): print(20 * 'line\\n' + 'end', flush=True)")
    for _ in range(3):
        child.send("again", Deadline(10))
        assert [child.read_line(Deadline(10)) for _ in range(21)][-1] == "end"
    child.close()
    child = python("print(40 * 'line\\n', flush=True); input()")
    with pytest.raises(PlayerGarbageError, match=r"child wrote 4[01] lines"):
        child.read_line(Deadline(10))
    child.close()


def test_a_closed_child_is_gone_and_may_be_closed_again(mark: Marked) -> None:
    child = python("input()")
    assert mark.wait_until_there(1)
    child.close()
    assert mark.processes() == []
    child.send_now("stop")  # somebody who had not heard of it
    child.close()


def test_waiting_for_the_end() -> None:
    child = python("import sys; print(300_000 * 'x', flush=True); sys.stdin.read()")
    assert not child.wait(0.3)
    child.close_input()
    assert child.wait(10), "what it still writes is thrown away"
    child.close()


GHOST = """
import os, sys, time
reading, writing = os.pipe()
if os.fork() == 0:
    os.setsid()
    if os.fork() == 0:
        os.write(writing, str(os.getpid()).encode())
        command = [sys.executable, "-c", "import time; time.sleep(1000)"]
        os.execve(command[0], command, {})
    os._exit(0)
os.wait()
print(os.read(reading, 100).decode(), flush=True)
"""


@pytest.mark.parametrize("end", ["by itself", "closed"])
def test_a_ghost_with_its_own_session_and_no_environment_ends_with_the_program(end: str) -> None:
    child = python(GHOST + ("" if end == "by itself" else "input()"))
    ghost = Path("/proc", child.read_line(Deadline(20)))
    if end == "by itself":
        assert child.wait(20)
        assert not ghost.exists()
    child.close()
    assert not ghost.exists()


def test_a_program_ends_with_a_process_that_is_killed(mark: Marked) -> None:
    starting = (
        "import sys, time; from plyground.protocol.process import *\n"
        "source = 'import os; print(os.getpid(), flush=True); input()'\n"
        "child = ChildProcess([sys.executable, '-c', source], 'child')\n"
        "print(child.read_line(Deadline(20)), flush=True); time.sleep(1000)"
    )
    with subprocess.Popen([sys.executable, "-c", starting], stdout=subprocess.PIPE, text=True) as parent:
        assert parent.stdout is not None
        program = Path("/proc", parent.stdout.readline().strip())
        assert program.exists()
        parent.kill()
    assert mark.wait_until_gone(30)
    assert not program.exists()


def test_what_cannot_be_started_is_told(tmp_path: Path) -> None:
    with pytest.raises(PlayerCrashError, match=r"^it cannot be started: No such file or directory$"):
        ChildProcess([str(tmp_path / "nothing")], "it")
    with pytest.raises(PlayerCrashError, match=r"^it cannot be started: Permission denied$"):
        ChildProcess([str(tmp_path)], "it")
