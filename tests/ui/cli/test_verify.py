"""`plyground verify`."""

from __future__ import annotations

import dataclasses

import pytest

from plyground.core import discovery
from plyground.core.discovery import AnyRules
from plyground.core.symmetry import Symmetry
from tests.strangers import NIM

from .running import json_of, mistake, output_of, problem_of, run

PLIES = ("--plies", "30")


@pytest.mark.parametrize(
    ("name", "size"), [("othello", "4"), ("konane", "3x4"), ("breakthrough", "4x2"), ("duel", "3")]
)
def test_our_games_keep_their_promises(name: str, size: str) -> None:
    output = output_of("verify", name, "--size", size, *PLIES)
    first, *others = output.splitlines()
    assert first == f"{name} keeps every promise at 30 positions"
    answer = json_of("verify", name, "--size", size, *PLIES)
    assert (answer["game"], answer["positions"]) == (name, 30)
    confirmed, met = answer["decisions"]["confirmed"], answer["decisions"]["met"]
    told = f"{confirmed} of {met} early decisions are confirmed by a search without them"
    assert others == ([told] if name in {"konane", "breakthrough"} else [])
    assert confirmed == met
    assert (met > 0) == bool(others)


def test_a_game_in_a_file_is_verified_with_its_options() -> None:
    output = output_of("verify", str(NIM), "--most", "1", "--walk", "5", *PLIES)
    assert output == "nim keeps every promise at 30 positions\n"


def test_a_seed_that_is_no_number() -> None:
    assert "'x' is not a valid integer" in mistake("verify", "othello", "--walk", "x")


def liar(**promises: object) -> AnyRules:
    return dataclasses.replace(discovery.load_file(NIM), name="liar", aliases=(), **promises)  # type: ignore[arg-type]


@pytest.mark.parametrize(
    ("promises", "problem"),
    [
        ({"symmetries": lambda board: (Symmetry.MIRROR,)}, "its mirror has other moves (ttttttt first)"),
        ({"symmetries": lambda board: (Symmetry.TRANSPOSE,)}, "liar: size 7x1 is not played"),
    ],
)
def test_a_broken_promise_fails_in_one_line(
    promises: dict[str, object], problem: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    # A file for each of these would be compiled anew in every run of the tests.
    monkeypatch.setattr(discovery, "_from_files", {"liar": liar(**promises)})
    assert problem in problem_of(run("verify", "liar", *PLIES), code=1)
