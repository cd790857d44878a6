"""Values travel: by pickle to other processes and clusters, by deepcopy inside one."""

from __future__ import annotations

import copy
import pickle
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

import plyground as ply
from plyground.core.discovery import find_rules
from plyground.errors import GameFileError
from tests.boards import STARTS, random_game

Travel = Callable[[Any], Any]

BY_PICKLE: Travel = lambda value: pickle.loads(pickle.dumps(value))  # noqa: E731, S301
TRAVELS = [pytest.param(BY_PICKLE, id="pickle"), pytest.param(copy.deepcopy, id="deepcopy")]

OWN_GAME = (Path(__file__).parents[1] / "nim.py").read_text()
OWN_HEURISTIC = """
from plyground import heuristic

@heuristic("breakthrough")
def decorated(board, state):
    return 2.0

def plain(board, state):
    return 3.0
"""

READ_ELSEWHERE = "import pickle, sys; value = pickle.load(sys.stdin.buffer); print({expression})"


def read_elsewhere(value: object, expression: str, folder: Path) -> str:
    """Unpickle a value in a fresh process, in another folder, and return what it says of it."""
    done = subprocess.run(
        [sys.executable, "-c", READ_ELSEWHERE.format(expression=expression)],
        input=pickle.dumps(value),
        stdout=subprocess.PIPE,
        cwd=folder,
        check=True,
    )
    return done.stdout.decode().strip()


@pytest.mark.parametrize("travel", TRAVELS)
@pytest.mark.parametrize("name", STARTS)
def test_a_position_keeps_its_board_and_its_past(name: str, travel: Travel) -> None:
    position = [*random_game(name, (6, 6), seed=3, plies=12)][-1]
    found = travel(position)
    assert (found, found.text, found.last_move) == (position, position.text, position.last_move)
    assert found.game.options == position.game.options
    assert [each.text for each in found.line()] == [each.text for each in position.line()]
    assert found.moves() == position.moves()


@pytest.mark.parametrize("travel", TRAVELS)
def test_the_board_of_a_position_text_travels_too(travel: Travel) -> None:
    position = ply.game("duel").position("whmwhm/6/1*4/6/4*1/WHMWHM adversary")
    assert travel(position) == position
    assert travel(position.game) == position.game != ply.game("duel", seed=1)


@pytest.mark.parametrize("travel", TRAVELS)
def test_a_past_of_any_length_travels(travel: Travel) -> None:
    position = ply.game("duel", size=3).start()
    start = position
    for _ in range(3000):  # longer than Python's stack is deep; repetitions do not stop `Position` itself
        position = ply.Position(position.game, position.state, position, None)
    assert len(travel(position).line()) == 3001
    assert travel(position).line()[0] == start


@pytest.mark.parametrize("travel", TRAVELS)
def test_a_report_travels_with_its_lines(travel: Travel) -> None:
    game = ply.game("breakthrough", size="5x4")
    *_, report = ply.Engine(game, "piece", megabytes=1).search(game.start(), ply.Limit(depth=4), lines=2)
    found = travel(report)
    assert found == report
    assert found.to_dict() == report.to_dict()
    assert [line.moves for line in found.lines] == [line.moves for line in report.lines]


@pytest.mark.parametrize("travel", TRAVELS)
@pytest.mark.parametrize("text", ["piece", "2*defensive - 0.5*reckless + piece"])
def test_an_evaluation_travels_by_its_name(text: str, travel: Travel) -> None:
    start = ply.game("breakthrough").start()
    heuristic = ply.find_evaluation("breakthrough", text)
    found = travel(heuristic)
    assert (found.name, found.game, found.summary) == (heuristic.name, heuristic.game, heuristic.summary)
    assert ply.evaluate(start, found) == ply.evaluate(start, text)


def test_a_position_is_read_in_another_process(tmp_path: Path) -> None:
    position = ply.game("othello", size=4).start().play("b1")
    assert read_elsewhere(position, "value.text", tmp_path) == position.text


def test_a_game_of_a_file_is_loaded_again_where_it_is_needed(tmp_path: Path) -> None:
    (tmp_path / "own.py").write_text(OWN_GAME)
    (tmp_path / "elsewhere").mkdir()
    game = ply.game(str(tmp_path / "own.py"))
    position = game.start()
    position = position.play(position.moves()[0])
    assert read_elsewhere(position, "value.text", tmp_path / "elsewhere") == position.text
    assert copy.deepcopy(position).game.rules is game.rules


def test_a_game_whose_file_is_gone_says_so(tmp_path: Path) -> None:
    file = tmp_path / "own.py"
    file.write_text(OWN_GAME)
    written = pickle.dumps(ply.game(str(file)))
    file.unlink()
    with pytest.raises(GameFileError, match=r"own\.py: it is not there"):
        pickle.loads(written)  # noqa: S301


def test_rules_that_nobody_could_find_again_are_not_pickled() -> None:
    import dataclasses

    unknown = dataclasses.replace(find_rules("othello"), name="unheard")
    with pytest.raises(pickle.PicklingError, match=r"unheard.*file"):
        pickle.dumps(ply.Game.of(unknown, {}))


@pytest.mark.parametrize(
    ("text", "value"), [("decorated", "2.0"), ("plain", "3.0"), ("2*{file}:plain + piece", "6.0")]
)
def test_an_evaluation_of_a_file_travels(
    text: str, value: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "own.py").write_text(OWN_HEURISTIC)
    (tmp_path / "elsewhere").mkdir()
    monkeypatch.chdir(tmp_path)  # the path is relative here, and the other process is elsewhere
    heuristic = ply.find_evaluation(
        "breakthrough", text.format(file="own.py") if "{" in text else f"own.py:{text}"
    )
    score = "__import__('plyground').evaluate(__import__('plyground').game('breakthrough').start(), value)"
    assert read_elsewhere(heuristic, score, tmp_path / "elsewhere") == value
    assert read_elsewhere(heuristic, "value.name", tmp_path / "elsewhere") == heuristic.name


def test_an_engine_says_why_it_does_not_travel() -> None:
    engine = ply.Engine(ply.game("breakthrough"), megabytes=1)
    with pytest.raises(TypeError, match="an engine cannot be pickled or copied; make one in each process"):
        pickle.dumps(engine)
