"""`plyground records list`, `solved` and `learned`: tables of what is kept, the newest first."""

from __future__ import annotations

import shutil
import sys
from collections.abc import Callable, Iterable, Sequence
from typing import TYPE_CHECKING, Any

import click

from plyground.ui.cli import _options as option
from plyground.ui.cli._output import is_terminal, picked, uses_color
from plyground.ui.cli.records._record_filters import filters, selection_of, store_option, store_to_read
from plyground.ui.cli.records._record_view import write_exactly

if TYPE_CHECKING:
    from plyground.store import EventKind, Store, StoredEvent, StoredGame
    from plyground.store.records import GameRecord

    Describe = Callable[[Store, StoredEvent], dict[str, Any]]

_DEFAULT_LIMIT = 20
_HEADINGS = ("id", "date", "game", "first", "second", "result", "moves", "event")
_NUMBERS = ("id", "moves")
_NAMES = ("first", "second", "event")


@click.command("list")
@filters
@option.number(
    "--limit", f"Show N games; {_DEFAULT_LIMIT} by default, 0 for all.", default=_DEFAULT_LIMIT, least=0
)
@store_option
@option.json
def list_games(store_file: str | None, limit: int, as_json: bool, **asked: str | None) -> None:
    """List games, those that were added last first."""
    from plyground.ui.playing.player_names import own_name

    found: list[StoredGame] = []
    damaged: list[str] = []
    total = 0
    you = ""
    with store_to_read(store_file) as store:
        selection = selection_of(asked, store=store)
        if store is not None:
            you = own_name(store)
            total = store.count(selection)
            newest = store.games(
                selection,
                newest_first=True,
                limit=limit or None,
                on_damage=lambda error: damaged.append(str(error)),
            )
            found.extend(newest)
    if as_json:
        write_exactly({"games": [_summary(each) for each in found], "total": total, "damaged": damaged})
        return
    click.echo(drawn_table(_HEADINGS, [_cells(each, you) for each in found]) if found else "no games")
    for problem in damaged:
        click.echo(f"plyground: {problem}", err=True)
    if len(found) + len(damaged) < total:
        click.echo(f"{len(found)} of {total} games; --limit 0 shows all")


def _summary(stored: StoredGame) -> dict[str, Any]:
    record = stored.record
    return {
        **picked(stored, "id event number"),
        **picked(record, "started game options"),
        "players": list(record.players),
        "result": _result(record),
        "termination": str(record.termination),
        "reason": record.reason,
        "moves": len(record.moves),
    }


def _result(record: GameRecord) -> str:
    """Return the result as the game names it."""
    from plyground.store.records import result_of

    return result_of(record, _sides(record))


def _sides(record: GameRecord) -> tuple[str, str]:
    """Return what the sides are called, and if the game is not known here, who moves first."""
    from plyground.core.discovery import known_games

    rules = known_games().get(record.game)
    return rules.players if rules else ("first", "second")


def drawn_table(headings: Sequence[str], rows: Iterable[Sequence[str]]) -> str:
    """Draw a table that fits the terminal; only names are cut off where there is no room."""
    from plyground.report.tables import ANY_WIDTH, TableColumn, text_table
    from plyground.store.records.quoting import printable

    columns = [TableColumn(each, each in _NUMBERS, each in _NAMES) for each in headings]
    width = shutil.get_terminal_size().columns if is_terminal(sys.stdout) else ANY_WIDTH
    return text_table(columns, [list(map(printable, row)) for row in rows], width=width, color=uses_color())


def _cells(stored: StoredGame, you: str) -> list[str]:
    from plyground.ui.playing.player_names import told_players

    record = stored.record
    return [
        str(stored.id),
        record.started[:10],
        f"{record.game} {record.options.get('size', '')}",
        *told_players(record.players, _sides(record), you),
        _told_result(record),
        str(len(record.moves)),
        "" if stored.event is None else f"{stored.event} {stored.number}",
    ]


def _told_result(record: GameRecord) -> str:
    """Return the result, and how the game ended if it was not by the rules."""
    from plyground.store.records import Termination

    is_usual = record.termination in (Termination.NORMAL, Termination.UNFINISHED)
    return _result(record) if is_usual else f"{_result(record)} ({record.termination})"


@click.command("solved")
@store_option
@option.json
def list_solved(store_file: str | None, as_json: bool) -> None:
    """List the runs of 'solve' that lasted more than a minute or ran on a cluster, the newest first."""
    from plyground.store import EventKind
    from plyground.store.runs import run_result

    def describe(store: Store, event: StoredEvent) -> dict[str, Any]:
        return {"position": event.label, "state": event.state, "result": run_result(store, event.id)}

    runs = _kept_runs(store_file, EventKind.SOLVE, describe)
    _show(runs, "the solver", ("position", "state", "value", "margin"), _solved_cells, as_json=as_json)


@click.command("learned")
@store_option
@option.json
def list_learned(store_file: str | None, as_json: bool) -> None:
    """List the runs of 'learn', the newest first.

    'plyground resume ID' resumes one, or shows its learning curve again. Elo is that of the best generation
    against the evaluation of the first games.
    """
    from plyground.learning.kept_learning import progress_of
    from plyground.store import EventKind

    def describe(store: Store, event: StoredEvent) -> dict[str, Any]:
        return {"board": event.label, "state": event.state, **progress_of(store, event.id)}

    runs = _kept_runs(store_file, EventKind.LEARN, describe)
    headings = ("board", "state", "generations", "games", "Elo", "weights")
    _show(runs, "learning", headings, _learned_cells, as_json=as_json)


def _kept_runs(store_file: str | None, kind: EventKind, describe: Describe) -> list[dict[str, Any]]:
    from plyground.store import warn_of_damage

    with store_to_read(store_file) as store:
        if store is None:
            return []
        return [
            {"id": event.id, "created": event.created, **describe(store, event)}
            for event in store.events(kind, on_damage=warn_of_damage)
        ]


def _show(
    runs: list[dict[str, Any]],
    maker: str,
    headings: Sequence[str],
    cells: Callable[[dict[str, Any]], list[str]],
    *,
    as_json: bool,
) -> None:
    if as_json:
        write_exactly({"runs": runs})
    elif not runs:
        click.echo(f"no runs of {maker}")
    else:
        rows = ([run["id"], run["created"][:10], *cells(run)] for run in runs)
        click.echo(drawn_table(("id", "date", *headings), rows))


def _solved_cells(run: dict[str, Any]) -> list[str]:
    result = run["result"] or {}
    value, margin = result.get("value"), result.get("margin")
    return [run["position"], run["state"], value or "", "" if margin is None else f"{margin:+}"]


def _learned_cells(run: dict[str, Any]) -> list[str]:
    generations = run["generations"]
    strengths = [each["strength"] for each in generations if each["is_accepted"]]
    strength = next((f"{each:+.0f}" for each in reversed(strengths) if each is not None), "")
    games = f"{generations[-1]['games']:,}" if generations else ""
    output = (run["result"] or {}).get("output") or ""
    return [run["board"], run["state"], str(len(generations)), games, strength, output]
