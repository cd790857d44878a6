"""Runs of learning: the same weights from the same seed, also after interruptions; nothing is lost."""

from __future__ import annotations

import errno
import os
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path

import pytest

import plyground as ply
from plyground.errors import ArenaError, LearningError, OptionError, StoreError
from plyground.learning import learn
from plyground.learning.gating import Gating
from plyground.learning.kept_learning import KeptLearning, LearnSettings
from plyground.learning.pools import TaskThreads
from plyground.learning.progress import CoreClock, Generation, Progress, seconds_left, told_use, total_use
from plyground.learning.report import learning_page
from plyground.store import EventState, Store
from plyground.ui.cli.learn import told_generation
from tests.learning.runs import GAME, GAMES, begun, learned, run_of, stopped_after


@pytest.fixture(scope="module")
def expected(tmp_path_factory: pytest.TempPathFactory) -> str:
    """The digest of what an undisturbed run learns."""
    return learned(tmp_path_factory.mktemp("expected") / "games.sqlite").weights.digest


def chunks_of(kept: KeptLearning) -> dict[str, int]:
    """Return the chunks that are kept, and when each was written."""
    return {file.name: file.stat().st_mtime_ns for file in kept.folder.glob("games-*.npz")}


def test_the_same_seed_gives_the_same_weights(tmp_path: Path, expected: str) -> None:
    assert learned(tmp_path / "again.sqlite").weights.digest == expected
    assert learned(tmp_path / "threads.sqlite", TaskThreads(3)).weights.digest == expected
    assert learned(tmp_path / "other.sqlite", seed=2).weights.digest != expected


@pytest.mark.parametrize("reports", [5, 24])
def test_an_interrupted_run_gives_the_same_weights(tmp_path: Path, reports: int, expected: str) -> None:
    with Store(tmp_path / "games.sqlite") as store:
        kept, times = begun(store), 0
        before: dict[str, int] = {}
        while not stopped_after(kept, reports + 5 * times):  # a little further each time
            assert store.event(kept.id).state is EventState.STOPPED
            after = chunks_of(kept)
            assert all(after.get(name, when) == when for name, when in before.items()), "none is played twice"
            before, times = after, times + 1
            kept = KeptLearning.open(store, kept.id)
        assert times > 1
        assert store.event(kept.id).state is EventState.DONE
        assert kept.result() == {"output": kept.settings.output, "digest": expected}
        assert not kept.folder.exists()


def test_generations_are_kept_with_what_they_came_to(tmp_path: Path) -> None:
    seen: list[Progress] = []
    with Store(tmp_path / "games.sqlite") as store:
        kept = begun(store)
        run = run_of(kept, watch=seen.append)
        found = run.run()
        generations = [Generation.of(each) for each in kept.generations()]
    assert generations == run.generations
    assert [each.number for each in generations] == [1, 2, 3]
    assert generations[-1].games == GAMES
    games, seconds = ([getattr(each, name) for each in generations] for name in ("games", "seconds"))
    assert games == sorted(set(games))
    assert seconds == sorted(set(seconds)), "the clock runs on from generation to generation"
    assert all(each.positions > each.games and (each.held_out_error or 0) > 0 for each in generations)
    assert all(sum(each.pairs) == 8 and each.is_accepted for each in generations)
    assert generations[0].strength == generations[0].elo
    for each in generations:
        assert set(each.use) == {"self-play", "data", "fit", "match"}
        assert all(wall > 0 and cpu > 0 for wall, cpu in each.use.values())
    told = told_use(total_use(generations))
    assert told.startswith("self-play ")
    assert told in learning_page("id", kept.settings, generations, None, "plyground learn")
    assert found is not None
    assert found.weights.header.training["games"] == GAMES
    assert {each.generation for each in seen} == {1, 2, 3}
    assert [each.elapsed for each in seen] == sorted(each.elapsed for each in seen)


def test_nothing_better_is_told_and_leaves_no_weights(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(Gating, "is_accepted", property(lambda gating: False))
    with Store(tmp_path / "games.sqlite") as store:
        kept = begun(store)
        with pytest.raises(LearningError, match="no generation was better than piece: learn for longer"):
            run_of(kept).run()
        assert [each["is_accepted"] for each in kept.generations()] == [False] * 3
        assert kept.result() == {"output": None}
        assert store.event(kept.id).state is EventState.DONE
    assert not Path(kept.settings.output).exists()


def damage(file: Path) -> None:
    content = bytearray(file.read_bytes())
    content[len(content) // 2] ^= 1
    file.write_bytes(content)


def stopped_in(kept: KeptLearning, generation: int) -> None:
    """Stop a run when the second chunk of a generation is there."""
    first: list[int] = []

    def watch(progress: Progress) -> None:
        if progress.generation == generation and "games of self-play" in progress.doing:
            first.append(progress.games)
            if len(first) == 2:
                run.stop()

    run = run_of(kept, watch=watch)
    assert run.run() is None


@pytest.mark.parametrize(
    "spoil", [damage, lambda file: file.write_bytes(b"something else")], ids=["a bit", "another file"]
)
def test_a_damaged_chunk_is_played_again(
    tmp_path: Path, spoil: Callable[[Path], None], expected: str
) -> None:
    said: list[str] = []
    with Store(tmp_path / "games.sqlite") as store:
        kept = begun(store)
        stopped_in(kept, 2)
        spoil(next(kept.folder.glob("games-2-*")))
        found = run_of(kept, tell=said.append).run()
    assert found is not None
    assert found.weights.digest == expected
    assert len(said) == 1
    assert " is damaged: " in said[0]
    assert said[0].endswith("; its games are played again")


def test_a_damaged_chunk_of_an_earlier_generation_is_left_out(tmp_path: Path) -> None:
    said: list[str] = []
    with Store(tmp_path / "games.sqlite") as store:
        kept = begun(store)
        stopped_in(kept, 2)
        damage(next(kept.folder.glob("games-1-*")))
        assert run_of(kept, tell=said.append).run() is not None
    assert len(said) == 1
    assert said[0].endswith("; its games are left out")


def test_a_full_disk_ends_a_run_in_one_line_and_loses_nothing(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, expected: str
) -> None:
    room = 4

    def sync(number: int) -> None:
        nonlocal room
        room -= 1
        if room < 0:
            raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC))

    with Store(tmp_path / "games.sqlite") as store:
        kept = begun(store)
        with monkeypatch.context() as full:
            full.setattr(os, "fsync", sync)
            with pytest.raises(LearningError, match=r"cannot be written: No space left on device$"):
                run_of(kept).run()
        assert store.event(kept.id).state is EventState.STOPPED
        assert len(chunks_of(kept)) == 3, "one more was the file of weights"
        assert not list(kept.folder.glob(".writing-*"))
        before = chunks_of(kept)
        stopped_after(kept, 6)
        assert before.items() <= chunks_of(kept).items()
        found = run_of(kept).run()
    assert found is not None
    assert found.weights.digest == expected


def test_a_store_on_a_full_disk_does_not_hide_the_reason(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def fail(kept: KeptLearning, *more: object) -> None:
        raise LearningError("the folder cannot be made")

    def stop(kept: KeptLearning) -> None:
        raise StoreError("the disk is full; nothing was changed")

    monkeypatch.setattr(KeptLearning, "add_positions", fail)
    monkeypatch.setattr(KeptLearning, "stop", stop)
    with Store(tmp_path / "games.sqlite") as store, pytest.raises(LearningError, match="cannot be made"):
        run_of(begun(store)).run()


def test_weights_that_cannot_be_written_are_not_lost(tmp_path: Path, expected: str) -> None:
    place = tmp_path / "folder" / "learned.weights"
    (tmp_path / "folder").mkdir()
    place.mkdir()  # something else stands there
    with Store(tmp_path / "games.sqlite") as store:
        kept = begun(store, output=str(place))
        with pytest.raises(ply.PlygroundError, match="is not a file"):
            run_of(kept).run()
        assert store.event(kept.id).state is EventState.STOPPED
        place.rmdir()
        found = run_of(kept).run()
    assert found is not None
    assert found.weights.digest == expected


def test_other_rules_are_noticed(tmp_path: Path) -> None:
    with Store(tmp_path / "games.sqlite") as store:
        kept = begun(store)
        changed = KeptLearning(store, kept.id, replace(kept.settings, rules="others"))
        with pytest.raises(ArenaError, match="the rules of breakthrough have changed"):
            run_of(changed)


def test_minutes_end_a_run(tmp_path: Path) -> None:
    with Store(tmp_path / "games.sqlite") as store:
        kept = begun(store, games=None, minutes=0.01)
        assert run_of(kept).run() is not None
        assert len(kept.generations()) == 3


def test_learn_in_python(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    from plyground.learning import generations
    from tests.learning.runs import OPEN

    monkeypatch.setattr(generations, "Gate", lambda: OPEN)
    seen: list[str] = []
    file = tmp_path / "mine.weights"
    found = ply.learn(
        GAME,
        games=60,
        nodes=20,
        start="piece",
        output=file,
        processes=1,
        watch=lambda each: seen.append(str(each)),
    )
    assert ply.evaluate(GAME.start(), found) == ply.evaluate(GAME.start(), str(file))
    assert seen[0].startswith("generation 1 of 3: self-play")


@pytest.mark.parametrize(
    ("changes", "problem"),
    [
        ({"games": None}, "say how long to learn"),
        ({"minutes": 1.0}, "say how long to learn"),
        ({"games": 0}, "nobody can learn from 0 games"),
        ({"games": None, "minutes": float("nan")}, "nobody can learn for nan minutes"),
        ({"games": None, "minutes": -1.0}, "nobody can learn for -1.0 minutes"),
        ({"nodes": 0}, "0 nodes a move are too few"),
    ],
)
def test_settings_that_make_no_sense(tmp_path: Path, changes: dict[str, object], problem: str) -> None:
    with Store(tmp_path / "games.sqlite") as store, pytest.raises(OptionError, match=problem):
        begun(store, **changes)


def test_pools_that_make_no_sense() -> None:
    with pytest.raises(OptionError, match="give one of them"):
        learn.chosen_pool(1, "tcp://127.0.0.1:9")
    with pytest.raises(OptionError, match="0 games cannot be played at once"):
        learn.chosen_pool(0, None)


def test_a_foreign_event_is_no_run_of_learning(tmp_path: Path) -> None:
    from plyground.store import EventKind, StoredEvent

    with Store(tmp_path / "games.sqlite") as store:
        store.add_event(StoredEvent("abc", EventKind.MATCH))
        with pytest.raises(ArenaError, match="abc is no run of learning but a match"):
            KeptLearning.open(store, "abc")


def test_settings_survive_the_store(tmp_path: Path) -> None:
    with Store(tmp_path / "games.sqlite") as store:
        kept = begun(store)
        assert KeptLearning.open(store, kept.id).settings == kept.settings
        assert isinstance(kept.settings, LearnSettings)


def test_progress_is_seen_from_outside_until_the_run_is_over(tmp_path: Path) -> None:
    with Store(tmp_path / "games.sqlite") as store:
        kept = begun(store)
        assert KeptLearning.open(store, kept.id).last_progress() is None
        seen: list[Progress | None] = []

        def watch(progress: Progress) -> None:
            heard = KeptLearning.open(store, kept.id).last_progress()
            seen.append(None if heard is None else heard.progress)

        run_of(kept, watch=watch).run()
        assert seen[0] is not None
        assert seen[0].generation == 1
        assert KeptLearning.open(store, kept.id).last_progress() is None


def test_without_games_held_out_no_error_is_told(tmp_path: Path) -> None:
    with Store(tmp_path / "games.sqlite") as store:
        kept = begun(store, games=3)
        run_of(kept).run()
        first, *_ = kept.generations()
        assert first["held_out_error"] is None, "NaN is no JSON"
        assert "held-out" not in told_generation(Generation.of(first))
        assert told_generation(Generation.of({**first, "held_out_error": 0.25})).endswith(
            "held-out error 0.2500"
        )
        assert Generation.of({**first, "held_out_error": float("nan")}).held_out_error is None


@pytest.mark.parametrize(
    ("done", "by", "now", "expected"),
    [
        (0.25, 10.0, 10.0, 30.0),
        (0.25, 10.0, 16.0, 24.0),  # a fit or a match since the last game: no more is known, but time goes by
        (0.9, 90.0, 99.5, None),  # about nothing left, or more than was thought
        (0.9, 90.0, 200.0, None),
        (0.0, 10.0, 10.0, None),
        (0.5, 0.5, 0.5, None),  # too early to tell
    ],
)
def test_time_left_is_told_where_it_is_known(
    done: float, by: float, now: float, expected: float | None
) -> None:
    assert seconds_left(done, by, now) == pytest.approx(expected)


def test_time_is_left_for_the_fit_and_the_match_of_the_last_generation(tmp_path: Path) -> None:
    seen: list[Progress] = []
    with Store(tmp_path / "games.sqlite") as store:
        run = run_of(begun(store), watch=seen.append)
        run._elapsed_before = 1000.0  # as if the games had taken long
        run.run()
    fits = [
        each
        for each in seen
        if each.generation == 3 and "of self-play" not in each.doing and each.games == GAMES
    ]
    assert fits
    left = fits[0].seconds_left
    assert left is not None
    share = 0.3 * 3 / 6
    assert left == pytest.approx(fits[0].elapsed * share / (1 - share), rel=0.1)
    assert "left" in str(fits[0])


def test_the_clock_of_the_cores_adds_up_what_a_part_takes(monkeypatch: pytest.MonkeyPatch) -> None:
    now = {"wall": 10.0, "cpu": 3.0}
    monkeypatch.setattr("time.perf_counter", lambda: now["wall"])
    monkeypatch.setattr("time.process_time", lambda: now["cpu"])
    clock = CoreClock()
    for wall, cpu in ((2.0, 3.5), (1.0, 2.0)):
        with clock.measuring("fit"):
            now["wall"] += wall
            now["cpu"] += cpu
    assert clock.take() == {"fit": (3.0, 5.5)}
    assert clock.take() == {}


def test_generations_of_earlier_versions_have_no_core_use(tmp_path: Path) -> None:
    with Store(tmp_path / "games.sqlite") as store:
        kept = begun(store)
        run_of(kept).run()
        content = dict(kept.generations()[0])
    assert Generation.of(content).use
    del content["use"]
    assert Generation.of(content).use == {}
