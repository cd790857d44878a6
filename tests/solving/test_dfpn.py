"""Depth-first proof-number search: the values of plain minimax, whatever happens to its table."""

from __future__ import annotations

import dataclasses
import random
from pathlib import Path

import pytest

import plyground as ply
from plyground.core.discovery import find_rules
from plyground.errors import OptionError
from plyground.jit import kernel
from plyground.solving import Solver
from plyground.solving.textbook import Node, exact_margin, most_proving, prove

from .late import late_positions

NOUGHTS = str(Path(__file__).with_name("noughts.py"))
VALUES = ("loss", "draw", "win")


def every_position(start: ply.Position) -> list[ply.Position]:
    """Return all positions that can be reached, each once."""
    found, waiting = {start}, [start]
    while waiting:
        position = waiting.pop()
        for move in position.moves():
            child = position.play(move)
            if child not in found:
                found.add(child)
                waiting.append(child)
    return sorted(found, key=lambda position: position.text)


@pytest.mark.parametrize(
    ("name", "size", "most"),
    [("konane", "3x4", 500), ("breakthrough", "4x2", 500), (NOUGHTS, "3", 400)],
    ids=["konane", "breakthrough", "noughts"],
)
@pytest.mark.parametrize("megabytes", [0, 4])
def test_positions_of_the_smallest_boards(name: str, size: str, most: int, megabytes: int) -> None:
    """With no megabytes the table has four entries, and nearly everything is lost at once."""
    game = ply.game(name, size=size)
    solver = Solver(game, method="dfpn", megabytes=megabytes)
    positions = every_position(game.start())
    for position in random.Random(17).sample(positions, min(most, len(positions))):
        *_, found = solver.run(position)
        margin = exact_margin(position)
        assert (found.value, found.low, found.high) == (VALUES[margin + 1], margin, margin), position.text


@pytest.mark.parametrize(
    ("name", "size", "plies"), [("konane", "6x6", 12), ("konane", "8x8", 10), ("breakthrough", "5x3", 8)]
)
def test_it_agrees_with_alpha_beta_on_larger_boards(name: str, size: str, plies: int) -> None:
    game = ply.game(name, size=size)
    solver, other = (Solver(game, method=method, megabytes=16) for method in ("dfpn", "alphabeta"))
    for position in late_positions(game, 20, plies, seed=4):
        *_, found = solver.run(position)
        *_, expected = other.run(position)
        assert found.value == expected.value, position.text


@pytest.mark.parametrize(("proof", "disproof"), [(-5, 0), (1 << 40, 3), (0, 1 << 40)])
def test_leaf_numbers_guide_the_search_and_prove_nothing(proof: int, disproof: int) -> None:
    @kernel
    def senseless(board: object, state: object, count: int) -> tuple[int, int]:
        return proof, disproof

    rules = dataclasses.replace(find_rules("konane"), leaf_numbers=senseless)
    game = ply.Game.of(rules, {"size": "4x4"})
    solver = Solver(game, method="dfpn", megabytes=1)
    for position in late_positions(game, 20, 6, seed=11):
        *_, found = solver.run(position)
        assert found.value == VALUES[exact_margin(position) + 1], position.text


def test_a_drawn_game_takes_two_questions() -> None:
    solution = ply.solve(ply.game(NOUGHTS).start(), method="dfpn", megabytes=1)
    assert (solution.value, solution.margin, len(solution.line)) == ("draw", None, 9)


def test_a_limit_leaves_it_open_and_a_second_run_solves_it() -> None:
    game = ply.game("konane", size="5x6")
    solver = Solver(game, method="dfpn", megabytes=16)
    *_, first = solver.run(game.start(), ply.Limit(nodes=1000))
    assert (first.value, first.line) == (None, ())
    assert first.nodes <= 1001
    *_, second = solver.run(game.start())
    assert second.value == "loss"


def test_it_can_be_stopped() -> None:
    game = ply.game("breakthrough", size=6)
    solver = Solver(game, method="dfpn", megabytes=1)
    run = solver.run(game.start())
    assert next(run).value is None
    solver.stop()
    *_, last = run
    assert last.value is None


def test_games_for_which_it_is_not_meant() -> None:
    with pytest.raises(OptionError, match="dfpn proves who wins, and othello has margins; use alphabeta"):
        Solver(ply.game("othello"), method="dfpn")
    with pytest.raises(OptionError, match="dfpn cannot solve duel"):
        Solver(ply.game("duel"), method="dfpn")
    assert Solver(ply.game("othello"), megabytes=0).method == "alphabeta"
    assert Solver(ply.game("konane"), megabytes=0).method == "dfpn"


@pytest.mark.parametrize(
    ("name", "size"),
    [("konane", "4x4"), ("breakthrough", "4x2"), (NOUGHTS, "3")],
    ids=["konane", "breakthrough", "noughts"],
)
def test_the_textbook_answers_as_minimax_does(name: str, size: str) -> None:
    game = ply.game(name, size=size)
    for position in late_positions(game, 8, 5, seed=8):
        margin = exact_margin(position)
        assert [prove(position, goal) for goal in (0, 1)] == [margin >= 0, margin >= 1], position.text


def test_the_textbook_shows_every_step() -> None:
    seen: list[tuple[float, float]] = []

    def look(root: Node) -> None:
        seen.append((root.proof, root.disproof))
        if not root.is_answered:
            assert not most_proving(root).children

    assert not prove(ply.game("konane", size=4).start(), observe=look)
    assert seen[-1][1] == 0
    assert all(0 not in numbers for numbers in seen[:-1])
