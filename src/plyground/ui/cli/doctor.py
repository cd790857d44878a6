"""`plyground doctor`: what this installation is made of, and the state of its cache."""

from __future__ import annotations

import os
import platform
from importlib.metadata import version

import click

import plyground
from plyground.jit import is_compiling_enabled
from plyground.jit.versions import why_plain
from plyground.ui.cli import _options as option
from plyground.ui.cli._output import picked, write_json


@click.command()
@click.option("--clear-cache", is_flag=True, help="Remove all compiled kernels.")
@option.json
def command(clear_cache: bool, as_json: bool) -> None:
    """Show versions, games and the cache of compiled kernels, and clear it."""
    from plyground.core.discovery import known_games
    from plyground.jit.cache import clear_cache as clear
    from plyground.jit.cache import inspect_cache

    removed = clear() if clear_cache else None
    cache = inspect_cache()
    facts = {
        "plyground": plyground.__version__,
        "python": platform.python_version(),
        "numba": version("numba"),
        "llvmlite": version("llvmlite"),
        "numpy": version("numpy"),
        "system": f"{platform.system()} {platform.machine()}",
        "cores": os.cpu_count(),
        "compiled": is_compiling_enabled(),
        "plain_numba": why_plain(),
        "games": list(known_games()),
        "cache": {
            "folder": str(cache.folder),
            **picked(cache, "files bytes problem"),
            "removed": removed.files if removed else 0,
        },
    }
    if as_json:
        write_json(facts)
        return
    for name in ("plyground", "python", "numba", "llvmlite", "numpy", "system", "cores"):
        click.echo(f"{name + ':':<11}{facts[name]}")
    click.echo(f"kernels:   {_how_kernels_run()}")
    click.echo(f"games:     {', '.join(known_games())}")
    if removed:
        click.echo(f"removed:   {removed.files} files, {removed.bytes / 1e6:.1f} MB")
    click.echo(f"cache:     {cache.folder}")
    click.echo(f"           {cache.files} files, {cache.bytes / 1e6:.1f} MB")
    if cache.problem:
        click.echo(f"           not used: {cache.problem}")


def _how_kernels_run() -> str:
    if not is_compiling_enabled():
        return "plain Python (NUMBA_DISABLE_JIT)"
    return f"compiled in every process, and not cached: {reason}" if (reason := why_plain()) else "compiled"
