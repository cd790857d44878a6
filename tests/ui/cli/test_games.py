"""`plyground games`."""

from __future__ import annotations

import os
from pathlib import Path

from tests.strangers import NIM, environment_with, install, nim_source

from .running import json_of, output_of, problem_of, run, run_process


def test_every_game_with_its_players_and_options() -> None:
    output = output_of("games")
    names = [line.partition(":")[0] for line in output.splitlines() if not line.startswith(" ")]
    assert names == ["breakthrough", "duel", "konane", "othello"]
    assert "  also called wumpus, wumpus-duel\n" in output
    assert "  players: adversary (moves first), agent\n" in output
    assert "  --size: size of the board: 4 to 8 rows by 2 to 8 columns (default 6x6)\n" in output
    assert "  --seed: where the pits are: 0 to 2147483647 (default 0)\n" in output


def test_the_same_for_a_program() -> None:
    games = {game["name"]: game for game in json_of("games")["games"]}
    assert list(games) == ["breakthrough", "duel", "konane", "othello"]
    duel = games["duel"]
    assert duel["aliases"] == ["wumpus", "wumpus-duel"]
    assert duel["players"] == ["adversary", "agent"]
    assert duel["pieces"][0] == {"name": "wumpus", "letters": ["W", "w"]}
    assert duel["scenery"] == [{"name": "pit", "letter": "*"}]
    assert [option["name"] for option in duel["options"]] == ["size", "seed", "quiet", "repetitions"]
    assert duel["options"][0] == {
        "name": "size",
        "kind": "size",
        "help": "size of the board",
        "rows": [3, 6, 9, 12, 15],
        "columns": [3, 6, 9, 12, 15],
        "square": True,
        "default": "6",
        "allowed": "3, 6, 9, 12, 15",
    }


def test_a_file_is_listed_among_the_others() -> None:
    games = [game["name"] for game in json_of("games", "--game", str(NIM))["games"]]
    assert games == ["breakthrough", "duel", "konane", "nim", "othello"]
    assert "nim: Take tokens; who takes the last one wins.\n" in output_of("games", "--game", str(NIM))


def test_a_broken_file_fails_with_its_line(tmp_path: Path) -> None:
    file = tmp_path / "broken.py"
    file.write_text("\n1 / 0\n")
    problem = problem_of(run("games", "--game", str(file)), code=1)
    assert problem == f"{file}: line 2: ZeroDivisionError: division by zero"


def test_a_broken_package_is_one_line_of_warning(tmp_path: Path) -> None:
    install(tmp_path, "good", "good_nim:RULES", nim_source())
    install(tmp_path, "bad", "bad_nim:RULES", "1 / 0\n")
    environment = environment_with(tmp_path)
    finished = run_process("games", environment=environment)
    assert finished.code == 0
    assert "\nnim: Take tokens" in finished.output
    problem = "the game 'bad' (bad_nim:RULES) cannot be used: ZeroDivisionError: division by zero"
    assert finished.complaints == [f"plyground: warning: {problem}"]


def test_names_that_the_output_cannot_write_are_replaced(tmp_path: Path) -> None:
    file = tmp_path / "foreign.py"
    file.write_text(nim_source(summary='summary="N\\u012bm."'), encoding="utf-8")
    environment = {**os.environ, "PYTHONIOENCODING": "latin-1"}
    finished = run_process("games", "--game", str(file), environment=environment)
    assert (finished.code, finished.complaints) == (0, [])
    assert "nim: N?m.\n" in finished.output
