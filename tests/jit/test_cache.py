"""The files of the cache: whole or not there, private or not used, the oldest go first."""

from __future__ import annotations

import errno
import hashlib
import os
import stat
import tempfile
from collections.abc import Callable
from pathlib import Path
from typing import IO, Any, NoReturn

import pytest

from plyground.jit import cache


def mode_of(path: Path) -> int:
    return stat.S_IMODE(path.stat().st_mode)


def file_of(folder: Path, name: str) -> Path:
    return folder / f"{name}.kernel"


def test_what_was_saved_is_loaded(cache_dir: Path) -> None:
    assert cache.load("a") is None
    cache.save("a", b"content")
    cache.save("b", b"")
    assert (cache.load("a"), cache.load("b"), cache.load("c")) == (b"content", b"", None)
    cache.save("a", b"other")
    assert cache.load("a") == b"other"
    assert sorted(path.name for path in cache_dir.iterdir()) == ["a.kernel", "b.kernel"]


def test_nobody_else_may_read_or_write(cache_dir: Path) -> None:
    before = os.umask(0)
    try:
        cache.save("a", b"content")
    finally:
        os.umask(before)
    assert mode_of(cache_dir) == 0o700
    assert mode_of(file_of(cache_dir, "a")) == 0o600


DAMAGES: dict[str, Callable[[bytes], bytes]] = {
    "empty": lambda content: b"",
    "truncated": lambda content: content[:-1],
    "only a beginning": lambda content: content[:30],
    "longer": lambda content: content + b"!",
    "one bit": lambda content: content[:-1] + bytes([content[-1] ^ 1]),
    "another checksum": lambda content: content[:20] + bytes([content[20] ^ 1]) + content[21:],
    "another format": lambda content: b"X" + content[1:],
    "a foreign file": lambda content: b"[section]\nkey = value\n" * 9,
}


@pytest.mark.parametrize("damage", DAMAGES)
def test_a_damaged_file_is_not_loaded(cache_dir: Path, damage: str) -> None:
    cache.save("a", b"content")
    file = file_of(cache_dir, "a")
    file.write_bytes(DAMAGES[damage](file.read_bytes()))
    assert cache.load("a") is None
    cache.save("a", b"content")
    assert cache.load("a") == b"content"


def test_a_folder_in_the_place_of_a_file(cache_dir: Path) -> None:
    file_of(cache_dir, "a").mkdir(parents=True, mode=0o700)
    cache_dir.chmod(0o700)
    assert cache.load("a") is None
    cache.save("a", b"content")
    assert [path.name for path in cache_dir.iterdir()] == ["a.kernel"]


@pytest.mark.parametrize("mode", [0o770, 0o707, 0o777, 0o1777])
def test_a_folder_that_others_may_write_to_is_not_used(cache_dir: Path, mode: int) -> None:
    cache.save("a", b"content")
    cache_dir.chmod(mode)
    assert cache.load("a") is None
    cache.save("b", b"content")
    assert [path.name for path in cache_dir.iterdir()] == ["a.kernel"]
    assert cache.inspect_cache().problem == "other users may write to it"
    cache_dir.chmod(0o755)  # reading does no harm
    assert cache.load("a") == b"content"
    assert cache.inspect_cache().problem is None


def test_a_folder_of_another_user_is_not_used(cache_dir: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    cache.save("a", b"content")
    owner = cache_dir.stat().st_uid
    monkeypatch.setattr(os, "geteuid", lambda: owner + 1)
    assert cache.load("a") is None
    cache.save("b", b"content")
    assert [path.name for path in cache_dir.iterdir()] == ["a.kernel"]
    assert cache.inspect_cache().problem == "it belongs to another user"


def test_a_file_that_others_may_write_to_is_not_used(cache_dir: Path) -> None:
    """Somebody may have put it there before the folder was made private."""
    cache.save("a", b"content")
    file_of(cache_dir, "a").chmod(0o666)
    assert cache.load("a") is None


def test_a_file_of_another_user_is_not_used(cache_dir: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    cache.save("a", b"content")

    def fstat(handle: int) -> os.stat_result:
        fields = list(os.stat(handle))
        fields[stat.ST_UID] += 1
        return os.stat_result(fields)

    monkeypatch.setattr(os, "fstat", fstat)
    assert cache.load("a") is None


def test_a_place_where_there_can_be_no_folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "file").touch()
    monkeypatch.setenv("PLYGROUND_CACHE_DIR", str(tmp_path / "file" / "cache"))
    cache.save("a", b"content")
    assert cache.load("a") is None
    assert cache.inspect_cache().problem == "Not a directory"
    monkeypatch.setenv("PLYGROUND_CACHE_DIR", str(tmp_path / "file"))
    cache.save("a", b"content")
    assert cache.load("a") is None
    assert cache.inspect_cache().problem == "it is not a folder"


def refuse(*arguments: object, **named: object) -> NoReturn:
    raise PermissionError(errno.EACCES, "Permission denied")


def test_a_read_only_folder_is_still_read(cache_dir: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    cache.save("a", b"content")
    monkeypatch.setattr(tempfile, "mkstemp", refuse)
    monkeypatch.setattr(os, "utime", refuse)
    assert cache.load("a") == b"content"
    cache.save("b", b"content")
    assert [path.name for path in cache_dir.iterdir()] == ["a.kernel"]


def test_a_folder_that_cannot_be_made(cache_dir: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(os, "mkdir", refuse)
    cache.save("a", b"content")
    assert cache.load("a") is None
    assert not cache_dir.exists()


class FullDisk:
    """A file on a disk that has no room."""

    def __init__(self, file: IO[bytes], failure: BaseException) -> None:
        self.file = file
        self.failure = failure

    def __enter__(self) -> FullDisk:
        return self

    def __exit__(self, *_: object) -> None:
        self.file.close()

    def write(self, content: bytes) -> NoReturn:
        self.file.write(content[: len(content) // 2])
        raise self.failure


def fail_to_write(monkeypatch: pytest.MonkeyPatch, failure: BaseException) -> None:
    open_handle = os.fdopen

    def fdopen(handle: int, *arguments: Any) -> FullDisk:
        return FullDisk(open_handle(handle, *arguments), failure)

    monkeypatch.setattr(os, "fdopen", fdopen)


def test_a_full_disk_leaves_nothing_behind(cache_dir: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    fail_to_write(monkeypatch, OSError(errno.ENOSPC, "No space left on device"))
    cache.save("a", b"content")
    assert list(cache_dir.iterdir()) == []


def test_a_key_press_leaves_nothing_behind(cache_dir: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    fail_to_write(monkeypatch, KeyboardInterrupt())
    with pytest.raises(KeyboardInterrupt):
        cache.save("a", b"content")
    assert list(cache_dir.iterdir()) == []


def test_a_file_is_never_seen_half_written(cache_dir: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    cache.save("a", b"content")
    seen = []
    replace = Path.replace

    def look_and_replace(self: Path, target: Path) -> Path:
        seen.append((cache.load("a"), cache.load("b")))
        return replace(self, target)

    monkeypatch.setattr(Path, "replace", look_and_replace)
    cache.save("a", b"other")
    cache.save("b", b"new")
    assert seen == [(b"content", None), (b"other", None)]


def test_the_oldest_unused_files_go_first(cache_dir: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    for age, name in enumerate("abcd"):
        cache.save(name, bytes(1000))
        os.utime(file_of(cache_dir, name), (age, age))
    assert cache.load("a") is not None  # it is the newest now
    monkeypatch.setattr(cache, "_LARGEST_TOTAL", 3 * file_of(cache_dir, "a").stat().st_size)
    cache.save("e", bytes(1000))
    assert sorted(path.stem for path in cache_dir.iterdir()) == ["a", "d", "e"]


def test_up_to_the_limit_nothing_goes(cache_dir: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    cache.save("a", bytes(1000))
    monkeypatch.setattr(cache, "_LARGEST_TOTAL", 2 * file_of(cache_dir, "a").stat().st_size)
    cache.save("b", bytes(1000))
    assert sorted(path.stem for path in cache_dir.iterdir()) == ["a", "b"]


def test_what_the_doctor_sees(cache_dir: Path) -> None:
    assert cache.inspect_cache() == cache.CacheReport(cache_dir, 0, 0, None)
    assert not cache_dir.exists()
    cache.save("a", b"content")
    (cache_dir / "foreign.txt").write_text("keep me", encoding="utf-8")
    size = file_of(cache_dir, "a").stat().st_size
    assert size > len(b"content") + hashlib.sha256().digest_size
    assert cache.inspect_cache() == cache.CacheReport(cache_dir, 1, size, None)
    assert cache.clear_cache() == cache.CacheReport(cache_dir, 1, size, None)
    assert cache.clear_cache() == cache.CacheReport(cache_dir, 0, 0, None)
    assert [path.name for path in cache_dir.iterdir()] == ["foreign.txt"]


def test_where_the_cache_lies(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("sys.platform", "linux")
    monkeypatch.delenv("PLYGROUND_CACHE_DIR", raising=False)
    monkeypatch.setenv("HOME", str(tmp_path))
    monkeypatch.setenv("XDG_CACHE_HOME", "")
    assert cache.cache_folder() == tmp_path / ".cache" / "plyground"
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path / "caches"))
    assert cache.cache_folder() == tmp_path / "caches" / "plyground"
    monkeypatch.setenv("PLYGROUND_CACHE_DIR", "~/mine")
    assert cache.cache_folder() == tmp_path / "mine"


def test_a_user_without_a_home_has_no_cache(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv("PLYGROUND_CACHE_DIR", raising=False)
    monkeypatch.delenv("XDG_CACHE_HOME", raising=False)
    monkeypatch.setattr(Path, "expanduser", raise_as_pathlib_does)
    cache.save("a", b"content")
    assert cache.load("a") is None
    assert cache.inspect_cache().problem is not None


def raise_as_pathlib_does(path: Path) -> NoReturn:
    raise RuntimeError("Could not determine home directory.")


def test_the_number_of_kernels_is_noted(cache_dir: Path) -> None:
    assert cache.kernels_known("an engine") is None
    cache.note_kernels("an engine", 70)
    cache.note_kernels("an engine", 3)  # the others were cached
    assert cache.kernels_known("an engine") == 70
    assert cache.kernels_known("another") is None
    cache.clear_cache()
    assert cache.kernels_known("an engine") is None


def test_what_no_other_process_finds_is_not_shared(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setenv("PLYGROUND_CACHE_DIR", str(tmp_path / "cache"))
    assert cache.is_shared()
    monkeypatch.setenv("PLYGROUND_PLAIN_NUMBA", "1")
    assert not cache.is_shared()
    monkeypatch.delenv("PLYGROUND_PLAIN_NUMBA")
    monkeypatch.setenv("PLYGROUND_CACHE_DIR", "/dev/null")
    assert not cache.is_shared()
