"""The conformance check finds what programs do wrong, and nothing wrong with good ones."""

from __future__ import annotations

import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

from plyground.core.position import Game, game
from plyground.protocol import check
from plyground.protocol.check import CHECKS, Result, run_checks

from .talking import BOT, Marked, ending_within, engine

ON = game("breakthrough", size=4)
DEFECTIVE = Path(__file__).with_name("defective_bot.py")


@pytest.fixture(autouse=True)
def mark(monkeypatch: pytest.MonkeyPatch) -> Iterator[Marked]:
    """Let no test hang, none leave a process behind, and none depend on how busy the machine is."""
    for name in ("ANSWER_SECONDS", "MOVE_SECONDS", "READY_SECONDS", "LATENESS"):
        monkeypatch.setattr(check, name, 30)
    mark = Marked(monkeypatch)
    with ending_within(120):
        yield mark
    assert mark.processes() == []


def results(command: list[str], on: Game = ON) -> dict[str, Result]:
    found = list(run_checks(command, on, seed=3))
    assert [each.check for each in found] == list(CHECKS)
    return {each.check: each for each in found}


def test_our_engine_passes() -> None:
    found = results([*engine("othello"), "--hash", "1"], game("othello"))
    assert [(each.check, each.detail) for each in found.values() if not each.is_passed] == []


def test_what_the_sample_bot_cannot_be_asked_is_neither_passed_nor_failed() -> None:
    found = results([sys.executable, str(BOT), "duel"], game("duel"))
    assert {each.check: each.detail for each in found.values() if each.is_passed is not True} == {
        "options": "it offers none",
        "stop": "it moves at once, so there is nothing to stop",
    }
    assert all(each.is_passed is not False for each in found.values())


def test_what_cannot_be_asked_is_not_failed() -> None:
    found = results([sys.executable, str(BOT)])
    untested = {each.check: each.is_passed for each in found.values() if not each.is_passed}
    assert untested == dict.fromkeys(("options", "startpos", "stop"))


SILENT = """
import sys
for line in sys.stdin:
    word, *_ = line.split() or [""]
    if word == "ugi":
        print("id name Silent\\noption name Size type string default 6x6\\nugiok", flush=True)
    if word == "isready" and sys.argv[1] == "ready":
        print("readyok", flush=True)
"""


@pytest.mark.parametrize(("how", "last"), [("never ready", "options"), ("ready", "uginewgame")])
def test_a_program_that_gives_no_answer_is_given_up_on(
    how: str, last: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    for name in ("READY_SECONDS", "MOVE_SECONDS"):
        monkeypatch.setattr(check, name, 1.0)
    found = results([sys.executable, "-c", SILENT, how])
    *_, failed = (each.check for each in found.values() if each.is_passed is False)
    assert failed == last
    later = list(CHECKS)[list(CHECKS).index(last) + 1 :]
    assert {found[each].is_passed for each in later} == {None}


def failure(defect: str, monkeypatch: pytest.MonkeyPatch, seed: int = 3) -> str:
    """Make only the check that should find a defect; return what it says."""
    name, detail = DEFECTS[defect]
    monkeypatch.setattr(check, "CHECKS", {name: CHECKS[name]})
    if "1 s" in detail:  # it is silence that is waited for
        monkeypatch.setattr(check, "ANSWER_SECONDS", 1.0)
        monkeypatch.setattr(check, "MOVE_SECONDS", 1.0)
    elif "late" in detail:
        monkeypatch.setattr(check, "LATENESS", 0.5)
    [result] = run_checks([sys.executable, str(DEFECTIVE), defect], ON, seed)
    assert result.is_passed is False
    return result.detail


DEFECTS = {
    "nameless": ("handshake", "it said ugiok, but not its name before (id name ...)"),
    "picky": ("options", "it: Hash '64' is not offered; allowed: 1 to 32"),
    "other-game": ("options", "it: Game 'breakthrough' is not offered; allowed: chess"),
    "once": ("uginewgame", "it ended with code 1: AssertionError: one game is enough"),
    "illegal": ("legal moves", "bestmove 'd9-d8' at "),
    "no-startpos": ("startpos", "it ended with code 1"),
    "depthless": ("depth and nodes", "it did not say 'bestmove' within 1 s"),
    "slow": ("movetime", "too late: "),
    "clockless": ("clock", "it did not say 'bestmove' within 1 s"),
    "unstoppable": ("stop", "it did not say 'readyok' within 1 s"),
    "mistaken": ("query", "query p1turn at "),
    "touchy": ("garbage", "it ended with code 1: ValueError: what?"),
    "slowly-ready": ("speed", "it did not say 'readyok' within 1 s"),
    "immortal": ("quit", "it still ran 1 s after quit"),
    "orphan": ("quit", "it still ran 1 s after the end of its input"),
}


@pytest.mark.parametrize("defect", DEFECTS)
def test_every_defect_is_found_by_its_check(defect: str, monkeypatch: pytest.MonkeyPatch) -> None:
    assert failure(defect, monkeypatch).startswith(DEFECTS[defect][1])


def test_without_a_handshake_nothing_else_is_checked() -> None:
    found = results([sys.executable, "-c", "raise SystemExit('no')"])
    assert [each.is_passed for each in found.values()] == [False, *[None] * (len(CHECKS) - 1)]
    assert found["handshake"].detail == "it ended with code 1: no"


def test_the_bot_without_a_defect_passes() -> None:
    found = results([sys.executable, str(DEFECTIVE), "none"])
    assert [each.check for each in found.values() if not each.is_passed] == ["stop"]  # it moves at once


def test_the_same_seed_asks_the_same(monkeypatch: pytest.MonkeyPatch) -> None:
    details = [failure("illegal", monkeypatch, seed) for seed in (3, 3, 4)]
    assert details[0] == details[1] != details[2]
