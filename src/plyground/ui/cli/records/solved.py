"""`plyground records solved`: the runs of the solver that were kept, and what came out."""

from __future__ import annotations

from typing import Any

import click

from plyground.ui.cli._output import json_option
from plyground.ui.cli.records.choosing import store_option, store_to_read
from plyground.ui.cli.records.listing import drawn_table
from plyground.ui.cli.records.showing import write_exactly

_HEADINGS = ("id", "date", "position", "state", "value", "margin")


@click.command("solved")
@store_option
@json_option
def list_solved(store_file: str | None, as_json: bool) -> None:
    """List the runs of 'solve' that lasted more than a minute or ran on a cluster, the newest first."""
    from plyground.store import EventKind, warn_of_damage
    from plyground.store.runs import run_result

    runs: list[dict[str, Any]] = []
    with store_to_read(store_file) as store:
        if store is not None:
            for event in store.events(EventKind.SOLVE, on_damage=warn_of_damage):
                about = {"id": event.id, "created": event.created, "position": event.label}
                runs.append({**about, "state": event.state, "result": run_result(store, event.id)})
    if as_json:
        write_exactly({"runs": runs})
        return
    click.echo(drawn_table(_HEADINGS, map(_cells, runs)) if runs else "no runs of the solver")


def _cells(run: dict[str, Any]) -> list[str]:
    result = run["result"] or {}
    value, margin = result.get("value"), result.get("margin")
    told = [value or "", "" if margin is None else f"{margin:+}"]
    return [run["id"], run["created"][:10], run["position"], run["state"], *told]
