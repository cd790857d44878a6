"""Options: sizes and numbers in every form people give them, and what is refused."""

from __future__ import annotations

import json
from typing import Any

import pytest

import plyground as ply
from plyground.core.discovery import known_games
from plyground.core.options import Choice, Number, Size, read_options
from tests.boards import ALL_BOARDS, board_name

OPTIONS_OF = {
    "othello": ["size"],
    "konane": ["size", "opening"],
    "breakthrough": ["size"],
    "duel": ["size", "seed", "quiet", "repetitions"],
}


def problem_with(game: str, **options: object) -> str:
    with pytest.raises(ply.OptionError) as caught:
        ply.game(game, **options)
    message = str(caught.value)
    assert "\n" not in message
    return message


@pytest.mark.parametrize("size", [6, "6", "6x6", "6X6", (6, 6), [6, 6], (6,)], ids=repr)
def test_a_square_board_in_every_form(size: object) -> None:
    for game in OPTIONS_OF:
        assert ply.game(game, size=size).options["size"] == (6, 6)


@pytest.mark.parametrize("size", ["6x5", (6, 5), [6, 5]], ids=repr)
def test_rows_come_before_columns(size: object) -> None:
    for game in ("breakthrough", "konane"):
        position = ply.game(game, size=size).start()
        assert (position.game.rows, position.game.columns) == (6, 5)
        assert len(position.text.split()[0].split("/")) == 6


@pytest.mark.parametrize(("game", "size"), ALL_BOARDS, ids=board_name)
def test_every_size_of_the_rules_is_played(game: str, size: tuple[int, int]) -> None:
    assert ply.game(game, size=size).options["size"] == size


@pytest.mark.parametrize("game", OPTIONS_OF)
def test_no_other_size_is_played(game: str) -> None:
    played = {size for name, size in ALL_BOARDS if name == game}
    for size in {(rows, columns) for rows in range(-1, 18) for columns in range(-1, 18)} - played:
        assert "is not played; allowed: " in problem_with(game, size=size)


@pytest.mark.parametrize(
    ("game", "size", "problem"),
    [
        ("othello", 5, "size 5 is not played; allowed: 4, 6, 8"),
        ("othello", "6x4", "size 6x4 is not played; allowed: 4, 6, 8"),
        ("othello", 10**12, "size 1000000000000 is not played; allowed: 4, 6, 8"),
        ("duel", "-3", "size -3 is not played; allowed: 3, 6, 9, 12, 15"),
        ("konane", 2, "size 2x2 is not played; allowed: 3 to 8 rows by 3 to 8 columns"),
        ("breakthrough", "3x8", "size 3x8 is not played; allowed: 4 to 8 rows by 2 to 8 columns"),
    ],
)
def test_a_size_that_is_not_played_names_those_that_are(game: str, size: object, problem: str) -> None:
    assert problem_with(game, size=size) == problem


@pytest.mark.parametrize(
    "size",
    [
        *("", "six", "6x", "x6", "6x5x4", "6 x 5", " 6", "6.0", "6_0", "٦", "+6", "9" * 30, "6\n"),
        *(6.0, True, None, (), (6, 5, 4), (6, True), (6, "5"), {"rows": 6}, b"6"),
    ],
    ids=repr,
)
def test_what_is_not_a_size_is_refused_with_the_allowed_ones(size: object) -> None:
    problem = problem_with("breakthrough", size=size)
    assert "is not a number like 6 or rows by columns like 6x5" in problem
    assert "allowed: 4 to 8 rows by 2 to 8 columns" in problem


@pytest.mark.parametrize("seed", [7, "7"])
def test_a_number_is_given_as_number_or_text(seed: object) -> None:
    assert ply.game("duel", seed=seed).options["seed"] == 7


@pytest.mark.parametrize("seed", [True, 7.0, None, "", "seven", "7.0", " 7", "1e3", "٧", [7]], ids=repr)
def test_what_is_not_a_whole_number_is_refused(seed: object) -> None:
    assert f"seed {seed!r} is not a whole number; allowed: 0 to" in problem_with("duel", seed=seed)


@pytest.mark.parametrize(
    ("option", "lowest", "highest"), [("seed", 0, 2**31 - 1), ("quiet", 0, 1000), ("repetitions", 0, 100)]
)
def test_numbers_have_bounds(option: str, lowest: int, highest: int) -> None:
    for allowed in (lowest, highest):
        assert ply.game("duel", **{option: allowed}).options[option] == allowed
    for refused in (lowest - 1, highest + 1):
        problem = problem_with("duel", **{option: refused})
        assert problem == f"{option} {refused} is not allowed; allowed: {lowest} to {highest}"


def test_a_choice_names_the_choices_and_the_nearest() -> None:
    assert ply.game("konane", opening="any").options["opening"] == "any"
    problem = problem_with("konane", opening="corner")
    assert problem == "opening 'corner' is not allowed; allowed: corners, any; did you mean 'corners'?"
    assert "allowed: corners, any" in problem_with("konane", opening=["any"])


def test_an_unknown_option_names_the_known_ones_and_the_nearest() -> None:
    known = "size, seed, quiet, repetitions"
    problem = problem_with("duel", sed=6)
    assert problem == f"duel has no option 'sed'; it has: {known}; did you mean 'seed'?"
    assert problem_with("othello", opening="any") == "othello has no option 'opening'; it has: size"
    with pytest.raises(ply.OptionError, match="chess has no option 'size'; it has: none"):
        read_options("chess", (), {"size": 8})


@pytest.mark.parametrize(("game", "names"), OPTIONS_OF.items())
def test_every_game_has_these_options_with_their_defaults(game: str, names: list[str]) -> None:
    chosen = ply.game(game).options
    declared = known_games()[game].options
    assert list(chosen) == names == [option.name for option in declared]
    assert [chosen[option.name] for option in declared] == [option.default for option in declared]
    sizes = {"othello": (8, 8), "konane": (8, 8), "breakthrough": (6, 6), "duel": (6, 6)}
    assert chosen["size"] == sizes[game]


SAMPLES: list[tuple[Size | Number | Choice, Any]] = [
    (Size(rows=range(4, 9), columns=range(2, 9), default=(6, 6)), (6, 5)),
    (Size(rows=range(4, 9), columns=range(2, 9), default=(6, 6)), (6, 6)),
    (Size(rows=(4, 6), columns=(4, 6), default=(6, 6), only_square=True), (4, 4)),
    (Number("seed", default=0, minimum=-5, maximum=10, help="chance"), -3),
    (Choice("opening", default="any", choices=("any", "none"), help="how to open"), "none"),
]


@pytest.mark.parametrize(("option", "value"), SAMPLES)
def test_a_value_survives_json(option: Size | Number | Choice, value: Any) -> None:
    assert option.read(value) == value
    written = option.show(value)
    assert option.read(json.loads(json.dumps(written))) == value
    described = json.loads(json.dumps(option.describe()))
    assert described["name"] == option.name
    assert option.read(described["default"]) == option.default
