"""Studies in a store: what is kept, who may go on with it."""

from __future__ import annotations

from pathlib import Path

import pytest

from plyground.errors import StudyError, UnknownRecordError
from plyground.store import EventKind, EventState, Store, StoredEvent
from plyground.study.kept_study import KeptStudy, Provenance
from plyground.study.study_running import run_study

from .asking import small

COMMAND = "plyground study pruning konane --size 4 --depth 1"


@pytest.fixture
def store(tmp_path: Path) -> Store:
    return Store(tmp_path / "games.db")


def begun(store: Store) -> KeptStudy:
    return KeptStudy.begin(store, small("pruning", "konane", "4x4", depth=1), COMMAND)


def elsewhere(monkeypatch: pytest.MonkeyPatch) -> None:
    here = Provenance.here("", 0)
    other = Provenance("", 0, here.programs, "another machine", here.began)
    monkeypatch.setattr("plyground.study.kept_study.Provenance.here", lambda command, seed: other)


def test_a_study_is_found_again_with_its_measurements(store: Store) -> None:
    kept = begun(store)
    results = run_study(kept.study, kept, lambda progress: None)
    kept.end()
    again = KeptStudy.open(store, kept.id)
    assert again.study == kept.study
    assert again.making == kept.making
    assert again.making.command == COMMAND
    assert run_study(again.study, again, lambda progress: None) == results
    [event] = store.events(EventKind.STUDY)
    assert (event.state, event.label) == (EventState.DONE, "pruning: konane")


def test_the_same_measurement_from_elsewhere_is_refused(store: Store) -> None:
    kept = begun(store)
    kept.keep("key", {})
    with pytest.raises(StudyError, match="is there already: is"):
        kept.keep("key", {})


def test_times_of_two_machines_are_not_mixed(store: Store, monkeypatch: pytest.MonkeyPatch) -> None:
    kept = begun(store)
    elsewhere(monkeypatch)
    with pytest.raises(StudyError, match="times of two machines or programs cannot stand in one table"):
        KeptStudy.open(store, kept.id)


def test_a_finished_study_is_shown_anywhere(store: Store, monkeypatch: pytest.MonkeyPatch) -> None:
    kept = begun(store)
    run_study(kept.study, kept, lambda progress: None)
    elsewhere(monkeypatch)
    assert KeptStudy.open(store, kept.id).making == kept.making


def test_what_is_no_study(store: Store) -> None:
    store.add_event(StoredEvent("evening", EventKind.PLAY))
    with pytest.raises(StudyError, match="evening is no study but a play"):
        KeptStudy.open(store, "evening")
    with pytest.raises(UnknownRecordError, match="there is no event 'nothing'"):
        KeptStudy.open(store, "nothing")
