"""Files that are there whole or not at all."""

from __future__ import annotations

import os
from pathlib import Path

import pytest

from plyground.system.files import written_aside


def write(path: Path, content: bytes, problem: type[BaseException] | None = None) -> None:
    with written_aside(path) as file:
        file.write(content)
        if problem is not None:
            raise problem


def test_a_file_is_replaced_when_all_is_written(tmp_path: Path) -> None:
    path = tmp_path / "file"
    path.write_bytes(b"before")
    with written_aside(path) as file:
        file.write(b"aft")
        assert path.read_bytes() == b"before"
        file.write(b"er")
        file.seek(0)
        assert file.read() == b"after"
    assert path.read_bytes() == b"after"
    assert os.listdir(tmp_path) == ["file"]  # noqa: PTH208  # only names


@pytest.mark.parametrize("problem", [KeyboardInterrupt, OSError, ValueError])
def test_whatever_goes_wrong_leaves_what_was_there(tmp_path: Path, problem: type[BaseException]) -> None:
    path = tmp_path / "file"
    path.write_bytes(b"before")
    with pytest.raises(problem):
        write(path, b"half", problem)
    assert path.read_bytes() == b"before"
    assert os.listdir(tmp_path) == ["file"]  # noqa: PTH208  # only names


def test_a_link_goes_on_pointing_to_the_file(tmp_path: Path) -> None:
    link, path = tmp_path / "link", tmp_path / "file"
    link.symlink_to(path)
    write(link, b"content")
    assert link.is_symlink()
    assert path.read_bytes() == b"content"


def test_a_folder_that_is_missing_is_reported(tmp_path: Path) -> None:
    with pytest.raises(FileNotFoundError):
        write(tmp_path / "missing" / "file", b"content")
