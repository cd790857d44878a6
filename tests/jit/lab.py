"""A place of its own for modules with kernels and for the cache, and processes that use both."""

from __future__ import annotations

import itertools
import json
import os
import re
import subprocess
import sys
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

ANNOUNCEMENT = re.compile(r"plyground: compiling \S.* once( \(about \d+ s last time\))?")

_PRELUDE = """
import json
import numpy as np

def tell(*answers):
    print(json.dumps(answers, default=np.generic.item))

"""


@dataclass(frozen=True)
class Ran:
    """What a process answered, and what it wrote to standard error."""

    answers: list[Any]
    said: str

    @property
    def announcements(self) -> int:
        """How often it said that it compiles; it must not have said anything else."""
        lines = self.said.splitlines()
        assert all(map(ANNOUNCEMENT.fullmatch, lines)), self.said
        return len(lines)


@dataclass(frozen=True)
class Lab:
    """A folder for modules and a folder for the cache, shared by separate processes."""

    folder: Path
    # No two processes order their sets alike: nothing may depend on that.
    _hash_seeds: itertools.count[int] = field(default_factory=lambda: itertools.count(1))

    @property
    def cache(self) -> Path:
        return self.folder / "cache"

    def write(self, name: str, text: str) -> Path:
        """Write a module that the processes can import, in place of one of that name."""
        path = self.folder / "modules" / f"{name}.py"
        path.parent.mkdir(exist_ok=True)
        path.write_text(text, encoding="utf-8")
        return path

    def start(self, *command: str, **environment: str) -> subprocess.Popen[str]:
        """Start Python with a command line."""
        paths = [str(self.folder / "modules"), os.environ.get("PYTHONPATH", "")]
        settings = {
            "PLYGROUND_CACHE_DIR": str(self.cache),
            "PYTHONPATH": os.pathsep.join(filter(None, paths)),
            "PYTHONHASHSEED": str(next(self._hash_seeds)),
            # Modules are rewritten within a second, which compiled files do not notice.
            "PYTHONDONTWRITEBYTECODE": "1",
        }
        return subprocess.Popen(
            [sys.executable, "-W", "error", *command],
            env={**os.environ, **settings, **environment},
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            text=True,
        )

    def run(self, code: str, **environment: str) -> Ran:
        """Run Python code in a process; what it gives to ``tell(...)`` are the answers."""
        return finish(self.start("-c", _PRELUDE + code, **environment))

    def entries(self) -> dict[str, bytes]:
        """Return what the cache holds: contents by file name."""
        if not self.cache.is_dir():
            return {}
        return {entry.name: entry.read_bytes() for entry in self.cache.glob("*.kernel")}


def finish(process: subprocess.Popen[str]) -> Ran:
    """Wait for a process that has to end well."""
    output, said = process.communicate()
    assert process.returncode == 0, said
    return Ran([json.loads(line) for line in output.splitlines()], said)
