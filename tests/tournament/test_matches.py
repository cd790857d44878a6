"""Matches and tournaments from Python: what they return, and the same as a dataframe."""

from __future__ import annotations

import pytest

import plyground as ply
from plyground.tournament.counts import Counts
from plyground.tournament.estimates import elo_difference, likelihood_of_superiority
from plyground.tournament.match_api import MatchResult

GAME = ply.game("breakthrough", size="5x4")


def test_a_match_tells_what_the_first_made() -> None:
    result = ply.play_match(GAME, "killer", "random", games=7, seed=3)
    assert (result.first, result.second) == ("killer", "random")
    assert result.games == 8, "games are rounded up to pairs"
    assert sum(result.pairs) == 4
    assert result.wins > result.losses
    assert result == ply.play_match(GAME, "killer", "random", games=7, seed=3)


def test_elo_and_superiority_follow_from_the_counts() -> None:
    counts = Counts(5, 1, 2, (0, 1, 1, 1, 1))
    result = MatchResult(5, 1, 2, (0, 1, 1, 1, 1), "a", "b")
    assert result.elo == elo_difference(counts)
    assert result.superiority == likelihood_of_superiority(counts)


def test_a_match_as_a_dataframe() -> None:
    result = MatchResult(5, 1, 2, (0, 1, 1, 1, 1), "a", "b")
    [row] = result.to_dataframe().to_dict("records")
    assert row == {
        "first": "a",
        "second": "b",
        "games": 8,
        "wins": 5,
        "draws": 1,
        "losses": 2,
        "score": 5.5 / 8,
        "elo": result.elo.value,
        "elo_low": result.elo.low,
        "elo_high": result.elo.high,
        "superiority": result.superiority,
    }


def test_a_tournament_as_a_dataframe() -> None:
    players = ["killer", "naive", "lazy=random"]
    table = ply.play_tournament(GAME, players, games=2, seed=1)
    frame = table.to_dataframe()
    assert sorted(frame["name"]) == ["killer", "lazy", "naive"]
    assert frame["name"].tolist() == [standing.name for standing in table.standings]
    assert frame["games"].tolist() == [4, 4, 4]
    assert frame["points"].sum() == table.games == 6
    assert frame["points"].is_monotonic_decreasing
    assert (frame["wins"] + frame["draws"] + frame["losses"]).tolist() == [4, 4, 4]
    assert ((frame["elo_low"] <= frame["elo"]) & (frame["elo"] <= frame["elo_high"])).all()


def test_a_gauntlet_is_the_first_against_all_others() -> None:
    table = ply.play_tournament(GAME, ["killer", "naive", "random"], format="gauntlet", games=2)
    assert set(table.crosstable) == {("killer", "naive"), ("killer", "random")}


def test_mistakes_are_told() -> None:
    with pytest.raises(ply.OptionError, match="there is no format 'rings'"):
        ply.play_tournament(GAME, ["killer", "naive"], format="rings")
    with pytest.raises(ply.OptionError, match="two players or more"):
        ply.play_tournament(GAME, ["killer"])
