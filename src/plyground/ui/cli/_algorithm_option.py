"""The option `--algorithm`. Names are looked up when it is used, so that `--help` loads no search."""

from __future__ import annotations

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


algorithm_option = click.option(
    "--algorithm",
    type=AlgorithmChoice(),
    default="engine",
    metavar="NAME",
    help="How to search: engine, alphabeta, negascout, mtdf, mcts, pns, ...",
)
