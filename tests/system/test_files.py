"""Files: whole or as they were before, whatever happens."""

from __future__ import annotations

import errno
import os
import stat
import subprocess
import sys
from pathlib import Path

import pytest

from plyground.system.files import check_place, write_file, written_whole

FULL = pytest.mark.skipif(not Path("/dev/full").exists(), reason="this system has no full disk to try")


def files_in(folder: Path) -> list[str]:
    return sorted(each.name for each in folder.iterdir())


def test_a_text_is_written_as_it_is(tmp_path: Path) -> None:
    file = tmp_path / "report.csv"
    write_file(file, "½\r\n−\n")
    assert file.read_bytes() == "½\r\n−\n".encode()
    write_file(file, "shorter")
    assert file.read_text() == "shorter"
    assert files_in(tmp_path) == ["report.csv"]


def test_a_file_is_as_before_when_the_disk_gets_full(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    file = tmp_path / "report.html"
    file.write_text("before")

    def full(handle: int) -> None:
        raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC))

    monkeypatch.setattr(os, "fsync", full)
    with pytest.raises(OSError, match="No space left") as caught:
        write_file(file, "after")
    assert caught.value.filename == str(file)
    assert file.read_text() == "before"
    assert files_in(tmp_path) == ["report.html"]


def test_a_file_is_as_before_when_the_writer_gives_up(tmp_path: Path) -> None:
    file = tmp_path / "report.html"
    file.write_text("before")

    def give_up() -> None:
        with written_whole(file) as opened:
            opened.write("half of")
            raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        give_up()
    assert file.read_text() == "before"
    assert files_in(tmp_path) == ["report.html"]


@FULL
def test_a_device_is_written_to_and_stays(tmp_path: Path) -> None:
    with pytest.raises(OSError, match="No space left") as caught:
        write_file(Path("/dev/full"), "text")
    assert caught.value.filename == "/dev/full"
    link = tmp_path / "nothing"
    link.symlink_to(os.devnull)
    write_file(link, "text")
    check_place(link)
    assert link.is_symlink()
    assert stat.S_ISCHR(Path(os.devnull).stat().st_mode)


@pytest.mark.skipif(not Path("/dev/stdout").exists(), reason="this system has no such name")
def test_standard_output_goes_where_it_goes_also_if_that_is_a_file(tmp_path: Path) -> None:
    file = tmp_path / "out.txt"
    program = (
        "from pathlib import Path; from plyground.system.files import check_place, write_file; "
        "print('before', flush=True); out = Path('/dev/stdout'); check_place(out); write_file(out, 'rows')"
    )
    with file.open("w") as output:
        subprocess.run([sys.executable, "-c", program], stdout=output, check=True, timeout=60)
    assert file.read_text() == "before\nrows"


@pytest.mark.parametrize("attempt", [lambda file: write_file(file, "x"), check_place], ids=["write", "check"])
def test_places_where_no_file_can_be(tmp_path: Path, attempt: object) -> None:
    assert callable(attempt)
    with pytest.raises(IsADirectoryError) as caught:
        attempt(tmp_path)
    assert caught.value.filename == str(tmp_path)
    missing = tmp_path / "no" / "folder" / "x.html"
    with pytest.raises(FileNotFoundError) as not_found:
        attempt(missing)
    assert not_found.value.filename == str(missing)
    (tmp_path / "file").write_text("x")
    with pytest.raises(NotADirectoryError):
        attempt(tmp_path / "file" / "x.html")


def test_a_file_that_may_not_be_written_is_not_replaced(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    file = tmp_path / "report.html"
    file.write_text("before")
    monkeypatch.setattr(os, "access", lambda path, mode: False)  # root may write everywhere
    with pytest.raises(PermissionError):
        check_place(file)
    with pytest.raises(PermissionError):
        write_file(file, "after")
    assert file.read_text() == "before"


def test_a_place_that_is_fine_is_left_as_it_was(tmp_path: Path) -> None:
    file = tmp_path / "report.html"
    check_place(file)
    assert files_in(tmp_path) == []
    file.write_text("before")
    check_place(file)
    assert file.read_text() == "before"
    assert files_in(tmp_path) == ["report.html"]


def test_a_link_goes_on_pointing_to_its_file(tmp_path: Path) -> None:
    target, link = tmp_path / "target.html", tmp_path / "link.html"
    target.write_text("before")
    link.symlink_to(target)
    write_file(link, "after")
    assert link.is_symlink()
    assert target.read_text() == "after"


@pytest.mark.skipif(os.name != "posix", reason="who may read a file is told otherwise elsewhere")
def test_who_may_read_stays_as_it_was(tmp_path: Path) -> None:
    old, new, usual = tmp_path / "old", tmp_path / "new", tmp_path / "usual"
    old.write_text("before")
    old.chmod(0o640)
    usual.write_text("as every new file")
    write_file(old, "after")
    write_file(new, "after")
    assert stat.S_IMODE(old.stat().st_mode) == 0o640
    assert new.stat().st_mode == usual.stat().st_mode
