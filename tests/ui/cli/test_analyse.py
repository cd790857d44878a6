"""`plyground analyse`."""

from __future__ import annotations

import re
import signal
import subprocess
import sys
import time

import pytest

from .running import json_of, output_of, run

WON = ("analyse", "breakthrough", "--position", "6/2w3/6/6/b5/6 white")
SMALL = ("analyse", "othello", "--size", "4", "--evaluate", "squares")
PROOF = ("proved", "value", "margin", "distance")
EVALUATIONS = {"breakthrough": "piece", "duel": "pieces", "konane": "mobility", "othello": "squares"}


@pytest.mark.parametrize("name", EVALUATIONS)
def test_the_json_of_the_contract(name: str) -> None:
    answer = json_of("analyse", name, "--evaluate", EVALUATIONS[name], "--depth", "3")
    assert list(answer) == [*("move", "score", "depth", "nodes", "seconds", "line"), *PROOF]
    assert answer["depth"] == 3
    assert answer["line"][0] == answer["move"]
    assert answer["move"] in [each["move"] for each in json_of("moves", name)["moves"]]
    assert answer["nodes"] > 3


@pytest.mark.parametrize("algorithm", ["minimax", "alphabeta", "engine"])
def test_all_algorithms_find_the_same_win(algorithm: str) -> None:
    answer = json_of(*WON, "--algorithm", algorithm, "--depth", "2")
    assert answer["score"] == 1_000_000 - 1


def test_minimax_looks_at_most_and_features_can_be_switched() -> None:
    def nodes(*options: str) -> int:
        found: int = json_of(*SMALL, "--depth", "6", *options)["nodes"]
        return found

    alphabeta = nodes("--algorithm", "alphabeta")
    assert nodes("--algorithm", "minimax") > alphabeta
    assert nodes("--algorithm", "minimax", "--with", "alphabeta") == alphabeta
    everything = "scouting,aspiration,deepening,table,deeper,killers,history,noisy,reductions,quiescence"
    assert nodes("--without", everything) == alphabeta  # the names of earlier versions
    everything = "pvs,aspiration,deepening,tt,tt_deeper,killers,history,tactical,lmr,quiescence"
    assert nodes("--without", everything) == alphabeta
    assert nodes("--algorithm", "alphabeta", "--order", "squares") != alphabeta


def test_the_table_for_people() -> None:
    lines = output_of(*SMALL, "--depth", "3").splitlines()
    assert lines[0] == "4/1wb1/1bw1/4 black"
    assert lines[1].split() == ["depth", "score", "nodes", "seconds", "nodes/s", "table", "line"]
    column = lines[1].index("line")
    for depth, line in enumerate(lines[2:5], start=1):
        assert re.match(rf" +{depth} +[+-]\d+\.\d\d +\d+ +\d+\.\d+ +\d+%  \w\d", line)
        assert len(line[column:].split()) == depth
    assert re.fullmatch(r"black plays \w\d, score [+-]\d+\.\d\d", lines[5])


def test_wins_and_losses_are_told_in_words() -> None:
    assert "win at once" in output_of(*WON, "--depth", "3")
    lost = ("analyse", "breakthrough", "--position", "6/2w3/b5/6/6/6 black", "--depth", "4")
    assert "proved loss in 1 move" in output_of(*lost)


def test_several_lines() -> None:
    answer = json_of(*SMALL, "--depth", "4", "--multipv", "3")
    assert [list(each) for each in answer["lines"]] == [["move", "score", "line", *PROOF]] * 3
    scores = [each["score"] for each in answer["lines"]]
    assert scores == sorted(scores, reverse=True)
    assert (answer["move"], answer["score"]) == (answer["lines"][0]["move"], scores[0])
    rows = output_of(*SMALL, "--depth", "4", "--multipv", "3").splitlines()
    assert len(rows) == 2 + 4 * 3 + 1


def test_a_finished_game_is_told() -> None:
    over = ("analyse", "breakthrough", "--position", "6/2w3/6/6/b5/6 white", "--play", "c5-c6")
    assert output_of(*over).splitlines()[-1].startswith("the game is over: white wins")
    assert json_of(*over)["move"] is None


def test_a_clock_and_nodes_end_a_search() -> None:
    assert json_of("analyse", "othello", "--evaluate", "squares", "--clock", "2+0.1")["move"]
    assert json_of("analyse", "othello", "--evaluate", "squares", "--nodes", "5000")["nodes"] < 6000


@pytest.mark.parametrize(
    ("options", "problem"),
    [
        (["--depth", "0"], "depth 0 cannot be searched; allowed: 1 to 128"),
        (["--seconds", "0"], "0.0 seconds are no time to search in"),
        (["--nodes", "0"], "0 nodes are too few"),
        (["--clock", "soon"], "'soon' is no clock; write seconds and increment, such as 60+1"),
        (["--evaluate", "sqares"], "there is no heuristic 'sqares' for othello; did you mean 'squares'?"),
        (["--order", "nothing"], "there is no heuristic 'nothing' for othello"),
        (["--with", "magic"], "the engine has no feature 'magic' (it has: alphabeta, "),
        (["--without", "killer"], "did you mean 'killers'?"),
        (["--threads", "1000"], "1000 threads cannot search; allowed: 0 (one a core) to 256"),
        (["--hash", "99999999"], "a table of 99999999 MB does not fit into this machine's"),
        (["--hash", "-1"], "a table of -1 MB"),
        (["--multipv", "0"], "--multipv"),
        (["--algorithm", "magic"], "'magic' is not one of 'minimax', 'alphabeta', 'engine'"),
    ],
)
def test_mistakes_are_told_in_one_line(options: list[str], problem: str) -> None:
    finished = run("analyse", "othello", *options)
    assert finished.code == 2
    assert len(finished.complaints) == 1
    assert problem in finished.complaints[0]
    assert finished.output == ""


def test_ctrl_c_ends_the_search_with_the_best_so_far() -> None:
    command = [sys.executable, "-m", "plyground", "analyse", "othello", "--evaluate", "squares"]
    process = subprocess.Popen(
        [*command, "--seconds", "600"], stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True
    )
    assert process.stdout is not None
    for _ in range(4):
        process.stdout.readline()
    time.sleep(0.3)
    process.send_signal(signal.SIGINT)
    rest, errors = process.communicate(timeout=60)
    assert process.returncode == 0
    assert "Traceback" not in errors
    assert re.search(r"^black plays \w\d, score ", rest, re.MULTILINE)
