"""Sources: the printed games come out board for board, and printed figures stand beside ours."""

from __future__ import annotations

from typing import Any

import pytest

from plyground.core.position import game
from plyground.errors import OptionError
from plyground.study.declared import make_study
from plyground.study.known.sources import Measured, Replay, Replays, Task, verdict
from plyground.study.konane_report import ReplayedGame, ReportSearch, replay_game
from plyground.study.published import KONANE_LAST_BOARDS, KONANE_SECONDS, LastBoard
from plyground.study.study_running import answer
from tests.search.positions import random_positions
from tests.study.asking import rows_of, small

START = game("konane").start()
MADE_UP: dict[str, dict[str, Any]] = {
    "konane": {"line": ["a1"], "last": KONANE_LAST_BOARDS[3].position, "seconds": 0.5},
    "duel": {"score": 1.0, "nodes": 10, "seconds": 0.25, "cuts": 4, "first_cuts": 2},
    "othello": {"seconds": [0.1, 0.4], "choices": [3, 2]},
    "breakthrough": {"seconds": [0.1, 0.2], "nodes": [1, 2], "took": 2.5},
}


@pytest.mark.parametrize("algorithm", ["minimax", "alphabeta"])
@pytest.mark.parametrize(
    ("depth", "moves", "last"),
    [
        (3, 45, "6b1/4w2b/2b3b1/7b/b5b1/2wbw3/5w1w/wbw1w1wb white"),
        (4, 51, "b6w/8/b2w3w/4w3/8/3b1b2/6b1/wbw2b2 white"),
    ],
)
def test_the_games_end_on_the_printed_boards(algorithm: str, depth: int, moves: int, last: str) -> None:
    found = replay_game(algorithm, depth)
    assert (len(found.line), found.last) == (moves, last)
    assert found.line[:2] == ["a1", "b1"]
    assert found.seconds > 0


def test_the_order_of_the_source_lists_the_legal_moves() -> None:
    search = ReportSearch(START.game, "minimax")
    for position in random_positions(START.game, 60, seed=4):
        assert sorted(search.list_moves(position)) == sorted(each.code for each in position.moves())


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        (START.text, ["a1", "h8", "e5", "d4"]),
        (START.play("a1").text, ["b1", "a2"]),
        (START.play("e5").text, ["e4", "f5", "e6", "d5"]),
        # By rows, then up, right, down and left, and the shorter jump first.
        ("8/8/3w4/2wbw1w1/3w4/8/8/8 black", ["d4-d2", "d4-f4", "d4-h4", "d4-d6", "d4-b4"]),
        ("b7/w7/2bw4/8/8/8/8/8 black", ["a1-a3", "c3-e3"]),
    ],
)
def test_the_order_of_the_source(text: str, expected: list[str]) -> None:
    position = START.game.position(text)
    names = {each.code: str(each) for each in position.moves()}
    assert [names[code] for code in ReportSearch(START.game, "minimax").list_moves(position)] == expected


def test_the_study_plays_the_games_of_konane() -> None:
    games, times = answer(make_study("sources", START, only="konane", depth=4))
    rows = rows_of(games)
    assert [(row["depth"], row["algorithm"]) for row in rows] == [
        *((3, "minimax"), (3, "alphabeta"), (4, "minimax"), (4, "alphabeta")),
    ]
    assert [(row["moves"], row["position"], row["verdict"]) for row in rows[::2]] == [
        (*KONANE_LAST_BOARDS[depth], "same") for depth in (3, 4)
    ]
    assert games.sentences == [
        "Depth 3: minimax and alpha-beta play the same 45 moves.",
        "Depth 4: minimax and alpha-beta play the same 51 moves.",
    ]
    assert {(row["depth"], row["algorithm"]): row["printed"] for row in rows_of(times)} == {
        key: seconds for key, seconds in KONANE_SECONDS.items() if key[0] < 5
    }
    assert all(row["gain"] == row["printed"] / row["seconds"] for row in rows_of(times))


def test_a_game_that_ends_otherwise_says_where() -> None:
    printed = LastBoard(45, "8/8/8/3b4/3w4/8/8/8 white")
    assert verdict(ReplayedGame(["a1"] * 45, printed.position, 0.1), printed) == "same"
    other = ReplayedGame(["a1"] * 45, "b7/8/8/8/3w4/8/8/8 white", 0.1)
    assert verdict(other, printed) == "differs on a1, d4; 45 moves printed"
    longer = ReplayedGame(["a1"] * 47, printed.position, 0.1)
    assert verdict(longer, printed) == "the same stones; 45 moves printed"


def test_algorithms_that_part_are_noticed() -> None:
    replays = Replays(start=START, depth=3)
    lines = {"minimax": ["a1", "b1", "c1-a1"], "alphabeta": ["a1", "b1", "a3-a1"]}
    results = {
        task: ReplayedGame(lines[task.algorithm], "b7/8/8/8/8/8/8/8 white", 0.1) for task in replays.plan()
    }
    assert Replay(3, "minimax") in results
    [section, _] = replays.sections(results)
    assert section.sentences == ["Depth 3: minimax and alpha-beta part at move 3."]


def test_the_figures_of_every_source_stand_beside_ours() -> None:
    study = make_study("sources", START, positions=1, games=1)
    results = {task: Measured(MADE_UP[task.source]) for task in study.plan()}
    _, konane, duel, othello, breakthrough = study.sections(results)
    assert [(row["depth"], row["algorithm"], row["printed"]) for row in rows_of(konane)] == [
        *((3, "minimax", 3.77), (3, "alphabeta", 2.26), (4, "minimax", 21.06), (4, "alphabeta", 5.31)),
        *((5, "minimax", 173.96), (5, "alphabeta", 18.45)),
    ]
    assert [(row["order"], row["printed"], row["seconds"]) for row in rows_of(duel)] == [
        ("moves", 8.84, 0.25),
        ("advantage", 2.78, 0.25),
        ("euclidean", 19.42, 0.25),
        ("manhattan", 19.19, 0.25),
        ("spacing", 15.0, 0.25),
    ]
    assert "In the source advantage takes the least time and euclidean the most;" in duel.sentences[0]
    assert [(row["printed"], row["seconds"], row["move"]) for row in rows_of(othello)] == [
        ("under 1 s", 0.25, None),
        ("about 0.8 s at move 29", 0.4, 2),
        ("4 to 5 s", 0.4, None),
    ]
    assert [(row["limit"], row["longest"]) for row in rows_of(breakthrough)] == [(3.0, 2.9), (3.0, 2.5)]


def test_sources_are_measured_by_their_own_studies() -> None:
    study = make_study("sources", START, only="duel,breakthrough", positions=2)
    tasks = list(study.plan())
    assert tasks == [
        *(Task("duel", number) for number in range(6 * 2)),  # five orders and none
        *(Task("breakthrough", number) for number in range(3)),
    ]
    assert study.cost(tasks[-1]) > study.cost(tasks[0])


@pytest.mark.parametrize(
    ("options", "problem"),
    [
        ({"only": "konan"}, "there is no source 'konan'; did you mean 'konane'?"),
        ({"depth": 6}, "the source of Konane has no depth 6; it has 3 to 5"),
        ({"positions": 0}, "positions 0 is too few"),
        ({"seconds": 0.0}, "seconds"),
    ],
)
def test_what_is_not_in_the_sources_is_refused(options: dict[str, Any], problem: str) -> None:
    with pytest.raises(OptionError, match=problem.replace("?", r"\?")):
        make_study("sources", START, **options)


def test_other_boards_are_refused() -> None:
    with pytest.raises(OptionError, match="has the games and boards of the sources"):
        small("sources", "konane", "6")
