"""A proof-number search as lines of text."""

from __future__ import annotations

from collections.abc import Iterator

from plyground.study.tree.columns import ROOT
from plyground.study.tree.proof.grown import ProofTree
from plyground.study.tree.proof.telling import role, told_end, told_events, told_numbers, told_result
from plyground.study.tree.telling import counted

INDENT = "    "


def proof_text(proof: ProofTree, most_lines: int, *, with_events: bool = False) -> str:
    """Return a search as text: the tree with both numbers at every node, or what happened event by event.

    Nodes of the solution are marked by a star; while there is none, those on the path to the
    most-proving node.
    """
    first, second = proof.course.tree.players
    told = f"pn/dn at every node; {first} moves at OR nodes, {second} at AND nodes"
    lines = list(_event_lines(proof) if with_events else _node_lines(proof))
    shown = lines[:most_lines]
    if len(lines) > most_lines:
        shown.append(f"... and {counted(len(lines) - most_lines, 'more line')} (--lines shows more)")
    return "\n".join([proof.title, told, "", *shown, "", told_result(proof)])


def _event_lines(proof: ProofTree) -> Iterator[str]:
    told = list(told_events(proof))[:-1]  # the last one says the result
    yield from (f"{number:>4}. {sentence}" for number, sentence in enumerate(told, start=1))


def _node_lines(proof: ProofTree) -> Iterator[str]:
    course = proof.course
    tree, marked = course.tree, course.marked()
    for node in range(len(tree)):
        indent = INDENT * tree.plies[node]
        star = "" if node == ROOT else "* " if node in marked else "  "
        name = f"{tree.moves[node]} " if node != ROOT else ""
        kind = f"{role(tree, node)} " if not tree.is_leaf(node) or node == ROOT else ""
        end = told_end(proof, node)
        yield f"{indent}{star}{name}{kind}{told_numbers(course.numbers[node])}{f'  {end}' if end else ''}"
