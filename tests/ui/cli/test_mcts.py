"""`plyground analyse --algorithm mcts`, and players that search so."""

from __future__ import annotations

from pathlib import Path

from tests.ui.cli.running import json_of, mistake


def test_analyse_proves_a_small_board() -> None:
    words = ("analyse", "konane", "--size", "4", "--algorithm", "uct", "--with", "solver", "--nodes", "5000")
    found = json_of(*words)
    assert (found["proved"], found["value"]) == (True, "loss")
    assert found["nodes"] <= 5000


def test_analyse_refuses_what_does_not_apply() -> None:
    words = ("analyse", "konane", "--size", "4", "--algorithm", "mcts")
    assert "no feature 'killers'" in mistake(*words, "--without", "killers")
    assert "mcts does not take order" in mistake(*words, "--order", "mobility")


def test_the_players_play_to_the_end(tmp_path: Path) -> None:
    words = ("match", "breakthrough", "mcts:nodes=400,evaluate=piece", "uct:nodes=50", "--size", "4")
    found = json_of(*words, "--games", "4", "--store", str(tmp_path / "games.db"))
    assert found["terminations"] == {"normal": 4}
