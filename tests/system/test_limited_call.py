"""A child process with limits: whatever the task does, what it said and how it ended is told."""

from __future__ import annotations

import time
from pathlib import Path
from typing import Any

import pytest

from plyground.system.limited_call import Ended, run_in_child

TASKS = """
import os, sys, time
from plyground.system.limited_call import allow_seconds

def echo(request, say):
    print("nobody hears this")
    say({"got": request})
    say({"path": sys.path[0], "text": "\\u00e9"})

def loop(request, say):
    say({"at": "loop"})
    while True:
        pass

def short_loop(request, say):
    allow_seconds(0.5)
    loop(request, say)

def sleep(request, say):
    time.sleep(600)

def memory(request, say):
    kept = []
    while True:
        kept.append(bytearray(50_000_000))

def crash(request, say):
    say({"at": "crash"})
    os.kill(os.getpid(), 11)

def end(request, say):
    os._exit(3)

def raising(request, say):
    raise ValueError("no")

def outlives(request, say):
    import subprocess
    child = subprocess.Popen([sys.executable, "-c", "import time; time.sleep(600)"])
    say({"pid": child.pid})
    time.sleep(600)
"""


def run(name: str, request: Any = None, processor_seconds: float = 20, seconds: float = 60) -> Ended:
    return run_in_child(
        f"tasks_of_a_child:{name}",
        request,
        processor_seconds=processor_seconds,
        seconds=seconds,
        megabytes=512,
    )


@pytest.fixture(autouse=True)
def tasks(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.syspath_prepend(tmp_path)
    (tmp_path / "tasks_of_a_child.py").write_text(TASKS)
    return tmp_path


def test_what_it_says(tasks: Path) -> None:
    ended = run("echo", {"a": [1, 2.5, None, "ö"]})
    assert ended == Ended(({"got": {"a": [1, 2.5, None, "ö"]}}, {"path": str(tasks), "text": "é"}), None)


@pytest.mark.parametrize(
    ("name", "limits", "expected"),
    [
        ("loop", {"processor_seconds": 0.5}, Ended(({"at": "loop"},), "time")),
        ("short_loop", {}, Ended(({"at": "loop"},), "time")),
        ("sleep", {"seconds": 1.5}, Ended((), "time")),
        ("memory", {}, Ended((), "memory")),
        ("crash", {}, Ended(({"at": "crash"},), "SIGSEGV")),
        ("end", {}, Ended((), None)),
        ("raising", {}, Ended((), None)),
    ],
)
def test_how_it_ends(name: str, limits: dict[str, float], expected: Ended) -> None:
    assert run(name, **limits) == expected


def test_nothing_that_it_started_survives() -> None:
    [said] = run("outlives", seconds=3).said
    deadline = time.monotonic() + 30
    while is_running(said["pid"]):
        assert time.monotonic() < deadline
        time.sleep(0.01)


def is_running(pid: int) -> bool:
    """Tell whether a process is there, and not only its last trace, which nobody may have taken away."""
    try:
        return "State:\tZ" not in Path(f"/proc/{pid}/status").read_text()
    except FileNotFoundError:
        return False


def test_files_of_the_present_folder_are_no_modules_of_python(
    tasks: Path, tmp_path_factory: pytest.TempPathFactory, monkeypatch: pytest.MonkeyPatch
) -> None:
    folder = tmp_path_factory.mktemp("present")
    (folder / "json.py").write_text("raise SystemExit(9)\n")
    monkeypatch.chdir(folder)
    assert run("echo").said[0] == {"got": None}
