"""`--help` of every command, with a game and without."""

from __future__ import annotations

import re

import pytest

from tests.strangers import NIM

from .running import COMMANDS, GAME_COMMANDS, mistake, output_of

COMMON = {"--game", "--position", "--play", "--json", "--help"}
WITHOUT_JSON = {"engine", "play"}  # they talk
WITH_A_SEED = {"learn", "match", "play", "tournament", "tune"}  # it is that of the pits too
CONTEST = {
    *(
        "--seconds",
        "--clock",
        "--openings",
        "--layouts",
        "--biased",
        "--opening-plies",
        "--resign",
        "--draw",
        "--adjudicate",
        "--most-moves",
    ),
    *("--seed", "--processes", "--cluster", "--store", "--html", "--csv"),
}
OWN = {
    "analyse": {
        *("--depth", "--seconds", "--nodes", "--clock"),
        *("--algorithm", "--evaluate", "--order", "--with", "--without"),
        *("--constants", "--threads", "--hash", "--multipv"),
    },
    "engine": {"--algorithm", "--evaluate", "--order", "--with", "--without", "--threads", "--hash"},
    "learn": {
        *("--minutes", "--games", "--seed", "--nodes", "--from", "--front", "--features", "--output"),
        *("--processes", "--cluster", "--store", "--html"),
    },
    "match": {"--games", "--sprt", *CONTEST},
    "moves": set[str](),
    "perft": {"--depth", "--divide"},
    "play": {"--seconds", "--clock", "--seed", "--continue", "--store", "--plain"},
    "show": {"--moves", "--from", "--flip", "--color"},
    "solve": {
        *("--seconds", "--nodes", "--method", "--win", "--hash", "--threads"),
        *("--certificate", "--check", "--cluster", "--store"),
    },
    "tournament": {"--format", "--games", "--rounds", *CONTEST},
    "tune": {
        *("--constants", "--games", "--minutes", "--nodes", "--match-games", "--sprt"),
        *("--seed", "--processes", "--store"),
    },
    "verify": {"--plies", "--walk"},
}
OF_GAMES = {
    "othello": {"--size"},
    "breakthrough": {"--size"},
    "konane": {"--size", "--opening"},
    "duel": {"--size", "--seed", "--quiet", "--repetitions"},
    str(NIM): {"--size", "--most"},
}


def common(command: str) -> set[str]:
    return COMMON - {"--json"} if command in WITHOUT_JSON else COMMON


def options_in(output: str) -> set[str]:
    return set(re.findall(r"^  (?:-h, )?(--[a-z-]+)", output, re.MULTILINE))


@pytest.mark.parametrize("command", COMMANDS)
def test_every_command_has_help(command: str) -> None:
    output = output_of(command, "--help")
    assert output.startswith(f"Usage: plyground {command} ")
    assert output_of(command, "-h") == output
    assert len(output.split("\n\n")[1].strip()) > 20, "it says what the command does"


@pytest.mark.parametrize("command", GAME_COMMANDS)
def test_help_without_a_game_has_the_options_of_all(command: str) -> None:
    output = output_of(command, "--help")
    expected = common(command) | OWN[command] | OF_GAMES["konane"] | OF_GAMES["duel"]
    assert options_in(output) == expected
    if command not in WITH_A_SEED:
        assert re.search(r"--seed SEED +Where the pits are \(duel\)", output)


@pytest.mark.parametrize("game", OF_GAMES, ids=lambda game: game.rpartition("/")[2])
@pytest.mark.parametrize("command", GAME_COMMANDS)
def test_help_for_a_game_has_its_options_only(command: str, game: str) -> None:
    output = output_of(command, game, "--help")
    assert options_in(output) == common(command) | OWN[command] | OF_GAMES[game]
    assert output_of(command, "--help", game) == output


def test_help_for_a_game_names_what_is_allowed() -> None:
    words = " ".join(output_of("moves", "duel", "--help").split())
    assert "--size SIZE Size of the board: 3, 6, 9, 12, 15 (default 6)" in words
    assert "--seed SEED Where the pits are: 0 to 2147483647 (default 0)" in words


def test_help_comes_before_a_mistake_in_the_game() -> None:
    assert output_of("moves", "otelo", "--help").startswith("Usage: plyground moves ")
    assert "did you mean 'othello'" in mistake("moves", "otelo")
