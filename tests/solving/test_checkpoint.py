"""Checkpoints: what of the table is saved, and what is refused."""

from __future__ import annotations

import random
import threading
from collections.abc import Callable
from pathlib import Path

import numpy as np
import pytest

import plyground as ply
from plyground.search.tt import BUCKET
from plyground.solving import Solver
from plyground.solving import checkpoint as checkpoints
from plyground.solving.checkpoint import (
    CheckpointError,
    RunProgress,
    load_checkpoint,
    rules_fingerprint,
    write_checkpoint,
)
from plyground.solving.dfpn_table import effort_of
from tests.strangers import NIM

PROGRESS = RunProgress(12345, 67.5)


@pytest.fixture(scope="module")
def solver() -> Solver:
    """A solver that has solved a board; its table is full enough to choose from."""
    solver = Solver(ply.game("konane", size="5x5"), megabytes=1)
    *_, _last = solver.run(solver.game.start())
    return solver


def all_entries(solver: Solver) -> dict[int, int]:
    """Return the content of every key, read with NumPy."""
    table = solver.searcher._table
    used = table[table["content"] != 0]
    return dict(zip((used["check"] ^ used["content"]).tolist(), used["content"].tolist(), strict=True))


def saved(solver: Solver, most: int) -> dict[int, int]:
    return dict(entry for chunk in solver.searcher.save_entries(most) for entry in chunk.tolist())


def cost(content: int) -> int:
    return int(effort_of(np.uint64(content)))


def test_everything_is_saved_if_it_fits(solver: Solver) -> None:
    assert saved(solver, 10**6) == all_entries(solver)


@pytest.mark.parametrize("most", [0, 1, 100, 1000])
def test_else_the_costliest_entries_are(solver: Solver, most: int) -> None:
    everything, chosen = all_entries(solver), saved(solver, most)
    assert len(everything) > 1000
    assert len(chosen) == most
    assert chosen.items() <= everything.items()
    left = [cost(content) for key, content in everything.items() if key not in chosen]
    assert not chosen or min(map(cost, chosen.values())) >= max(left)


def test_halves_of_two_writes_are_left_out() -> None:
    solver = Solver(ply.game("konane", size="4x5"), megabytes=1)
    *_, _last = solver.run(solver.game.start())
    everything = all_entries(solver)
    used = np.flatnonzero(solver.searcher._table["content"])
    solver.searcher._table["content"][used[0]] ^= np.uint64(
        BUCKET
    )  # the key that comes out is one of another bucket
    assert len(saved(solver, 10**6)) == len(everything) - 1


def test_what_a_search_under_way_has_written_is_saved_whole() -> None:
    """The table is large enough to keep all: a key that is not there at the end was never written."""
    solver = Solver(ply.game("breakthrough", size="5x4"), megabytes=256)
    list(solver.searcher.save_entries(1))  # compiles
    search = threading.Thread(target=solver.ask, args=(solver.game.start(), 1, 150_000))
    search.start()
    snapshots = []
    while search.is_alive():
        snapshots.append(saved(solver, 10**6))
    keys = all_entries(solver).keys()
    assert max(map(len, snapshots)) > 10_000
    assert all(snapshot.keys() <= keys for snapshot in snapshots)


@pytest.mark.parametrize("method", ["alphabeta", "dfpn"])
def test_a_run_resumes_from_a_checkpoint(method: str, tmp_path: Path) -> None:
    game = ply.game("konane", size="5x5")
    *_, whole = Solver(game, method=method, megabytes=1).run(game.start())
    first = Solver(game, method=method, megabytes=1)
    *_, part = first.run(game.start(), ply.Limit(nodes=whole.nodes // 2))
    write_checkpoint(tmp_path / "saved", first, RunProgress(part.nodes, part.seconds))
    second = Solver(game, method=method, megabytes=1)
    progress = load_checkpoint(tmp_path / "saved", second, game.start())
    *_, rest = second.run(game.start())
    assert progress == RunProgress(part.nodes, part.seconds)
    assert rest.value == whole.value == "win"
    assert part.value is None
    assert rest.nodes < 0.75 * whole.nodes


def test_a_retrograde_run_resumes_listing(tmp_path: Path) -> None:
    game, folder = ply.game("konane", size="4x5"), tmp_path / "saved"
    *_, whole = Solver(game, method="retrograde", megabytes=64).run(game.start())
    first = Solver(game, method="retrograde", megabytes=64)
    parts = [first.run(game.start(), ply.Limit(nodes=nodes)) for nodes in (4_000, 6_000)]
    for part in parts:  # the second one continues what the first one listed, and only that is appended
        *_, reached = part
        write_checkpoint(folder, first, RunProgress(reached.nodes, reached.seconds))
    assert 10_000 < reached.nodes < whole.nodes // 2
    second = Solver(game, method="retrograde", megabytes=64)
    assert load_checkpoint(folder, second, game.start()) == RunProgress(seconds=reached.seconds)
    *_, limited = second.run(game.start(), ply.Limit(nodes=1000))
    assert limited.nodes > reached.nodes + 1000, "what was listed before does not count for the limit"
    *_, rest = second.run(game.start())
    assert (rest.value, rest.distance, rest.nodes) == (whole.value, whole.distance, whole.nodes)
    files = {file.name: file.stat().st_size for file in folder.iterdir()}
    write_checkpoint(folder, second, PROGRESS)
    assert files == {file.name: file.stat().st_size for file in folder.iterdir()}, "nothing is left to keep"


@pytest.mark.parametrize("damage", ["none", "bytes", "position", "rules"])
def test_a_listing_of_something_else_is_refused(damage: str, tmp_path: Path) -> None:
    game = ply.game("konane", size=4)
    first = Solver(game, method="retrograde", megabytes=1)
    *_, _last = first.run(game.start(), ply.Limit(nodes=50))
    write_checkpoint(tmp_path / "saved", first, PROGRESS)
    root, other = game.start(), first
    if damage == "bytes":
        states = tmp_path / "saved" / "states"
        states.write_bytes(bytes([states.read_bytes()[0] ^ 1]) + states.read_bytes()[1:])
    elif damage == "position":
        root = root.play(root.moves()[0])
    elif damage == "rules":
        other = Solver(ply.game("konane", size=4, opening="any"), method="retrograde", megabytes=1)
        root = other.game.start()
    if damage == "none":
        assert load_checkpoint(tmp_path / "saved", other, root).seconds == PROGRESS.seconds
    else:
        with pytest.raises(CheckpointError, match="is missing, damaged, or of another analysis"):
            load_checkpoint(tmp_path / "saved", other, root)
    with pytest.raises(CheckpointError, match="is missing"):
        load_checkpoint(tmp_path / "nowhere", other, root)
    with pytest.raises(CheckpointError, match="cannot be written: No such file"):
        write_checkpoint(tmp_path / "nowhere" / "saved", first, PROGRESS)


def test_a_file_is_of_bounded_size(solver: Solver, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(checkpoints, "MOST_ENTRIES", 10)
    write_checkpoint(tmp_path / "saved", solver, PROGRESS)
    assert (tmp_path / "saved").stat().st_size < 1000
    assert [file.name for file in tmp_path.iterdir()] == ["saved"]


def test_a_changed_byte_anywhere_is_refused(
    solver: Solver, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(checkpoints, "MOST_ENTRIES", 10)
    file = tmp_path / "saved"
    write_checkpoint(file, solver, PROGRESS)
    content = file.read_bytes()
    chance = random.Random(1)
    for place in range(len(content)):
        changed = bytearray(content)
        changed[place] ^= 1 << chance.randrange(8)
        file.write_bytes(changed)
        with pytest.raises(CheckpointError):
            load_checkpoint(file, solver, solver.game.start())
    for length in range(0, len(content), 17):
        file.write_bytes(content[:length])
        with pytest.raises(CheckpointError):
            load_checkpoint(file, solver, solver.game.start())
    file.write_bytes(content)
    assert load_checkpoint(file, solver, solver.game.start()) == PROGRESS


@pytest.mark.parametrize(
    ("other", "problem"),
    [
        (lambda: Solver(ply.game("breakthrough", size="5x4"), megabytes=1), "is of another game"),
        (lambda: Solver(ply.game("konane", size="5x4"), megabytes=1), "is of another board"),
        (lambda: Solver(ply.game("konane", size=5, opening="any"), megabytes=1), "is of another rules"),
        (lambda: Solver(ply.game("konane", size=5), method="alphabeta", megabytes=1), "of another method"),
    ],
)
def test_a_foreign_checkpoint_is_refused(
    solver: Solver, other: Callable[[], Solver], problem: str, tmp_path: Path
) -> None:
    write_checkpoint(tmp_path / "saved", solver, PROGRESS)
    with pytest.raises(CheckpointError, match=problem):
        load_checkpoint(tmp_path / "saved", other(), solver.game.start())


def test_a_missing_file_and_one_that_is_none(solver: Solver, tmp_path: Path) -> None:
    with pytest.raises(CheckpointError, match="cannot be read: No such file"):
        load_checkpoint(tmp_path / "nowhere", solver, solver.game.start())
    (tmp_path / "text").write_text("something else\n" * 10)
    with pytest.raises(CheckpointError, match="is no checkpoint of this version"):
        load_checkpoint(tmp_path / "text", solver, solver.game.start())
    with pytest.raises(CheckpointError, match="cannot be written: No such file"):
        write_checkpoint(tmp_path / "nowhere" / "saved", solver, PROGRESS)


def test_the_fingerprint_follows_the_rules_and_the_board(tmp_path: Path) -> None:
    changed = tmp_path / "nim.py"
    changed.write_text(NIM.read_text().replace("count > 0 else -1", "count > 0 else 1"))
    games = [
        ply.game("konane", size=5),
        ply.game("konane", size=6),
        ply.game("breakthrough", size=5),
        ply.game(str(NIM)),
        ply.game(str(changed)),
    ]
    fingerprints = {rules_fingerprint(game) for game in games}
    assert len(fingerprints) == 5
    assert None not in fingerprints
    assert rules_fingerprint(ply.game("konane", size=5)) in fingerprints
