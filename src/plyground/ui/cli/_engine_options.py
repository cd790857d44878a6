"""The options that say how to search. Algorithms are looked up when one is named; `--help` loads none."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

import click

from plyground.ui.cli import _options as option

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


@dataclass(frozen=True)
class EngineOptions:
    """How to search, as the command line says it."""

    algorithm: str
    evaluate: str | None
    order: str | None
    added: tuple[str, ...]
    removed: tuple[str, ...]
    threads: int
    megabytes: int


def _feature_option(name: str, to: str, how: str) -> option.Add:
    told = f"Switch a feature {how}, such as pvs, tt or lmr."
    return click.option(name, to, multiple=True, metavar="FEATURE", help=told)


engine_options = option.gathered(
    EngineOptions,
    "how",
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
    _feature_option("--with", "added", "on"),
    _feature_option("--without", "removed", "off"),
    option.threads(1, "0 for one per core"),
    option.memory(64, "Size of the transposition table."),
)
