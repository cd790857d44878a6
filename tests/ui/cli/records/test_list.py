"""`plyground records list`."""

from __future__ import annotations

import re
from dataclasses import replace
from pathlib import Path

import pytest

from plyground.store import Store
from tests.ui.cli.running import json_of, mistake, output_of

from .games import WON, listed
from .terminal import on_terminal


@pytest.mark.usefixtures("games")
def test_the_table_for_people() -> None:
    lines = output_of("records").splitlines()
    assert lines[0].split() == ["id", "date", "game", "first", "second", "result", "moves", "event"]
    rows = {int(line.split()[0]): line for line in lines[1:]}
    assert list(rows) == [5, 4, 3, 2, 1], "the newest first"
    players = ["engine:seconds=1", "random"]
    assert rows[1].split() == [
        "1",
        "2026-07-24",
        "breakthrough",
        "5x4",
        *players,
        "white",
        "12",
        "calm-fox",
        "0",
    ]
    assert rows[3].split() == ["3", "breakthrough", "5x4", "Ann", "Level", "10", "*", "4"]
    assert "white (resignation)" in rows[4]
    assert r"[red]\x0a\x1b[31m" in rows[4], "no name does anything to the terminal"
    assert output_of("records", "list") == output_of("records")


def test_a_person_is_you_and_found_as_such(data_folder: Path) -> None:
    with Store() as store:
        store.add_all([replace(WON, players=("human", "level:3")), WON])
    assert listed("--player", "you") == [1]
    [row] = output_of("records", "--player", "You").splitlines()[1:]
    assert re.search(r" You +Level 3 ", row)
    assert json_of("records", "--player", "human")["games"][0]["players"] == ["human", "level:3"]


def test_there_is_nothing_at_first_and_nothing_is_made(data_folder: Path) -> None:
    assert output_of("records") == "no games\n"
    assert json_of("records") == {"games": [], "total": 0, "damaged": []}
    assert output_of("records", "export") == ""
    assert mistake("records", "show", "1") == "there is no game 1"
    assert mistake("records", "export", "1") == "there is no game 1"
    assert not data_folder.exists()


@pytest.mark.parametrize(
    ("filters", "ids"),
    [
        ([], [5, 4, 3, 2, 1]),
        (["--game", "breakthrough"], [4, 3, 1]),
        (["--game", "wumpus"], [5]),
        (["--player", "Ann"], [4, 3, 2]),
        (["--player", "level:*"], [3, 2]),
        (["--player", "level:1"], []),
        (["--player", "Level 10"], [3]),
        (["--player", "you"], []),
        (["--winner", "white"], [4, 1]),
        (["--winner", "white", "--game", "othello"], []),
        (["--winner", "Ann"], []),
        (["--winner", "random"], [1]),
        (["--winner", "engine:*"], [5]),
        (["--winner", "draw"], []),
        (["--termination", "resignation"], [4]),
        (["--termination", "unfinished"], [3]),
        (["--event", "calm-fox"], [2, 1]),
        (["--event", "other"], []),
        (["--since", "2026-07-21"], [5, 1]),
        (["--since", "2026-07-20T08:00:00+00:00"], [5, 2, 1]),
        (["--since", "2026-07-20T08:00:01+00:00"], [5, 1]),
        (["--limit", "2"], [5, 4]),
        (["--limit", "0"], [5, 4, 3, 2, 1]),
        (["--game", "breakthrough", "--limit", "1"], [4]),
    ],
    ids=lambda value: " ".join(map(str, value)),
)
@pytest.mark.usefixtures("games")
def test_filters(filters: list[str], ids: list[int]) -> None:
    assert listed(*filters) == ids
    assert listed("list", *filters) == ids


@pytest.mark.usefixtures("games")
def test_the_json_of_the_list() -> None:
    answer = json_of("records", "--limit", "1", "--event", "calm-fox", "--game", "breakthrough")
    assert answer == {
        "games": [
            {
                "id": 1,
                "event": "calm-fox",
                "number": 0,
                "started": "2026-07-24T12:30:00+00:00",
                "game": "breakthrough",
                "options": {"size": "5x4"},
                "players": ["engine:seconds=1", "random"],
                "result": "white",
                "termination": "normal",
                "reason": "white broke through",
                "moves": 12,
            }
        ],
        "total": 1,
        "damaged": [],
    }


def test_only_so_many_are_listed() -> None:
    with Store() as store:
        store.add_all(replace(WON, tags={"number": str(number)}) for number in range(25))
    lines = output_of("records").splitlines()
    assert len(lines) == 1 + 20 + 1
    assert lines[-1] == "20 of 25 games; --limit 0 shows all"
    assert json_of("records")["total"] == 25
    assert len(output_of("records", "--limit", "0").splitlines()) == 1 + 25


@pytest.mark.usefixtures("games")
def test_the_table_fits_the_terminal() -> None:
    with Store() as store:
        store.add_single(replace(WON, players=("engine:" + "x" * 200, "y" * 200)))
    code, output = on_terminal([], "records")
    lines = [re.sub(r"\x1b\[[0-9;]*m", "", line) for line in output.splitlines()]
    assert code == 0
    assert len(lines) == 7
    assert max(map(len, lines)) <= 80
    assert lines[1].split()[:4] == ["6", "2026-07-24", "breakthrough", "5x4"]
    assert lines[1].count("…") == 2, "the two names"
    assert "x" * 200 in output_of("records"), "nothing is cut off where no terminal is"


def test_a_game_of_a_file_that_is_not_given() -> None:
    record = replace(WON, game="nim", options={}, start="4t first", players=("a", "b"))
    with Store() as store:
        store.add_single(record)
    assert json_of("records")["games"][0]["result"] == "second"
    for words in (["show", "1"], ["replay", "1"]):
        assert "there is no game 'nim'" in mistake("records", *words)
    assert "game 1 cannot be written: there is no game 'nim'" in mistake("records", "export")
