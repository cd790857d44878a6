"""Records as plain values."""

from __future__ import annotations

import copy
import json
from dataclasses import replace
from typing import Any

import numpy as np
import pytest
from hypothesis import HealthCheck, given, settings

from plyground.errors import RecordError
from plyground.store.records import GameRecord, PlayedMove, record_of_json, record_to_json

from .games import records, small_record

repeatable = settings(
    derandomize=True, database=None, deadline=None, suppress_health_check=[HealthCheck.too_slow]
)
CONTENT = record_to_json(replace(small_record(), moves=(PlayedMove("d4-c3", 0.5, 1.5, 3, 99),)))


@repeatable
@given(record=records())
def test_any_record_comes_back(record: GameRecord) -> None:
    assert record_of_json(json.loads(json.dumps(record_to_json(record)))) == record


def test_the_form_is_what_programs_rely_on() -> None:
    assert CONTENT == {
        "game": "breakthrough",
        "options": {"size": "5x4"},
        "start": "bbbb/bbbb/4/wwww/wwww black",
        "players": ["engine:seconds=1", "random"],
        "moves": [{"move": "d4-c3", "seconds": 0.5, "score": 1.5, "depth": 3, "nodes": 99}],
        "termination": "normal",
        "winner": 1,
        "reason": "white broke through",
        "opening": 0,
        "started": "2026-07-24T12:30:00+00:00",
        "tags": {},
    }


def test_what_json_cannot_say_is_left_out() -> None:
    moves = (PlayedMove("a1", float("nan"), float("inf")), PlayedMove("a2", score=float("-inf"), depth=2))
    content = record_to_json(replace(small_record(), moves=moves))
    assert content["moves"] == [{"move": "a1"}, {"move": "a2", "depth": 2}]


def test_numbers_of_numpy_become_plain_ones() -> None:
    played = PlayedMove("a1", np.float64(0.5), np.float32(1.5), np.int64(3), np.uint32(9))  # type: ignore[arg-type]
    content = record_to_json(replace(small_record(), moves=(played,)))
    assert json.loads(json.dumps(content))["moves"] == [
        {"move": "a1", "seconds": 0.5, "score": 1.5, "depth": 3, "nodes": 9}
    ]


def test_a_record_shares_nothing_with_its_values() -> None:
    record = small_record()
    record_to_json(record)["options"]["size"] = "changed"
    assert record.options == {"size": "5x4"}


WRONG: list[tuple[Any, str]] = [
    ([], "Expected `object`, got `array`"),
    ({}, "Object missing required field `game`"),
    ({"game": 1}, "got `int` - at `$.game`"),
    ({"options": []}, "got `array` - at `$.options`"),
    ({"options": {"size": 5}}, "got `int` - at `$.options[...]`"),
    ({"tags": {"a": None}}, "got `null` - at `$.tags[...]`"),
    ({"players": ["a"]}, "Expected `array` of length 2, got 1 - at `$.players`"),
    ({"players": ["a", 1]}, "got `int` - at `$.players[1]`"),
    ({"moves": ["a1"]}, "Expected `object`, got `str` - at `$.moves[0]`"),
    ({"moves": [{"seconds": 1}]}, "missing required field `move` - at `$.moves[0]`"),
    ({"moves": [{"move": "a1", "mood": 1}]}, "unknown field `mood` - at `$.moves[0]`"),
    ({"moves": [{"move": "a1", "depth": 1.5}]}, "got `float` - at `$.moves[0].depth`"),
    ({"moves": [{"move": "a1", "nodes": True}]}, "got `bool` - at `$.moves[0].nodes`"),
    ({"moves": [{"move": "a1", "score": "high"}]}, "got `str` - at `$.moves[0].score`"),
    ({"termination": "boredom"}, "'boredom' - at `$.termination`"),
    ({"termination": "bore\ndom" * 1000}, "bore"),
    ({"winner": 2}, "2 - at `$.winner`"),
    ({"winner": True}, "got `bool` - at `$.winner`"),
    ({"winner": "black"}, "got `str` - at `$.winner`"),
    ({"opening": "4"}, "got `str` - at `$.opening`"),
    ({"opening": True}, "got `bool` - at `$.opening`"),
    ({"colour": "red"}, "unknown field `colour`"),
]


@pytest.mark.parametrize(("change", "problem"), WRONG, ids=[problem for _, problem in WRONG])
def test_what_is_wrong_is_told_in_one_line(change: Any, problem: str) -> None:
    content = {**copy.deepcopy(CONTENT), **change} if change else change
    with pytest.raises(RecordError) as caught:
        record_of_json(content)
    assert problem in str(caught.value)
    assert str(caught.value).isprintable()
    assert len(str(caught.value)) < 200


@pytest.mark.parametrize("missing", CONTENT)
def test_nothing_may_be_missing(missing: str) -> None:
    content = {name: value for name, value in CONTENT.items() if name != missing}
    with pytest.raises(RecordError, match=missing):
        record_of_json(content)
