"""What a run has learned, as text, as JSON and as a page: the learning curve."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import asdict
from typing import Any

from plyground.core.position import Game
from plyground.learning.kept_learning import LearnSettings
from plyground.learning.progress import Generation, told_error, told_use, total_use
from plyground.report.formats import duration, with_minus
from plyground.report.lines import Axes, Line, LinePoint, Rule, line_chart
from plyground.report.markup import Markup, element, shortened_inside
from plyground.report.page import facts, figure, page, section
from plyground.report.tables import TableColumn, table, text_table

LONGEST_COMMAND = 2000


def summary(settings: LearnSettings, generations: Sequence[Generation], file: str | None) -> dict[str, Any]:
    """Return the result for a program to read."""
    return {
        "game": settings.position_game.name,
        "options": settings.options,
        "start": settings.start,
        "seed": settings.seed,
        "nodes": settings.nodes,
        "output": file,
        "generations": [asdict(each) for each in generations],
    }


def curve_text(generations: Sequence[Generation]) -> str:
    """Return the learning curve as a table."""
    return text_table([TableColumn(each) for each in _HEADINGS], [_cells(each) for each in generations])


_HEADINGS = (
    "",
    "games",
    "positions",
    "held-out error",
    "Elo to the one before",
    "Elo to the first",
    "wrong moves",
    "",
)


_WRONG = "wrong"
_SHORT_HEADINGS = ("no.", "games", "positions", "error", "Elo gain", "Elo", _WRONG)
"""The same on a page, where the captions explain them."""


def _cells(generation: Generation) -> tuple[str, ...]:
    strength = ""
    if generation.strength is not None and generation.strength_error is not None:
        strength = f"{generation.strength:+.0f} ± {generation.strength_error:.0f}"
    return (
        str(generation.number),
        f"{generation.games:,}",
        f"{generation.positions:,}",
        told_error(generation.held_out_error),
        f"{generation.elo:+.0f} ± {generation.elo_error:.0f}",
        strength,
        "" if generation.wrong_moves is None else f"{generation.wrong_moves:.1%}",
        "accepted" if generation.is_accepted else "rejected",
    )


def learning_page(
    id: str, settings: LearnSettings, generations: Sequence[Generation], file: str | None, command: str
) -> str:
    """Return a report in HTML that stands in one file and needs nothing else."""
    game = settings.position_game
    board = f"{game.rules.title} {game.rows}x{game.columns}"
    best = [each for each in generations if each.is_accepted]
    lead = f"{len(best)} of {len(generations)} generations beat the one before." if generations else ""
    return page(
        f"learning {game.name}",
        element(
            "header",
            element("p", f"{board}: run {id}", class_="kicker"),
            element("h1", f"An evaluation of {game.rules.title}, learned"),
            element("p", lead, class_="lead"),
            element("pre", element("code", shortened_inside(command, LONGEST_COMMAND)), class_="command"),
        ),
        element(
            "main",
            _strength(generations, settings.start),
            _errors(generations, error_unit(game)),
            _mistakes(generations),
            section("Generations", _table(generations)),
            section(
                "How it was made",
                facts(
                    [
                        ("Game", board),
                        *(
                            (name.capitalize(), value)
                            for name, value in settings.options.items()
                            if name != "size"
                        ),
                        ("First games with", settings.start),
                        ("Nodes a move", f"{settings.nodes:,}"),
                        ("Seed", str(settings.seed)),
                        ("Time", duration(generations[-1].seconds) if generations else ""),
                        ("Cores in use", told_use(total_use(generations))),
                        ("Weights", file or "none"),
                    ]
                ),
            ),
        ),
        element("footer", "Made by Plyground."),
    )


def error_unit(game: Game) -> str:
    """Say what errors of predictions are measured in."""
    has_margins = game.rules.largest_margin(game.board) > 1
    return "points" if has_margins else "cross-entropy of the chance to win"


def _strength(generations: Sequence[Generation], start: str) -> Markup:
    points = [LinePoint(0, 0.0, title=start)]
    for each in generations:
        if each.strength is not None and each.strength_error is not None:
            low, high = each.strength - each.strength_error, each.strength + each.strength_error
            title = f"generation {each.number}: {each.strength:+.0f} ± {each.strength_error:.0f} Elo"
            points.append(LinePoint(each.number, each.strength, low, high, title))
    axes = Axes("generation", f"Elo above {start}, at equal nodes")
    return section(
        "Strength",
        figure(
            lambda width: line_chart(
                [Line("strength", points)],
                axes,
                label="Strength by generation",
                description="; ".join(point.title for point in points),
                width=width,
                rules=[Rule(0.0)],
            ),
            "Matches with the sides swapped; the band is the 95 % confidence interval.",
        ),
    )


def _errors(generations: Sequence[Generation], unit: str) -> Markup:
    lines = [
        Line("fitted", _points((each.number, each.training_error) for each in generations)),
        Line("held out", _points((each.number, each.held_out_error) for each in generations)),
    ]
    if not any(line.points for line in lines):
        return Markup()
    return section(
        "Error of predictions",
        figure(
            lambda width: line_chart(
                lines,
                Axes("generation", f"error, {unit}"),
                label="Error by generation",
                description="The error on fitted and on held-out positions",
                width=width,
            ),
            "Games held out are not fitted to. A smaller error does not promise a stronger player.",
        ),
    )


def _points(known: Iterable[tuple[int, float | None]]) -> list[LinePoint]:
    return [LinePoint(number, value) for number, value in known if value is not None]


def _mistakes(generations: Sequence[Generation]) -> Markup:
    points = [
        LinePoint(each.number, each.wrong_moves, title=f"{each.wrong_moves:.1%}")
        for each in generations
        if each.wrong_moves is not None
    ]
    if not points:
        return Markup()
    return section(
        "Wrong moves",
        figure(
            lambda width: line_chart(
                [Line("wrong moves", points)],
                Axes("generation", "moves that lose value", is_percent=True),
                label="Wrong moves by generation",
                description="; ".join(point.title for point in points),
                width=width,
            ),
            "Moves chosen one ply ahead, against the exact values of the board.",
        ),
    )


def _table(generations: Sequence[Generation]) -> Markup:
    is_exact = any(each.wrong_moves is not None for each in generations)
    titles = [*_SHORT_HEADINGS, "verdict"]
    shown = [index for index, title in enumerate(titles) if is_exact or title != _WRONG]
    columns = [TableColumn(titles[index], is_number=titles[index] != "verdict") for index in shown]
    rows = [[with_minus(_cells(each)[index]) for index in shown] for each in generations]
    caption = (
        "Error on held-out games, Elo gain over the generation before, and Elo above the first evaluation"
    )
    return table(caption, columns, rows)
