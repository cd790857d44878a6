"""Long work in compiled code, which can be watched and stopped."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any, TypeVar

from plyground.search import watchdog
from plyground.search.watchdog import Suspects

Result = TypeVar("Result")


@dataclass(frozen=True)
class TreeProgress:
    """What is being done with how many nodes; of how many in all, if that is known."""

    doing: str
    nodes: int
    total: int | None = None

    def __str__(self) -> str:
        share = "" if self.total is None else f" of {self.total:,}"
        return f"{self.doing}: {self.nodes:,}{share} nodes"


Watch = Callable[[TreeProgress], None]
"""Receives now and then how far the work is; an exception of it ends the work."""


def nobody_watches(progress: TreeProgress) -> None:
    """Let the work go on."""


def run_watched(
    work: Callable[[], Result],
    workspace: Any,
    watch: Watch,
    doing: str,
    total: int | None = None,
    suspects: Suspects | None = None,
) -> Result:
    """Do work that counts `workspace.nodes` and ends soon after `workspace.stop` is set.

    It runs in a thread of its own, since compiled code does not notice Ctrl-C. `suspects` are those
    whose code it may run.
    """
    workspace["nodes"] = workspace["stop"] = 0

    def count() -> int:
        return int(workspace["nodes"])

    def stop() -> None:
        workspace["stop"] = 1

    return watchdog.run_watched(
        work, suspects, count, stop=stop, on_wake=lambda: watch(TreeProgress(doing, count(), total))
    )
