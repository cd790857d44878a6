"""`plyground doctor`."""

from __future__ import annotations

from importlib.metadata import version
from pathlib import Path

import pytest

import plyground

from .running import json_of, output_of


@pytest.fixture
def cache(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Make a cache of three kernels, and a file beside them that is somebody else's."""
    folder = tmp_path / "kernels"
    folder.mkdir(mode=0o700)
    for number in (1, 2, 3):
        (folder / f"{number}.kernel").write_bytes(bytes(1_000_000 * number))
    (folder / "notes.txt").write_text("mine")
    monkeypatch.setenv("PLYGROUND_CACHE_DIR", str(folder))
    return folder


def test_what_the_installation_is_made_of() -> None:
    answer = json_of("doctor")
    assert answer["plyground"] == plyground.__version__
    assert {name: answer[name] for name in ("numba", "llvmlite", "numpy")} == {
        name: version(name) for name in ("numba", "llvmlite", "numpy")
    }
    assert answer["games"] == ["breakthrough", "duel", "konane", "othello"]
    assert answer["compiled"] is True
    assert answer["plain_numba"] is None
    assert "kernels:   compiled" in output_of("doctor").splitlines()


def test_whether_the_speed_ups_of_the_compiler_are_off(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("PLYGROUND_PLAIN_NUMBA", "1")
    assert json_of("doctor")["plain_numba"] == "PLYGROUND_PLAIN_NUMBA is set"
    told = "kernels:   compiled in every process, and not cached: PLYGROUND_PLAIN_NUMBA is set"
    assert told in output_of("doctor").splitlines()


def test_the_folder_of_the_cache_and_its_size(cache: Path) -> None:
    told = {"folder": str(cache), "files": 3, "bytes": 6_000_000, "problem": None, "removed": 0}
    assert json_of("doctor")["cache"] == told
    lines = output_of("doctor").splitlines()
    assert lines[0] == f"plyground: {plyground.__version__}"
    assert lines[-2:] == [f"cache:     {cache}", "           3 files, 6.0 MB"]


def test_clearing_removes_kernels_and_nothing_else(cache: Path) -> None:
    output = output_of("doctor", "--clear-cache")
    assert "removed:   3 files, 6.0 MB\n" in output
    assert output.endswith("           0 files, 0.0 MB\n")
    assert [file.name for file in cache.iterdir()] == ["notes.txt"]
    again = json_of("doctor", "--clear-cache")["cache"]
    assert (again["removed"], again["files"]) == (0, 0)


def test_clearing_in_json_tells_how_many(cache: Path) -> None:
    assert json_of("doctor", "--clear-cache")["cache"]["removed"] == 3
    assert json_of("doctor")["cache"]["files"] == 0


def test_a_cache_that_is_not_there_yet_is_no_problem(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    folder = tmp_path / "some" / "where"
    monkeypatch.setenv("PLYGROUND_CACHE_DIR", str(folder))
    told = json_of("doctor", "--clear-cache")["cache"]
    assert told == {"folder": str(folder), "files": 0, "bytes": 0, "problem": None, "removed": 0}
    assert not folder.exists(), "looking changes nothing"


def test_why_a_cache_is_not_used(cache: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    cache.chmod(0o770)
    assert json_of("doctor")["cache"]["problem"] == "other users may write to it"
    assert output_of("doctor").endswith("           not used: other users may write to it\n")
    cache.chmod(0o700)
    assert json_of("doctor")["cache"]["problem"] is None
    monkeypatch.setenv("PLYGROUND_CACHE_DIR", str(cache / "notes.txt"))
    assert json_of("doctor")["cache"]["problem"] == "it is not a folder"
    monkeypatch.setenv("PLYGROUND_CACHE_DIR", str(cache / "notes.txt" / "below"))
    assert json_of("doctor")["cache"]["problem"] == "Not a directory"
