"""Commands about a game in a file: what is broken in it is told in one line, with exit code 1."""

from __future__ import annotations

from pathlib import Path
from unittest import mock

import pytest

from plyground.core import soundness
from tests.strangers import nim_source

from .running import GAME_COMMANDS, mistake, problem_of, run, run_process


def written(tmp_path: Path, source: str) -> str:
    file = tmp_path.resolve() / "mine.py"
    file.write_text(source, encoding="utf-8")
    return str(file)


PLAYERS = ["a=first", "b=first", "--processes", "0"]
TALKING = {"engine", "play"}  # they begin with somebody's words
TELLING = [command for command in GAME_COMMANDS if command not in TALKING]


def arguments(command: str, game: str) -> list[str]:
    tuned = ["--constants", "widening", "--games", "2", "--match-games", "2", "--processes", "0"]
    more = {"perft": ["--depth", "2"], "match": PLAYERS, "tournament": PLAYERS, "tune": tuned}
    return [command, game, *more.get(command, [])]


@pytest.mark.parametrize(
    ("source", "problem"),
    [
        ("\nx = = 1\n", "line 2: SyntaxError: invalid syntax"),
        ("\n\n1 / 0\n", "line 3: ZeroDivisionError: division by zero"),
        ("import sys\nsys.exit(0)\n", "line 2: SystemExit: 0"),
        ("RULES = 1\n", "it has no RULES = Rules(...), so it is not a game"),
        (nim_source(name='name="othello"'), "there is a game named 'othello' already; choose another name"),
    ],
    ids=["syntax", "failing", "leaving", "no rules", "name taken"],
)
def test_a_file_that_cannot_be_loaded(tmp_path: Path, source: str, problem: str) -> None:
    file = written(tmp_path, source)
    for command in GAME_COMMANDS:
        assert problem_of(run(*arguments(command, file)), code=1) == f"{file}: {problem}"
    assert problem_of(run("moves", "--game", file), code=1) == f"{file}: {problem}"


def test_a_real_process_fails_with_1(tmp_path: Path) -> None:
    file = written(tmp_path, "\n1 / 0\n")
    problem = problem_of(run_process("moves", file), code=1)
    assert problem == f"{file}: line 2: ZeroDivisionError: division by zero"


def test_a_file_that_is_not_there(tmp_path: Path) -> None:
    gone = str(tmp_path / "gone.py")
    problem = f"{gone}: it is not there, and a game is a Python file"
    assert problem_of(run("moves", gone), code=1) == problem
    assert problem_of(run("moves", "--game", gone), code=1) == problem
    assert "there is no game" in mistake("moves", "--game", str(tmp_path / "game.txt"))


def test_a_function_that_fails_is_told_with_its_line(tmp_path: Path) -> None:
    source = nim_source(board="return Board(rows, columns, most // 0)")
    line = source[: source.index("most // 0")].count("\n") + 1
    file = written(tmp_path, source)
    for command in TELLING:
        problem = problem_of(run(*arguments(command, file)), code=1)
        assert problem.startswith(f"{file}: line {line}: ZeroDivisionError: ")


@pytest.mark.parametrize("command", TELLING)
def test_a_function_that_cannot_be_compiled_is_told_with_its_file(tmp_path: Path, command: str) -> None:
    source = nim_source(result="return ONGOING if eval('count > 0') else -1")
    line = source[: source.index("eval(")].count("\n") + 1
    file = written(tmp_path, source)
    problem = problem_of(run(*arguments(command, file)), code=1)
    assert problem.startswith(f"{file}: Numba cannot compile ")
    assert f"mine.py, line {line}): Untyped global name 'eval'" in problem


@pytest.mark.parametrize("command", TELLING)
def test_a_wrong_rule_is_told_before_anything_is_compiled(tmp_path: Path, command: str) -> None:
    source = nim_source(result="return no_such_name")
    line = source[: source.index("no_such_name")].count("\n") + 1
    file = written(tmp_path, source)
    finished = run(*arguments(command, file))
    problem = "NameError: name 'no_such_name' is not defined (at ttttttt first)"
    assert problem_of(finished, code=1) == f"{file}: line {line}: {problem}"
    assert "compiling" not in finished.errors


@pytest.mark.parametrize("command", TELLING)
def test_a_code_out_of_bounds_is_told_by_every_command(tmp_path: Path, command: str) -> None:
    source = nim_source().replace("moves[fewer] = fewer", "moves[fewer] = fewer + 1_000_000")
    line = source[: source.index("def legal_moves")].count("\n") + 1
    file = written(tmp_path, source)
    problem = "legal_moves lists the code 1000000; move_codes says that codes are from 0 to 2"
    assert problem_of(run(*arguments(command, file)), code=1).startswith(f"{file}: line {line}: {problem}")


def test_an_error_in_compiled_code_is_told_with_its_line(tmp_path: Path) -> None:
    late = 'if state.tokens == 1 and board.columns == 20:\n        raise ValueError("late")\n    '
    source = nim_source(result=f"{late}return ONGOING if count > 0 else -1")
    line = source[: source.index("raise ValueError")].count("\n") + 1
    file = written(tmp_path, source)
    with mock.patch.object(soundness, "MOST_POSITIONS", 1):
        finished = run("perft", file, "--size", "1x20", "--depth", "9")
    assert finished.code == 1
    assert finished.complaints == [f"plyground: {file}: line {line}: ValueError: late"]


@pytest.mark.parametrize("name", ["depth", "position", "json", "game_file", "help"])
def test_an_option_that_a_command_has_already(tmp_path: Path, name: str) -> None:
    file = written(tmp_path, nim_source(option=f'"{name}", default=3'))
    problem = problem_of(run(*arguments("perft", file)), code=1)
    assert problem == f"nim: perft has an option '{name}' of its own"


def test_an_option_with_a_name_in_capitals(tmp_path: Path) -> None:
    source = nim_source(option='"MOST", default=3').replace("most: int", "MOST: int")
    source = source.replace("columns, most)", "columns, MOST)").replace("(size, most)", "(size, MOST)")
    file = written(tmp_path, source)
    assert mistake("moves", file, "--MOST", "9") == "MOST 9 is not allowed; allowed: 1 to 5"
