"""A game in a file, in every command: without the word for the game, and without heuristics."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.strangers import NIM, nim_source

from .running import json_of, mistake, output_of, run

GAME = ["--game", str(NIM)]
NEUTRAL = "plyground: nim has no heuristics; where none is given, 'neutral' scores every undecided position 0"
HEURISTIC = '''

from plyground.core.heuristics import heuristic


@heuristic("pile")
def left(board, state):
    """Tokens that are left over when fours are taken away."""
    return tokens_of(state) % (board.most + 1)
'''


@pytest.fixture
def with_heuristic(tmp_path: Path) -> str:
    """Return a file with Nim, which is called pile there, and a heuristic."""
    file = tmp_path / "mine.py"
    file.write_text(nim_source(name='name="pile"', aliases="aliases=()") + HEURISTIC, encoding="utf-8")
    return str(file)


@pytest.mark.parametrize(
    "words", [["first", "random"], ["nim", "first", "random"], ["heap", "first", "random"]]
)
@pytest.mark.parametrize("is_last", [True, False])
def test_a_match_needs_no_word_for_the_game(words: list[str], is_last: bool) -> None:
    given = [*words, *GAME] if is_last else [*GAME, *words]
    facts = json_of("match", *given, "--games", "2", "--processes", "0")
    assert {each["name"] for each in facts["standings"]} == {"first", "random"}
    assert facts["game"] == str(NIM)


def test_a_tournament_needs_no_word_for_the_game() -> None:
    facts = json_of("tournament", *GAME, "first", "random", "b=first", "--games", "2", "--processes", "0")
    assert len(facts["standings"]) == 3


def test_two_games_are_one_too_many() -> None:
    problem = f"othello and --game {NIM} are two games; give one of them"
    assert mistake("match", "othello", *GAME, "first", "random") == problem
    assert mistake("show", "othello", *GAME) == problem


def test_a_play_needs_no_word_for_the_game() -> None:
    assert "no token is left" in output_of("play", *GAME, "first", "first", "--plain", "--size", "1x3")


def test_a_game_without_heuristics_says_so_once() -> None:
    finished = run("analyse", *GAME, "--depth", "3")
    assert [line for line in finished.errors.splitlines() if "heuristics" in line] == [NEUTRAL]
    assert finished.code == 0
    given = run("analyse", *GAME, "--depth", "3", "--evaluate", "neutral")
    assert "heuristics" not in given.errors
    assert given.code == 0
    assert "heuristics" not in run("show", *GAME).errors


def test_the_neutral_heuristic_has_a_name_and_a_meaning() -> None:
    meaning = "neutral  Score every undecided position 0: the game has no heuristics of its own.\n"
    assert output_of("heuristics", str(NIM)) == meaning
    assert "neutral" not in output_of("heuristics", "othello")


def test_heuristics_need_no_word_for_the_game(with_heuristic: str) -> None:
    listed = json_of("heuristics", "--game", with_heuristic)["heuristics"]
    assert [each["name"] for each in listed] == ["left"]
    for words in (["2*left"], ["pile", "2*left"]):
        [tried] = json_of("heuristics", *words, "--game", with_heuristic)["heuristics"]
        assert (tried["name"], tried["start"]) == ("2*left", 6)
    for words in (["othello"], ["othello", "left"]):
        assert "are two games; give one of them" in mistake("heuristics", *words, "--game", with_heuristic)
    assert mistake("heuristics") == "which game? Give its name, or --game with its file"


def test_exercises_of_a_game_in_a_file(with_heuristic: str) -> None:
    facts = json_of("study", "exercise", "--game", with_heuristic, "--count", "2")
    assert facts["kind"] == "pile"
    assert [each["kind"] for each in facts["exercises"]] == ["pile", "pile"]
    assert "by 'left'." in facts["exercises"][0]["told"]
    kinds = [each["kind"] for each in json_of("study", "exercise", *GAME, "--kind", "abstract")["exercises"]]
    assert set(kinds) == {"abstract"}


def test_exercises_need_a_heuristic() -> None:
    problem = 'nim has no heuristics to score leaves with; write one with @heuristic("nim")'
    assert mistake("study", "exercise", *GAME) == problem
    assert "are two games" in mistake("study", "exercise", *GAME, "--kind", "othello")
