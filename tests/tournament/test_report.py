"""The report of a contest: whole, harmless, and with the numbers of its summary."""

from __future__ import annotations

import itertools
from collections.abc import Callable
from dataclasses import replace
from datetime import UTC, datetime
from typing import Any

import pytest

import plyground
from plyground.match.judging import Adjudication, Conditions
from plyground.search.limit import Clock
from plyground.store.records import Termination
from plyground.tournament.contest_running import ContestProgress
from plyground.tournament.counts import Counts
from plyground.tournament.estimates import elo_difference, score_of_elo
from plyground.tournament.report import contest_page
from plyground.tournament.report.contest_wording import short
from plyground.tournament.report.course_sections import (
    MOST_POINTS,
    complete_pairs,
    elo_ticks,
    ratio_course,
    score_bounds,
    score_course,
)
from plyground.tournament.report.game_sections import faults
from plyground.tournament.summary import summary
from tests.report.reading import Node, read_html
from tests.report.test_markup import HOSTILE
from tests.tournament.made_up import contest_of, higher_wins, lower_wins, made_up

COMMAND = "plyground match breakthrough 'a <b>' naive --seed 7"
MADE = datetime(2024, 5, 6, 7, 8, tzinfo=UTC)
MANY = [f"player {number}" for number in range(30)]
LARGEST_FILE = 500_000

CASES: dict[str, Callable[[], ContestProgress]] = {
    "no game": lambda: made_up(contest_of("ab", 30), games=0),
    "one game": lambda: made_up(contest_of("ab", 30), games=1),
    "one pair": lambda: made_up(contest_of("ab", 1)),
    "all won": lambda: made_up(contest_of("ab", 50), lower_wins),
    "all lost": lambda: made_up(contest_of("ab", 50), higher_wins),
    "all drawn": lambda: made_up(contest_of("ab", 50), lambda rng, sides: None),
    "tested": lambda: made_up(contest_of("ab", 4000, sprt="0,40")),
    "undecided": lambda: made_up(contest_of("ab", 20, sprt="0,5,normalised"), games=17),
    "20,000 games": lambda: made_up(contest_of("ab", 10_000)),
    "30 players": lambda: made_up(contest_of(MANY, 2), ends=list(Termination)[:8]),
    "no game of many": lambda: made_up(contest_of(MANY, 2, format="gauntlet"), games=0),
    "hostile": lambda: made_up(contest_of([*HOSTILE, "x" * 100_000, "שלום", "=1+1"], 3)),
    "Swiss": lambda: made_up(contest_of("abcdefg", 2, format="swiss", rounds=3), games=20),
    "knockout": lambda: made_up(contest_of("abcdefg", 1, format="knockout")),
    "tied knockout": lambda: made_up(contest_of("abc", 1, format="knockout"), lambda rng, sides: None),
    "two in several rounds": lambda: made_up(contest_of("ab", 2, format="swiss", rounds=3)),
}


def page_of(progress: ContestProgress) -> Node:
    return read_html(contest_page("1a2b3c4d", progress, COMMAND, MADE))


@pytest.mark.parametrize("case", CASES.values(), ids=CASES)
def test_a_page_is_whole_and_harmless(case: Callable[[], ContestProgress]) -> None:
    progress = case()
    written = contest_page("1a2b3c4d", progress, COMMAND, MADE)
    assert len(written.encode("utf-8")) < LARGEST_FILE
    root = read_html(written)
    names = {node.name for node in root.walk()}
    assert not names & {"script", "img", "image", "link", "iframe", "object", "form", "use", "foreignobject"}
    ids = [node.attributes["id"] for node in root.walk() if "id" in node.attributes]
    assert len(set(ids)) == len(ids)
    for node in root.walk():
        assert not any(name.startswith("on") or name in {"src", "style"} for name in node.attributes)
        href = node.attributes.get("href")
        assert href is None or href.removeprefix("#") in ids
    assert len(root.all("h1")) == 1
    assert all(table.all("caption") for table in root.all("table"))
    assert all(cell.attributes["scope"] in {"row", "col"} for cell in root.all("th"))
    for svg in root.all("svg", "chart"):
        assert svg.attributes["role"] == "img"
        assert svg.attributes["aria-label"]
        assert svg.all("desc")[0].text


@pytest.mark.parametrize("name", HOSTILE)
def test_a_hostile_name_is_shown_and_does_nothing(name: str) -> None:
    root = page_of(made_up(contest_of([name, "b"], 4)))
    assert short(name) in root.all("h1")[0].text
    assert short(name) in {node.text for node in root.all("bdi")}
    assert short(name) in root.all("title")[0].text


def cells_of(table: Node) -> list[list[str]]:
    return [
        [cell.text for cell in row.children if isinstance(cell, Node)]
        for row in table.all("tbody")[0].all("tr")
    ]


def table_called(root: Node, heading: str) -> Node:
    section = next(each for each in root.all("section") if each.all("h2")[0].text == heading)
    return section.all("table")[0]


def plain(text: str) -> str:
    return text.replace("−", "-").replace(",", "").replace("\u202f", "")


def estimate(text: str) -> tuple[float, float]:
    value, error = plain(text).split(" ± ")
    return float(value), float(error)


def results(told: dict[str, Any]) -> str:
    return f"+{told['wins']} ={told['draws']} -{told['losses']}"


@pytest.fixture(scope="module")
def tournament() -> ContestProgress:
    return made_up(contest_of("abcd", 25), ends=list(Termination)[:8])


def test_the_standings_are_those_of_the_summary(tournament: ContestProgress) -> None:
    told = summary("", tournament)["standings"]
    rows = cells_of(table_called(page_of(tournament), "Standings"))
    for row, standing in zip(rows, told, strict=True):
        _, name, points, games, score, shown, elo, seconds = row
        assert (name, games, plain(shown)) == (standing["name"], str(standing["games"]), results(standing))
        assert float(points.replace("½", ".5")) == standing["points"]
        assert float(plain(score).rstrip("%")) == pytest.approx(
            100 * standing["points"] / standing["games"], abs=0.05
        )
        value, error = estimate(elo)
        assert value == pytest.approx(standing["elo"]["value"], abs=0.05)
        assert error == pytest.approx((standing["elo"]["high"] - standing["elo"]["low"]) / 2, abs=0.05)
        assert seconds.endswith(" ms")
        assert float(seconds.split()[0]) == pytest.approx(1000 * standing["seconds_per_move"], rel=0.01)


def test_the_crosstable_is_that_of_the_summary(tournament: ContestProgress) -> None:
    told = summary("", tournament)
    names = [standing["name"] for standing in told["standings"]]
    rows = cells_of(table_called(page_of(tournament), "Crosstable"))
    for encounter in told["encounters"]:
        first, second = names.index(encounter["first"]), names.index(encounter["second"])
        won, lost = encounter["wins"], encounter["losses"]
        assert plain(rows[first][1 + second]).endswith(results(encounter))
        assert plain(rows[second][1 + first]).endswith(f"+{lost} ={encounter['draws']} -{won}")
    assert [rows[index][1 + index] for index in range(len(names))] == [""] * len(names)


def chart_called(root: Node, label: str) -> Node:
    return next(svg for svg in root.all("svg", "chart") if svg.attributes["aria-label"] == label)


def test_sides_and_ends_are_those_of_the_summary(tournament: ContestProgress) -> None:
    told, root = summary("", tournament), page_of(tournament)
    sides = [
        plain(node.text)
        for node in chart_called(root, "Wins, draws and losses with each side").all("text", "value")
    ]
    wanted = [results(standing[role]) for standing in told["standings"] for role in ("black", "white")]
    assert sides[1:] == wanted
    black = [
        sum(standing["black"][key] for standing in told["standings"]) for key in ("wins", "draws", "losses")
    ]
    assert sides[0] == "+{} ={} -{}".format(*black)
    ends = chart_called(root, "Games by the way they ended").all("desc")[0].text
    assert dict(part.split(": ") for part in ends.split("; ")) == {
        end: str(count) for end, count in told["terminations"].items()
    }


def test_who_gave_games_away_is_told(tournament: ContestProgress) -> None:
    found = faults(tournament)
    for end in (Termination.CRASH, Termination.TIME, Termination.RESIGNATION):
        decided = [
            each
            for each in tournament.results.values()
            if each.termination is end and each.winner is not None
        ]
        assert sum(counts[end] for counts in found.values()) == len(decided)
    rows = cells_of(table_called(page_of(tournament), "Games given away"))
    assert [row[0] for row in rows] == list(found)
    assert [sum(map(int, row[1:])) for row in rows] == [counts.total() for counts in found.values()]


def test_games_are_given_away_by_those_who_lost_them() -> None:
    progress = made_up(contest_of("ab", 3), lower_wins, ends=[Termination.CRASH])
    assert faults(progress) == {"b": {Termination.CRASH: 6}}


def test_a_match_is_told_as_in_the_summary() -> None:
    progress = made_up(contest_of("ab", 200))
    (told,) = summary("", progress)["encounters"]
    root = page_of(progress)
    values = [node.text for node in root.all("dl", "cards")[0].all("dd")]
    score, elo, normalised, superiority = values[::2]
    assert float(plain(score).rstrip("%")) == pytest.approx(100 * told["score"], abs=0.05)
    assert float(plain(elo)) == pytest.approx(told["elo"]["value"], abs=0.05)
    assert float(plain(normalised)) == pytest.approx(told["normalised_elo"]["value"], abs=0.05)
    assert float(plain(superiority).rstrip("%")) == pytest.approx(100 * told["superiority"], abs=0.05)
    low, high = plain(values[3]).split(": ")[1].split(" to ")
    assert (float(low), float(high)) == pytest.approx((told["elo"]["low"], told["elo"]["high"]), abs=0.05)
    pairs = [
        float(node.text.split()[0]) for node in chart_called(root, "Pairs by the points of a").all("title")
    ]
    assert pairs == told["pairs"]


@pytest.mark.parametrize(
    ("case", "sentence"),
    [
        ("no game", "No game has been played yet."),
        ("all won", "a beat b 100 – 0. That is 100.0 % of the points in 100 games."),
        ("all lost", "b beat a 100 – 0. That is 100.0 % of the points in 100 games."),
        ("all drawn", "a and b share the points, 50 – 50. That is 50.0 % of the points in 100 games."),
        ("one game", "After 1 game of 60, a and b are level, ½ – ½. That is 50.0 % of the points in 1 game."),
        ("tied knockout", "a won the knockout, in "),
    ],
)
def test_the_result_in_a_sentence(case: str, sentence: str) -> None:
    progress = CASES[case]()
    if case == "one game":
        progress.results[0] = replace(progress.results[0], winner=None)
    told = page_of(progress).all("p", "lead")[0].text.replace("\u202f", " ")
    assert told == sentence or (sentence.endswith(" ") and told.startswith(sentence))


def test_everything_that_is_needed_to_play_it_again_is_told() -> None:
    contest = contest_of(
        "ab",
        3,
        conditions=Conditions(2.0, Clock(60, 1), Adjudication(resign_score=9, draw_score=0.5, most_moves=80)),
        positions=("wwww/4/4/4/bbbb black",),
    )
    root = page_of(made_up(contest, games=0))
    told = dict(
        zip((node.text for node in root.all("dt")), (node.text for node in root.all("dd")), strict=True)
    )
    assert told["Game"] == "Breakthrough, size 5x4"
    assert told["Time"] == "2 s a move, 60 s a game and 1 s more for every move"
    assert told["Openings"] == "1 given position, each with both sides"
    assert told["Games cut short"] == (
        "lost when 9 points behind for 3 moves; drawn when within 0.5 points for 8 moves; "
        "drawn after 80 moves each"
    )
    assert (told["Seed"], told["This page"]) == ("7", "2024-05-06 07:08 UTC")
    assert told["Contest"] == "1a2b3c4d, not over"
    assert "core" in told["Page made on"]
    assert told["Programs"].startswith(f"Plyground {plyground.__version__}, ")
    assert root.all("pre", "command")[0].text == COMMAND


def test_the_course_ends_with_the_result() -> None:
    progress = made_up(contest_of("ab", 700))
    counts = progress.table.crosstable["a", "b"]
    pairs = complete_pairs(progress)
    assert Counts.of(pairs) == counts
    course = score_course(pairs)
    assert len(course) <= MOST_POINTS
    elo = elo_difference(counts)
    last = course[-1]
    assert (last.x, last.y) == (1400, counts.score)
    assert (last.low, last.high) == (score_of_elo(elo.low), score_of_elo(elo.high))
    low, high = score_bounds(course)
    assert last.low is not None
    assert last.high is not None
    assert low <= last.low < last.high <= high


def test_pairs_of_several_rounds_are_seen_from_the_first_player() -> None:
    progress = made_up(contest_of("ab", 3, format="swiss", rounds=6), higher_wins)
    assert {stage.encounters[0] for stage in progress.stages} == {(0, 1), (1, 0)}
    assert Counts.of(complete_pairs(progress)) == progress.table.crosstable["a", "b"]


@pytest.mark.parametrize("sprt", ["0,30", "0,30,normalised"])
def test_the_course_of_a_test_ends_with_its_verdict(sprt: str) -> None:
    progress = made_up(contest_of("ab", 60, sprt=sprt))
    assert progress.test is not None
    course = ratio_course(progress.test, complete_pairs(progress))
    assert (course[0].x, course[0].y) == (0, 0)
    assert course[-1].x == progress.test.looked_at
    assert course[-1].y == pytest.approx(progress.test.status.llr)


@pytest.mark.parametrize(
    "bounds", [(0, 1), (0.46, 0.56), (0.4, 0.7), (0.85, 0.99), (0.1, 0.5), (0.499, 0.503)]
)
def test_differences_in_elo_stand_at_their_scores(bounds: tuple[float, float]) -> None:
    low, high = bounds
    ticks = elo_ticks(low, high)
    assert 2 <= len(ticks) <= 10
    for score, text in ticks:
        assert low <= score <= high
        assert score == pytest.approx(score_of_elo(float(plain(text))))
    for (before, _), (after, _) in itertools.pairwise(ticks):
        assert after - before >= 0.1 * (high - low)
