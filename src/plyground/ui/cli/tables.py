"""`plyground tables`: boards that are solved once and for all."""

from __future__ import annotations

import contextlib
import shutil
import time
from typing import TYPE_CHECKING, Any

import click

from plyground.errors import OptionError, PlygroundError, TableError, UnknownGameError, nearest
from plyground.ui.cli import _options as option
from plyground.ui.cli._game_command import game_command
from plyground.ui.cli._groups import ListingGroup
from plyground.ui.cli._output import StatusLine, write_json

if TYPE_CHECKING:
    from pathlib import Path

    from plyground.core.position import Position
    from plyground.tables.format import Header
    from plyground.tables.table import Table

EXIT_FAILED = 1
DEFAULT_SAMPLE = 1000


@click.group(cls=ListingGroup)
def command() -> None:
    """Build, list, check and remove tables: all positions of a small board with their exact values.

    Without the name of a command they are listed. 'plyground tables build konane --size 5' builds one.
    """


@game_command()
@option.memory(1024, "Limit of memory, beside some 150 MB for the program.")
@option.threads(0, "one per core by default")
@option.json
def build(position: Position, megabytes: int, threads: int, as_json: bool) -> None:
    """Solve all positions of GAME that can be reached, and keep them as a table.

    After Ctrl-C or a kill, the same command resumes. With --position, the table has what can be reached from
    there.
    """
    from plyground.solving.retrograde.table_building import build_table, table_path
    from plyground.tables.table import Table, read_header_of

    path = table_path(position)
    began = time.perf_counter()
    is_there = False
    with contextlib.suppress(TableError, OSError):
        Table(path, position.game)
        is_there = True
    if not is_there:
        steps = build_table(position, megabytes=megabytes, threads=threads)
        with StatusLine() as status, contextlib.closing(steps):
            for step in steps:
                status.show(step)
    row = _described(path, *read_header_of(path))
    seconds = time.perf_counter() - began
    if as_json:
        write_json({**row, "seconds": seconds, "built": not is_there})
        return
    told = "is there already" if is_there else f"is built in {seconds:.1f} s"
    click.echo(f"{row['name']} {told}: {_counted(row)}, {row['bytes']:,} bytes")


@click.command("list")
@option.game_file()
@option.json
def list_tables(as_json: bool) -> None:
    """List the tables, and what is left of builds that were interrupted."""
    from plyground.tables.finding import TABLES, UNFINISHED

    rows = [_row(path) for path in TABLES.own()]
    unfinished = [folder.stem for folder in UNFINISHED.own()]
    if as_json:
        write_json({"folder": str(TABLES.folder), "tables": rows, "unfinished": unfinished})
        return
    for row in rows:
        if row["problem"] is None or row["positions"] is not None:
            problem = "" if row["problem"] is None else f" ({row['problem']})"
            click.echo(f"{row['name']}: {_counted(row)}, {row['bytes']:,} bytes{problem}")
        else:
            click.echo(f"{row['name']}: {row['problem']}")
    for name in unfinished:
        click.echo(f"{name}: not finished; build it again to resume")
    if not rows and not unfinished:
        click.echo("no tables")


@click.command("check")
@click.argument("names", nargs=-1, metavar="[NAME]...")
@click.option("--all", "is_all", is_flag=True, help="Derive every entry from the rules, and not a sample.")
@option.number("--sample", "Derive N entries.", default=DEFAULT_SAMPLE, least=0)
@option.number("--seed", "Which entries the sample has.", default=0)
@option.game_file()
@option.json
def check_tables(names: tuple[str, ...], is_all: bool, sample: int, seed: int, as_json: bool) -> None:
    """Verify the checksums of tables, and derive entries from the rules: all tables, or those of some names.

    A NAME is that of a table or of a game, or how the name of one table begins.
    """
    results = [_checked(path, None if is_all else sample, seed) for path in _chosen(names)]
    if as_json:
        write_json({"tables": results})
    for result in results:
        problem = result["problem"]
        if problem is not None:
            click.echo(f"plyground: {problem}", err=True)
        elif not as_json:
            share = "all" if result["derived"] == result["positions"] else f"{result['derived']:,}"
            told = f"{share} of {result['positions']:,} entries follow from the rules"
            click.echo(f"{result['name']}: the checksums are right, and {told}")
    if not results and not as_json:
        click.echo("no tables")
    if any(result["problem"] is not None for result in results):
        raise click.exceptions.Exit(EXIT_FAILED)


@click.command("remove")
@click.argument("names", nargs=-1, metavar="[NAME]...")
@click.option("--all", "is_all", is_flag=True, help="Remove all tables.")
@option.json
def remove_tables(names: tuple[str, ...], is_all: bool, as_json: bool) -> None:
    """Remove tables by their names or games, and what is left of builds that were interrupted."""
    from plyground.tables.finding import TABLES, UNFINISHED

    if bool(names) == is_all:
        raise click.UsageError("which tables? Give their names, or --all")
    paths = [*TABLES.own(), *UNFINISHED.own()] if is_all else _chosen(names, with_unfinished=True)
    for path in paths:
        if path.is_dir():
            shutil.rmtree(path)
        else:
            path.unlink()
    removed = sorted({path.stem for path in paths})
    if as_json:
        write_json({"removed": removed})
    else:
        click.echo(f"removed {', '.join(removed)}" if removed else "no tables")


def _chosen(names: tuple[str, ...], *, with_unfinished: bool = False) -> list[Path]:
    """Return the tables that names mean: those of a game, or the one whose name begins so."""
    from plyground.tables.finding import TABLES, UNFINISHED

    paths = [*TABLES.own(), *(UNFINISHED.own() if with_unfinished else [])]
    if not names:
        return paths
    chosen: dict[Path, None] = {}
    for name in names:
        stems = {path.stem for path in paths if path.stem.startswith(name)}
        meant = {name} if name in stems else stems
        is_game = all(stem.startswith(f"{name}-") for stem in meant)
        if not meant:
            hint = nearest(name, [path.stem for path in paths]) or "; 'plyground tables list' shows them"
            raise OptionError(f"there is no table {name!r}{hint}")
        if len(meant) > 1 and not is_game:
            raise OptionError(f"{name!r} may be {' or '.join(sorted(meant))}; give more of the name")
        chosen.update(dict.fromkeys(path for path in paths if path.stem in meant))
    return list(chosen)


def _checked(path: Path, sample: int | None, seed: int) -> dict[str, Any]:
    from plyground.solving.retrograde.table_checking import check_all, check_sample
    from plyground.tables.table import read_header_of

    result: dict[str, Any] = {"name": path.stem, "positions": None, "derived": 0, "problem": None}
    status = StatusLine()
    try:
        header, _ = read_header_of(path)
        result["positions"] = header.positions
        table = _opened(path, header)
        if sample is not None:
            result["derived"] = check_sample(table, sample, seed)
        else:
            for done in check_all(table):
                status.show(f"{path.stem}: {100 * done // len(table)} % checked")
                result["derived"] = done
    except UnknownGameError:
        result["problem"] = f"{path.stem} is of a game that is not known here; give its file with --game"
    except PlygroundError as error:
        result["problem"] = str(error)
    except OSError as error:
        result["problem"] = f"{path}: {error.strerror}"
    status.clear()
    return result


def _row(path: Path) -> dict[str, Any]:
    from plyground.tables.table import read_header_of

    header = digest = problem = None
    try:
        header, digest = read_header_of(path)
        _opened(path, header)
    except UnknownGameError:
        problem = "of a game that is not known here; give its file with --game"
    except (PlygroundError, OSError) as error:
        problem = str(error)
    return _described(path, header, digest, problem)


def _opened(path: Path, header: Header) -> Table:
    """Open a table whose name says what it is a table of: by another name it would not be found."""
    from plyground.tables.finding import file_stem, game_of
    from plyground.tables.table import Table

    table = Table(path, game_of(header))
    stem = file_stem(table.game)
    if not path.stem.startswith(f"{stem}-"):
        raise TableError(f"{path} is a table of another board than its name says: of {stem}")
    return table


def _described(
    path: Path, header: Header | None, digest: str | None, problem: str | None = None
) -> dict[str, Any]:
    told = ("game", "options", "root", "positions", "wins", "draws", "losses")
    values = {name: getattr(header, name, None) for name in told}
    return {"name": path.stem, **values, "digest": digest, "bytes": path.stat().st_size, "problem": problem}


def _counted(row: dict[str, Any]) -> str:
    parts = [f"{row[name]:,} {name}" for name in ("wins", "draws", "losses")]
    return f"{row['positions']:,} positions ({', '.join(parts)})"


build.name = "build"
for _each in (build, list_tables, check_tables, remove_tables):
    command.add_command(_each)
