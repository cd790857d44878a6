"""The weights that come with Plyground: there for the boards people play, small, and told in the docs."""

from __future__ import annotations

import pytest

import plyground as ply
from plyground.evaluation import find_evaluation
from plyground.evaluation.learned import LearnedEvaluation, load_weights
from plyground.evaluation.learned.finding import SHIPPED, WEIGHTS
from plyground.search.selectivity import Selectivity
from tests.docs.blocks import read_page

BOARDS = [
    *(("othello", "8"), ("othello", "6"), ("konane", "8"), ("konane", "6"), ("duel", "6")),
    *(("breakthrough", "6"), ("breakthrough", "5"), ("breakthrough", "8")),
]
MOST_BYTES = 4_000_000


def on_board(name: str, size: str) -> ply.Game:
    return ply.game(name, size=size)


@pytest.mark.parametrize(("name", "size"), BOARDS)
def test_the_best_is_learned(name: str, size: str) -> None:
    game = on_board(name, size)
    best = find_evaluation(game, "best")
    assert isinstance(best, LearnedEvaluation)
    assert Selectivity.of(game, best) is not None
    assert ply.evaluate(game.start(), "best") == ply.evaluate(game.start(), "learned")
    assert ply.evaluate(game.start(), "best") != ply.evaluate(game.start(), "handmade")


@pytest.mark.parametrize(("name", "size"), BOARDS)
def test_the_docs_have_the_command_that_made_them(name: str, size: str) -> None:
    game = on_board(name, size)
    header = load_weights(SHIPPED / WEIGHTS.name(name, game.rows, game.columns)).header
    rows = [
        line.split("|") for line in read_page("docs/reference/weights.md").splitlines() if "learn" in line
    ]
    (row,) = [row for row in rows if row[1:] and row[1].strip() == f"{name} {size}x{size}"]
    assert row[2].strip() == f"{header.training['games']:,}"
    assert row[3].strip() == str(header.training["generation"])
    assert row[5].strip().startswith(f"`plyground learn {name}")
    assert row[5].strip().endswith(f"--seed {header.training['seed']}`")


def test_they_are_small() -> None:
    files = list(SHIPPED.glob("*"))
    assert len(files) == len(BOARDS)
    assert sum(file.stat().st_size for file in files) <= MOST_BYTES
