"""The options that say how to search. Algorithms are looked up when one is named; `--help` loads none."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Any

import click

if TYPE_CHECKING:
    from click.shell_completion import CompletionItem


class AlgorithmChoice(click.ParamType[str]):
    """One of the algorithms of `plyground.algorithms`."""

    name = "algorithm"

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> str:
        """Return the name if there is such an algorithm; click reports it otherwise."""
        return str(self._choice().convert(value, param, ctx))

    def shell_complete(
        self, ctx: click.Context, param: click.Parameter, incomplete: str
    ) -> list[CompletionItem]:
        """Complete the name."""
        return self._choice().shell_complete(ctx, param, incomplete)

    def _choice(self) -> click.Choice[str]:
        from plyground.algorithms import ALGORITHMS

        return click.Choice(ALGORITHMS)


_OPTIONS = (
    click.option(
        "--algorithm",
        type=AlgorithmChoice(),
        default="engine",
        metavar="NAME",
        help="How to search: engine, alphabeta, negascout, mtdf, mcts, pns, ...",
    ),
    click.option(
        "--evaluate", metavar="H", help="What scores positions: name, weighted sum or FILE.py:NAME."
    ),
    click.option("--order", metavar="H", help="A heuristic that sorts the moves of every node."),
    *(
        click.option(
            name,
            to,
            multiple=True,
            metavar="FEATURE",
            help=f"Switch a feature {how}, such as pvs, tt or lmr.",
        )
        for name, to, how in (("--with", "added", "on"), ("--without", "removed", "off"))
    ),
    click.option("--threads", type=int, default=1, metavar="N", help="Threads; 0 for one per core."),
    click.option(
        "--hash", "megabytes", type=int, default=64, metavar="MB", help="Size of the transposition table."
    ),
)


def engine_options(command: Callable[..., Any]) -> Callable[..., Any]:
    """Add the options to a command."""
    for option in reversed(_OPTIONS):
        command = option(command)
    return command
