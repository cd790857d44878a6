"""`--class`: hand-ins that play each other."""

from __future__ import annotations

import itertools
import json
from collections import Counter
from dataclasses import replace
from pathlib import Path

import pytest

from plyground.errors import OptionError
from plyground.grading.field_contest import FieldContest
from plyground.grading.grading import Grading, prepare
from plyground.store.runs import read_settings, settings_content
from plyground.tournament.contest import Entrant
from plyground.tournament.schedule import Stage

from .grading import SMALL, graded, terms, written

CHOOSING = "class Mine:\n    def choose(self, position):\n        return position.moves()[{}]\n"


def stages_of(contest: FieldContest) -> list[Stage]:
    stages: tuple[Stage, ...] = ()
    while (stage := contest.next_stage(stages, {})) is not None:
        stages += (stage,)
    return list(stages)


@pytest.mark.parametrize(("hand_ins", "field"), [(2, 0), (5, 1), (11, 2)])
def test_everybody_meets_everybody_once(hand_ins: int, field: int) -> None:
    entrants = tuple(Entrant(str(number), "first") for number in range(hand_ins + field))
    contest = FieldContest("konane", {}, entrants, pairs=2, hand_ins=hand_ins, meets_class=True)
    stages = stages_of(contest)
    met = Counter(frozenset(each) for stage in stages for each in stage.encounters)
    classmates = itertools.combinations(range(hand_ins), 2)
    others = itertools.product(range(hand_ins), range(hand_ins, hand_ins + field))
    assert met == Counter(map(frozenset, [*classmates, *others]))
    numbers = [number for stage in stages for number in stage.games]
    assert numbers == list(range(contest.expected_games))
    assert {stage.place(stage.games[-1]).opening for stage in stages} == {1}, "the same for everybody"


def test_few_hand_ins_are_in_memory_at_a_time() -> None:
    entrants = tuple(Entrant(str(number), "first") for number in range(100))
    contest = FieldContest("konane", {}, entrants, hand_ins=100, meets_class=True)
    assert max(len(set(itertools.chain(*stage.encounters))) for stage in stages_of(contest)) <= 8


def test_a_class_plays_itself(tmp_path: Path) -> None:
    files = {
        "first": CHOOSING.format(0),
        "last": CHOOSING.format(-1),
        "bad": "x = (",
        "rash": CHOOSING.format(99),
    }
    limits = replace(SMALL, seconds=30)
    on = replace(terms(limits=limits), field=(), meets_class=True)
    grading, marks, games = graded(tmp_path, files, on)
    assert len(games) == 6
    assert grading.limits.games == 6  # as many as one could play, of four
    assert {name: mark.total.games for name, mark in marks.items()} == {
        "first": 4,
        "last": 4,
        "rash": 4,
        "bad": 0,
    }
    assert set(marks["first"].classmates) == {"last.py", "rash.py"}
    assert marks["first"].in_class == marks["first"].total
    assert marks["first"].classmates["rash.py"].wins == 2
    assert len(marks["rash"].failures) == 4
    assert marks["bad"].word.startswith("cannot play: ")
    assert read_settings(Grading, json.loads(json.dumps(settings_content(grading)))) == grading


def test_a_class_with_one_that_can_play_plays_nothing(tmp_path: Path) -> None:
    on = replace(terms(), field=(), meets_class=True)
    _, marks, games = graded(tmp_path, {"only": CHOOSING.format(0), "bad": "x = ("}, on)
    assert games == {}
    assert [mark.total.games for mark in marks.values()] == [0, 0]


def test_nobody_to_play_against(tmp_path: Path) -> None:
    with pytest.raises(OptionError, match="nobody to play against"):
        prepare(written(tmp_path, {"only": CHOOSING.format(0)}), replace(terms(), field=()))
