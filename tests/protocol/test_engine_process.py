"""One client for all engine processes: nothing that a program does can make us wait for ever."""

from __future__ import annotations

import asyncio
import subprocess
import sys
import threading
from collections.abc import Iterator
from pathlib import Path

import pytest

from plyground.errors import PlayerCrashError, PlayerError, PlayerGarbageError, PlayerTimeoutError
from plyground.protocol import engine_process
from plyground.protocol.engine_process import EngineProcess, EngineState
from plyground.protocol.protocol import Answer, Protocol
from plyground.protocol.sync_engine import SyncEngine

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


class CountingProtocol(Protocol[str, int, str]):
    """A question is a line; numbers report how it goes, and any other line is the answer."""

    async def go(self, question: str) -> None:
        await self.engine.send(question)

    def read(self, line: str) -> int | Answer[str]:
        return int(line) if line.isdigit() else Answer(line)

    def stop(self) -> None:
        self.engine.write("stop")


class Child(SyncEngine[str, int, str]):
    """A program in Python, with which lines are exchanged."""

    def __init__(self, *command: str, name: str = "child") -> None:
        self.protocol = CountingProtocol()
        super().__init__(command, self.protocol, name)

    def send(self, line: str, seconds: float = 20) -> None:
        self.do(self.protocol.engine.send(line), seconds)

    def read_line(self, seconds: float = 20) -> str:
        return self.do(self.protocol.engine.read_line("a line"), seconds)


def python(source: str) -> Child:
    return Child(sys.executable, "-c", source)


def test_lines_go_both_ways() -> None:
    child = python("while True: print(input().upper(), flush=True)")
    for line in ("one", "ä two"):
        child.send(line)
        assert child.read_line() == line.upper()
    child.close()


def test_a_child_that_does_not_read_does_not_hold_us_up() -> None:
    child = python("import time; time.sleep(1000)")
    with pytest.raises(PlayerTimeoutError, match=r"^child does not read its input within 0\.3 s$"):
        child.send("x" * 10**6, 0.3)
    child.close()


def test_a_silent_child_is_waited_for_no_longer_than_was_said() -> None:
    child = python("input()")
    with pytest.raises(PlayerTimeoutError, match=r"^child did not say 'a line' within 0\.2 s$"):
        child.read_line(0.2)
    child.close()


def test_two_that_write_to_each_other_at_the_same_time_both_get_through() -> None:
    child = python(TALKATIVE)
    child.send("x" * 10**6)
    lines = [child.read_line() for _ in range(20001)]
    assert lines[-1] == "read 1000001"
    assert lines[0] == "a line of some length 0"
    child.close()


def test_what_a_child_wrote_before_its_end_is_read_first() -> None:
    child = python(LAST_WORDS)
    assert [child.read_line() for _ in range(2)] == ["one", "two"]
    for _ in range(2):
        with pytest.raises(PlayerCrashError, match=r"^child ended with code 7: that was all$"):
            child.read_line()
    with pytest.raises(PlayerCrashError, match=r"^child ended with code 7: that was all$"):
        child.send("hello")
    child.close()


def test_long_or_unprintable_last_words_are_cut_and_quoted() -> None:
    child = python("import sys; sys.stderr.write('\\x1b[2J' + 9999 * 'x'); sys.exit(1)")
    with pytest.raises(PlayerCrashError, match=r"^child ended with code 1: 'x{200}\.\.\.'$"):
        child.read_line()
    child.close()


def test_empty_lines_are_passed_over() -> None:
    child = python("print('\\n  \\none\\r\\n', flush=True); input()")
    assert child.read_line() == "one"
    child.close()


def test_lines_between_two_questions_are_counted_anew(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(engine_process, "MOST_LINES", 30)
    child = python("while input(): print(20 * 'line\\n' + 'end', flush=True)")
    for _ in range(3):
        child.send("again")
        assert [child.read_line() for _ in range(21)][-1] == "end"
    child.close()
    child = python("print(40 * 'line\\n', flush=True); input()")
    with pytest.raises(PlayerGarbageError, match=r"child wrote 4[01] lines"):
        [child.read_line() for _ in range(42)]
    child.close()


def test_a_closed_child_is_gone_and_may_be_closed_again(mark: Marked) -> None:
    child = python("input()")
    assert mark.wait_until_there(1)
    child.close()
    assert mark.processes() == []
    child.stop()  # somebody who had not heard of it
    child.close()


def test_waiting_for_the_end() -> None:
    child = python("import sys; print(300_000 * 'x', flush=True); sys.stdin.read()")
    assert not child.do(child.protocol.engine.ends_within(0.3), 10)
    assert child.end_input(10), "what it still writes is thrown away"
    child.close()


COUNTING = """
import sys, threading
for question in sys.stdin:
    if question == "stop\\n":
        print("too late", flush=True)
        continue
    print(*range(3), sep="\\n", flush=True)
    print("stopped" if question == "count\\n" and sys.stdin.readline() == "stop\\n" else "done", flush=True)
"""


def test_a_search_is_a_stream_of_reports_that_ends_with_a_result() -> None:
    heard: list[int] = []
    child = python(COUNTING)
    assert child.search("short", 20, heard.append) == "done"
    assert heard == [0, 1, 2]
    assert child.search("short", 20) == "done"
    child.close()


def test_stop_is_sent_once_and_only_while_there_is_a_search() -> None:
    child = python(COUNTING)
    child.stop()  # nothing to stop yet
    assert child.search("count", 20, lambda number: child.stop()) == "stopped"
    child.stop()  # nor any more
    assert child.search("short", 20) == "done", "no stop was left over"
    child.close()


def test_a_stop_from_before_the_search_is_not_lost() -> None:
    child, stopped = python(COUNTING), threading.Event()
    stopped.set()
    assert child.search("count", 20, stopped=stopped) == "stopped"
    child.close()


def test_a_search_that_failed_is_followed_by_no_other() -> None:
    child = python("input(); import time; time.sleep(1000)")
    with pytest.raises(PlayerTimeoutError, match=r"^child did not say 'an answer' within 0\.2 s$"):
        child.search("one", 0.2)
    with pytest.raises(PlayerError, match=r"^child cannot search now: it is broken$"):
        child.search("two", 20)
    child.close()


def test_several_processes_search_in_one_event_loop() -> None:
    async def search(number: int) -> tuple[list[int | Answer[str]], EngineState]:
        engine = await EngineProcess.start([sys.executable, "-c", COUNTING], CountingProtocol())
        heard: list[int | Answer[str]] = []
        async for each in engine.search("count", 20):
            heard.append(each)
            if each == number:
                engine.stop()
        assert await engine.quit(10), "by the end of its input"
        await engine.close()
        return heard, engine.state

    async def search_all() -> list[tuple[list[int | Answer[str]], EngineState]]:
        return await asyncio.gather(*map(search, range(3)))

    assert asyncio.run(search_all()) == [([0, 1, 2, Answer("stopped")], EngineState.IDLE)] * 3


def test_it_may_be_waited_for_where_an_event_loop_runs() -> None:
    async def in_a_notebook() -> str:
        child = python(COUNTING)
        answer = child.search("short", 20)
        child.close()
        return answer

    assert asyncio.run(in_a_notebook()) == "done"


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
    ghost = Path("/proc", child.read_line())
    if end == "by itself":
        assert child.do(child.protocol.engine.ends_within(20), 20)
        assert not ghost.exists()
    child.close()
    assert not ghost.exists()


def test_a_program_ends_with_a_process_that_is_killed(mark: Marked) -> None:
    starting = (
        "import sys, time; from tests.protocol.test_engine_process import python\n"
        "child = python('import os; print(os.getpid(), flush=True); input()')\n"
        "print(child.read_line(), flush=True); time.sleep(1000)"
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
        Child(str(tmp_path / "nothing"), name="it")
    with pytest.raises(PlayerCrashError, match=r"^it cannot be started: Permission denied$"):
        Child(str(tmp_path), name="it")
