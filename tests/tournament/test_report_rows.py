"""The games of a contest as rows: what was played, a line a game, nothing that a spreadsheet would run."""

from __future__ import annotations

import csv
import io
import re
from pathlib import Path

import pytest

from plyground.store import EventKind, Store
from plyground.tournament.contest import Contest, read_entrant
from plyground.tournament.contest_running import ContestProgress, KeptContest, run_contest
from plyground.tournament.game_pools import HerePool
from plyground.tournament.report import contest_csv
from tests.tournament.made_up import contest_of, lower_wins, made_up


def rows_of(progress: ContestProgress) -> list[dict[str, str]]:
    return list(csv.DictReader(io.StringIO(contest_csv(progress), newline=""), strict=True))


def test_rows_are_the_games_that_were_kept(tmp_path: Path) -> None:
    players = tuple(map(read_entrant, ("killer", "naive", "random")))
    contest = Contest("breakthrough", {"size": "5x4"}, players, format="swiss", pairs=1, rounds=2, seed=5)
    with Store(tmp_path / "games.db") as store:
        kept = KeptContest.begin(store, contest, EventKind.TOURNAMENT, "a test")
        progress = run_contest(contest, kept, HerePool(), lambda progress: None)
        records = dict(kept.finished())
    rows = rows_of(progress)
    assert [int(row["number"]) for row in rows] == [number + 1 for number in sorted(records)]
    for row in rows:
        record = records[int(row["number"]) - 1]
        chosen = record.moves[record.opening :]
        assert (row["first"], row["second"]) == record.players
        assert row["winner"] == ("" if record.winner is None else record.players[record.winner])
        assert float(row["first_points"]) == (0.5 if record.winner is None else 1 - record.winner)
        assert (row["termination"], int(row["plies"])) == (str(record.termination), len(chosen))
        seconds = float(row["first_seconds"]) + float(row["second_seconds"])
        assert seconds == pytest.approx(sum(move.seconds or 0 for move in chosen), abs=1e-5)
        stage = next(each for each in progress.stages if int(row["number"]) - 1 in each.games)
        assert row["round"] == stage.label
        position = contest.played_game.position(record.start)
        for move in record.moves[: record.opening]:
            position = position.play(move.text)
        assert row["position"] == position.text
    assert {row["opening"] for row in rows} == {"1", "2"}


def test_rows_without_games_have_their_headings() -> None:
    written = contest_csv(made_up(contest_of("ab", 30), games=0))
    assert written.startswith("number,round,opening,position,first,second,winner,")
    assert written.count("\n") == 1


def test_games_after_the_decision_of_a_test_are_no_rows() -> None:
    progress = made_up(contest_of("ab", 4000, sprt="0,40"))
    assert progress.test is not None
    assert progress.test.decided_after is not None
    assert len(rows_of(progress)) == 2 * progress.test.decided_after < len(progress.results)


@pytest.mark.parametrize("name", ["=1+1", "+1", "-1", "@x", "  =1", "\t=1", "＝1", '=HYPERLINK("x","y")'])
def test_no_name_is_run_as_a_formula(name: str) -> None:
    rows = rows_of(made_up(contest_of([name, "b"], 2), lower_wins))
    assert {row["winner"] for row in rows} == {row["first"] for row in rows} - {"b"}
    (shown,) = {row["winner"] for row in rows}
    assert not re.match(r"\s*[=+\-@＝]", shown)
    assert shown.lstrip("'␉").endswith(name.strip())


@pytest.mark.parametrize("name", ['a "quoted", name', "two\r\nlines", "semi;colon", "'", "\x00"])
def test_a_row_is_a_line_whatever_the_names_are(name: str) -> None:
    progress = made_up(contest_of([name, "b"], 2))
    assert contest_csv(progress).encode("utf-8").count(b"\n") == 1 + len(progress.results)
    assert len({row["first"] for row in rows_of(progress)}) == 2
