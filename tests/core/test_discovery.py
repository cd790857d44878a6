"""Games are found by name, in files and in installed packages; the broken ones are told in one line."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest

import plyground as ply
from plyground.core import discovery
from tests.strangers import NIM, environment_with, install, nim_source, python

LIST_GAMES = "from plyground.core.discovery import known_games; print(*known_games())"


@pytest.fixture(autouse=True)
def _forget_files(monkeypatch: pytest.MonkeyPatch) -> None:
    """Games of files stay known as long as a process runs: no test shall see another one's."""
    monkeypatch.setattr(discovery, "_from_files", {})


def written(tmp_path: Path, source: str | bytes, name: str = "game.py") -> str:
    file = tmp_path / name
    file.write_bytes(source if isinstance(source, bytes) else source.encode())
    return str(file)


def problem_with(path: str) -> str:
    with pytest.raises(ply.GameFileError) as caught:
        ply.game(path)
    message = str(caught.value)
    assert "\n" not in message
    assert Path(path).name in message, "it names the file"
    return message


def run(code: str, folder: Path) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        python("-c", code), env=environment_with(folder), capture_output=True, text=True, check=False
    )


def test_the_four_games_are_there() -> None:
    assert list(discovery.known_games()) == ["breakthrough", "duel", "konane", "othello"]
    assert all(map(discovery.is_built_in, discovery.known_games().values()))


@pytest.mark.parametrize(
    ("name", "found"),
    [("othello", "othello"), ("Othello", "othello"), ("wumpus", "duel"), ("wumpus-duel", "duel")],
)
def test_names_and_aliases(name: str, found: str) -> None:
    assert ply.game(name).name == found


@pytest.mark.parametrize(
    ("name", "hint"),
    [
        ("otelo", "; did you mean 'othello'? (there are: breakthrough, duel, konane, othello)"),
        ("wumpsu", "; did you mean 'wumpus'? (there are:"),
        ("KONAME", "; did you mean 'konane'? (there are:"),
        ("chess", "there is no game 'chess' (there are: breakthrough, duel, konane, othello)"),
        ("", "there is no game '' (there are:"),
        ("two\nlines", "there is no game 'two\\nlines' (there are:"),
        ("_private", "there is no game '_private' (there are:"),
    ],
)
def test_unknown_names_suggest_the_nearest(name: str, hint: str) -> None:
    with pytest.raises(ply.UnknownGameError) as caught:
        ply.game(name)
    assert hint in str(caught.value)
    assert "\n" not in str(caught.value)


def test_a_file_holds_a_game() -> None:
    position = ply.game(str(NIM), size="1x5", most=2).start()
    assert position.text == "ttttt first"
    assert [str(move) for move in position.moves()] == ["e1", "d1"]
    assert position.play("d1").text == "ttt2 second"


def test_a_file_that_was_loaded_is_known_by_its_name_and_alias() -> None:
    with pytest.raises(ply.UnknownGameError):
        ply.game("nim")
    rules = discovery.load_file(NIM)
    assert discovery.find_rules("nim") is discovery.find_rules("heap") is rules
    assert not discovery.is_built_in(rules)
    assert list(discovery.known_games()) == ["breakthrough", "duel", "konane", "nim", "othello"]


def test_a_position_of_a_file_comes_back_from_json() -> None:
    position = ply.game(str(NIM), most=2).start().play("g1")
    assert ply.Position.from_json(position.to_json()) == position


def test_a_file_is_run_once_and_again_only_after_an_edit(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(sys, "dont_write_bytecode", False)
    path = written(tmp_path, nim_source())
    first = discovery.load_file(path)
    assert discovery.load_file(path) is first
    # Written in the same second and as long as before: only the content tells.
    written(tmp_path, nim_source(option='"most", default=2'))
    assert ply.game(path).options["most"] == 2
    assert not (tmp_path / "__pycache__").exists(), "nothing is left beside somebody's file"


def test_a_file_may_be_mended_and_loaded_again(tmp_path: Path) -> None:
    path = written(tmp_path, "RULES = None\n")
    problem_with(path)
    written(tmp_path, nim_source())
    assert ply.game(path).name == "nim"


@pytest.mark.parametrize(
    ("source", "problem"),
    [
        ("x = 1\n\nx = = 2\n", "line 3: SyntaxError: invalid syntax"),
        ("def rules():\nreturn 1\n", "line 2: IndentationError: expected an indented block"),
        ("\n\nraise ValueError('first\\nsecond')\n", "line 3: ValueError: first"),
        ("\nassert False\n", "line 2: AssertionError"),
        ("\n\n\n1 / 0\n", "line 4: ZeroDivisionError: division by zero"),
        ("\nimport no_such_module\n", "line 2: ModuleNotFoundError: No module named 'no_such_module'"),
        # The error happens deep in another file; the line is the one in this file.
        ("import json\njson.loads('{')\n", "line 2: JSONDecodeError: Expecting property name"),
        ("def f():\n    return g()\n\nf()\n", "line 2: NameError: name 'g' is not defined"),
        ("import sys\nsys.exit(3)\n", "line 2: SystemExit: 3"),
        ("from plyground.core.rules import Rules\n\nRULES = Rules()\n", "line 3: TypeError: "),
        ("", "it has no RULES = Rules(...), so it is not a game"),
        ("RULES = 3\n", "it has no RULES = Rules(...), so it is not a game"),
    ],
    ids=lambda value: ascii(value)[:40],
)
def test_broken_files(tmp_path: Path, source: str | bytes, problem: str) -> None:
    before = set(sys.modules)
    path = written(tmp_path, source)
    assert problem_with(path).startswith(f"{path}: {problem}")
    half_run = {name for name in set(sys.modules) - before if name.startswith("plyground_file_")}
    assert "RULES" in problem or not half_run, "the next import must not find half a module"


@pytest.mark.parametrize("source", [b"x = '\xff'\n", b"x = 1\0\n"])
def test_files_that_are_not_text(tmp_path: Path, source: bytes) -> None:
    problem = problem_with(written(tmp_path, source))
    assert "SyntaxError: " in problem
    assert "None" not in problem, "a line that is not known is not told"


@pytest.mark.parametrize("taken", ["othello", "Othello", "wumpus"])
def test_a_file_cannot_take_the_name_of_another_game(tmp_path: Path, taken: str) -> None:
    for source in (nim_source(name=f'name="{taken}"'), nim_source(aliases=f'aliases=("{taken}",)')):
        problem = problem_with(written(tmp_path, source))
        assert f"there is a game named '{taken}' already; choose another name" in problem
    assert ply.game("othello").players == ("black", "white")


def test_files_that_are_not_there_or_not_python(tmp_path: Path) -> None:
    (tmp_path / "folder.py").mkdir()
    assert problem_with(str(tmp_path / "folder.py")).endswith("it is a folder, and a game is a Python file")
    assert problem_with(str(tmp_path / "gone.py")).endswith("it is not there, and a game is a Python file")
    text = written(tmp_path, nim_source(), "game.txt")
    with pytest.raises(ply.GameFileError, match="it does not end in"):
        discovery.load_file(text)
    with pytest.raises(ply.UnknownGameError, match="there is no game"):
        ply.game(text)


@pytest.mark.parametrize("path", ["x" * 5000 + ".py", "\0.py", "\ud800.py"], ids=["long", "zero", "half"])
def test_names_that_no_file_can_have(path: str) -> None:
    with pytest.raises(ply.GameFileError, match="it cannot be read as a file") as caught:
        ply.game(path)
    assert len(str(caught.value)) < 300


def test_a_file_that_may_not_be_read(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def refuse(file: Path) -> bytes:
        raise PermissionError(13, "Permission denied", str(file))

    path = written(tmp_path, nim_source())
    monkeypatch.setattr(Path, "read_bytes", refuse)
    assert problem_with(path).endswith("it cannot be read as a file")


def test_an_installed_package_brings_a_game(tmp_path: Path) -> None:
    install(tmp_path, "nim", "installed_nim:RULES", nim_source())
    found = run(LIST_GAMES, tmp_path)
    assert found.stdout.split() == ["breakthrough", "duel", "konane", "nim", "othello"]
    assert found.stderr == ""
    played = run("import plyground as ply; print(ply.game('heap').start().play('g1').text)", tmp_path)
    assert played.stdout == "tttttt1 second\n"


def test_an_entry_point_may_name_the_module(tmp_path: Path) -> None:
    install(tmp_path, "nim", "installed_nim", nim_source())
    assert "nim" in run(LIST_GAMES, tmp_path).stdout.split()


def test_a_broken_package_costs_itself_only_and_is_named(tmp_path: Path) -> None:
    install(tmp_path, "good", "good_nim:RULES", nim_source())
    broken = {
        "failing": ("failing_game:RULES", "1 / 0\n", "ZeroDivisionError: division by zero"),
        "leaving": ("leaving_game:RULES", "raise SystemExit(3)\n", "SystemExit: 3"),
        "missing": ("missing_game:NO_RULES", "RULES = 1\n", "AttributeError"),
        "unwritten": ("unwritten_game:RULES", "x = = 1\n", "SyntaxError: invalid syntax"),
        "nothing": ("nothing_game:RULES", "RULES = 1\n", "it has no RULES = Rules(...)"),
        "thief": ("thief_game", nim_source(name='name="othello"'), "there is a game named 'othello' already"),
    }
    for entry, (target, source, _) in broken.items():
        install(tmp_path, entry, target, source)
    found = run(LIST_GAMES, tmp_path)
    assert found.stdout.split() == ["breakthrough", "duel", "konane", "nim", "othello"]
    for entry, (target, _, problem) in broken.items():
        warning = next(line for line in found.stderr.splitlines() if f"'{entry}'" in line)
        assert f"the game '{entry}' ({target}) cannot be used: " in warning
        assert problem in warning
    assert "good" not in found.stderr


def test_games_of_the_environment_are_known_by_name_in_every_process(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    file = written(tmp_path, nim_source(), "mine.py")
    broken = written(tmp_path, "x = = 1", "broken.py")
    monkeypatch.setenv("PLYGROUND_GAMES", f"{broken}:{file}")
    done = subprocess.run(python("-c", LIST_GAMES), capture_output=True, encoding="utf-8", check=True)
    assert "nim" in done.stdout.split()
    assert "PLYGROUND_GAMES: " in done.stderr
    assert "broken.py: line 1: SyntaxError" in done.stderr


def test_a_shared_file_is_known_by_its_name_and_its_path(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("PLYGROUND_GAMES", "")
    file = written(tmp_path, nim_source(), "mine.py")
    with pytest.raises(ply.UnknownGameError):
        discovery.find_known_rules(file)
    rules = discovery.share_file(file)
    monkeypatch.setattr(discovery, "_from_files", {})  # as in a process that was started since
    assert discovery.find_known_rules("nim") is rules
    assert discovery.find_known_rules(discovery.source_of(rules)) is rules
