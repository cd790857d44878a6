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
from plyground.records import GameRecord, PlayedMove, record_of_json, record_to_json

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
    ([], "a record in JSON is an object"),
    ({}, "has 'winner'"),
    ({"game": 1}, "has 'game', which is a str"),
    ({"options": []}, "has 'options', which is a dict"),
    ({"options": {"size": 5}}, "the options of a record in JSON are texts by name"),
    ({"tags": {"a": None}}, "the tags of a record in JSON are texts by name"),
    ({"players": ["a"]}, "the players of a record in JSON are 2 texts"),
    ({"players": ["a", 1]}, "the players of a record in JSON are 2 texts"),
    ({"moves": ["a1"]}, "a move of a record in JSON is an object with 'move'"),
    ({"moves": [{"seconds": 1}]}, "a move of a record in JSON is an object with 'move'"),
    ({"moves": [{"move": "a1", "mood": 1}]}, "has no 'mood 1'"),
    ({"moves": [{"move": "a1", "depth": 1.5}]}, "has no 'depth 1.5'"),
    ({"moves": [{"move": "a1", "nodes": True}]}, "has no 'nodes True'"),
    ({"moves": [{"move": "a1", "score": "high"}]}, "has no 'score high'"),
    ({"termination": "boredom"}, "'boredom' is no way in which a game ends"),
    ({"winner": 2}, "is 0, 1 or null, not '2'"),
    ({"winner": True}, "is 0, 1 or null, not 'True'"),
    ({"winner": "black"}, "is 0, 1 or null, not 'black'"),
    ({"opening": "4"}, "has 'opening', which is a int"),
    ({"opening": True}, "has 'opening', which is a int"),
    ({"colour": "red"}, "has no 'colour'"),
]


@pytest.mark.parametrize(("change", "problem"), WRONG, ids=[problem for _, problem in WRONG])
def test_what_is_wrong_is_told_in_one_line(change: Any, problem: str) -> None:
    content = {**copy.deepcopy(CONTENT), **change} if change else change
    with pytest.raises(RecordError) as caught:
        record_of_json(content)
    assert problem in str(caught.value)
    assert str(caught.value).isprintable()


@pytest.mark.parametrize("missing", CONTENT)
def test_nothing_may_be_missing(missing: str) -> None:
    content = {name: value for name, value in CONTENT.items() if name != missing}
    with pytest.raises(RecordError, match=missing):
        record_of_json(content)
