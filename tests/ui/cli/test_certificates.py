"""`plyground solve --certificate` and `--check`."""

from __future__ import annotations

import contextlib
import errno
import json
import re
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest

from plyground.errors import CertificateError
from plyground.solving.certificates import CertificateWriter
from plyground.ui.cli._main import FAILURES
from tests.strangers import NIM

from .running import json_of, mistake, output_of, run

KONANE = ("solve", "konane", "--size", "4x5", "--hash", "1")


@pytest.fixture
def proof(tmp_path: Path) -> Path:
    return tmp_path / "proof"


def test_a_certificate_is_written_and_checked(proof: Path) -> None:
    lines = output_of(*KONANE, "--certificate", str(proof)).splitlines()
    assert lines[0] == "proved: white wins"
    size = f"{proof.stat().st_size:,}"
    assert re.fullmatch(rf"certificate {re.escape(str(proof))}: [\d,]+ positions, {size} bytes", lines[-1])
    lines = output_of("solve", "--check", str(proof)).splitlines()
    assert lines[:2] == ["valid: konane 4x5, bwbwb/wbwbw/bwbwb/wbwbw black", "proved: white wins"]
    assert re.fullmatch(r"white gets at least \+1: [\d,]+ positions", lines[2])


def test_json(proof: Path) -> None:
    assert json_of(*KONANE, "--certificate", str(proof))["certificate"] == str(proof)
    answer = json_of("solve", "--check", str(proof))
    assert (answer["valid"], answer["value"], answer["bounds"]) == (True, "loss", [-1, -1])
    assert (answer["game"], answer["repetition"]) == ("konane", False)
    proof.write_bytes(proof.read_bytes() + b" ")
    finished = run("solve", "--check", str(proof), "--json")
    assert finished.code == 1
    assert json.loads(finished.output) == {
        "valid": False,
        "problem": "it is damaged: the digest of its body is another one",
    }


def test_what_is_no_certificate_fails_in_one_line(proof: Path) -> None:
    proof.write_text("hello\n")
    finished = run("solve", "--check", str(proof))
    assert (finished.code, finished.output) == (1, "")
    assert finished.errors == f"plyground: {proof}: not valid: this is not a certificate\n"
    assert CertificateError in FAILURES
    assert "does not exist" in mistake("solve", "--check", str(proof.with_name("nothing")))


def test_a_game_of_ones_own_is_given_by_its_file(proof: Path) -> None:
    output_of("solve", str(NIM), "--hash", "1", "--certificate", str(proof))
    assert output_of("solve", "--check", str(proof), "--game", str(NIM)).startswith("valid: nim ")
    finished = run("solve", "konane", "--check", str(proof))
    assert finished.code == 1
    assert "it is about nim, and not about konane" in finished.errors


def test_an_unknown_game_is_asked_for(proof: Path) -> None:
    program = [sys.executable, "-m", "plyground", "solve"]
    subprocess.run([*program, str(NIM), "--hash", "1", "--certificate", str(proof)], check=True)
    finished = subprocess.run([*program, "--check", str(proof)], capture_output=True, text=True, check=False)
    assert finished.returncode == 1
    assert "there is no game 'nim'" in finished.stderr
    assert finished.stderr.endswith("give the game's file with --game\n")


def test_nothing_is_written_if_nothing_is_proved(proof: Path) -> None:
    finished = run(*KONANE, "--nodes", "10", "--certificate", str(proof))
    assert finished.code == 1
    assert finished.output.startswith("not proved: ")
    assert finished.errors.endswith("no certificate was written, because it is not proved who wins\n")
    assert not proof.exists()


def test_a_place_that_cannot_be_written_fails_at_once(tmp_path: Path) -> None:
    finished = run("solve", "othello", "--certificate", str(tmp_path / "no" / "file"))
    assert finished.code == 1
    assert finished.errors == f"plyground: No such file or directory: {tmp_path / 'no' / 'file'}\n"


@pytest.mark.parametrize(
    ("error", "code", "problem"),
    [
        (KeyboardInterrupt(), 130, ""),
        (OSError(errno.ENOSPC, "No space left on device", "proof"), 1, "No space left on device"),
        (CertificateError("it was stopped"), 1, "it was stopped"),
    ],
)
def test_the_value_is_shown_whatever_happens_to_the_certificate(
    error: BaseException, code: int, problem: str, proof: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def fail(writer: CertificateWriter, file: object) -> None:
        raise error

    monkeypatch.setattr(CertificateWriter, "_write", fail)
    finished = run(*KONANE, "--certificate", str(proof))
    assert (finished.code, finished.output.splitlines()[0]) == (code, "proved: white wins")
    assert problem in finished.errors
    assert list(proof.parent.iterdir()) == []


def is_reading(pid: int, path: Path) -> bool:
    """Tell whether a process has a file open."""
    with contextlib.suppress(FileNotFoundError):  # one that was closed meanwhile
        return any(each.resolve() == path.resolve() for each in Path(f"/proc/{pid}/fd").iterdir())
    return False


def test_ctrl_c_interrupts_a_check(proof: Path) -> None:
    """The positions are checked for as long as the process takes to be interrupted."""
    output_of("solve", "konane", "--size", "5x6", "--certificate", str(proof))
    process = subprocess.Popen(
        [sys.executable, "-m", "plyground", "solve", "--check", str(proof)],
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
    )
    while process.poll() is None and not is_reading(process.pid, proof):
        time.sleep(0.02)
    process.send_signal(signal.SIGINT)
    output, errors = process.communicate(timeout=120)
    assert process.returncode in (0, 130)  # it may have been faster
    assert "Traceback" not in errors
    assert output.startswith("valid: ") == (process.returncode == 0)


def test_retrograde_analysis_and_tables_write_proofs_too(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("PLYGROUND_DATA_DIR", str(tmp_path))
    output_of("tables", "build", "konane", "--size", "4")
    for game, size, method in (("duel", "3", "retrograde"), ("konane", "4", "table")):
        file = tmp_path / game
        answer = json_of("solve", game, "--size", size, "--certificate", str(file))
        assert (answer["method"], answer["certificate"]) == (method, str(file))
        checked = json_of("solve", "--check", str(file))
        assert checked["valid"]
        tool = [sys.executable, "-I", "-S", "tools/check_certificate.py", str(file)]
        assert subprocess.run(tool, check=False, capture_output=True).returncode == 0


def test_the_other_checker_says_which_file_it_cannot_read(tmp_path: Path) -> None:
    tool = [sys.executable, "-I", "-S", "tools/check_certificate.py", str(tmp_path / "none")]
    ended = subprocess.run(tool, check=False, capture_output=True, text=True)
    assert (ended.returncode, ended.stderr) == (1, f"{tmp_path / 'none'}: No such file or directory\n")


def test_a_certificate_is_made_on_this_machine(tmp_path: Path) -> None:
    words = ("--certificate", str(tmp_path / "proof"), "--cluster", "tcp://127.0.0.1:9")
    assert "a certificate is made on this machine" in mistake("solve", "konane", "--size", "4", *words)
    assert not list(tmp_path.iterdir())
