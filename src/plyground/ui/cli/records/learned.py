"""`plyground records learned`: the runs of learning, and what came out."""

from __future__ import annotations

from typing import Any

import click

from plyground.ui.cli._output import json_option
from plyground.ui.cli.records.choosing import store_option, store_to_read
from plyground.ui.cli.records.listing import drawn_table
from plyground.ui.cli.records.showing import write_exactly

_HEADINGS = ("id", "date", "board", "state", "generations", "games", "Elo", "weights")


@click.command("learned")
@store_option
@json_option
def list_learned(store_file: str | None, as_json: bool) -> None:
    """List the runs of 'learn', the newest first.

    'plyground resume ID' resumes one, or shows its learning curve again. Elo is that of the best generation
    against the evaluation of the first games.
    """
    from plyground.learning.kept_learning import progress_of
    from plyground.store import EventKind, warn_of_damage

    runs: list[dict[str, Any]] = []
    with store_to_read(store_file) as store:
        if store is not None:
            for event in store.events(EventKind.LEARN, on_damage=warn_of_damage):
                about = {"id": event.id, "created": event.created, "board": event.label}
                runs.append({**about, "state": event.state, **progress_of(store, event.id)})
    if as_json:
        write_exactly({"runs": runs})
        return
    click.echo(drawn_table(_HEADINGS, map(_cells, runs)) if runs else "no runs of learning")


def _cells(run: dict[str, Any]) -> list[str]:
    generations = run["generations"]
    strengths = [each["strength"] for each in generations if each["is_accepted"]]
    strength = next((f"{each:+.0f}" for each in reversed(strengths) if each is not None), "")
    games = f"{generations[-1]['games']:,}" if generations else ""
    output = (run["result"] or {}).get("output") or ""
    head = [run["id"], run["created"][:10], run["board"], run["state"]]
    return [*head, str(len(generations)), games, strength, output]
