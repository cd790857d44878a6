"""`plyground check`."""

from __future__ import annotations

import json
import sys
from pathlib import Path

import pytest

from plyground.protocol import check
from plyground.protocol.check import CHECKS
from tests.protocol.talking import BOT
from tests.strangers import NIM

from .running import mistake, run

BROKEN = [sys.executable, "-c", "raise SystemExit('out of order')"]


@pytest.fixture(autouse=True)
def _patience(monkeypatch: pytest.MonkeyPatch) -> None:
    """No program fails because the machine is busy."""
    for name in ("ANSWER_SECONDS", "LATENESS"):
        monkeypatch.setattr(check, name, 30)


def test_a_good_program_passes_every_check_that_can_be_made() -> None:
    finished = run("check", sys.executable, str(BOT))
    assert (finished.code, finished.complaints) == (0, [])
    *rows, last = finished.output.splitlines()
    assert [row.split()[1] for row in rows if not row.startswith("ok")] == ["options", "stop"]
    assert rows[0] == "ok      handshake        Grabber, by you"
    assert last == f"{len(CHECKS) - 2} of {len(CHECKS)} checks passed, 2 could not be made"


def test_a_bad_program_fails_with_code_1() -> None:
    finished = run("check", *BROKEN)
    assert (finished.code, finished.complaints) == (1, [])
    first, second, *_, last = finished.output.splitlines()
    assert first == "FAILED  handshake        it ended with code 1: out of order"
    assert second.split()[:2] == ["-", "options"]
    assert last == f"0 of {len(CHECKS)} checks passed, {len(CHECKS) - 1} could not be made"


def test_json_tells_the_same() -> None:
    finished = run("check", "--json", "--size", "4", *BROKEN)
    assert (finished.code, finished.complaints) == (1, [])
    facts = json.loads(finished.output)
    assert (facts["command"], facts["game"], facts["passed"]) == (BROKEN, "breakthrough", False)
    assert [each["check"] for each in facts["checks"]] == list(CHECKS)
    assert [each["passed"] for each in facts["checks"]] == [False, *[None] * (len(CHECKS) - 1)]


def test_the_command_may_be_one_text_and_the_game_a_file() -> None:
    finished = run("check", "--game", str(NIM), "--seed", "5", f"'{sys.executable}' {BOT} {NIM}")
    assert (finished.code, finished.complaints) == (0, []), finished.output


def test_options_behind_the_command_are_those_of_the_command() -> None:
    finished = run("check", *BROKEN, "--json", "--help")
    assert finished.output.startswith("FAILED")


@pytest.mark.parametrize(
    ("words", "problem"),
    [
        ([], "Missing argument 'COMMAND...'."),
        (["no-such-program"], "there is no program 'no-such-program'"),
        (["no-such-program --fast"], "there is no program 'no-such-program'"),
        (["it's"], "the command cannot be read: No closing quotation"),
        ([""], "there is no program ''"),
        (["--game", "chess", "python"], "there is no game 'chess'"),
        (["--size", "99", "python"], "size 99x99 is not played"),
    ],
)
def test_mistakes_are_told_in_one_line(words: list[str], problem: str) -> None:
    assert mistake("check", *words).startswith(problem)


def test_a_program_that_is_a_file_with_blanks_in_its_name(tmp_path: Path) -> None:
    script = tmp_path / "my program"
    script.write_text(f"#!{sys.executable}\nraise SystemExit('found')\n")
    script.chmod(0o755)
    assert run("check", str(script)).output.startswith("FAILED  handshake        it ended with code 1: found")
