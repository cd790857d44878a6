"""`plyground perft`."""

from __future__ import annotations

import re
import signal
import subprocess
import sys
from pathlib import Path

import pytest

from .running import json_of, output_of

# Counted by hand-checkable twins of the rules, or published.
LEAVES = {
    ("othello", "4"): [4, 12, 44, 128],
    ("othello", "8"): [4, 12, 56, 244],
    ("konane", "4"): [4, 12, 16, 52],
    ("breakthrough", "5"): [13, 156, 1924],
    ("duel", "3"): [7, 49, 420],
}


@pytest.mark.parametrize(("name", "size"), LEAVES)
def test_the_json_of_the_contract(name: str, size: str) -> None:
    leaves = LEAVES[name, size]
    answer = json_of("perft", name, "--size", size, "--depth", str(len(leaves)))
    assert list(answer) == ["nodes", "seconds"]
    assert answer["nodes"] == leaves
    assert isinstance(answer["seconds"], float)
    assert answer["seconds"] > 0


def test_the_lines_for_people() -> None:
    lines = output_of("perft", "othello", "--size", "4", "--depth", "4").splitlines()
    assert [re.sub(r" +[\d.]+ s$", "", line) for line in lines] == [
        "  1                    4",
        "  2                   12",
        "  3                   44",
        "  4                  128",
    ]


def test_thousands_are_set_apart_and_many_leaves_have_a_speed() -> None:
    last = output_of("perft", "breakthrough", "--size", "5", "--depth", "5").splitlines()[-1]
    depth, leaves, *_, speed, unit = last.split()
    assert depth == "5"
    assert re.fullmatch(r"\d{1,3}(,\d{3})+", leaves)
    assert (float(speed) > 0, unit) == (True, "M/s")


@pytest.mark.parametrize(("name", "size"), LEAVES)
def test_the_moves_divide_the_whole(name: str, size: str) -> None:
    leaves = LEAVES[name, size]
    options = ("perft", name, "--size", size, "--depth", str(len(leaves)), "--divide")
    answer = json_of(*options)
    assert list(answer) == ["depth", "divide", "total", "seconds"]
    moves = [entry["move"] for entry in json_of("moves", name, "--size", size)["moves"]]
    assert list(answer["divide"]) == moves
    assert sum(answer["divide"].values()) == answer["total"] == leaves[-1]
    lines = output_of(*options).splitlines()
    assert [line.split()[0] for line in lines] == [*moves, "total"]
    assert int(lines[-1].split()[1].replace(",", "")) == leaves[-1]


def test_depth_one_divides_into_ones() -> None:
    answer = json_of("perft", "othello", "--size", "4", "--depth", "1", "--divide")
    assert answer["divide"] == {"b1": 1, "a2": 1, "d3": 1, "c4": 1}


def test_it_counts_from_the_position_that_was_asked_for() -> None:
    behind = json_of("perft", "othello", "--size", "4", "--depth", "3", "--play", "b1")["nodes"]
    divided = json_of("perft", "othello", "--size", "4", "--depth", "4", "--divide")["divide"]
    assert behind[-1] == divided["b1"]
    text = "1b2/1bb1/1bw1/4 white"
    assert json_of("perft", "othello", "--position", text, "--depth", "3")["nodes"] == behind


def test_a_finished_game_stays_one_leaf() -> None:
    finished = ("perft", "konane", "--position", "3/3/3 white", "--depth", "3")
    assert json_of(*finished)["nodes"] == [1, 1, 1]
    answer = json_of(*finished, "--divide")
    assert (answer["divide"], answer["total"]) == ({}, 1)


def test_a_pass_is_a_ply() -> None:
    answer = json_of("perft", "othello", "--position", "wbb1/w3/4/4 black", "--depth", "3")
    assert answer["nodes"] == [1, 1, 1], "pass, the last disc, and then it is over"


ENDLESS = """
from dataclasses import replace

import numpy as np

from plyground.games import othello
from plyground.jit import kernel


@kernel
def result(board, state, count):
    while state.own == np.uint64(0x20418000000):  # four plies from the start
        pass
    return othello.result(board, state, count)


RULES = replace(othello.RULES, name="endless", aliases=(), result=result)
"""


def test_ctrl_c_ends_a_count_that_a_rule_never_returns_to(tmp_path: Path) -> None:
    file = tmp_path / "endless.py"
    file.write_text(ENDLESS, encoding="utf-8")
    command = [sys.executable, "-m", "plyground", "perft", "--game", str(file), "--depth", "6"]
    with subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True) as running:
        assert running.stdout is not None
        for depth in range(1, 5):
            assert running.stdout.readline().split()[0] == str(depth)
        running.send_signal(signal.SIGINT)
        _, errors = running.communicate(timeout=60)
    assert errors.splitlines()[-1] == "plyground: interrupted"
    assert running.returncode == 130
