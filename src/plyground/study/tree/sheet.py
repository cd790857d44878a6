"""A sheet of exercises to be printed, with and without solutions."""

from __future__ import annotations

from collections.abc import Sequence

from plyground.core.position import Position
from plyground.report.markup import Markup, element
from plyground.report.page import page
from plyground.study.tree.exercise_families import AnyExercise, find_family
from plyground.study.tree.tree_svg import STYLE, NodeLook, draw_tree

PRINTING = Markup(
    ".exercise{break-inside:avoid}.exercise .chart{margin:12px 0 18px}"
    ".board svg{max-width:100%;height:auto;print-color-adjust:exact;-webkit-print-color-adjust:exact}"
    ".solution li{margin:2px 0}.solution{font-size:14px;padding-left:20px}"
    ".name-line{display:flex;gap:24px;margin-top:24px;color:var(--muted)}"
    ".name-line span{flex:1;border-bottom:1px solid var(--muted);padding-bottom:2px}"
)
BOARD_SIZE = 260


def sheet_page(exercises: Sequence[AnyExercise], *, with_solutions: bool, command: str) -> str:
    """Return a sheet in HTML that stands in one file and prints well."""
    family, seed = find_family(exercises[0].kind), exercises[0].seed
    name_line = element("p", element("span", "Name"), element("span", "Date"), class_="name-line")
    title = f"{family.title}, sheet {seed}"
    return page(
        f"{title}{', solutions' if with_solutions else ''}",
        element("style", Markup(STYLE + PRINTING)),
        element(
            "header",
            element("p", "Solutions" if with_solutions else "Exercises", class_="kicker"),
            element("h1", title),
            "" if with_solutions else name_line,
            element("ol", *(element("li", task) for task in family.tasks)),
            element("p", family.signs, class_="meta"),
        ),
        element("main", *(_section(each, with_solutions) for each in exercises)),
        element("footer", f"Made by Plyground: {command}"),
    )


def _section(exercise: AnyExercise, with_solutions: bool) -> Markup:
    position = exercise.position
    explained = exercise.explained() if with_solutions else []
    return element(
        "section",
        element("h2", f"{exercise.number}. {exercise.heading}"),
        element("p", exercise.told),
        "" if position is None else _board(position),
        _drawing(exercise, with_solutions),
        element("ul", *(element("li", told) for told in explained), class_="solution") if explained else "",
        class_="exercise",
    )


def _board(position: Position) -> Markup:
    """Draw a position without the marks of the move that led to it."""
    drawing = position.game.position(position.text).svg(size=BOARD_SIZE)
    return element("div", Markup(drawing), class_="board")


def _drawing(exercise: AnyExercise, with_solutions: bool) -> Markup:
    def look(node: int) -> NodeLook:
        return exercise.look(node, with_solution=with_solutions)

    state = "with its solution" if with_solutions else "with empty boxes"
    return draw_tree(exercise.tree, look, f"Tree {exercise.number}, {state}", exercise.told)
