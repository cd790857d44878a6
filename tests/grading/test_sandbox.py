"""Whether there is a sandbox, found out by trying it."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from plyground.errors import OptionError
from plyground.grading import sandbox
from plyground.grading.calls import why_no_filter
from plyground.grading.sandbox import environment, is_wanted, sandboxed, why_not


@pytest.fixture
def programs(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Path]:
    """Let programs be found in a folder of ours only, and forget what was found elsewhere."""
    monkeypatch.setenv("PATH", str(tmp_path))
    why_not.cache_clear()
    yield tmp_path
    why_not.cache_clear()


def put_bwrap(folder: Path, script: str) -> None:
    file = folder / "bwrap"
    file.write_text(f"#!/bin/sh\n{script}\n")
    file.chmod(0o755)


def test_it_is_not_installed(programs: Path) -> None:
    assert why_not() == "the program bwrap (bubblewrap) is not installed"
    assert not is_wanted("never")
    for choice in ("auto", "always"):
        with pytest.raises(OptionError, match=r"there is no sandbox: the program bwrap .*--sandbox never"):
            is_wanted(choice)


def test_it_is_installed_and_does_not_work(programs: Path) -> None:
    put_bwrap(programs, "echo first >&2; echo 'No permissions to create a new namespace' >&2; exit 1")
    assert why_not() == "bwrap does not work here: No permissions to create a new namespace"
    with pytest.raises(OptionError, match="new namespace; --sandbox never runs hand-ins without one"):
        is_wanted("auto")


def test_there_is_no_filter_of_calls(programs: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    put_bwrap(programs, "exit 0")
    monkeypatch.setattr(sandbox, "why_no_filter", lambda: "the library libseccomp is not installed")
    with pytest.raises(OptionError, match="there is no sandbox: the library libseccomp is not installed"):
        is_wanted("auto")


def test_it_works(programs: Path) -> None:
    put_bwrap(programs, "exit 0")
    assert why_not() == why_no_filter()
    if why_no_filter() is None:
        assert [is_wanted("auto"), is_wanted("always"), is_wanted("never")] == [True, True, False]


def test_what_is_shared_with_it(tmp_path: Path) -> None:
    words = sandboxed(["python"], tmp_path / "mine.py", [tmp_path / "game.py"])
    shared = [words[index + 1] for index, word in enumerate(words) if word.startswith("--ro-bind")]
    assert {str(tmp_path / "mine.py"), str(tmp_path / "game.py")} <= set(shared)
    for private in (Path.home(), tmp_path, Path.cwd(), Path("/"), Path("/etc"), Path("/home")):
        assert str(private) not in shared
    assert {"--unshare-all", "--unshare-user", "--die-with-parent", "--remount-ro"} <= set(words)
    assert not [word for word in words if word in ("--bind", "--dev-bind", "--share-net", "--tmpfs")]


def test_what_is_left_of_the_environment(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("TOKEN_OF_THE_TEACHER", "a secret")
    assert "a secret" not in environment().values()
