"""Trees and sheets as text, JSON and pages, and the commands that write them."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from plyground.study.tree.abstract import read_tree
from plyground.study.tree.exercise_families import make_sheet
from plyground.study.tree.sheet import sheet_page
from plyground.study.tree.shown_searches import tree_searches
from plyground.study.tree.tree_course import GrownTree, grow
from plyground.study.tree.tree_output import ShownTree
from plyground.ui.cli.study.tree import ALGORITHMS, command
from tests.ui.cli.running import json_of, mistake, output_of

from .small import CLASSIC, start, watched

TREE = ["study", "tree", "breakthrough", "--size", "4"]


def test_a_tree_as_text() -> None:
    assert ShownTree(GrownTree(read_tree(CLASSIC)), "alphabeta").text(100).splitlines() == [
        "An abstract tree",
        "MAX moves at the root, and scores are for MAX",
        "",
        "MAX 3  [alpha -inf, beta inf]",
        "    * a MIN 3  [alpha -inf, beta inf]",
        "        * a 3",
        "          b 12",
        "          c 8",
        "      b MIN 2  [alpha 3, beta inf]",
        "          a 2",
        "          cut: 2 <= alpha 3: MAX would never allow this; not looked at: b c",
        "      c MIN 2  [alpha 3, beta inf]",
        "          a 14",
        "          b 5",
        "          c 2",
        "",
        "minimax looks at 13 nodes, alpha-beta at 11: 2 saved (15%) by 2 cuts, the same score",
    ]


def test_lines_are_bounded_and_minimax_has_no_windows() -> None:
    text = ShownTree(GrownTree(read_tree(CLASSIC)), "minimax").text(5)
    assert "alpha " not in text
    assert "... and 8 more lines (--lines shows more)" in text


def test_the_command_prints_the_tree() -> None:
    lines = output_of(*TREE, "--depth", "2").splitlines()
    assert lines[0] == "Breakthrough 4x4, 2 plies deep, scored by piece, moves as the rules list them"
    assert lines[3].startswith("MAX 0  [alpha -inf")
    assert any("cut: 0 <= alpha 0: black has as much already; not looked at: " in line for line in lines)


def test_the_command_as_json_tells_what_the_textbook_does() -> None:
    found = json_of(*TREE, "--depth", "2")
    told, _ = watched(start("breakthrough", "4x4"), 2, prunes=True)
    assert (
        found["counts"]["alphabeta"]["nodes"]
        == told.nodes
        == sum(node["is_searched"] for node in found["nodes"])
    )
    assert found["line"] == [str(move) for move in told.line]
    assert found["score"] == 0
    assert found["events"].count("e") == told.nodes
    assert {node["cut"] for node in found["nodes"]} - {None}
    assert json_of(*TREE, "--depth", "2", "--algorithm", "minimax")["events"].count("c") == 0


def test_the_command_takes_a_position_and_an_order() -> None:
    found = json_of(*TREE, "--play", "b3xa2", "--depth", "1", "--order", "piece", "--evaluate", "piece")
    assert found["players"] == ["white", "black"]
    assert found["order"] == "piece"


@pytest.mark.parametrize(
    ("words", "problem"),
    [
        ([*TREE, "--depth", "0"], "a tree of depth 0 cannot be grown; give 1 to 30"),
        ([*TREE, "--order", "nonsense"], "nonsense"),
        (["study", "exercise", "--kind", "chess"], "there are no exercises of the kind 'chess'"),
    ],
)
def test_mistakes_are_one_line(words: list[str], problem: str) -> None:
    assert problem in mistake(*words)


def test_a_page_shows_cuts_in_grey_and_the_line_thick(tmp_path: Path) -> None:
    file = tmp_path / "tree.html"
    output_of(*TREE, "--depth", "2", "--html", str(file))
    text = file.read_text(encoding="utf-8")
    grown = grow(start("breakthrough", "4x4"), 2, None, None)
    skipped = len(grown.tree) - grown.alphabeta.nodes
    assert text.count('class="branch cut"') == skipped
    assert text.count('class="branch chosen"') == 2
    assert "0 &lt;= alpha 0: black has as much already" in text
    assert "<script" not in text
    assert "study tree breakthrough" in text


def test_a_page_of_a_large_tree_says_what_is_left_out() -> None:
    grown = grow(start("othello", "4"), 4, None, None)
    text = ShownTree(grown, "minimax", most_nodes=20).page("plyground")
    assert len(re.findall(r'class="box[ "]', text)) == 20
    assert "more nodes of this tree are not drawn" in text


def test_a_sheet_hides_what_its_solutions_show() -> None:
    sheet = make_sheet(3, "mixed", 2)
    plain, solved = (sheet_page(sheet, with_solutions=each, command="plyground") for each in (False, True))
    values = {
        each: re.findall(r'class="value"[^>]*>([^<]*)<', page) for each, page in ((0, plain), (1, solved))
    }
    inner = sum(leaf is None for each in sheet for leaf in each.tree.leaves)
    assert values[0].count("") == inner
    assert "" not in values[1]
    assert "Never looked at: " not in plain
    assert 'class="branch cut"' not in plain
    assert "Never looked at: " in solved
    assert "drawn by lot" in plain
    board = sheet[1].position
    assert board is not None
    drawn = board.game.position(board.text).svg(size=260)  # without the move that led to it
    assert drawn in plain
    assert len(re.findall("<use ", drawn)) == sum(letter != "." for letter in board.diagram.squares)


def test_the_command_makes_a_sheet(tmp_path: Path) -> None:
    file = tmp_path / "sheet.html"
    words = ["study", "exercise", "--seed", "3", "--kind", "abstract", "--count", "2"]
    text = output_of(*words, "--html", str(file))
    assert text == output_of(*words)
    assert "values:" not in text
    assert "sheet 3" in file.read_text(encoding="utf-8")
    solved = json_of(*words, "--solutions")["exercises"]
    tree = read_tree(solved[0]["tree"])
    assert len(solved[0]["values"]) == sum(leaf is None for leaf in tree.leaves)
    assert solved[0]["cut"]


def test_the_command_knows_every_search_that_there_is() -> None:
    searches = tree_searches()
    assert sorted(searches) == sorted(ALGORITHMS)
    options = {name for search in searches.values() for name in search.options}
    assert options < {each.name for each in command.params}
