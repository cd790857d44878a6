"""What a page may ask for, and what it is refused, always in one line."""

from __future__ import annotations

from typing import Any

import pytest

from plyground.errors import PlygroundError
from plyground.tournament.contest import Contest
from plyground.ui.web.contests.contest_messages import NewContest
from plyground.ui.web.contests.contest_setup import check_players, label_of, make_contest
from plyground.ui.web.limits import Limits

LIMITS = Limits()


def made(*players: str, limits: Limits = LIMITS, **settings: Any) -> Contest:
    asked = {"game": "breakthrough", "options": {"size": "4x4"}, **settings}
    return make_contest(NewContest(players=list(players), **asked), limits)


def test_everything_asked_for_is_in_the_contest() -> None:
    contest = made(
        "strong=engine:depth=2", "random", games=5, seconds=0.5, opening_plies=2, most_moves=40, seed=9
    )
    assert contest.options == {"size": "4x4"}
    assert [(each.name, each.player) for each in contest.entrants] == [
        ("strong", "engine:depth=2"),
        ("random", "random"),
    ]
    assert (contest.pairs, contest.opening_plies, contest.seed) == (3, 2, 9)
    assert (contest.conditions.seconds, contest.conditions.adjudication.most_moves) == (0.5, 40)


def test_without_a_seed_chance_chooses_one() -> None:
    assert made("random", "first").seed != made("random", "first").seed


@pytest.mark.parametrize(("players", "rounds"), [(2, 1), (3, 1), (4, 2), (5, 2), (8, 3), (16, 4), (24, 5)])
def test_a_swiss_tournament_has_as_many_rounds_as_it_needs(players: int, rounds: int) -> None:
    contest = made(*(f"p{number}=random" for number in range(players)), format="swiss")
    assert contest.rounds == rounds


@pytest.mark.parametrize(
    ("players", "settings", "told"),
    [
        ("random", {}, "two players or more"),
        ("random random", {}, "two players are called"),
        ("random first killer", {"format": "match"}, "between two players, not 3"),
        ("random first killer", {"sprt": "0,20"}, "a test is for a match"),
        ("random first", {"sprt": "20,0"}, "the second must be larger"),
        ("random first", {"format": "swiss", "rounds": 2}, "can meet in 1 rounds"),
        ("random first", {"seconds": 0.0}, "seconds"),
        ("random first", {"seconds": 61.0}, "up to 60 s a move are allowed, not 61 s"),
        ("random first", {"clock": "10", "seconds": 1.0}, "give one of them"),
        ("random first", {"clock": "99999"}, "a clock may have 3600 s"),
        ("random first", {"clock": "soon"}, "is no clock"),
        ("random first", {"games": 6000}, "a contest may have 5,000"),
        ("random first", {"options": {"size": "99"}}, "not played"),
        ("random first", {"options": {"colour": "red"}}, "no option 'colour'"),
        ("random first", {"game": "chess"}, "there is no game 'chess'"),
        ("random first", {"game": "evil.py"}, "there is no game 'evil.py'"),
        ("random first", {"opening_plies": 60}, "is over within 60 random plies"),
        ("random nobody", {}, "there is no player 'nobody'"),
        ("random human", {}, "human cannot play here"),
        ("random engine:threads=1000", {}, "too much here"),
        ("random greedy:nothing", {}, "nothing"),
        ("random program:true", {}, "runs no outside programs"),
        ("random x=program:true", {}, "runs no outside programs"),
        ("random plyground:.", {}, "runs no outside programs"),  # not even looked for
        ("random x=plyground:/usr,seconds=1", {}, "runs no outside programs"),
        ("random evil.py:Player", {}, "runs no outside programs"),
        ("random greedy:evil.py:f", {}, "which no page may run"),
    ],
)
def test_what_cannot_be_played_is_told_in_one_line(players: str, settings: dict[str, Any], told: str) -> None:
    with pytest.raises(PlygroundError, match=told) as caught:
        made(*players.split(), **settings)
    assert "\n" not in str(caught.value)


def test_too_many_players_are_refused() -> None:
    with pytest.raises(PlygroundError, match="a contest may have 24"):
        made(*(f"p{number}=random" for number in range(25)))


def test_a_label_names_the_players_or_counts_them() -> None:
    assert label_of(made("random", "first")) == "breakthrough: random - first"
    assert label_of(made("random", "first", "killer", "naive")) == "breakthrough: 4 players"


@pytest.mark.parametrize(
    "player",
    ["program:./engine", "plyground:/usr", "mine.py:Player", "greedy:mine.py:f", "engine:seconds=999"],
)
def test_a_contest_of_the_store_is_resumed_only_with_players_of_the_house(player: str) -> None:
    contest = made("random", "first")
    check_players(contest, LIMITS)
    settings = contest.to_json().replace('"player": "first"', f'"player": "{player}"')
    with pytest.raises(PlygroundError):
        check_players(Contest.from_json(settings), LIMITS)
