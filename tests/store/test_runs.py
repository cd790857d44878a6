"""Long runs in a store: those of earlier versions, settings that cannot be read, parts and files."""

from __future__ import annotations

import contextlib
import json
import sqlite3
from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path

import pytest

from plyground.errors import ArenaError, DamagedRowError, OptionError
from plyground.grading.kept_grading import KeptGrading
from plyground.learning.constant_tuning import ConstantSettings
from plyground.learning.kept_learning import KeptLearning, progress_of
from plyground.learning.kept_tuning import KeptTuning
from plyground.learning.progress import Generation
from plyground.match.judging import Conditions
from plyground.search.limit import Clock
from plyground.solve_runs.kept_solve import KeptSolve
from plyground.store import EventKind, EventState, Store, StoredEvent
from plyground.store.runs import StoredRun, read_settings, run_result, settings_content
from plyground.study.kept_study import KeptStudy
from plyground.study.study_running import run_study
from plyground.tournament.contest_running import KeptContest, run_contest
from plyground.tournament.game_pools import HerePool
from plyground.ui.playing.kept_game import find_game, unfinished_games

WRITTEN = Path(__file__).parent / "earlier" / "runs.sql"


@pytest.fixture
def earlier(tmp_path: Path) -> Iterator[Store]:
    """A store with one run of each kind that an earlier version wrote."""
    file = tmp_path / "games.db"
    with contextlib.closing(sqlite3.connect(file)) as connection:
        connection.executescript(WRITTEN.read_text("utf-8"))
    with Store(file) as store:
        yield store


def test_an_earlier_match_is_shown_again(earlier: Store) -> None:
    kept = KeptContest.open(earlier, "match")
    assert [(each.name, each.player) for each in kept.contest.entrants] == [("a", "random"), ("b", "first")]
    assert kept.contest.conditions.clock == Clock(60, 1)
    adjudication = kept.contest.conditions.adjudication
    assert (adjudication.resign_score, adjudication.most_moves, adjudication.proved) == (20, 100, False)
    assert (kept.contest.sprt, kept.contest.seed) == ("0,50", 3)
    assert sorted(number for number, _ in kept.finished()) == [0, 1]


def test_an_earlier_tournament_is_resumed(earlier: Store) -> None:
    kept = KeptContest.open(earlier, "tournament")
    assert kept.contest.positions == ("bwbw/wbwb/bwbw/wbwb black",)
    kept.resume()
    progress = run_contest(kept.contest, kept, HerePool(), lambda progress: None)
    kept.end()
    assert len(progress.results) == len(dict(kept.finished())) == 4
    assert earlier.event("tournament").state is EventState.DONE


def test_an_earlier_run_of_the_solver(earlier: Store) -> None:
    kept = KeptSolve.open(earlier, "solve")
    assert (kept.settings.seconds, kept.settings.nodes, kept.settings.on_cluster) == (60.0, None, True)
    assert kept.answers() == {"job": {"nodes": 7, "elapsed": 0.5}}
    found = kept.result()
    assert found is not None
    assert [str(move) for move in found.line] == ["a1", "b1", "a3-a1", "b3-b1", "d2-b2", "d3-b3"]


def test_an_earlier_run_of_learning(earlier: Store) -> None:
    kept = KeptLearning.open(earlier, "learn")
    assert (kept.settings.features, kept.settings.minutes) == (("piece", "reckless"), 5)
    generations = [Generation.of(each) for each in kept.generations()]
    assert [each.number for each in generations] == list(range(1, 12)), "in order: 10 comes after 9"
    assert generations[0].held_out_error is None, "earlier versions wrote NaN"
    assert progress_of(earlier, "learn")["result"] == {"output": "learned.weights", "digest": "0123"}


def test_earlier_tunings(earlier: Store) -> None:
    weights = KeptTuning.open(earlier, "weights")
    assert weights.settings.evaluate == "piece + reckless"
    assert weights.rounds("pairs") == {0: [(1.0, 0.5)], 8: [(0.0, 0.5)]}
    assert weights.result() == {"id": "weights", "weights": [1.0, 2.0]}
    constants = KeptTuning.open(earlier, "constants")
    assert isinstance(constants.settings, ConstantSettings)
    assert constants.settings.constants[:2] == ("aspiration_window", "aspiration_from_depth")
    assert constants.rounds("SPSA") == {0: [(1.0, 0.5)]}
    assert constants.result() is None


def test_an_earlier_study_is_shown_without_a_new_measurement(
    earlier: Store, monkeypatch: pytest.MonkeyPatch
) -> None:
    kept = KeptStudy.open(earlier, "study")
    assert kept.making.command == "plyground study pruning konane --size 4 --depth 1"
    monkeypatch.setattr(type(kept.study), "measure", lambda study, task: pytest.fail("measured again"))
    results = run_study(kept.study, kept, lambda progress: None)
    assert list(results) == list(kept.study.plan())


def test_an_earlier_grading(earlier: Store) -> None:
    kept = KeptGrading.open(earlier, "grading")
    assert kept.settings.command == "plyground grade breakthrough ann.py bob.py"
    assert [each.can_play for each in kept.settings.hand_ins] == [True, False]
    assert kept.settings.forbidden == ("search",)
    assert kept.settings.contest is not None
    assert kept.settings.contest.conditions == Conditions(2.0)
    assert len(kept.run(HerePool(), lambda progress: None)) == 2
    assert earlier.event("grading").state is EventState.DONE


def test_earlier_games_at_the_board(earlier: Store) -> None:
    moved, begun = find_game(earlier, "play"), find_game(earlier, "begun")
    assert (len(moved.record.moves), len(begun.record.moves)) == (2, 0)
    assert moved.agreement == begun.agreement
    assert (moved.agreement.players, moved.agreement.clock) == (("human", "first"), "60+1")
    assert [each.event for each in unfinished_games(earlier)] == ["play"]


@dataclass(frozen=True)
class Inner:
    depth: int = 3


@dataclass(frozen=True)
class Plan:
    name: str
    options: dict[str, str]
    names: tuple[str, ...] = ()
    inner: Inner = field(default_factory=Inner)
    minutes: float | None = None

    def __post_init__(self) -> None:
        if self.name == "refused":
            raise OptionError("nobody may be called that")


class PlannedRun(StoredRun[Plan]):
    kinds = (EventKind.TUNE,)
    noun = "plan"
    settings_type = Plan


PLAN = Plan("some", {"size": "4x4"}, ("a", "b"), Inner(5), 2.5)


def test_settings_come_back(tmp_path: Path) -> None:
    with Store(tmp_path / "games.db") as store:
        added = PlannedRun.add(store, PLAN, "a label")
        assert PlannedRun.open(store, added.id).settings == PLAN
        event = store.event(added.id)
        assert (event.kind, event.label, event.state) == (EventKind.TUNE, "a label", EventState.RUNNING)


def test_what_an_earlier_version_did_not_write_has_its_default() -> None:
    assert read_settings(Plan, {"name": "some", "options": {}}) == Plan("some", {})


@pytest.mark.parametrize(
    ("change", "problem"),
    [
        ({"name": 3}, "Expected `str`, got `int`"),
        ({"options": {"size": 4}}, "Expected `str`, got `int`"),
        ({"later": 1}, "unknown: later"),
        ({"inner": {"depth": 1, "later": 1}}, "unknown: inner.later"),
    ],
)
def test_settings_of_a_later_version_or_of_a_wrong_type(
    tmp_path: Path, change: dict[str, object], problem: str
) -> None:
    content = {**json.loads(json.dumps(settings_content(PLAN))), **change}
    with Store(tmp_path / "games.db") as store:
        store.add_event(StoredEvent("wrong", EventKind.TUNE, content))
        with pytest.raises(DamagedRowError, match=f"event 'wrong' is damaged: .* in its settings: {problem}"):
            PlannedRun.open(store, "wrong")


def test_settings_that_lack_something() -> None:
    with pytest.raises(KeyError, match="options"):
        read_settings(Plan, {"name": "some"})


def test_settings_that_are_refused_say_why() -> None:
    with pytest.raises(OptionError, match=r"^nobody may be called that$"):
        read_settings(Plan, {"name": "refused", "options": {}})


def test_numbers_of_any_size_are_settings() -> None:
    large = Inner(2**80)
    assert read_settings(Inner, json.loads(json.dumps(settings_content(large)))) == large


def test_a_run_of_another_kind(tmp_path: Path) -> None:
    with Store(tmp_path / "games.db") as store:
        store.add_event(StoredEvent("other", EventKind.STUDY))
        with pytest.raises(ArenaError, match=r"^other is no plan but a study$"):
            PlannedRun.open(store, "other")


def test_parts_are_added_once_and_come_in_order(tmp_path: Path) -> None:
    with Store(tmp_path / "games.db") as store:
        run = PlannedRun.add(store, PLAN, "")
        for number in (10, 9, 0):
            assert run.add_part(f"round {number}", {"number": number})
        assert not run.add_part("round 9", {"number": -1})
        assert run.add_part("other 1", {})
        assert list(run.numbered_parts("round").items()) == [(n, {"number": n}) for n in (0, 9, 10)]
        assert (run_result(store, run.id), run.result_content()) == (None, None)
        run.finish({"found": 7})
        assert "result" not in run.parts(), "the result is no part"
        assert run.result_content() == {"found": 7}


@pytest.mark.parametrize("is_folder", [True, False])
def test_what_lies_beside_the_store_goes_at_the_end(tmp_path: Path, is_folder: bool) -> None:
    with Store(tmp_path / "games.db") as store:
        run, other = (PlannedRun.add(store, PLAN, "") for _ in range(2))
        assert run.beside == tmp_path / f"games.db-tune-{run.id}"
        for each in (run, other):
            if is_folder:
                each.beside.mkdir()
            (each.beside / "file" if is_folder else each.beside).touch()
        run.stop()
        assert store.event(run.id).state is EventState.STOPPED
        assert run.beside.exists()
        run.finish()
        assert not run.beside.exists()
        assert other.beside.exists()
