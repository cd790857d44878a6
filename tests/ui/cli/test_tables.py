"""`plyground tables`."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.strangers import NIM

from .running import json_of, mistake, output_of, run_process

KEYS = ["name", "game", "options", "root", "positions", "wins", "draws", "losses"]
KEYS += ["digest", "bytes", "problem"]
BUILD = ("tables", "build", "konane", "--size", "4")


@pytest.fixture(autouse=True)
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setenv("PLYGROUND_DATA_DIR", str(tmp_path))
    return tmp_path / "tables"


def test_a_table_is_built_once() -> None:
    first = output_of(*BUILD)
    name = first.split()[0]
    assert name.startswith("konane-4x4-")
    assert " is built in " in first
    assert ": 3,863 positions (2,158 wins, 0 draws, 1,705 losses), " in first
    assert output_of(*BUILD).startswith(f"{name} is there already: 3,863 positions")


def test_the_json_of_build_and_list(folder: Path) -> None:
    built = json_of(*BUILD)
    assert list(built) == [*KEYS, "seconds", "built"]
    assert (built["positions"], built["built"], built["problem"]) == (3863, True, None)
    listed = json_of("tables", "list")
    assert listed["folder"] == str(folder)
    assert listed["tables"] == [{key: built[key] for key in KEYS}]
    assert json_of("tables", "--json")["unfinished"] == []


def test_the_number_of_threads_changes_nothing() -> None:
    digests = set()
    for threads in ("1", "2", "0"):
        digests.add(json_of(*BUILD, "--threads", threads)["digest"])
        output_of("tables", "remove", "--all")
    assert len(digests) == 1
    finished = run_process(*BUILD, "--threads", "-1")
    assert finished.code == 2
    assert finished.errors == "plyground: -1 threads cannot search; allowed: 0 (one a core) to 256\n"


def test_tables_are_listed_without_a_word() -> None:
    assert output_of("tables") == "no tables\n"
    output_of(*BUILD)
    assert output_of("tables") == output_of("tables", "list")
    assert "3,863 positions" in output_of("tables")


def test_a_sample_and_all_entries_are_checked() -> None:
    output_of(*BUILD)
    checked = json_of("tables", "check")["tables"]
    assert [(each["positions"], each["derived"], each["problem"]) for each in checked] == [(3863, 1000, None)]
    assert "and all of 3,863 entries follow from the rules" in output_of("tables", "check", "konane", "--all")
    assert "and 7 of 3,863 entries" in output_of("tables", "check", "konane-4", "--sample", "7")


def test_a_damaged_table_is_told_in_one_line(folder: Path) -> None:
    name = json_of(*BUILD)["name"]
    path = folder / f"{name}.table"
    content = bytearray(path.read_bytes())
    content[-5000] ^= 4
    path.write_bytes(content)
    finished = run_process("tables", "check")
    assert finished.code == 1
    assert finished.errors == f"plyground: {path} is damaged; build the table again\n"
    answer = run_process("tables", "check", "--json")
    assert answer.code == 1
    assert '"problem": "' in answer.output


def test_a_damaged_header_is_listed_and_built_again(folder: Path) -> None:
    name = json_of(*BUILD)["name"]
    path = folder / f"{name}.table"
    path.write_bytes(path.read_bytes()[:-1])
    assert output_of("tables") == f"{name}: {path} is damaged; build the table again\n"
    assert json_of("tables", "list")["tables"][0]["positions"] is None
    assert json_of(*BUILD)["built"]
    assert "entries follow" in output_of("tables", "check")


def test_a_table_by_the_name_of_another_is_told_in_one_line(folder: Path) -> None:
    output_of(*BUILD)
    [path] = folder.iterdir()
    other = path.rename(folder / "duel-3x3-e3acb9bf-8471f56d.table")
    problem = f"{other} is a table of another board than its name says: of {path.stem.rpartition('-')[0]}"
    assert f"({problem})" in output_of("tables", "list")
    checked = run_process("tables", "check", "duel")
    assert (checked.code, checked.output) == (1, "")
    assert checked.errors == f"plyground: {problem}\n"


def test_solve_probes_the_table() -> None:
    output_of(*BUILD)
    answer = json_of("solve", "konane", "--size", "4")
    assert (answer["method"], answer["value"], answer["distance"]) == ("table", "loss", 6)


def test_tables_are_removed_by_name_and_by_game(folder: Path) -> None:
    output_of(*BUILD)
    output_of("tables", "build", "konane", "--size", "3")
    name = json_of("tables", "build", "breakthrough", "--size", "4x2")["name"]
    (folder / "konane-5x5-0-0.building").mkdir()
    assert "konane-5x5-0-0: not finished; build it again to resume" in output_of("tables")
    assert len(json_of("tables", "remove", "konane")["removed"]) == 3
    assert output_of("tables", "remove", name) == f"removed {name}\n"
    output_of(*BUILD)
    assert output_of("tables", "remove", "--all").startswith("removed konane-4x4-")
    assert list(folder.iterdir()) == []


def test_a_game_of_ones_own() -> None:
    built = json_of("tables", "build", str(NIM), "--size", "1x7")
    assert (built["game"], built["draws"]) == ("nim", 0)
    assert json_of("tables", "check", "--game", str(NIM), "--all")["tables"][0]["problem"] is None


def test_a_game_that_is_not_known_is_told() -> None:
    built = run_process("tables", "build", str(NIM), "--size", "1x7", "--json")
    assert built.code == 0
    finished = run_process("tables", "check")
    assert finished.code == 1
    assert "is of a game that is not known here; give its file with --game" in finished.errors
    assert "not known here" in run_process("tables").output


@pytest.mark.parametrize(
    ("words", "problem"),
    [
        (["chek"], "there is no command 'tables chek'; did you mean 'check'?"),
        (["check", "chess"], "there is no table 'chess'"),
        (["remove"], "which tables? Give their names, or --all"),
        (["remove", "konane", "--all"], "which tables? Give their names, or --all"),
        (["build"], "which game?"),
        (["build", "duel", "--hash", "1"], "do not fit into 1 MB"),
        (["build", "duel", "--hash", "-1"], "a table of -1 MB"),
    ],
)
def test_mistakes_are_told_in_one_line(words: list[str], problem: str) -> None:
    assert problem in mistake("tables", *words)


def test_an_ambiguous_name_is_told() -> None:
    output_of(*BUILD)
    output_of("tables", "build", "konane", "--size", "4", "--opening", "any")
    assert "may be konane-4x4-" in mistake("tables", "remove", "kon")
