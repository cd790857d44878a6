"""`plyground records export` and `import`."""

from __future__ import annotations

import json
import re
import subprocess
import sys
from dataclasses import replace
from pathlib import Path

import pytest

from plyground.store import Remark, Store
from plyground.store.records import GameRecord, read_game, read_games, write_game
from plyground.store.remarks import PERSON
from tests.strangers import NIM
from tests.ui.cli.running import json_of, mistake, output_of, problem_of, run, run_process

from .games import GAMES, OTHELLO, STOPPED, WON, listed


@pytest.mark.usefixtures("games")
def test_what_is_exported_can_be_imported(tmp_path: Path) -> None:
    file, other = tmp_path / "games.txt", str(tmp_path / "other.sqlite")
    assert output_of("records", "export", "--output", str(file)) == ""
    text = file.read_text(encoding="utf-8")
    assert text == output_of("records", "export")
    assert list(read_games(text)) == GAMES
    assert output_of("records", "import", str(file), "--store", other) == f"{file}: 5 imported\n"
    assert output_of("records", "export", "--store", other) == text
    assert (
        output_of("records", "import", str(file), "--store", other)
        == f"{file}: 0 imported, 5 there already\n"
    )
    assert json_of("records", "--store", other)["total"] == 5
    assert [each.name for each in tmp_path.iterdir() if each.name.startswith(".")] == []


@pytest.mark.usefixtures("games")
def test_some_games_are_exported() -> None:
    def exported(*words: str) -> list[GameRecord]:
        return list(read_games(output_of("records", "export", *words)))

    assert exported("4", "2") == [GAMES[1], GAMES[3]]
    assert exported("1", "2", "--game", "othello") == [GAMES[1]]
    assert exported("--player", "Ann", "--limit", "2") == [GAMES[2], GAMES[3]]
    assert exported("--winner", "Nobody") == []


@pytest.mark.usefixtures("games")
def test_games_are_exported_as_json(tmp_path: Path) -> None:
    answer = json_of("records", "export", "1", "3")
    assert [(each["id"], each["event"], each["number"]) for each in answer["games"]] == [
        (1, "calm-fox", 0),
        (3, None, None),
    ]
    assert answer["games"][1]["players"] == list(STOPPED.players)
    file = tmp_path / "games.json"
    output_of("records", "export", "1", "3", "--json", "--output", str(file))
    assert json.loads(file.read_text(encoding="utf-8")) == answer
    assert json_of("records", "export", "--game", "konane") == {"games": []}


@pytest.mark.usefixtures("games")
def test_an_export_that_fails_leaves_the_old_file(tmp_path: Path) -> None:
    file = tmp_path / "games.txt"
    file.write_text("old")
    with Store() as store:
        store.add_single(replace(WON, game="unheard"))
    assert "game 6 cannot be written" in mistake("records", "export", "--output", str(file))
    assert file.read_text() == "old"
    assert {each.name for each in tmp_path.iterdir()} == {"games.txt", "data"}
    missing = str(tmp_path / "no" / "games.txt")
    finished = run("records", "export", "1", "--output", missing)
    assert problem_of(finished, code=1) == f"No such file or directory: {missing}"
    full = run_process("records", "export", "1", "--output", "/dev/full")
    assert problem_of(full, code=1) == "No space left on device: /dev/full"


GOOD = write_game(WON)
BAD = '[Game "othello"]\n[Size "4"]\n\n1. b1 b1 *\n'


def test_a_file_with_a_wrong_game_is_not_imported(tmp_path: Path) -> None:
    file, good = tmp_path / "games.txt", tmp_path / "good.txt"
    file.write_text(f"{GOOD}\n{BAD}\n{write_game(OTHELLO)}\n{BAD}")
    good.write_text(GOOD)
    finished = run("records", "import", str(file), str(good))
    assert finished.code == 1
    first = GOOD.count("\n") + 1 + 4
    lines = finished.complaints
    assert lines[0].startswith(f"plyground: {file}: line {first}, column 7: b1 is not legal: ")
    assert re.match(rf"plyground: {file}: line \d+, column 7: b1 is not legal: ", lines[1])
    assert len(lines) == 2
    assert finished.output == f"{file}: 0 imported, 2 wrong\n{good}: 1 imported\n"
    assert json_of("records")["total"] == 1


def test_wrong_games_can_be_skipped(tmp_path: Path) -> None:
    file = tmp_path / "games.txt"
    file.write_text(f"{GOOD}\n{BAD}\n{write_game(OTHELLO)}\n{BAD * 30}")
    finished = run("records", "import", "--skip-bad", str(file))
    assert finished.code == 0
    assert finished.output == f"{file}: 2 imported, 31 wrong\n"
    assert len(finished.complaints) == 21
    assert finished.complaints[-1] == f"plyground: {file}: 11 more games are wrong"
    assert listed() == [2, 1]


def test_the_json_of_an_import(tmp_path: Path) -> None:
    file = tmp_path / "games.txt"
    file.write_text(f"{GOOD}{GOOD}{BAD}")
    line = 2 * GOOD.count("\n") + 4
    [answer] = json_of("records", "import", "--skip-bad", str(file))["files"]
    assert {**answer, "wrong": None} == {"file": str(file), "imported": 1, "known": 1, "wrong": None}
    [wrong] = answer["wrong"]
    assert (wrong["line"], wrong["column"]) == (line, 7)
    assert wrong["problem"].startswith("b1 is not legal")
    refused = run("records", "import", str(file), "--json")
    assert (refused.code, refused.complaints) == (1, [])
    assert json.loads(refused.output)["files"][0]["imported"] == 0


def test_a_file_of_anything_is_told(tmp_path: Path) -> None:
    file = tmp_path / "games.txt"
    for content in (b"\xff\xfe\x00", b"hello\n", b"[Game \x1b]2;x\x07"):
        file.write_bytes(content)
        finished = run("records", "import", str(file))
        assert finished.code == 1
        assert len(finished.complaints) == 1
        assert finished.complaints[0].isprintable()
    file.write_bytes(b"")
    assert output_of("records", "import", str(file)) == f"{file}: 0 imported\n"
    assert "No such file or directory" in mistake("records", "import", str(tmp_path / "missing.txt"))


def test_games_from_standard_input() -> None:
    command = [sys.executable, "-m", "plyground", "records", "import", "-"]
    done = subprocess.run(command, input=GOOD, capture_output=True, text=True, check=False)
    assert (done.returncode, done.stdout) == (0, "standard input: 1 imported\n")
    assert listed() == [1]


def test_a_game_of_a_file(tmp_path: Path) -> None:
    file = tmp_path / "nim.txt"
    file.write_text(
        '[Game "nim"]\n[Size "1x4"]\n[Most "2"]\n[First "Ann"]\n[Second "Bob"]\n1. c1 b1 2. a1 first\n'
    )
    assert "there is no game 'nim'" in run("records", "import", str(file)).complaints[0]
    nim = ("--game", str(NIM))
    assert output_of("records", "import", str(file), *nim) == f"{file}: 1 imported\n"
    assert output_of("records", "show", "1", *nim).endswith("\nfirst wins: no token is left\n")
    assert output_of("records", "replay", "1", "--ply", "1", *nim).startswith("1/3 first c1\n")
    assert read_game(output_of("records", "export", *nim)).players == ("Ann", "Bob")
    assert listed(*nim, "--winner", "first") == [1]


def test_names_stars_and_notes_travel_with_games(tmp_path: Path) -> None:
    remark = Remark("The comeback", is_favourite=True, note='she said "no"')
    first, second = (str(tmp_path / f"{name}.sqlite") for name in ("first", "second"))
    with Store(first) as store:
        store.add_all([WON, OTHELLO])
        store.set_remark(2, remark)
    text = output_of("records", "export", "--store", first)
    assert '[Name "The comeback"]\n[Favourite "yes"]\n[Note "she said \\"no\\""]' in text
    answer = json_of("records", "export", "2", "--store", first)
    assert answer["games"][0]["tags"]["Favourite"] == "yes"
    file = tmp_path / "games.txt"
    file.write_text(text, encoding="utf-8")
    output_of("records", "import", str(file), "--store", second)
    with Store(second) as store:
        assert store.remarks([1, 2]) == {2: remark}
        assert [each.record for each in store.games()] == [WON, OTHELLO]


def test_the_person_is_listed_and_found_by_name(tmp_path: Path) -> None:
    file = str(tmp_path / "games.sqlite")
    with Store(file) as store:
        store.add_all([WON, replace(OTHELLO, players=("level:3", "human"))])
        store.set_profile(PERSON, "Bea")
    assert re.search(r"Level 3 +Bea ", output_of("records", "--store", file))
    assert listed("--player", "Bea", "--store", file) == [2]
