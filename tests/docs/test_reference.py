"""The pages of reference and the program tell the same, both ways."""

from __future__ import annotations

import dataclasses
import re
import tomllib
from collections.abc import Iterator
from types import ModuleType

import click
import msgspec
import pytest

import plyground
from plyground import errors
from plyground.core.discovery import AnyRules, is_built_in, known_games
from plyground.core.heuristics import Heuristic
from plyground.core.position import Game, Move, Outcome, Position
from plyground.core.rules import Rules
from plyground.engine import Engine
from plyground.evaluation import Contribution, Explanation
from plyground.players import Choice, Player
from plyground.search.features import Features
from plyground.search.limit import Clock, Limit
from plyground.search.report import Line, Report
from plyground.solving import Solution
from plyground.tables import Exact
from plyground.ui.cli._game_command import GameCommand
from plyground.ui.cli._main import cli

from .blocks import blocks_of, first_column, read_page, section

COMMANDS = read_page("docs/reference/commands.md")
WITHOUT_JSON = {"engine", "play"}  # they talk
COMMON = section(COMMANDS, "## Commands about a game")


def built_in() -> dict[str, AnyRules]:
    """Return the games of Plyground itself; other tests may have made others known."""
    return {name: rules for name, rules in known_games().items() if is_built_in(rules)}


def command(name: str) -> click.Command:
    found = cli.get_command(click.Context(cli), name)
    assert found is not None
    return found


def options_of(name: str) -> set[str]:
    """Return the options of a command as click knows them, without those of the games."""
    found = command(name)
    # As on the command line: click remembers the help option that it makes for a command.
    context = click.Context(found, info_name=name, help_option_names=["-h", "--help"])
    params = [param for part in parts_of(found, context) for param in own_params(part, context)]
    return {name for param in params for name in param.opts if name.startswith("--")} - {"--help"}


def parts_of(found: click.Command, context: click.Context) -> list[click.Command]:
    """Return a command, or the commands of a group."""
    if not isinstance(found, click.Group):
        return [found]
    parts = [found.get_command(context, name) for name in found.list_commands(context)]
    return [part for part in parts if part is not None]


def own_params(part: click.Command, context: click.Context) -> list[click.Parameter]:
    return part.params if isinstance(part, GameCommand) else part.get_params(context)


def is_about_a_game(name: str) -> bool:
    """Tell whether a command takes a game, or one of its parts does."""
    found = command(name)
    return any(isinstance(part, GameCommand) for part in parts_of(found, click.Context(found)))


def options_of_games() -> set[str]:
    return {f"--{option.name}" for rules in built_in().values() for option in rules.options}


def documented_options(text: str) -> set[str]:
    cells = [cell.strip("`").split()[0] for cell in first_column(text)]
    assert len(cells) == len(set(cells)), "an option is listed twice"
    return set(cells)


def test_every_command_has_its_section() -> None:
    sections = re.findall(r"^## (\w+)$", COMMANDS, re.MULTILINE)
    assert sorted(sections) == cli.list_commands(click.Context(cli))


@pytest.mark.parametrize("name", cli.list_commands(click.Context(cli)))
def test_every_option_of_a_command_is_on_the_page_and_no_other(name: str) -> None:
    documented = documented_options(section(COMMANDS, f"## {name}"))
    if is_about_a_game(name):
        common = documented_options(COMMON)
        if name in WITHOUT_JSON:
            common.remove("--json")
        assert documented | common == options_of(name) | options_of_games()
    else:
        assert documented == options_of(name)


def test_the_page_says_which_commands_are_about_a_game() -> None:
    about = {name for name in cli.list_commands(click.Context(cli)) if isinstance(command(name), GameCommand)}
    sentence = COMMON.strip().partition(" are about")[0]
    assert set(re.findall(r"`(\w+)`", sentence)) == about


def test_every_option_of_a_game_is_on_its_page_with_its_values() -> None:
    page = read_page("docs/reference/rules-of-games.md")
    assert re.findall(r"^## (\w+)$", page, re.MULTILINE) == list(built_in())
    for name, rules in built_in().items():
        text = section(page, f"## {name}")
        rows = [
            [cell.strip() for cell in line.split("|")[1:-1]]
            for line in text.splitlines()
            if line[:3] == "| `"
        ]
        declared = [option.describe() for option in rules.options]
        assert rows == [[f"`{each['name']}`", each["allowed"], str(each["default"])] for each in declared]
        for said in (*rules.players, *rules.aliases):
            assert f"`{said}`" in text


def names_in_table(text: str) -> set[str]:
    """Return the names before the brackets in the first column, of which a cell may have several."""
    return {name for cell in first_column(text) for name in re.findall(r"`(\w+)", cell)}


def public_names(thing: type) -> set[str]:
    ours = [each for each in thing.__mro__ if each.__module__.startswith("plyground")]
    annotated = {name for each in ours for name in vars(each).get("__annotations__", {})}
    defined = {name for each in ours for name in vars(each)}
    return {name for name in annotated | defined if not name.startswith("_")}


@pytest.mark.parametrize(
    "thing",
    [
        *(Game, Position, Move, Outcome, Heuristic, Engine, Limit, Clock, Report, Line, Features),
        *(Player, Choice, Solution, Exact, Explanation, Contribution),
    ],
)
def test_every_attribute_is_on_the_page_and_no_other(thing: type) -> None:
    page = read_page("docs/reference/python.md")
    assert names_in_table(section(page, f"## {thing.__name__}")) == public_names(thing)


def test_every_public_name_is_on_the_page() -> None:
    page = read_page("docs/reference/python.md")
    said = set(re.findall(r"`(?:ply\.)?(\w+)", page)) | set(re.findall(r"^## (\w+)$", page, re.MULTILINE))
    assert set(plyground.__all__) - said == set()


def test_every_field_of_rules_is_on_the_page_and_no_other() -> None:
    page = read_page("docs/reference/writing-rules.md")
    parts = ("## What people see", "## Plain Python", "## Kernels")
    documented = [name for part in parts for name in names_in_table(section(page, part))]
    assert sorted(documented) == sorted(field.name for field in dataclasses.fields(Rules))


def test_what_the_page_calls_tools_is_there() -> None:
    table = section(read_page("docs/reference/writing-rules.md"), "## Tools")
    rows = [line for line in table.splitlines() if line.startswith("| `")]
    assert len(rows) == 6
    for row in rows:
        module, *names = re.findall(r"`([\w.]+)", row)
        home = __import__(module, fromlist=["anything"])
        assert isinstance(home, ModuleType)
        assert [name for name in names if not hasattr(home, name)] == []


def test_every_error_is_on_the_page_with_its_base_and_no_other() -> None:
    kinds = [
        each
        for each in vars(errors).values()
        if isinstance(each, type)
        and issubclass(each, errors.PlygroundError)
        and each is not errors.PlygroundError
    ]
    page = read_page("docs/reference/errors.md")
    rows = [
        [cell.strip() for cell in line.split("|")[1:-1]] for line in page.splitlines() if line[:3] == "| `"
    ]
    documented = {row[0].strip("`"): row[1].strip("`") for row in rows}
    expected = {each.__name__: next((base.__name__ for base in each.__bases__[1:]), "") for each in kinds}
    assert documented == expected


def test_the_layers_on_the_page_are_those_that_are_checked() -> None:
    contract, *_ = tomllib.loads(read_page("pyproject.toml"))["tool"]["importlinter"]["contracts"]
    checked = [re.split(" [|:] ", layer.replace("plyground.", "")) for layer in contract["layers"]]
    [block] = blocks_of(section(read_page("docs/explanation/architecture.md"), "## Layers"))
    shown = [re.split(r" {2,}", line)[0].split(", ") for line in block.text.splitlines()]
    assert shown == checked


def test_every_message_of_the_web_sockets_is_on_its_page() -> None:
    """`contest` and `watched` stand in sentences; all others have a row."""
    from plyground.ui.web.analysis import analysis_messages as analysis
    from plyground.ui.web.contests import contest_messages as contests
    from plyground.ui.web.play import play_messages as play

    page = read_page("docs/reference/web.md")
    documented = {cell.strip("`") for cell in re.findall(r"^\| (`\w+`) \|", page, re.MULTILINE)}
    documented |= {
        tag for tag in ("contest", "watched") if f"`{tag}`" in section(page, "## Following a contest")
    }
    said = {"refused"}
    for module in (play, analysis, contests):
        for value in vars(module).values():
            if isinstance(value, type) and issubclass(value, msgspec.Struct):
                said |= {str(value.__struct_config__.tag)} - {"None"}
    assert {tag for tag in said if not tag.startswith("_")} == documented


def tables_of(text: str) -> Iterator[tuple[list[str], list[list[str]]]]:
    """Yield the heading and the rows of each table of a page."""
    for table in re.findall(r"(?:^\|.*\|\n)+", text, re.MULTILINE):
        heading, _, *rows = (
            [cell.strip() for cell in line.strip("|").split("|")] for line in table.splitlines()
        )
        yield heading, rows
