"""`plyground match`, `tournament` and `resume`: what they print, keep, and refuse."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from plyground.store import EventState, Store

from .running import json_of, output_of, run

FEW = ["--games", "2", "--processes", "0"]
SMALL = ["breakthrough", "--size", "5x4", "--processes", "0"]


@pytest.fixture
def file(tmp_path: Path) -> str:
    return str(tmp_path / "games.db")


def test_a_match_as_a_table(file: str) -> None:
    lines = output_of("match", *SMALL, "killer", "random", "--games", "6", "--store", file).splitlines()
    assert lines[0].split() == ["points", "games", "as", "black", "as", "white", "ms", "a", "move"]
    assert lines[1].startswith("killer")
    assert lines[3].startswith("killer against random: +")
    assert lines[-1] == "6 games: 6 normal"


def test_a_match_for_a_program(file: str) -> None:
    words = ["match", *SMALL, "strong=killer", "random", "--games", "5", "--seed", "3", "--store", file]
    found = json_of(*words)
    assert found["games"] == 6, "games come in pairs"
    assert found["is_over"]
    assert {each["name"] for each in found["standings"]} == {"strong", "random"}
    (encounter,) = found["encounters"]
    assert sum(encounter["pairs"]) == 3
    assert json_of("resume", found["id"], "--processes", "2", "--store", file) == found


def test_a_tournament_as_a_table(file: str) -> None:
    players = ["killer", "naive", "random"]
    output = output_of("tournament", *SMALL, *players, "--games", "2", "--store", file)
    for place, name in enumerate(players, start=1):
        assert sum(line.startswith(name) or f" {name} " in line for line in output.splitlines()) == 2, place
    assert output.splitlines()[-1] == "6 games: 6 normal"


@pytest.mark.parametrize("format", ["round-robin", "gauntlet", "swiss", "knockout"])
def test_every_format(file: str, format: str) -> None:
    words = ["tournament", *SMALL, "killer", "naive", "random", "--games", "2", "--format", format]
    assert json_of(*words, "--store", file)["format"] == format


def test_a_test_ends_a_match(file: str) -> None:
    found = json_of("match", *SMALL, "killer", "first", "--sprt", "0,100", "--store", file)
    assert found["sprt"]["verdict"] == "accept H1"


def test_the_seed_of_a_duel_is_that_of_its_pits_too(file: str) -> None:
    found = json_of("match", "duel", "greedy:pieces", "random", "--seed", "7", *FEW, "--store", file)
    assert (found["seed"], found["options"]["seed"]) == (7, "7")


def test_a_match_on_several_layouts_is_resumed_on_them(file: str) -> None:
    words = ["match", "duel", "greedy:pieces", "random", "--layouts", "3", "--opening-plies", "2"]
    ended = run(*words, "--games", "8", "--processes", "0", "--json", "--store", file)
    found = json.loads(ended.output)
    assert found["layouts"] == 3
    with Store(file) as store:
        games = sorted(store.games(), key=lambda game: game.number or 0)
        seeds = [game.record.options["seed"] for game in games]
    assert seeds == ["0", "0", "1", "1", "2", "2", "0", "0"]
    assert json_of("resume", found["id"], "--processes", "0", "--store", file) == found


def test_every_game_is_kept_with_its_moves(file: str) -> None:
    words = ["match", *SMALL, "first", "random", "--games", "4", "--most-moves", "1", "--opening-plies", "2"]
    assert json_of(*words, "--store", file)["terminations"] == {"move limit": 4}
    with Store(file) as store:
        games = list(store.games())
        assert [event.state for event in store.events()] == [EventState.DONE]
    assert [game.number for game in games] == [0, 1, 2, 3]
    assert all(len(game.record.moves) == 4 and game.record.opening == 2 for game in games)


def test_games_from_given_openings(file: str, tmp_path: Path) -> None:
    openings = tmp_path / "openings.txt"
    openings.write_text("bb2/4/4/4/w3 black\n")
    words = ["match", *SMALL, "a=first", "b=first", "--games", "2", "--openings", str(openings)]
    json_of(*words, "--store", file)
    with Store(file) as store:
        assert {game.record.start for game in store.games()} == {"bb2/4/4/4/w3 black"}


@pytest.mark.parametrize(
    ("words", "problem"),
    [
        (["first", "nobody"], "there is no player 'nobody'"),
        (["first", "first"], "two players are called 'first'"),
        (["first", "human"], "a human cannot play here"),
        (["first", "random", "--games", "0"], "--games"),
        (["first", "random", "--seconds", "0"], "0.0 seconds are no time"),
        (["first", "random", "--clock", "x"], "'x' is no clock"),
        (["first", "random", "--sprt", "1"], "'1'"),
        (["first", "random", "--resign", "a"], "--resign 'a' cannot be read"),
        (["first", "random", "--opening-plies", "99"], "an opening of 99 plies"),
        (["first", "random", "--openings", "nowhere"], "the openings cannot be read"),
        (["first", "random", "--layouts", "2"], "breakthrough has one layout of this board"),
        (["first", "random", "--layouts", "9"], "--layouts"),
        (["first", "random", "--layouts", "2", "--play", "b4-b3"], "has a layout of its own"),
        (["first", "random", "--biased", "--opening-plies", "0"], "only random openings can be biased"),
        (["first", "random", "--cluster", "a", "--processes", "2"], "give one of them"),
    ],
)
def test_mistakes_are_told_in_one_line_and_keep_nothing(words: list[str], problem: str, file: str) -> None:
    finished = run("match", *SMALL, *words, "--store", file)
    assert finished.code == 2
    assert len(finished.complaints) == 1
    assert problem in finished.complaints[0]
    assert not Path(file).exists()


def test_nothing_to_resume(file: str) -> None:
    json_of("match", *SMALL, "first", "random", "--games", "2", "--store", file)
    finished = run("resume", "nothing", "--store", file)
    assert finished.code == 2
    assert "there is no event 'nothing'" in finished.complaints[0]


def test_a_store_that_cannot_be_used(tmp_path: Path) -> None:
    (tmp_path / "games.db").write_text(
        json.dumps("this is no database, and it is long enough to be sure" * 3)
    )
    finished = run("match", *SMALL, "first", "random", "--store", str(tmp_path / "games.db"))
    assert finished.code == 1
    assert len(finished.complaints) == 1
