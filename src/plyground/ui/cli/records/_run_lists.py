"""`plyground records solved` and `learned`: long runs that were kept, and what came out."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING, Any

import click

from plyground.ui.cli._output import json_option
from plyground.ui.cli.records._record_filters import store_option, store_to_read
from plyground.ui.cli.records._record_list import drawn_table
from plyground.ui.cli.records._record_view import write_exactly

if TYPE_CHECKING:
    from plyground.store import EventKind, Store, StoredEvent

    Describe = Callable[[Store, StoredEvent], dict[str, Any]]


@click.command("solved")
@store_option
@json_option
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
@json_option
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
