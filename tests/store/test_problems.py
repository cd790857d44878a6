"""What can be wrong with a store: one clear line each, and nothing is damaged."""

from __future__ import annotations

import hashlib
import json
import os
import resource
import shutil
import sqlite3
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

import pytest

from plyground.errors import StoreError
from plyground.store import Store

from .samples import RECORD, numbered

FULL_DISK = """
import sys
from plyground.errors import StoreError
from plyground.store import Store
from tests.store.samples import numbered

store = Store(sys.argv[1])
try:
    for number in range(100_000):
        store.add_single(numbered(number, length=200))
        print(number, flush=True)
except StoreError as error:
    sys.exit(str(error))
"""


def digest(file: Path) -> str:
    return hashlib.sha256(file.read_bytes()).hexdigest()


def problem_of(action: Callable[[], object]) -> str:
    with pytest.raises(StoreError) as caught:
        action()
    assert str(caught.value).isprintable()
    return str(caught.value)


def is_sound(file: Path) -> bool:
    """Ask SQLite itself, without any code of ours."""
    connection = sqlite3.connect(file)
    try:
        return connection.execute("PRAGMA integrity_check").fetchall() == [("ok",)]
    finally:
        connection.close()


def test_the_folder_is_missing(tmp_path: Path) -> None:
    file = tmp_path / "nowhere" / "games.sqlite"
    for read_only in (False, True):
        assert problem_of(lambda: Store(file, read_only=read_only)) == (  # noqa: B023
            f"{str(file)!r}: its folder does not exist"
        )
    assert not file.parent.exists()


def test_a_store_to_read_that_is_missing_is_not_made(file: Path) -> None:
    assert "it cannot be opened" in problem_of(lambda: Store(file, read_only=True))
    assert not file.exists()


def test_it_is_a_folder(tmp_path: Path) -> None:
    assert problem_of(lambda: Store(tmp_path)) == f"{str(tmp_path)!r}: it is a folder"


@pytest.mark.parametrize("content", [b"no database at all\n" * 100, b"SQLite format 3\0" + b"\xff" * 4096])
def test_it_is_no_database(file: Path, content: bytes) -> None:
    file.write_bytes(content)
    for read_only in (False, True):
        problem = problem_of(lambda: Store(file, read_only=read_only))  # noqa: B023
        assert "this is not a file of Plyground's games" in problem
    assert file.read_bytes() == content
    assert os.listdir(file.parent) == [file.name]  # noqa: PTH208  # only names


def test_it_is_the_database_of_another_program(file: Path) -> None:
    connection = sqlite3.connect(file)
    connection.execute("CREATE TABLE bookmarks (url TEXT)")
    connection.commit()
    connection.close()
    before = digest(file)
    for read_only in (False, True):
        problem = problem_of(lambda: Store(file, read_only=read_only))  # noqa: B023
        assert "this is not a file of Plyground's games" in problem
    assert digest(file) == before


def test_a_later_version_has_written_it(file: Path) -> None:
    Store(file).close()
    connection = sqlite3.connect(file)
    connection.execute("PRAGMA user_version = 7")
    connection.close()
    before = digest(file)
    for read_only in (False, True):
        problem = problem_of(lambda: Store(file, read_only=read_only))  # noqa: B023
        assert "a later Plyground has written it (version 7, this one knows 4)" in problem
    assert digest(file) == before


def test_an_empty_file_becomes_a_store(file: Path) -> None:
    file.touch()
    with Store(file) as store:
        store.add_single(RECORD)
        assert store.count() == 1


def test_a_damaged_file(file: Path) -> None:
    with Store(file) as store:
        store.add_all(numbered(number, length=50) for number in range(200))
    content = bytearray(file.read_bytes())
    content[8192:-4096] = b"\xaa" * (len(content) - 8192 - 4096)
    file.write_bytes(content)
    with Store(file) as store:
        assert "the file is damaged" in problem_of(lambda: list(store.games()))


@pytest.mark.parametrize("content", ["{", "{}", "[]", '{"winner": 3}', '"\\ud800"'])
def test_a_damaged_record(file: Path, content: str) -> None:
    with Store(file) as store:
        store.add_all([numbered(0), numbered(1)])
    connection = sqlite3.connect(file)
    connection.execute("UPDATE games SET record = ? WHERE id = 2", [content])
    connection.commit()
    connection.close()
    with Store(file) as store:
        assert "game 2 is damaged: " in problem_of(lambda: list(store.games()))
        assert store.game(1).record == numbered(0)


def test_somebody_else_keeps_it_locked(file: Path) -> None:
    with Store(file, patience=0.1) as store:
        store.add_single(RECORD)
        other = sqlite3.connect(file, isolation_level=None)
        other.execute("BEGIN IMMEDIATE")
        for action in (
            lambda: store.add_single(RECORD),
            lambda: store.add_all([RECORD]),
            lambda: store.put_game(1, RECORD, seen=RECORD),
        ):
            assert "another program has locked it for too long" in problem_of(action)
        assert store.count() == 1, "reading goes on"
        other.execute("ROLLBACK")
        other.close()
        assert store.add_single(RECORD) == 2


def test_somebody_else_keeps_it_for_itself(file: Path) -> None:
    Store(file).close()
    other = sqlite3.connect(file, isolation_level=None)
    other.execute("PRAGMA locking_mode = EXCLUSIVE")
    other.execute("BEGIN EXCLUSIVE")
    for read_only in (False, True):
        problem = problem_of(lambda: Store(file, patience=0.1, read_only=read_only))  # noqa: B023
        assert "another program has locked it for too long" in problem
    other.close()
    Store(file).close()


def test_a_file_that_is_read_only(plain_folder: Path) -> None:
    file = plain_folder / "games.sqlite"
    with Store(file) as store:
        store.add_single(RECORD)
    file.chmod(0o400)
    with Store(file) as store:
        assert "the file or its folder is read-only" in problem_of(lambda: store.add_single(RECORD))
        assert store.count() == 1
    with Store(file, read_only=True) as store:
        assert store.game(1).record == RECORD


def test_a_folder_that_is_read_only(plain_folder: Path) -> None:
    file = plain_folder / "games.sqlite"
    with Store(file) as store:
        store.add_single(RECORD)
    plain_folder.chmod(0o500)
    with Store(file, read_only=True) as store:
        assert store.game(1).record == RECORD
    assert "the file or its folder is read-only" in problem_of(lambda: Store(file))
    missing = plain_folder / "other.sqlite"
    assert "it is not there, and its folder is read-only" in problem_of(lambda: Store(missing))


def test_a_file_without_permission(plain_folder: Path) -> None:
    file = plain_folder / "games.sqlite"
    Store(file).close()
    file.chmod(0)
    for read_only in (False, True):
        problem = problem_of(lambda: Store(file, read_only=read_only))  # noqa: B023
        assert problem.endswith("it cannot be opened: there is no permission")
    inside = plain_folder / "closed" / "games.sqlite"
    inside.parent.mkdir()
    inside.parent.chmod(0)
    assert problem_of(lambda: Store(inside)).endswith("it cannot be opened: Permission denied")
    inside.parent.chmod(0o700)


def test_the_usual_folder_cannot_be_made(plain_folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    plain_folder.chmod(0o500)
    monkeypatch.setenv("PLYGROUND_DATA_DIR", str(plain_folder / "data"))
    assert "its folder cannot be made: Permission denied" in problem_of(Store)


def test_nobody_is_at_home(monkeypatch: pytest.MonkeyPatch) -> None:
    def no_home(path: Path) -> Path:
        raise RuntimeError("Could not determine home directory.")

    monkeypatch.delenv("PLYGROUND_DATA_DIR", raising=False)
    monkeypatch.setattr(Path, "expanduser", no_home)
    assert problem_of(Store) == "there is no home folder to keep games in; set PLYGROUND_DATA_DIR"


def test_names_that_no_file_can_have(tmp_path: Path) -> None:
    assert problem_of(lambda: Store(tmp_path / ("x" * 300))).endswith(
        "it cannot be opened: File name too long"
    )


def test_a_full_database(file: Path) -> None:
    with Store(file) as store:
        store.add_single(numbered(0))
        [(pages,)] = store._rows("PRAGMA page_count")
        store._rows(f"PRAGMA max_page_count = {pages + 1}")
        problem = problem_of(lambda: store.add_single(numbered(1, length=1000)))
        assert problem == f"{str(file)!r}: the disk is full; nothing was changed"
        assert [each.record for each in store.games()] == [numbered(0)]
        problem_of(lambda: store.add_all([numbered(2), numbered(3, length=1000)]))
        assert store.count() == 1
        store._rows("PRAGMA max_page_count = 100000")
        assert store.add_single(numbered(4, length=1000)) == 2, "it goes on where there is room again"
    assert is_sound(file)


def fill(file: Path, **limits: object) -> tuple[int, str]:
    """Add games until nothing more fits; return how many were acknowledged, and the complaint."""
    command = [sys.executable, "-c", FULL_DISK, str(file)]
    done = subprocess.run(
        command, capture_output=True, text=True, check=False, timeout=120, cwd=Path.cwd(), **limits
    )  # type: ignore[call-overload]
    assert done.returncode == 1
    assert done.stderr.count("\n") == 1, done.stderr
    return len(done.stdout.splitlines()), done.stderr


def test_no_file_may_grow_any_more(file: Path) -> None:
    largest = 200 * 1024

    def limit() -> None:
        resource.setrlimit(resource.RLIMIT_FSIZE, (largest, largest))

    acknowledged, problem = fill(file, preexec_fn=limit)
    assert acknowledged > 5
    assert "the disk cannot be read or written, it may be full; nothing was changed" in problem
    with Store(file) as store:
        assert store.count() == acknowledged
        assert [each.record.tags["number"] for each in store.games()] == list(map(str, range(acknowledged)))
    assert is_sound(file)


@pytest.fixture
def small_disk(tmp_path: Path) -> Path:
    """A disk of a megabyte, where the system lets us have one."""
    mount = shutil.which("mount")
    folder = tmp_path / "disk"
    folder.mkdir()
    if (
        mount is None
        or subprocess.run(
            [mount, "-t", "tmpfs", "-o", "size=1m", "tmpfs", str(folder)], capture_output=True, check=False
        ).returncode
    ):
        pytest.skip("no disk can be mounted here")
    return folder


def test_a_full_disk(small_disk: Path) -> None:
    file = small_disk / "games.sqlite"
    try:
        acknowledged, problem = fill(file)
        assert acknowledged > 5
        assert "the disk is full; nothing was changed" in problem
        with Store(file, read_only=True) as store:
            assert store.count() == acknowledged
    finally:
        subprocess.run(["umount", str(small_disk)], check=True)  # noqa: S607  # wherever it is


def test_a_kind_that_json_has_not_changes_nothing(file: Path) -> None:
    from plyground.store import EventKind, StoredEvent

    with Store(file) as store:
        with pytest.raises(TypeError):
            store.add_event(StoredEvent("x", EventKind.PLAY, {"path": Path("x")}))
        assert store.events() == []
        store.add_event(StoredEvent("x", EventKind.PLAY, {"path": json.dumps("x")}))
