"""The matches that decide which features are on: what they say, what is on, and what the docs tell."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pytest
from benchmarks import selectivity
from benchmarks.selectivity import (
    FAILED,
    GAMES,
    MOST_PAIRS,
    OPEN,
    PASSED,
    UNFINISHED,
    Match,
    has_effect,
    kept_matches,
    last_matches,
    new_match,
    play_on,
    table_text,
)

import plyground as ply
from plyground.search.features import BY_GAME, preset

SEARCH_PAGE = Path(__file__).parents[2] / "docs" / "explanation" / "search.md"
EMPTY = Match("konane", "lmp", "10 nodes", "futility", "best")


@pytest.mark.parametrize("name", GAMES)
def test_a_feature_is_on_where_its_match_says_so(name: str) -> None:
    game, matches = ply.game(name), last_matches(kept_matches())
    usual = preset("engine", game.rules)
    decided = {
        feature: (match := matches.get((name, feature))) is not None and match.verdict == PASSED
        for feature in ("lmr", *BY_GAME)
    }
    assert {feature: getattr(usual, feature) for feature in decided} == decided


def test_the_docs_have_the_table_of_the_matches() -> None:
    assert table_text(kept_matches()) in SEARCH_PAGE.read_text(encoding="utf-8")


def test_every_feature_that_has_an_effect_was_matched() -> None:
    wanted = {
        (name, feature)
        for name in GAMES
        for feature in ("lmr", *BY_GAME)
        if has_effect(feature, ply.game(name).rules)
    }
    assert last_matches(kept_matches()).keys() == wanted


@pytest.mark.parametrize(
    ("pairs", "points", "verdict"),
    [
        ("10 0 20 0 10", (1, 1), PASSED),
        ("10 0 20 0 10", (0, 0), FAILED),
        ("70 0 140 0 86", (1, 0), OPEN),
    ],
)
def test_a_match_ends_when_it_is_decided(pairs: str, points: tuple[int, int], verdict: str) -> None:
    match = replace(EMPTY, pairs=pairs, wins=300, losses=300)
    played = sum(match.counts.pairs)
    while match.verdict == UNFINISHED:
        match, played = match.with_pair(points), played + 1
    assert (match.verdict, sum(match.counts.pairs)) == (verdict, played)
    assert (played == MOST_PAIRS) == (verdict == OPEN)


def test_what_is_not_finished_decides_nothing() -> None:
    finished = replace(EMPTY, verdict=PASSED, limit="20 nodes")
    assert last_matches([finished, EMPTY]) == {("konane", "lmp"): finished}
    assert last_matches([EMPTY]) == {}


def test_a_match_resumes_where_it_was(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setattr(selectivity, "MOST_PAIRS", 4)
    game, file = ply.game("breakthrough", size="5x4"), tmp_path / "matches.csv"
    begun = replace(new_match(game, "lmp"), limit="20 nodes")
    whole = list(play_on(begun, game))
    kept_matches(file).put(whole[1])
    (stored,) = kept_matches(file)
    assert stored == whole[1]
    assert list(play_on(stored, game)) == whole[2:]
    assert whole[-1].verdict == OPEN
