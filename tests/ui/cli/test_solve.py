"""`plyground solve`."""

from __future__ import annotations

import json
import re
import signal
import subprocess
import sys

import pytest

from plyground import solving
from plyground.ui.cli import solve
from tests.strangers import NIM

from .running import json_of, mistake, output_of

SMALL = ("solve", "othello", "--size", "4", "--hash", "1")
KEYS = [
    "value",
    "margin",
    "distance",
    "move",
    "line",
    "nodes",
    "seconds",
    "method",
    "certificate",
    "bounds",
    "id",
]


def test_the_json_of_the_contract() -> None:
    answer = json_of(*SMALL)
    assert list(answer) == KEYS
    assert (answer["value"], answer["margin"], answer["bounds"]) == ("loss", -8, [-8, -8])
    assert (answer["method"], answer["certificate"], answer["distance"]) == ("alphabeta", None, None)
    assert answer["move"] == answer["line"][0]
    assert answer["nodes"] > 100


def test_the_lines_for_people() -> None:
    value, line, effort = output_of(*SMALL).splitlines()
    assert value == "proved: white wins by 8"
    assert len(line.split()) >= 10
    assert re.fullmatch(r"[\d,]+ positions in \d+\.\d\d s by alphabeta", effort)


def test_only_who_wins() -> None:
    answer = json_of(*SMALL, "--win")
    assert (answer["value"], answer["margin"]) == ("loss", None)
    assert answer["nodes"] < json_of(*SMALL)["nodes"]
    assert output_of(*SMALL, "--win").splitlines()[0].startswith("proved: white wins by at least ")


def test_a_limit_that_runs_out_gives_the_bounds_and_no_value() -> None:
    answer = json_of(*SMALL, "--nodes", "200")
    assert (answer["value"], answer["margin"], answer["bounds"]) == (None, None, [-16, 16])
    assert (answer["move"], answer["line"]) == (None, [])
    assert output_of(*SMALL, "--nodes", "200").startswith("not proved: nothing is known yet\n")


def test_seconds_that_run_out() -> None:
    answer = json_of("solve", "othello", "--seconds", "0.2", "--hash", "1")
    assert answer["value"] is None
    assert 0.2 <= answer["seconds"] < 60


def test_a_finished_game_is_solved_at_once() -> None:
    answer = json_of("solve", "othello", "--position", "wwww/wwww/wwww/wwwb black")
    assert (answer["value"], answer["margin"], answer["distance"]) == ("loss", -14, 0)
    assert (answer["move"], answer["line"], answer["nodes"]) == (None, [], 0)


def test_a_game_in_a_file_is_solved_with_its_rules_alone() -> None:
    answer = json_of("solve", str(NIM), "--most", "2", "--hash", "1")
    assert (answer["value"], answer["margin"], answer["move"]) == ("win", None, "g1")


@pytest.mark.parametrize(
    ("words", "problem"),
    [
        (["duel", "--method", "dfpn"], "dfpn cannot solve duel, where repeated positions are draws"),
        (["duel", "--hash", "1"], "positions can be reached, which do not fit into 1 MB"),
        (["othello", "--method", "dfpn"], "dfpn proves who wins, and othello has margins; use alphabeta"),
        (["othello", "--method", "magic"], "'magic' is not one of 'auto', 'alphabeta'"),
        (["othello", "--seconds", "0"], "0.0 seconds are no time to search in"),
        (["othello", "--nodes", "0"], "0 nodes are too few"),
        (["othello", "--hash", "-1"], "a table of -1 MB"),
        (
            ["duel", "--size", "3", "--repetitions", "0", "--quiet", "0", "--method", "alphabeta"],
            "can last more than 126 plies",
        ),
    ],
)
def test_mistakes_are_told_in_one_line(words: list[str], problem: str) -> None:
    assert problem in mistake("solve", *words)


def test_the_methods_are_those_of_the_solver() -> None:
    """They are written down twice, so that the help need not import the solver."""
    assert solve.METHODS == solving.METHODS


def test_retrograde_analysis_knows_the_distance() -> None:
    answer = json_of("solve", "konane", "--size", "4", "--method", "retrograde")
    assert (answer["value"], answer["distance"], answer["method"]) == ("loss", 6, "retrograde")
    assert len(answer["line"]) == 6
    assert "the game is over in 6 plies" in output_of(
        "solve", "konane", "--size", "4", "--method", "retrograde"
    )


def test_positions_that_repeat_are_solved_without_counters_and_it_says_so() -> None:
    lines = output_of("solve", "duel", "--position", "w2/3/1H1 adversary").splitlines()
    assert lines[0] == "proved: adversary wins"
    assert lines[1] == "the game is over in 3 plies"
    assert lines[2].startswith("positions are solved without counters")
    late = json_of("solve", "duel", "--position", "w2/3/1H1 adversary 97")
    assert (late["value"], late["bounds"]) == (None, [0, 1]), "the no-progress rule comes first"


def test_ctrl_c_stops_it_with_what_is_proved() -> None:
    command = [sys.executable, "-m", "plyground", "solve", "othello", "--hash", "1"]
    process = subprocess.Popen(
        [*command, "--json"], stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True
    )
    with pytest.raises(subprocess.TimeoutExpired):
        process.wait(timeout=15)
    process.send_signal(signal.SIGINT)
    output, errors = process.communicate(timeout=120)
    assert process.returncode == 130
    assert "Traceback" not in errors
    answer = json.loads(output)
    assert (answer["value"], answer["bounds"]) == (None, [-64, 64])
