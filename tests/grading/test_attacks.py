"""What a hand-in can try with the calls of the system, one by one: none of it may get through."""

from __future__ import annotations

import json
import os
import subprocess
import sys
import textwrap
from collections.abc import Callable
from dataclasses import asdict, replace
from pathlib import Path

import pytest

from plyground.grading.calls import why_no_filter
from plyground.grading.handed_in import HandIn, inspect, read_hand_ins
from plyground.grading.landlock import why_no_landlock
from plyground.grading.limits import tasks_allowed
from plyground.grading.sandbox import environment

from .grading import BOTH, terms, written

BEFORE = """
import ctypes, fcntl, mmap, os, resource, shutil, signal, socket, subprocess
libc = ctypes.CDLL(None, use_errno=True)
CONTINUE = int(signal.SIGCONT)

def called(answer):
    if answer == -1:
        raise OSError(ctypes.get_errno(), "refused")

class Event(ctypes.Structure):
    _fields_ = [("value", ctypes.c_void_p), ("signal", ctypes.c_int), ("kind", ctypes.c_int),
                ("rest", ctypes.c_byte * 48)]

def mapped(flags):
    file = os.open(VICTIM, flags)
    memory = mmap.mmap(file, 0, mmap.MAP_SHARED, mmap.PROT_READ | mmap.PROT_WRITE)
    memory[:5] = b"taken"

def filled(folder):
    os.mkdir(f"{folder}/mine")
    os.symlink("x" * 4000, f"{folder}/mine/link")
    shutil.rmtree(f"{folder}/mine")
"""

# Each one raises if it is refused. No signal that is sent does harm.
ATTACKS = {
    "signal by F_SETOWN": """
        reading, writing = os.pipe()
        fcntl.fcntl(reading, fcntl.F_SETOWN, os.getppid())
        fcntl.fcntl(reading, fcntl.F_SETSIG, signal.SIGURG)
        fcntl.fcntl(reading, fcntl.F_SETFL, os.O_ASYNC)
        os.write(writing, b"x")
    """,
    "O_ASYNC": "fcntl.fcntl(os.pipe()[0], fcntl.F_SETFL, os.O_ASYNC)",
    "FIOASYNC": "fcntl.ioctl(os.pipe()[0], 0x5452, b'\\1\\0\\0\\0')",
    "signal": "os.kill(os.getppid(), 0)",
    "signal to itself": "os.kill(os.getpid(), signal.SIGURG)",
    "timer that continues it": """
        timer = ctypes.c_void_p()
        called(libc.timer_create(1, ctypes.byref(Event(None, CONTINUE, 0)), ctypes.byref(timer)))
    """,
    "writing by mmap": "mapped(os.O_RDWR)",
    "writing": "os.write(os.open(VICTIM, os.O_WRONLY), b'')",
    "emptying": "os.open(VICTIM, os.O_WRONLY | os.O_TRUNC)",
    "emptying while reading": "os.open(VICTIM, os.O_RDONLY | os.O_TRUNC)",
    "truncating": "os.truncate(VICTIM, 0)",
    "renaming": "os.rename(VICTIM, VICTIM + '2')",
    "removing": "os.remove(VICTIM)",
    "modes": "os.chmod(VICTIM, 0o777)",
    "times": "os.utime(VICTIM)",
    "making files": "os.open(os.path.dirname(VICTIM) + '/new', os.O_CREAT | os.O_WRONLY)",
    "links in its folder": "filled('.')",
    "links in /tmp": "filled('/tmp')",
    "links in /dev/shm": "filled('/dev/shm')",
    "links in /dev": "filled('/dev')",
    "the victim's content": "open(VICTIM, 'rb').read()",
    "memory of its parent, to write": "open(f'/proc/{os.getppid()}/mem', 'r+b')",
    "memory of its parent, to read": "open(f'/proc/{os.getppid()}/mem', 'rb')",
    "environment of its parent": "open(f'/proc/{os.getppid()}/environ', 'rb').read()",
    "memory of its parent by a call": """
        part = (ctypes.c_uint64 * 2)(id(libc), 8)
        called(libc.process_vm_readv(os.getppid(), part, 1, part, 1, 0))
    """,
    "outliving its parent": "called(libc.prctl(1, 0, 0, 0, 0))",
    "memory that can be read again": "called(libc.prctl(4, 1, 0, 0, 0))",
    "larger pipes": "fcntl.fcntl(os.pipe()[0], 1031, 2**20)",
    "files in memory": "os.memfd_create('mine')",
    "shared memory": """
        memory = libc.shmget(0, 4096, 0o1600)
        called(memory)
        libc.shmctl(memory, 0, None)
    """,
    "keys": """
        number = 248 if os.uname().machine == "x86_64" else 217
        called(libc.syscall(number, b"user", b"a", b"b", 1, -3))
    """,
    "messages": """
        called(libc.mq_open(b"/mine", os.O_CREAT | os.O_RDWR, 0o600, None))
        libc.mq_unlink(b"/mine")
    """,
    "socket": "socket.socket()",
    "pair of sockets": "socket.socketpair()",
    "fork": "os.fork() or os._exit(0)",
    "another program": "subprocess.run(['/bin/true'])",
    "priority of others": "os.setpriority(os.PRIO_PROCESS, os.getppid(), 19)",
    "limits of others": "resource.prlimit(os.getppid(), resource.RLIMIT_CORE, (0, 0))",
    "more than its limits": "resource.setrlimit(resource.RLIMIT_NOFILE, (4096, 4096))",
    "new namespaces": "called(libc.unshare(0x10000000))",
    "locks": "fcntl.lockf(open(__file__, 'rb'), fcntl.LOCK_SH)",
    "leases": "fcntl.fcntl(open(__file__, 'rb'), fcntl.F_SETLEASE, fcntl.F_RDLCK)",
}

# In the sandbox the parent is a process of bubblewrap that knows nothing.
OF_ITS_PARENT = {"memory of its parent, to read", "environment of its parent"}

OF_FILES = (
    *(
        "writing by mmap",
        "writing",
        "emptying",
        "emptying while reading",
        "truncating",
        "renaming",
        "removing",
    ),
    *("making files", "links in /tmp", "links in /dev/shm", "the victim's content", *OF_ITS_PARENT),
)

EVERYDAY = {
    "threads": """
        import threading
        thread = threading.Thread(target=print)
        thread.start()
        thread.join()
    """,
    "NumPy": "import numpy; numpy.ones((50, 50)) @ numpy.ones((50, 50))",
    "chance": "import random, secrets; random.random(); secrets.token_bytes()",
    "clocks": "import time; time.time(); time.perf_counter(); time.process_time(); time.sleep(0.001)",
    "alarms": "signal.signal(signal.SIGALRM, print); signal.setitimer(signal.ITIMER_REAL, 0)",
    "reading itself": "open(__file__).read()",
    "reading the library": "open(os.__file__).read()",
    # Where Landlock does not tell files apart, none can be opened for writing.
    "throwing away": "open(os.devnull, 'w')" if why_no_landlock() is None else "pass",
    "pipes": "os.read(os.pipe()[0], 0)",
    "shared memory without a file": "mmap.mmap(-1, 4096)[:1] = b'x'",
    "its own limits": "resource.setrlimit(resource.RLIMIT_CORE, (0, 0))",
    "pools of threads": """
        from concurrent.futures import ThreadPoolExecutor
        with ThreadPoolExecutor(2) as pool: list(pool.map(abs, range(4)))
    """,
}


CONTENT = b"mine!" * 1000

# A cell that finds parts of the system missing; its parent keeps to itself, as that of a cell does.
LACKING = """
import subprocess, sys
from plyground.system.prctl import hide_memory
if len(sys.argv) == 4:
    hide_memory()
    sys.exit(subprocess.run([sys.executable, "-c", sys.argv[3], *sys.argv[1:3]]).returncode)
from plyground.grading import cell
setattr(cell, sys.argv[1], lambda: "it is not there")
sys.exit(cell.main([sys.argv[2]]))
"""


def trying(victim: Path) -> str:
    """Return a hand-in that tries everything, and raises an error that says what it could do."""
    lines = [f"VICTIM = {str(victim)!r}", BEFORE, "done = []"]
    for number, source in enumerate([*ATTACKS.values(), *EVERYDAY.values()]):
        body = textwrap.indent(textwrap.dedent(source).strip(), "        ")
        lines += [f"def attempt_{number}():\n    try:\n{body}\n        return True"]
        lines += ["    except (OSError, ValueError): return False", f"done.append(attempt_{number}())"]
    lines += ["raise ValueError(''.join('ny'[each] for each in done))"]
    return "\n".join(lines)


def attempted(folder: Path, problem: Callable[[HandIn], str]) -> dict[str, bool]:
    """Return what a hand-in could do, given what is said about it, and whether the victim is unharmed."""
    victim = folder / "victim"
    victim.write_bytes(CONTENT)
    (hand_in,) = read_hand_ins(written(folder, {"trying": trying(victim)}))
    told = problem(hand_in).rpartition(" ")[2]
    assert len(told) == len(ATTACKS) + len(EVERYDAY), told
    found = dict(zip([*ATTACKS, *EVERYDAY], [each == "y" for each in told], strict=True))
    return {**found, "victim": victim.is_file() and victim.read_bytes() == CONTENT}


@pytest.fixture(scope="module")
def attempts(tmp_path_factory: pytest.TempPathFactory) -> dict[bool, dict[str, bool]]:
    """Return what a hand-in could do, by whether it is in the sandbox."""

    def problem(hand_in: HandIn) -> str:
        return inspect(hand_in, terms(has_sandbox=has_sandbox).order(hand_in)).problem

    found = {}
    for (has_sandbox,) in (each.values for each in BOTH.args[1]):
        found[has_sandbox] = attempted(tmp_path_factory.mktemp("attacks"), problem)
    return found


@BOTH
@pytest.mark.parametrize("name", ATTACKS)
def test_it_is_refused(name: str, attempts: dict[bool, dict[str, bool]], *, has_sandbox: bool) -> None:
    is_harmless = has_sandbox and name in OF_ITS_PARENT and why_no_landlock() is not None
    assert not attempts[has_sandbox][name] or is_harmless or why_no_filter() is not None


@BOTH
def test_no_file_of_others_is_changed(attempts: dict[bool, dict[str, bool]], *, has_sandbox: bool) -> None:
    assert attempts[has_sandbox]["victim"]


@BOTH
@pytest.mark.parametrize("name", EVERYDAY)
def test_what_players_do_is_allowed(
    name: str, attempts: dict[bool, dict[str, bool]], *, has_sandbox: bool
) -> None:
    assert attempts[has_sandbox][name]


def lacking(what: str, folder: Path) -> dict[str, bool]:
    """Return what a hand-in without a sandbox could do if a part of the system were missing."""

    def problem(hand_in: HandIn) -> str:
        order = replace(terms().order(hand_in), most_tasks=tasks_allowed(os.getuid()))
        text = json.dumps(asdict(order))
        command = [sys.executable, "-c", LACKING, what, text, LACKING]
        done = subprocess.run(command, env=environment(), capture_output=True, check=False, timeout=60)
        return str(json.loads(done.stdout)["problem"])

    return attempted(folder, problem)


def test_without_landlock_only_reading_is_possible(tmp_path: Path) -> None:
    found = lacking("why_no_landlock", tmp_path)
    assert [name for name in ATTACKS if found[name] and why_no_filter() is None] in (
        [],
        ["the victim's content"],
    )
    assert found["victim"] or why_no_filter() is not None
    assert [name for name in EVERYDAY if not found[name]] in ([], ["throwing away"])


def test_without_a_filter_landlock_still_keeps_files(tmp_path: Path) -> None:
    found = lacking("why_no_filter", tmp_path)
    if why_no_landlock() is None:
        assert found["victim"]
        assert not [name for name in OF_FILES if found[name]]
    assert [name for name in EVERYDAY if not found[name]] == []
