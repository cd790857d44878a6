"""`plyground play`: its arguments. What happens in a game is tested in `tests/ui/terminal`."""

from __future__ import annotations

from pathlib import Path

import pytest

from plyground.store.records import replay
from tests.strangers import NIM
from tests.ui.terminal.playing import kept_games, play, transcript

from .running import output_of, problem_of


@pytest.fixture(autouse=True)
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A folder for the games that are kept, which is not the user's own."""
    monkeypatch.setenv("PLYGROUND_DATA_DIR", str(tmp_path))
    return tmp_path


def test_without_players_a_person_plays_first_against_a_level() -> None:
    lines = transcript("quit\n", "breakthrough")
    assert lines[0] == "Breakthrough 6x6: you are black, white is Level 4"
    assert lines[-2:] == ["black> quit", "no move was played, so nothing is kept"]


@pytest.mark.parametrize("name", ["breakthrough", "duel", "konane", "othello"])
def test_every_game_is_played_against_the_usual_opponent(name: str, folder: Path) -> None:
    transcript("moves\n1\nmoves\n1\nquit\n", name, "--seed", "2")
    [record] = kept_games(folder)
    assert len(record.moves) == 4
    replay(record)


def test_a_position_and_moves_before_the_game(folder: Path) -> None:
    words = ("--position", "bb/bb/2/2/ww/ww black", "--play", "a5-a4 b2-b3", "human", "first")
    lines = transcript("a4xb3\n", "breakthrough", *words)
    assert "black plays a4xb3 and takes on b3" in lines
    [record] = kept_games(folder)
    assert (record.start, record.opening) == ("bb/bb/2/2/ww/ww black", 2)
    assert [move.text for move in record.moves][:3] == ["a5-a4", "b2-b3", "a4xb3"]


def test_one_seed_is_for_the_board_and_the_players(folder: Path) -> None:
    words = ("duel", "random", "random", "--quiet", "5", "--seed")
    first = transcript("", *words, "5")
    assert transcript("", *words, "5")[:-1] == first[:-1]
    other = transcript("", *words, "6")
    assert other[3:10] != first[3:10], "other pits"
    assert [record.options["seed"] for record in kept_games(folder)] == ["5", "5", "6"]


def test_a_game_of_ones_own(folder: Path) -> None:
    for game in (["--game", str(NIM)], [str(NIM)], ["nim", "--game", str(NIM)]):
        lines = transcript("f1\nquit\n", *game, "human", "first")
        assert "first plays f1" in lines
    assert [record.game for record in kept_games(folder)] == ["nim"] * 3


@pytest.mark.parametrize(
    ("words", "problem"),
    [
        ([], "which game?"),
        (["breakthrough", "human"], "a game has two players; give both, such as human level:4"),
        (["breakthrough", "a", "b", "c"], "a game has two players"),
        (["breakthrough", "human", "levle:3"], "there is no player 'levle'"),
        (["breakthrough", "human", "level:11"], "there is no level 11"),
        (["breakthrough", "human", "program:no-such-program"], "there is no program 'no-such-program'"),
        (["breakthrough", "--seconds", "0"], "0.0 seconds are no time"),
        (["breakthrough", "--clock", "soon"], "'soon' is no clock"),
        (["breakthrough", "--seconds", "1", "--clock", "60"], "give one of them"),
        (["breakthrough", "--play", "b2-b3"], "b2-b3 is not legal"),
        (["breakthrough", "--continue", "soon"], "'soon' is not a valid integer"),
        (["checkers"], "there is no game 'checkers'"),
    ],
)
def test_mistakes_are_told_in_one_line(words: list[str], problem: str, folder: Path) -> None:
    assert problem in problem_of(play("", *words))
    assert not (folder / "games.sqlite").exists()


def test_a_program_that_does_not_start_is_told_before_the_game(folder: Path) -> None:
    finished = play("b4-b3\n", "breakthrough", "human", "program:false", "--size", "5x4")
    assert "program:false: 'false' ended with code 1" in problem_of(finished, code=1)
    assert not (folder / "games.sqlite").exists()


def test_the_help_says_how_it_is_used() -> None:
    output = output_of("play", "--help")
    assert output.startswith("Usage: plyground play [OPTIONS] [GAME] [FIRST SECOND]\n")
    assert "--continue [ID]" in output
