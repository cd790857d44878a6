"""Games that are not Plyground's own: in a file, and in an installed package."""

from __future__ import annotations

import os
import sys
from pathlib import Path

NIM = Path(__file__).with_name("nim.py")


def nim_source(**replaced: str) -> str:
    """Return the source of Nim with some of its settings written otherwise."""
    source = NIM.read_text(encoding="utf-8")
    originals = {
        "name": 'name="nim"',
        "aliases": 'aliases=("heap",)',
        "summary": 'summary="Take tokens; who takes the last one wins."',
        "option": '"most", default=3',
        "board": "return Board(rows, columns, most)",
        "result": "return ONGOING if count > 0 else -1",
    }
    for what, new in replaced.items():
        assert source.count(originals[what]) == 1
        source = source.replace(originals[what], new)
    return source


def install(folder: Path, entry: str, target: str, source: str) -> None:
    """Put a package with one module and one entry point into a folder for packages."""
    module = target.partition(":")[0]
    (folder / f"{module}.py").write_text(source, encoding="utf-8")
    metadata = folder / f"{module}-1.0.dist-info"
    metadata.mkdir(parents=True)
    (metadata / "METADATA").write_text(f"Metadata-Version: 2.1\nName: {module}\nVersion: 1.0\n")
    (metadata / "entry_points.txt").write_text(f"[plyground.games]\n{entry} = {target}\n")


def environment_with(folder: Path) -> dict[str, str]:
    """Return the environment of a process that finds the packages in a folder."""
    inherited = os.environ.get("PYTHONPATH")
    path = os.pathsep.join([str(folder), inherited] if inherited else [str(folder)])
    return {**os.environ, "PYTHONPATH": path, "PYTHONWARNINGS": "default"}


def python(*words: str) -> list[str]:
    """Return the command that runs this Python."""
    return [sys.executable, *words]
