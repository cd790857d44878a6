"""A game owns all that is its own: nothing outside its files is decided by its name."""

from __future__ import annotations

import ast
import re
from importlib import resources
from pathlib import Path

import pytest

from plyground.core.discovery import built_in_games

PACKAGE = Path(str(resources.files("plyground")))
NAMES = tuple(built_in_games())

OWN = ("games", "evaluation")
"""Where games have files of their own, named after them."""

ABOUT_NAMED_GAMES = ("study", "ui/web/pages/scripts/tree")
"""Studies and their pages are about one game unless told otherwise, repeat what the documents of the games
printed, and measure programs that have only some of the games."""


def sources(suffix: str) -> list[Path]:
    """Return the files of the package that are no game's own."""
    found = []
    for path in sorted(PACKAGE.rglob(f"*{suffix}")):
        place = path.relative_to(PACKAGE)
        is_own = place.parts[0] in OWN and any(name in str(place) for name in NAMES)
        if not is_own and not any(place.is_relative_to(folder) for folder in ABOUT_NAMED_GAMES):
            found.append(path)
    return found


def names_in(tree: ast.AST) -> list[str]:
    """Return what in a module names a game: an identifier, or a text that is its name and nothing else."""
    found = []
    for node in ast.walk(tree):
        if isinstance(node, ast.Constant) and node.value in NAMES:
            found.append(f"line {node.lineno}: {node.value!r}")
        for field in ("id", "attr", "name", "arg"):
            word = getattr(node, field, None)
            if isinstance(word, str) and any(name in word.lower() for name in NAMES):
                found.append(f"line {getattr(node, 'lineno', '?')}: {word}")
    return found


@pytest.mark.parametrize("path", sources(".py"), ids=lambda path: str(path.relative_to(PACKAGE)))
def test_no_module_names_a_game_that_it_does_not_belong_to(path: Path) -> None:
    assert names_in(ast.parse(path.read_text(encoding="utf-8"))) == []


@pytest.mark.parametrize("suffix", [".js", ".css", ".html", ".ts"])
def test_no_page_names_a_game(suffix: str) -> None:
    word = re.compile(rf"\b({'|'.join(NAMES)})\b", re.IGNORECASE)
    named = [
        f"{path.relative_to(PACKAGE)}: {line.strip()}"
        for path in sources(suffix)
        for line in path.read_text(encoding="utf-8").splitlines()
        if word.search(line)
    ]
    assert named == []


def test_a_name_is_found_where_there_is_one() -> None:
    tree = ast.parse('if game.name == "othello":\n    draw_konane_hollows()')
    assert names_in(tree) == ["line 1: 'othello'", "line 2: draw_konane_hollows"]
