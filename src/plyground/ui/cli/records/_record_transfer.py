"""`plyground records export` and `import`: games as text, out of the store and into it."""

from __future__ import annotations

import contextlib
import json
import os
import select
import sys
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path
from typing import IO, TYPE_CHECKING, Any, BinaryIO

import click

from plyground.errors import DamagedRowError, PlygroundError, RecordError, UnknownRecordError, shortened
from plyground.system.files import written_whole
from plyground.ui.cli import _options as option
from plyground.ui.cli.records._record_filters import (
    filters,
    game_id,
    selection_of,
    store_option,
    store_to_read,
)
from plyground.ui.cli.records._record_view import described, write_exactly

if TYPE_CHECKING:
    from plyground.store import OnDamage, Selection, Store, StoredGame
    from plyground.store.records import GameRecord

_MOST_PROBLEMS = 20  # told of one file; the rest is counted
_SECONDS_FOR_A_WRITER = 5.0


class ReadableFile(click.File):
    """A file to read, or ``-``; a pipe into which nobody writes is not waited for."""

    def __init__(self) -> None:
        super().__init__("rb")

    def convert(
        self, value: Any, parameter: click.Parameter | None, context: click.Context | None
    ) -> IO[Any]:
        """Open the file."""
        if isinstance(value, str) and value != "-" and Path(value).is_fifo():
            return self._open_pipe(value, parameter, context)
        return super().convert(value, parameter, context)

    def _open_pipe(
        self, path: str, parameter: click.Parameter | None, context: click.Context | None
    ) -> BinaryIO:
        # Opened otherwise, it would block until somebody writes.
        descriptor = os.open(path, os.O_RDONLY | os.O_NONBLOCK)
        waiting = select.poll()
        waiting.register(descriptor, select.POLLIN | select.POLLHUP)
        if not waiting.poll(_SECONDS_FOR_A_WRITER * 1000) and not _has_writer(descriptor):
            os.close(descriptor)
            self.fail(f"{shortened(path)}: nobody writes into this pipe", parameter, context)
        os.set_blocking(descriptor, True)
        file = open(path, "rb", opener=lambda *_: descriptor)  # noqa: SIM115  # closed with the context
        if context is not None:
            context.call_on_close(file.close)
        return file


def _has_writer(descriptor: int) -> bool:
    """Tell whether somebody has a pipe open that has nothing to read yet."""
    try:
        os.read(descriptor, 1)
    except BlockingIOError:
        return True
    return False


@click.command("export")
@click.argument("ids", type=game_id, nargs=-1, metavar="[ID]...")
@filters
@option.number("--limit", "Only the last N games.", least=1)
@click.option("--output", metavar="FILE", help="Write to this file instead of standard output.")
@store_option
@option.json
def export_games(
    ids: tuple[int, ...],
    limit: int | None,
    output: str | None,
    store_file: str | None,
    as_json: bool,
    **asked: str | None,
) -> None:
    """Write games as text, all or those of the given IDs and filters, the oldest first.

    Damaged games are left out; the exit code is 1 then.
    """
    damaged: list[DamagedRowError] = []
    with store_to_read(store_file) as store:
        selection = selection_of(asked, ids, store)
        _check_ids(store, ids)
        found = _oldest_first(store, selection, limit, damaged.append) if store else iter(())
        parts = _json_parts(found) if as_json else _text_parts(found)
        if output is None:
            for part in parts:
                click.echo(part, nl=False)
        else:
            with written_whole(Path(output)) as file:
                file.writelines(parts)
    for error in damaged:
        click.echo(f"plyground: {error}", err=True)
    if damaged:
        click.get_current_context().exit(1)


def _check_ids(store: Store | None, ids: tuple[int, ...]) -> None:
    for each in ids:
        if store is None:
            raise UnknownRecordError(f"there is no game {each}")
        store.game(each)


def _oldest_first(
    store: Store, selection: Selection, limit: int | None, on_damage: OnDamage
) -> Iterator[StoredGame]:
    """Yield the games with the remarks on them among their tags."""
    from plyground.store.remarks import NO_REMARK, with_remark

    if limit is None:
        found = store.games(selection, on_damage=on_damage)
    else:
        newest = list(store.games(selection, newest_first=True, limit=limit, on_damage=on_damage))
        found = reversed(newest)
    for stored in found:
        remark = store.remarks([stored.id], on_damage).get(stored.id, NO_REMARK)
        yield replace(stored, record=with_remark(stored.record, remark))


def _text_parts(found: Iterator[StoredGame]) -> Iterator[str]:
    from plyground.store.records import write_game

    separator = ""
    for stored in found:
        try:
            yield separator + write_game(stored.record)
        except PlygroundError as error:
            raise RecordError(f"game {stored.id} cannot be written: {error}") from error
        separator = "\n"


def _json_parts(found: Iterator[StoredGame]) -> Iterator[str]:
    """Yield one line of JSON in parts: nobody has to hold all games at once."""
    separator = ""
    yield '{"games": ['
    for stored in found:
        yield separator + json.dumps(described(stored))
        separator = ", "
    yield "]}\n"


@click.command("import")
@click.argument("files", type=ReadableFile(), nargs=-1, required=True, metavar="FILE...")
@click.option("--skip-bad", is_flag=True, help="Import the right games of a file that has wrong ones.")
@option.game_file()
@store_option
@option.json
@click.pass_context
def import_games(
    context: click.Context,
    files: tuple[BinaryIO, ...],
    skip_bad: bool,
    store_file: str | None,
    as_json: bool,
) -> None:
    """Read games from text files, play each of them again, and keep them.

    A file with a wrong game is not imported at all, unless --skip-bad says so. A game that is
    there already, with all that is in its record, is not kept twice.
    """
    from plyground.store import Store

    with Store(store_file) as store:
        imports = [_Import(file, skip_bad) for file in files]
        for each in imports:
            each.run(store)
            if not as_json:
                each.tell()
    if as_json:
        write_exactly({"files": [each.described() for each in imports]})
    if any(each.problems for each in imports) and not skip_bad:
        context.exit(1)


class _RefusedFileError(PlygroundError):
    """A file has wrong games, so that none of it is imported."""


class _Import:
    """What becomes of one file."""

    def __init__(self, file: BinaryIO, skip_bad: bool) -> None:
        self._file = file
        self._name = "standard input" if file is sys.stdin.buffer else file.name
        self._skip_bad = skip_bad
        self._new = self._known = 0
        self.problems: list[RecordError] = []

    def run(self, store: Store) -> None:
        with contextlib.suppress(_RefusedFileError):
            added = store.add_all(self._right_games())
            self._new, self._known = added.new, added.known

    def _right_games(self) -> Iterator[GameRecord]:
        from plyground.store.records import lines_of, read_game, split_games

        for part in split_games(lines_of(self._file)):
            try:
                yield read_game(part.text, part.line)
            except RecordError as error:
                self.problems.append(error)
        if self.problems and not self._skip_bad:
            raise _RefusedFileError

    def tell(self) -> None:
        for problem in self.problems[:_MOST_PROBLEMS]:
            click.echo(f"plyground: {self._name}: {problem}", err=True)
        if len(self.problems) > _MOST_PROBLEMS:
            more = len(self.problems) - _MOST_PROBLEMS
            click.echo(f"plyground: {self._name}: {more} more games are wrong", err=True)
        counts = [f"{self._new} imported"]
        if self._known:
            counts.append(f"{self._known} there already")
        if self.problems:
            counts.append(f"{len(self.problems)} wrong")
        click.echo(f"{self._name}: {', '.join(counts)}")

    def described(self) -> dict[str, object]:
        wrong = [
            {"line": each.line, "column": each.column, "problem": each.problem} for each in self.problems
        ]
        return {"file": self._name, "imported": self._new, "known": self._known, "wrong": wrong}
