"""A sheet of exercises to be printed, with and without solutions."""

from __future__ import annotations

from collections.abc import Sequence

from plyground.core.position import Position
from plyground.report.markup import Markup, element
from plyground.report.page import page
from plyground.study.tree.answer_checking import first_skipped, told_choice
from plyground.study.tree.proof.proof_exercises import TASKS as PROOF_TASKS
from plyground.study.tree.proof.proof_exercises import ProofExercise
from plyground.study.tree.proof.proof_wording import role, told_numbers, told_rule, told_select
from plyground.study.tree.tree_course import Course
from plyground.study.tree.tree_exercises import Exercise
from plyground.study.tree.tree_svg import STYLE, NodeLook, draw_tree
from plyground.study.tree.tree_wording import counted, told_cut, told_score

PRINTING = Markup(
    ".exercise{break-inside:avoid}.exercise .chart{margin:12px 0 18px}"
    ".board svg{max-width:100%;height:auto;print-color-adjust:exact;-webkit-print-color-adjust:exact}"
    ".solution li{margin:2px 0}.solution{font-size:14px;padding-left:20px}"
    ".name-line{display:flex;gap:24px;margin-top:24px;color:var(--muted)}"
    ".name-line span{flex:1;border-bottom:1px solid var(--muted);padding-bottom:2px}"
)
BOARD_SIZE = 260
TASKS = (
    "Fill in the minimax value of every empty box. ▲ is MAX, ▼ is MIN.",
    "Then search from top to bottom by alpha-beta, and strike out the branches that are never looked at.",
)


def sheet_page(
    exercises: Sequence[Exercise] | Sequence[ProofExercise], *, with_solutions: bool, command: str
) -> str:
    """Return a sheet in HTML that stands in one file and prints well."""
    seed = exercises[0].seed
    name_line = element("p", element("span", "Name"), element("span", "Date"), class_="name-line")
    is_proof = isinstance(exercises[0], ProofExercise)
    title = f"{'Proof numbers' if is_proof else 'Minimax and alpha-beta'}, sheet {seed}"
    signs = "▲ is OR, ▼ is AND; pn/dn." if is_proof else "▲ is MAX, ▼ is MIN; all values are for MAX."
    return page(
        f"{title}{', solutions' if with_solutions else ''}",
        element("style", Markup(STYLE + PRINTING)),
        element(
            "header",
            element("p", "Solutions" if with_solutions else "Exercises", class_="kicker"),
            element("h1", title),
            "" if with_solutions else name_line,
            element("ol", *(element("li", task) for task in (PROOF_TASKS if is_proof else TASKS))),
            element("p", signs, class_="meta"),
        ),
        element("main", *(_section(each, with_solutions) for each in exercises)),
        element("footer", f"Made by Plyground: {command}"),
    )


def _section(exercise: Exercise | ProofExercise, with_solutions: bool) -> Markup:
    if isinstance(exercise, Exercise):
        return _exercise(exercise, with_solutions)
    return element(
        "section",
        element("h2", f"{exercise.number}. Proof numbers"),
        element("p", exercise.told),
        _proof_drawing(exercise, with_solutions),
        _proof_solution(exercise) if with_solutions else "",
        class_="exercise",
    )


def _proof_drawing(exercise: ProofExercise, with_solutions: bool) -> Markup:
    course = exercise.course
    path = course.marked() if with_solutions else set[int]()

    def look(node: int) -> NodeLook:
        is_known = with_solutions or course.tree.is_leaf(node)
        value = told_numbers(course.numbers[node]) if is_known else ""
        return NodeLook(course.tree.moves[node], value, is_chosen=node in path)

    state = "with its numbers" if with_solutions else "with empty boxes"
    return draw_tree(course.tree, look, f"Tree {exercise.number}, {state}", exercise.told)


def _proof_solution(exercise: ProofExercise) -> Markup:
    course = exercise.course
    tree, numbers = course.tree, course.numbers
    sentences = [
        f"{tree.name(node)} ({role(tree, node)}): {told_rule(tree, node, numbers, numbers[node])}."
        for node in exercise.asked
    ]
    sentences.append(told_select(tree, exercise.most_proving, numbers))
    return element("ul", *(element("li", told) for told in sentences), class_="solution")


def _exercise(exercise: Exercise, with_solutions: bool) -> Markup:
    position = exercise.position
    return element(
        "section",
        element("h2", f"{exercise.number}. {exercise.kind.capitalize()}"),
        element("p", exercise.told),
        "" if position is None else _board(position),
        _drawing(exercise, with_solutions),
        _solution(exercise) if with_solutions else "",
        class_="exercise",
    )


def _board(position: Position) -> Markup:
    """Draw a position without the marks of the move that led to it."""
    drawing = position.game.position(position.text).svg(size=BOARD_SIZE)
    return element("div", Markup(drawing), class_="board")


def _drawing(exercise: Exercise, with_solutions: bool) -> Markup:
    tree = exercise.tree
    minimax, alphabeta = exercise.minimax, exercise.alphabeta
    chosen = set(minimax.line()) if with_solutions else set[int]()

    def look(node: int) -> NodeLook:
        is_known = with_solutions or tree.leaves[node] is not None
        value = told_score(minimax.scores[node]).replace("-", "−") if is_known else ""
        is_cut = with_solutions and alphabeta.skipped(node)
        return NodeLook(tree.moves[node], value, is_chosen=node in chosen, is_cut=is_cut)

    state = "with its values" if with_solutions else "with empty boxes"
    return draw_tree(tree, look, f"Tree {exercise.number}, {state}", exercise.told)


def _solution(exercise: Exercise) -> Markup:
    tree, minimax, alphabeta = exercise.tree, exercise.minimax, exercise.alphabeta
    values = [
        f"{tree.name(node)}: {told_score(minimax.scores[node])}. {told_choice(minimax, node)}."
        for node, leaf in enumerate(tree.leaves)
        if leaf is None
    ]
    sentences = [*values, *_told_cuts(alphabeta)]
    return element("ul", *(element("li", told) for told in sentences), class_="solution")


def _told_cuts(course: Course) -> list[str]:
    tree = course.tree
    tops = first_skipped(course)
    told = []
    for node in dict.fromkeys(tree.parents[top] for top in tops):
        names = ", ".join(tree.name(top) for top in tops if tree.parents[top] == node)
        told.append(f"Never looked at: {names}. {told_cut(course, node, course.cuts[node])}.")
    return [*told, f"Alpha-beta looks at {course.nodes} of {counted(len(tree), 'node')}."]
