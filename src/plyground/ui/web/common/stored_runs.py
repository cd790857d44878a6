"""Contests and runs of learning in the store, as lists and states that pages show."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Generic, Literal, NamedTuple, TypeVar

from plyground.errors import DamagedRowError
from plyground.store import EventKind, EventState, Store, StoredEvent
from plyground.store.records.quoting import printable

ListedT = TypeVar("ListedT")

RunState = Literal["running", "stopped", "interrupted", "over"]
"""An interrupted run was under way when its program ended, or is under way elsewhere."""

_STATES: dict[EventState, RunState] = {
    EventState.RUNNING: "interrupted",
    EventState.STOPPED: "stopped",
    EventState.DONE: "over",
}


class ListedRuns(NamedTuple, Generic[ListedT]):
    """The newest runs, how many there are in all, and a line about each that cannot be read."""

    listed: list[ListedT]
    total: int
    damaged: list[str]


def list_runs(
    store: Store, kinds: Sequence[EventKind], most: int, describe: Callable[[StoredEvent], ListedT]
) -> ListedRuns[ListedT]:
    """List the newest runs of some kinds; one that cannot be read does not hide the others."""
    damaged: list[DamagedRowError] = []
    only = kinds[0] if len(kinds) == 1 else None  # rows of other kinds need not be read
    found = [event for event in store.events(only, on_damage=damaged.append) if event.kind in kinds]
    listed = []
    for event in found[:most]:
        try:
            listed.append(describe(event))
        except DamagedRowError as error:
            damaged.append(error)
    return ListedRuns(listed, len(found), [printable(str(error)) for error in damaged])


def run_state(event: StoredEvent, *, is_alive: bool) -> RunState:
    """Return what a run is doing, from the store and from whether anything is known to work on it."""
    return "running" if is_alive else _STATES[event.state]
