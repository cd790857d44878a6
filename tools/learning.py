"""Draw the figures of the pages on learning: `python tools/learning.py NAME --svg FILE`.

`patterns`, `fitting`, `self-play` and `probcut`. All are computed anew, from seeds, in a few seconds.
"""

from __future__ import annotations

import argparse
from collections.abc import Iterable, Sequence
from pathlib import Path
from typing import Any

import numpy as np

import plyground as ply
from plyground.evaluation import usable_evaluation
from plyground.evaluation.learned import Model
from plyground.learning.dataset import error_of, make_dataset
from plyground.learning.plans import Plan
from plyground.learning.positions import EXACT, LEAF, Positions
from plyground.learning.selfplay import SelfPlay
from plyground.learning.weight_fit import FitSettings, fit
from plyground.report.charts import (
    WIDE,
    chart,
    columns_axis,
    moved,
    path_through,
    rows_axis,
    text,
    text_width,
    x_title,
    y_title,
)
from plyground.report.lines import Axes, Line, LinePoint, line_chart
from plyground.report.markup import Markup, element
from plyground.report.scales import Scale
from plyground.search.score import UNIT
from plyground.search.selectivity_fit import fit_scores, measure_depths, sample_positions
from plyground.study.written import chart_svg

STYLE = (
    ".chart .square{fill:none;stroke:var(--muted);stroke-width:.5}"
    ".chart .in{fill:var(--line-0);fill-opacity:.6}"
    ".chart .dot{fill:var(--line-0);fill-opacity:.6}.chart .leaf{fill:var(--line-1);fill-opacity:.8}"
    ".chart .exact{fill:none;stroke:var(--ink);stroke-width:1.5}"
    ".chart .fitted{fill:none;stroke:var(--ink);stroke-width:1.5}"
    ".chart .margin{fill:none;stroke:var(--muted);stroke-width:1.25;stroke-dasharray:5 4}"
    ".chart .random{fill:var(--muted);fill-opacity:.15}"
)

CELL, COLUMN, ROW, IN_A_ROW = 11, 124.0, 138.0, 6
HEIGHT, LEFT, TOP = 300.0, 56.0, 30.0
RIDGES = (0.3, 1, 3, 10, 30, 100, 300)
DEEP, SHALLOW = 6, 2
DEVIATIONS = 1.5
HIGHEST = 10.0
"""Scores of self-play beyond this are drawn at the edge: won or lost."""


def draw_patterns() -> Markup:
    """Draw a pattern of each table of Othello, with how many instances and entries it has."""
    model = Model.for_game(ply.game("othello"))
    side = model.game.columns
    parts = []
    for index, table in enumerate(model.tables.tables):
        instances = table.instances[0]
        row, column = divmod(index, IN_A_ROW)
        squares = [
            element(
                "rect",
                class_="square in" if square in instances[0] else "square",
                x=CELL * (square % side),
                y=CELL * (square // side),
                width=CELL,
                height=CELL,
            )
            for square in range(side * side)
        ]
        told = f"{len(instances)} × {table.entries:,}"
        parts.append(moved(COLUMN * column, ROW * row, *squares, text(0, CELL * side + 14, told, "tick")))
    rows = -(-len(parts) // IN_A_ROW)
    label = "The patterns of Othello"
    told = f"{len(parts)} patterns with {model.instance_count} instances on the board"
    return chart(COLUMN * IN_A_ROW, ROW * rows, label, told, *parts)


def played(game: ply.Game, plan: Plan, games: Iterable[int]) -> Positions:
    """Play some games of self-play with the handmade evaluation."""
    player = SelfPlay(game, usable_evaluation(game, "handmade"), plan, seed=1)
    return Positions.joined([found for number in games if (found := player.play(number)) is not None])


def draw_fitting() -> Markup:
    """Draw the error on positions that were fitted to and on others, by ridge."""
    game = ply.game("breakthrough", size=5)
    model = Model.for_game(game)
    data = make_dataset(model, [played(game, Plan.for_game(game, nodes=50), range(1000))])
    errors: dict[str, list[LinePoint]] = {"fitted": [], "held out": []}
    for ridge in RIDGES:
        found = fit(data.training, FitSettings(ridge=ridge, coupling=0.7 * ridge))
        for name, each in zip(errors, (data.training, data.held_out), strict=True):
            error = error_of(each, found.weights, found.dense)
            title = f"{name}, ridge {ridge:g}: {error:.3f}"
            errors[name].append(LinePoint(float(np.log10(ridge)), error, title=title))
    told = "; ".join(points[0].title for points in errors.values())
    return line_chart(
        [Line(name, points) for name, points in errors.items()],
        Axes("ridge, as a power of ten", "error, cross-entropy of the chance to win"),
        label="Error by ridge",
        description=told,
        width=WIDE,
    )


def draw_self_play() -> Markup:
    """Draw a game of self-play: which of its positions are judged, and how."""
    game = ply.game("breakthrough", size=6)
    plan = Plan.for_game(game, nodes=200)
    found = next(each for each in (played(game, plan, [number]) for number in range(99)) if _is_telling(each))
    points = np.clip(found.scores / UNIT, -HIGHEST, HIGHEST) * np.where(found.plies % 2 == 0, 1, -1)
    is_leaf = found.kinds & LEAF != 0
    first, last = int(found.plies.min()), int(found.plies[~is_leaf].max())
    x, y = Scale(0, last + 2, 0, WIDE - LEFT - 10), Scale(-HIGHEST, HIGHEST, HEIGHT, 0)
    game_points = sorted(zip(found.plies[~is_leaf], points[~is_leaf], strict=True))
    dots = [
        element("circle", class_="leaf" if leaf else "dot", cx=_short(x(ply)), cy=_short(y(value)), r=5)
        for ply, value, leaf in zip(found.plies, points, is_leaf, strict=True)
    ]
    rings = [
        element("circle", class_="exact", cx=_short(x(ply)), cy=_short(y(value)), r=8)
        for ply, value, kind in zip(found.plies, points, found.kinds, strict=True)
        if kind & EXACT
    ]
    shaded = element("rect", class_="random", x=0, y=0, width=_short(x(first)), height=HEIGHT)
    return _framed(
        (x, y),
        ("moves played before", "score for black, in points"),
        "A game of self-play",
        "Random moves first; then each position is judged, and some a random move or two beside the game",
        shaded,
        text(6, 10, "random moves", "tick"),
        *_legend(
            (("dot", "in the game"), ("leaf", "a random move or two beside it"), ("exact", "proved")),
        ),
        element("path", class_="fitted", d=path_through((x(ply), y(value)) for ply, value in game_points)),
        *dots,
        *rings,
    )


def _legend(kinds: Iterable[tuple[str, str]]) -> Iterable[Markup]:
    """Yield what the dots mean, above the chart."""
    place = 210.0
    for kind, words in kinds:
        yield element("circle", class_=kind, cx=place, cy=-16, r=5)
        yield text(place + 11, -16, words, "tick")
        place += text_width(words) + 40


def _is_telling(found: Positions) -> bool:
    """Tell whether a game has all kinds of positions, and scores that change."""
    is_usual = np.abs(found.scores / UNIT) < HIGHEST
    has_kinds = (found.kinds & LEAF != 0)[is_usual].sum() >= 6 and (found.kinds & EXACT != 0).any()
    return bool(has_kinds and np.abs(found.scores[is_usual] / UNIT).max() > HIGHEST / 2)


def draw_probcut() -> Markup:
    """Draw deep scores over shallow ones, with the line that predicts them and the margin of a cut."""
    game = ply.game("othello", size=6)
    engine = ply.Engine(game, "squares", megabytes=1)
    positions = sample_positions(game, lambda each: engine.best_move(each, ply.Limit(nodes=100)), 240, seed=1)
    pieces, scores = measure_depths(game, "squares", positions, DEEP)
    near, far = scores[:, SHALLOW], scores[:, DEEP]
    (pairs,) = fit_scores(pieces, scores, phases=1).pairs
    pair = next(each for each in pairs if (each.shallow, each.deep) == (SHALLOW, DEEP))
    low, high = (float(round(bound)) for bound in (near.min() - 5, near.max() + 5))
    x = Scale(low, high, 0, WIDE - LEFT - 10)
    y = Scale(float(round(far.min() - 5)), float(round(far.max() + 5)), HEIGHT, 0)

    def line(kind: str, shift: float) -> Markup:
        ends = [(x(at), y(pair.slope * at + pair.offset + shift)) for at in (low, high)]
        return element("path", class_=kind, d=path_through(ends))

    margin = DEVIATIONS * pair.deviation
    correlation = np.corrcoef(near, far)[0, 1]
    return _framed(
        (x, y),
        (f"score at depth {SHALLOW}", f"score at depth {DEEP}"),
        f"Scores at depth {DEEP} over those at depth {SHALLOW}",
        f"{len(near)} positions; the correlation is {correlation:.2f}",
        element(
            "svg",
            *(line("margin", shift) for shift in (-margin, margin)),
            line("fitted", 0.0),
            *(
                element("circle", class_="dot", cx=_short(x(one)), cy=_short(y(other)), r=3.5)
                for one, other in zip(near, far, strict=True)
            ),
            width=WIDE - LEFT - 10,
            height=HEIGHT,
        ),
    )


def _framed(
    scales: tuple[Scale, Scale], names: tuple[str, str], label: str, description: str, *parts: Any
) -> Markup:
    x, y = scales
    inner = WIDE - LEFT - 10
    return chart(
        WIDE,
        TOP + HEIGHT + 46,
        label,
        description,
        moved(
            LEFT,
            TOP,
            columns_axis(y.ticks(6), y, inner),
            rows_axis(x.ticks(10), x, HEIGHT, zero=False),
            x_title(names[0], inner, HEIGHT),
            y_title(names[1], LEFT, inner),
            *parts,
        ),
    )


def _short(number: float) -> float:
    return round(float(number), 1)


FIGURES = {
    "patterns": draw_patterns,
    "fitting": draw_fitting,
    "self-play": draw_self_play,
    "probcut": draw_probcut,
}


def main(arguments: Sequence[str] | None = None) -> None:
    """Draw one figure into a file."""
    parser = argparse.ArgumentParser(description="Draw a figure of the pages on learning.")
    parser.add_argument("name", choices=FIGURES)
    parser.add_argument("--svg", type=Path, required=True, metavar="FILE", help="the picture to write")
    given = parser.parse_args(arguments)
    given.svg.write_text(chart_svg(FIGURES[given.name](), STYLE), encoding="utf-8")


if __name__ == "__main__":
    main()
