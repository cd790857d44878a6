"""Bubblewrap, where the system has it: a hand-in sees Python, Plyground, its own file and nothing else."""

from __future__ import annotations

import os
import shutil
import site
import subprocess
import sys
import sysconfig
from collections.abc import Sequence
from functools import cache
from pathlib import Path

from plyground.errors import OptionError
from plyground.grading.calls import why_no_filter
from plyground.jit.cache import cache_folder

# Not asked of the package itself, which offers names of higher layers.
PACKAGE = Path(__file__).absolute().parents[1]

HAND_IN_FOLDER = "/hand-in"
"""Where a hand-in lies, as it sees it."""

CHECK_SECONDS = 20.0


def is_wanted(choice: str) -> bool:
    """Tell whether to use the sandbox: to go without it has to be somebody's own choice.

    Raises:
        OptionError: it is to be used and cannot be.
    """
    if choice == "never":
        return False
    problem = why_not()
    if problem is not None:
        raise OptionError(f"there is no sandbox: {problem}; --sandbox never runs hand-ins without one")
    return True


@cache
def why_not() -> str | None:
    """Say why there can be no sandbox, None if there can; a small program is tried in it."""
    if (problem := why_no_filter()) is not None:
        return problem
    if shutil.which("bwrap") is None:
        return "the program bwrap (bubblewrap) is not installed"
    command = sandboxed([sys.executable, "-I", "-S", "-c", "pass"], Path(__file__), ())
    try:
        tried = subprocess.run(  # noqa: S603  # it is our own
            command, stdin=subprocess.DEVNULL, capture_output=True, timeout=CHECK_SECONDS, check=False
        )
    except (OSError, subprocess.TimeoutExpired) as error:
        return f"bwrap does not start: {error}"
    told = tried.stderr.decode("utf-8", "replace").strip().splitlines()
    return (
        None
        if tried.returncode == 0
        else f"bwrap does not work here: {told[-1] if told else 'it says nothing'}"
    )


def sandboxed(command: Sequence[str], file: Path, readable: Sequence[Path]) -> list[str]:
    """Return a command that runs in a sandbox, with one file of somebody in `HAND_IN_FOLDER`.

    It has processes of its own and no network. Every mount is read-only: what could be written
    into one, even names and links, would be memory past the limit. `readable` are other files that
    it may read, in their places.
    """
    return [
        *(shutil.which("bwrap") or "bwrap", "--unshare-all", "--unshare-user", "--die-with-parent"),
        *("--cap-drop", "ALL", "--hostname", "plyground"),
        *_system(),
        *("--proc", "/proc", "--dev", "/dev", "--dir", "/tmp"),  # noqa: S108  # one of its own
        *(word for path in (*programs(), *readable) for word in ("--ro-bind-try", str(path), str(path))),
        *("--ro-bind", str(file), f"{HAND_IN_FOLDER}/{file.name}"),
        *(word for mount in ("/proc", "/dev", "/") for word in ("--remount-ro", mount)),
        *("--chdir", HAND_IN_FOLDER, "--"),
        *command,
    ]


def _system() -> list[str]:
    """Return where the C library and others lie; in many systems folders are links into /usr."""
    words = ["--ro-bind", "/usr", "/usr", "--ro-bind-try", "/etc/ld.so.cache", "/etc/ld.so.cache"]
    for name in ("bin", "sbin", "lib", "lib32", "lib64"):
        path = Path("/", name)
        if path.is_symlink():
            words += ["--symlink", str(path.readlink()), str(path)]
        elif path.is_dir():
            words += ["--ro-bind", str(path), str(path)]
    return words


def game_files(game: str) -> list[Path]:
    """Return the file of a game that comes from one."""
    return [Path(game)] if Path(game).suffix == ".py" else []


def programs() -> list[Path]:
    """Return the folders of Python, of its libraries, of Plyground and of the cache.

    Not whole environments: somebody may keep other things in the same place.
    """
    paths = sysconfig.get_paths()
    base = Path(sys.base_prefix)
    found = [
        *(Path(sys.executable), Path(sys.executable).resolve(), Path(sys.prefix, "pyvenv.cfg")),
        *(Path(paths[name]) for name in ("stdlib", "platstdlib", "purelib", "platlib")),
        *(base / "lib", base / "lib64", base / "bin"),
        *(Path(folder) for folder in site.getsitepackages()),
        PACKAGE,
        cache_folder(),
    ]
    return [
        each
        for each in dict.fromkeys(path.absolute() for path in found)
        if each.exists() and not _in_system(each)
    ]


def _in_system(path: Path) -> bool:
    return path.is_relative_to("/usr") or path.is_relative_to("/lib") or path.is_relative_to("/bin")


def environment(marks: Sequence[str] = ("PLYGROUND_",)) -> dict[str, str]:
    """Return what a hand-in sees of the environment: nothing that is the user's own business."""
    kept = {name: value for name, value in os.environ.items() if name.startswith(tuple(marks))}
    return {
        **kept,
        "PATH": "/usr/bin:/bin",
        "HOME": "/tmp",  # noqa: S108
        "LANG": "C.UTF-8",
        "PYTHONPATH": str(PACKAGE.parent),
        "PYTHONDONTWRITEBYTECODE": "1",
        "PYTHONHASHSEED": "0",  # a game that is played again comes out the same
        "PLYGROUND_CACHE_DIR": str(cache_folder().absolute()),
        # Threads that nobody needs would be paid for in memory.
        "OPENBLAS_NUM_THREADS": "1",
        "OMP_NUM_THREADS": "1",
        "NUMBA_NUM_THREADS": "1",
        "MALLOC_ARENA_MAX": "2",
    }
