"""Studies are found, made from options, and come back from what is kept about them."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from plyground.core.position import game
from plyground.errors import OptionError, PlygroundError
from plyground.study.declared import known_studies, make_study, settings_of, study_of

from .asking import start_of

NAMES = [
    *("ablation", "algorithms", "compare", "deepening", "evaluations", "exploration", "growth"),
    *("heuristics", "playouts", "pruning", "solved", "sources", "threads", "time"),
]


def test_every_study_is_found_and_says_what_it_asks() -> None:
    known = known_studies()
    assert list(known) == NAMES
    for name, kind in known.items():
        assert kind.name == name
        assert len(kind.question()) > 20
        assert kind.question().endswith(".")
        assert all(each.help.endswith(".") and each.type in (int, float, str) for each in kind.options())


@pytest.mark.parametrize("name", NAMES)
def test_a_study_comes_back_from_its_settings(name: str) -> None:
    start = start_of("konane", "8x8")
    made = make_study(name, start, seed=7)
    settings = json.loads(json.dumps(settings_of(made)))
    again = study_of(settings)
    assert again == made
    assert settings_of(again) == settings
    assert list(again.plan()) == list(made.plan())


def test_a_position_comes_back_with_the_moves_before_it() -> None:
    start = game("duel", size=6, seed=3).start()
    later = start.play(start.moves()[0])
    later = later.play(later.moves()[0])
    again = study_of(json.loads(json.dumps(settings_of(make_study("pruning", later)))))
    assert [str(each.last_move) for each in again.start.line()[1:]] == [
        str(each.last_move) for each in later.line()[1:]
    ]
    assert again.start.line()[0].text == start.text


def test_a_position_that_was_given_comes_back() -> None:
    position = game("breakthrough").position("bb2/4/4/4/w3 black")
    assert study_of(settings_of(make_study("pruning", position))).start == position


def test_files_are_found_from_anywhere(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    (tmp_path / "mine.py").write_text(
        "def central(board, state):\n    '''Nothing.'''\n    return 0.0\n", encoding="utf-8"
    )
    monkeypatch.chdir(tmp_path)
    made = make_study("pruning", start_of("konane", "4x4"), evaluate="mine.py:central")
    assert settings_of(made)["given"]["evaluate"] == f"{tmp_path}/mine.py:central"


@pytest.mark.parametrize(
    ("name", "options", "problem"),
    [
        ("prunning", {}, "there is no study 'prunning'; did you mean 'pruning'"),
        ("pruning", {"deph": 3}, "study pruning has no option 'deph'; did you mean 'depth'"),
        ("pruning", {"depth": 0}, "depth 0 cannot be searched"),
        ("pruning", {"moves": 0}, "moves 0 is too few"),
        ("pruning", {"opponent": "nobody"}, "there is no player 'nobody'"),
        ("pruning", {"evaluate": "nothing"}, "there is no heuristic 'nothing'"),
        ("heuristics", {"orders": "mobility,nothing"}, "there is no heuristic 'nothing'"),
        ("heuristics", {"positions": 0}, "positions 0 is too few"),
        ("ablation", {"features": "alphabeta,killrs"}, "no feature 'killrs'; did you mean 'killers'"),
        ("ablation", {"seconds": 0.0}, "0.0 seconds are no time"),
        ("ablation", {"nodes": 0}, "0 nodes are too few"),
        ("time", {"player": "nobody"}, "there is no player 'nobody'"),
        ("time", {"most_moves": 0}, "most-moves 0 is too few"),
        ("deepening", {"seconds": -1.0}, "-1.0 seconds are no time"),
        ("evaluations", {"depths": "1,x"}, "depths '1,x' are no whole numbers"),
        ("evaluations", {"evaluations": "mobility"}, "needs two evaluations"),
        ("threads", {"threads": 1000}, "1000 threads cannot search"),
        ("growth", {"sizes": "4,99"}, "size 99x99 is not played"),
    ],
)
def test_mistakes_are_told(name: str, options: dict[str, Any], problem: str) -> None:
    with pytest.raises(PlygroundError) as told:
        make_study(name, start_of("konane", "4x4"), **options)
    assert problem in str(told.value)


def test_a_finished_game_cannot_be_studied() -> None:
    over = game("breakthrough").position("w3/4/b3/4 black")
    with pytest.raises(OptionError, match="the game is over"):
        make_study("pruning", over)


def test_growth_is_about_whole_boards() -> None:
    start = start_of("konane", "4x4")
    with pytest.raises(OptionError, match="it begins where games begin"):
        make_study("growth", start.play(start.moves()[0]))
