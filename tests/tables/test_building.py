"""Building tables: interrupted, killed, on a full disk, twice at once."""

from __future__ import annotations

import errno
import json
import os
import resource
import subprocess
import sys
from pathlib import Path

import pytest

import plyground as ply
from plyground.solving.retrograde import table_building
from plyground.solving.retrograde.table_building import build_table, table_path

ENOUGH = 5000
"""More positions than one step expands."""

SLOW_BUILD = """
import sys
import plyground as ply
from plyground.solving.retrograde.table_building import build_table

for step in build_table(ply.game("duel", size=3).start(), checkpoint_seconds=0):
    print(step, flush=True)
"""


@pytest.fixture
def root() -> ply.Position:
    return ply.game("duel", size=3).start()


def kept_of(root: ply.Position) -> Path:
    return table_path(root).with_suffix(".building") / "kept"


def expanded_of(root: ply.Position) -> int:
    """Return how many positions of an unfinished table are listed with their moves."""
    return int(json.loads(kept_of(root).read_bytes())["counts"][1]) if kept_of(root).exists() else 0


def begin_and_kill(root: ply.Position) -> int:
    """Begin a build in another process, and kill it once something is kept; return how much."""
    with subprocess.Popen([sys.executable, "-c", SLOW_BUILD], stdout=subprocess.PIPE) as process:
        assert process.stdout is not None
        for _ in process.stdout:
            if expanded_of(root) > ENOUGH:
                process.kill()
                break
        process.communicate()
    assert not table_path(root).exists()
    return expanded_of(root)


def test_a_killed_build_resumes_and_comes_out_the_same(root: ply.Position) -> None:
    kept = begin_and_kill(root)
    steps = [step.progress for step in build_table(root)]
    assert steps[0].done > kept > ENOUGH, "what was listed is not listed again"
    resumed = table_path(root).read_bytes()
    assert not kept_of(root).parent.exists()
    table_path(root).unlink()
    steps = [step.progress for step in build_table(root)]
    assert steps[0].done < ENOUGH
    assert table_path(root).read_bytes() == resumed


@pytest.mark.parametrize(
    ("name", "size"), [("konane", "4x5"), ("breakthrough", "4x3"), ("othello", "4"), ("duel", "3")]
)
def test_the_number_of_threads_does_not_change_the_file(name: str, size: str) -> None:
    root = ply.game(name, size=size).start()
    files = []
    for threads in (1, 2, 3):
        for _ in build_table(root, threads=threads):
            pass
        files.append(table_path(root).read_bytes())
        table_path(root).unlink()
    assert files[0] == files[1] == files[2]


def test_a_build_resumes_with_another_number_of_threads(root: ply.Position) -> None:
    steps = build_table(root, threads=3, checkpoint_seconds=0)
    for _ in range(5):
        next(steps)
    steps.close()
    assert kept_of(root).exists()
    for _ in build_table(root, threads=1):
        pass
    resumed = table_path(root).read_bytes()
    table_path(root).unlink()
    for _ in build_table(root, threads=2):
        pass
    assert table_path(root).read_bytes() == resumed


def test_what_is_kept_and_damaged_is_left_aside(root: ply.Position) -> None:
    begin_and_kill(root)
    states = kept_of(root).with_name("states")
    content = bytearray(states.read_bytes())
    content[100] ^= 1
    states.write_bytes(content)
    first = next(step.progress for step in build_table(root))
    assert first.done < ENOUGH


def test_a_build_that_is_left_keeps_what_is_listed(root: ply.Position) -> None:
    steps = build_table(root, checkpoint_seconds=0)
    for _ in range(5):
        done = next(steps).progress.done
    steps.close()
    assert kept_of(root).exists()
    assert next(step.progress for step in build_table(root)).done > done


def test_nothing_is_left_of_a_short_build(root: ply.Position) -> None:
    steps = build_table(root)
    next(steps)
    steps.close()
    assert list(table_path(root).parent.iterdir()) == []


def test_two_processes_do_not_build_the_same_table(root: ply.Position) -> None:
    steps = build_table(root)
    next(steps)
    with pytest.raises(ply.TableError, match="another process is building"):
        next(build_table(root))
    steps.close()


def test_a_full_disk_is_told_and_leaves_nothing_aside(
    root: ply.Position, monkeypatch: pytest.MonkeyPatch
) -> None:
    def fail(*arguments: object) -> str:
        raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC))

    monkeypatch.setattr(table_building, "write_table", fail)
    with pytest.raises(OSError, match="No space left on device") as caught:
        list(build_table(root))
    assert caught.value.filename == str(table_path(root))
    assert list(table_path(root).parent.iterdir()) == []


def test_a_file_that_may_not_grow(root: ply.Position) -> None:
    def limit() -> None:
        resource.setrlimit(resource.RLIMIT_FSIZE, (100_000, 100_000))

    command = [sys.executable, "-m", "plyground", "tables", "build", "duel", "--size", "3"]
    environment = {**os.environ, "PLYGROUND_CACHE_DIR": os.devnull}
    done = subprocess.run(
        command, capture_output=True, text=True, check=False, preexec_fn=limit, env=environment
    )
    assert done.returncode == 1
    assert done.stderr.splitlines()[-1] == f"plyground: File too large: {table_path(root)}"
    assert "Traceback" not in done.stderr
    assert not table_path(root).exists()


def test_a_finished_game_has_no_table() -> None:
    with pytest.raises(ply.OptionError, match="the game is over"):
        next(build_table(ply.game("duel").position("3/3/1H1 agent")))


def test_the_past_of_a_position_does_not_matter() -> None:
    root = ply.game("duel").position("w2/3/1H1 agent")
    later = root.play("a1-b1").play("b3-a3").play("b1-a1").play("a3-b3")
    assert later != root
    assert table_path(later) == table_path(root)


def test_estimates_are_told(root: ply.Position) -> None:
    texts = [str(step) for step in build_table(root)]
    assert texts[0].startswith("listing: ")
    assert any(text.startswith("solving: ") for text in texts)
    assert texts[-1].startswith("packing: ")
