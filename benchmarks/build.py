"""Compiles the C twins, into a folder that the caller throws away."""

from __future__ import annotations

import subprocess
from pathlib import Path

_SOURCES = Path(__file__).parent


class BuildError(Exception):
    """A C twin could not be compiled; the message is one line for people."""


def build_twin(name: str, rows: int, columns: int, folder: Path, *flags: str) -> Path:
    """Compile ``<name>_perft.c`` for one size of board, maybe with more flags; return the program.

    Raises:
        BuildError: there is no gcc, or it refuses.
    """
    program = folder / f"{name}_{rows}x{columns}{''.join(flags)}"
    sizes = [f"-DROWS={rows}", f"-DCOLUMNS={columns}"]
    source = _SOURCES / f"{name}_perft.c"
    command = ["gcc", "-O3", "-march=native", *flags, *sizes, str(source), "-o", str(program)]
    try:
        subprocess.run(command, check=True, capture_output=True, text=True)
    except FileNotFoundError:
        raise BuildError("the C twins need gcc, which is not installed") from None
    except subprocess.CalledProcessError as error:
        reason = next(iter(error.stderr.splitlines()), f"exit code {error.returncode}")
        raise BuildError(f"gcc cannot compile {source.name}: {reason}") from error
    return program


def run_twin(program: Path, depth: int) -> tuple[int, float]:
    """Return the leaves that a C twin counts at some depth, and the seconds it took by its own clock."""
    output = subprocess.run([program, str(depth)], check=True, capture_output=True, text=True).stdout
    leaves, seconds = output.split()
    return int(leaves), float(seconds)
