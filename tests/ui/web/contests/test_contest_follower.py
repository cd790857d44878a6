"""A contest that is followed stands as the one who plays it says, after every single game."""

from __future__ import annotations

import sqlite3
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import msgspec
import pytest

from plyground.errors import StoreError
from plyground.store import EventKind, Store
from plyground.tournament.contest import Contest, Entrant
from plyground.tournament.contest_running import ContestProgress, KeptContest, run_contest
from plyground.tournament.game_pools import HerePool
from plyground.tournament.summary import summary
from plyground.ui.web.contests.contest_follower import ContestFollower
from plyground.ui.web.contests.contest_messages import ContestView
from plyground.ui.web.contests.contest_views import Situation, describe_contest

CONTESTS: dict[str, dict[str, Any]] = {
    "match": {"players": "random first", "pairs": 3},
    "match from another position": {
        "players": "random first",
        "start": "bbbb/bbbb/wwww/wwww white",
        "opening_plies": 1,
    },
    "test": {"players": "killer first", "pairs": 60, "sprt": "-200,200,0.4,0.4"},
    "round robin": {"players": "random first killer"},
    "gauntlet": {"players": "random first killer", "format": "gauntlet", "pairs": 2},
    "swiss": {"players": "random first killer naive", "format": "swiss", "rounds": 2},
    "knockout": {"players": "random first killer naive position", "format": "knockout"},
}


@pytest.fixture
def store(tmp_path: Path) -> Iterator[Store]:
    with Store(tmp_path / "games.db") as opened:
        yield opened


def contest_of(players: str, **settings: Any) -> Contest:
    entrants = tuple(Entrant(name, name) for name in players.split())
    return Contest("breakthrough", {"size": "4x4"}, entrants, **{"opening_plies": 2, "seed": 4, **settings})


def results(event_id: str, progress: ContestProgress) -> dict[str, Any]:
    """Return what has been played: who follows knows the next stage a moment earlier."""
    found = summary(event_id, progress)
    met = [each for each in found["encounters"] if each["wins"] + each["draws"] + each["losses"]]
    return {**found, "encounters": met, "is_over": None}


@pytest.mark.parametrize("settings", CONTESTS.values(), ids=CONTESTS)
def test_it_stands_as_whoever_plays_it_says(store: Store, settings: dict[str, Any]) -> None:
    contest = contest_of(**settings)
    kept = KeptContest.begin(store, contest, EventKind.TOURNAMENT, "")
    followed, looks = ContestFollower(kept.id, contest), 0

    def compare(progress: ContestProgress) -> None:
        nonlocal looks
        looks += 1
        followed.catch_up(store)
        assert results(kept.id, followed.progress) == results(kept.id, progress)

    played = run_contest(contest, kept, HerePool(), compare)
    late = ContestFollower(kept.id, contest)  # somebody who comes when all is over
    late.catch_up(store)
    assert summary(kept.id, late.progress) == summary(kept.id, followed.progress) == summary(kept.id, played)
    assert looks > 2
    assert late.progress.total == played.total


def view_of(store: Store, contest: Contest) -> ContestView:
    kept = KeptContest.begin(store, contest, EventKind.TOURNAMENT, "a label")
    run_contest(contest, kept, HerePool(), lambda progress: None)
    followed = ContestFollower(kept.id, contest)
    followed.catch_up(store)
    view = describe_contest(store.event(kept.id), followed.progress, Situation("over"))
    msgspec.json.encode(view)
    return view


def test_the_table_and_the_crosstable_agree(store: Store) -> None:
    view = view_of(store, contest_of(**CONTESTS["round robin"]))
    assert (view.games, view.total, view.match) == (6, 6, None)
    for entry, row in zip(view.table, view.crosstable, strict=True):
        against = [tally for tally in row if tally is not None]
        assert len(against) == 2
        assert sum(tally.wins for tally in against) == entry.results.wins == sum(s.wins for s in entry.sides)
        assert sum(tally.wins + tally.draws + tally.losses for tally in against) == entry.games == 4
    assert [entry.points for entry in view.table] == sorted(
        (entry.points for entry in view.table), reverse=True
    )
    assert view.terminations == {"normal": 6}


def test_a_match_tells_its_course_and_a_test_its_verdict(store: Store) -> None:
    view = view_of(store, contest_of(**CONTESTS["test"]))
    assert view.match is not None
    assert view.test is not None
    assert view.match.names == ("killer", "first")
    assert view.match.course[-1].games == view.games == 2 * view.test.pairs
    assert view.match.course[-1].score == pytest.approx(view.match.score)
    assert all(0 <= each.low <= each.score <= each.high <= 1 for each in view.match.course)
    assert view.test.verdict == "accept H1"
    assert view.games < view.total


def test_rounds_tell_who_met_whom(store: Store) -> None:
    view = view_of(store, contest_of(**CONTESTS["swiss"]))
    assert [len(each.encounters) for each in view.rounds] == [2, 2]
    assert all(sum(met.points) == 2 for each in view.rounds for met in each.encounters)


def test_a_contest_of_unknown_rules_is_shown_without_running_anything(store: Store, tmp_path: Path) -> None:
    trap = tmp_path / "trap.py"
    trap.write_text(f"open({str(tmp_path / 'sprung')!r}, 'w')\n")
    contest = Contest(str(trap), {}, (Entrant("a", "random"), Entrant("b\ud800", "program:x")))
    kept = KeptContest.begin(store, contest, EventKind.MATCH, "")
    followed = ContestFollower(kept.id, contest)
    followed.catch_up(store)
    view = describe_contest(store.event(kept.id), followed.progress, Situation("stopped"))
    assert msgspec.json.decode(msgspec.json.encode(view))["names"] == ["a", r"b\ud800"]
    assert view.game is None
    assert not (tmp_path / "sprung").exists()


def test_a_damaged_game_is_told(store: Store) -> None:
    contest = contest_of(**CONTESTS["match"])
    kept = KeptContest.begin(store, contest, EventKind.MATCH, "")
    run_contest(contest, kept, HerePool(), lambda progress: None)
    with sqlite3.connect(store.path) as connection:
        connection.execute("UPDATE games SET record = replace(record, 'moves', 'movies') WHERE id = 2")
    with pytest.raises(StoreError, match="game 2 is damaged: its checksum is wrong"):
        ContestFollower(kept.id, contest).catch_up(store)
