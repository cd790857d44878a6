"""The engine with some of its features, for studies that switch them off and on."""

from __future__ import annotations

import statistics
from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from plyground.report.lines import Axes, Line, LinePoint
from plyground.search.features import PRESETS, Features
from plyground.study.content import LinePlot, three_digits

ENGINE = PRESETS["engine"]
NAMES = tuple(name for name in Features.names() if getattr(ENGINE, name))
"""The features that are switched, in the order in which they are switched on."""

MOST_ON_A_PLAIN_AXIS = 8
"""Where a variant needs more than this many times the nodes, each step up the axis is a factor."""

NodesByDepth = Sequence[Sequence[int]]
"""Of every position the nodes of searches to depth 1, 2, and so on."""


@dataclass(frozen=True)
class Variant:
    """A set of features: what it is called, what it is without, and whom it plays against."""

    name: str
    without: str
    opponent: str | None = None


def variants_off(names: Sequence[str], never: Sequence[str] = ()) -> list[Variant]:
    """Return the engine, and the engine without each of some features, which plays against it.

    What is in `never`, no variant has.
    """
    full = "+".join(never)
    first = Variant("all of them" if never else "all features", full)
    return [first, *(Variant(f"without {name}", "+".join([name, *never]), full) for name in names)]


def variants_on(names: Sequence[str], never: Sequence[str] = ()) -> list[Variant]:
    """Return the engine without some features, and with one more of them each time.

    Each plays against the one before. What is in `never`, no variant has.
    """
    texts = ["+".join([*names[count:], *never]) for count in range(len(names) + 1)]
    later = [Variant(f"+ {name}", texts[count + 1], texts[count]) for count, name in enumerate(names)]
    is_minimax = {*names, *never} == set(NAMES)
    return [Variant("minimax" if is_minimax else "none of them", texts[0]), *later]


def features_without(text: str) -> Features:
    """Return the engine without the features of a text, joined by +."""
    return ENGINE.without(*filter(None, text.split("+")))


def nodes_over_depth(
    label: str, measured: Mapping[str, NodesByDepth], full: NodesByDepth, most_nodes: int
) -> LinePlot:
    """Draw how many times the nodes of the full engine each variant needs, to every depth.

    A line ends where a search needed more than `most_nodes`, and gave up.
    """
    full_means = _means(full, most_nodes)
    lines = []
    for name, nodes in measured.items():
        ratios = [mean / whole for mean, whole in zip(_means(nodes, most_nodes), full_means, strict=False)]
        points = [
            LinePoint(depth, ratio, title=f"{name}, depth {depth}: {three_digits(ratio)} times the positions")
            for depth, ratio in enumerate(ratios, start=1)
        ]
        lines.append(Line(name, points))
    largest = max((point.y for line in lines for point in line.points), default=1.0)
    is_cut_short = any(len(line.points) < len(full[0]) for line in lines)
    caption = "A line ends where a search gave up." if is_cut_short else ""
    axes = Axes("depth", "positions, times those of all", is_log=largest > MOST_ON_A_PLAIN_AXIS)
    return LinePlot(label, lines, axes, caption)


def _means(nodes: NodesByDepth, most_nodes: int) -> list[float]:
    """Return the mean nodes to every depth, up to the first at which a search gave up."""
    means = []
    for of_depth in zip(*nodes, strict=True):
        if max(of_depth) > most_nodes:
            break
        means.append(statistics.fmean(of_depth))
    return means
