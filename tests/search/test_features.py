"""The features of the engine, by the names of today and by those of earlier versions."""

from __future__ import annotations

import dataclasses
import pickle
from typing import Any

import pytest

from plyground.core.position import game
from plyground.core.rules import Rules
from plyground.players.making import make_player
from plyground.protocol.engine_thinker import EngineSettings, EngineThinker
from plyground.search.features import FORMER_NAMES, PRESETS, TEXTBOOK, Features, current_name, preset
from plyground.search.mcts import MctsFeatures
from plyground.study.known.ablation import features_without
from plyground.ui.web.analysis.analysis_messages import SearchSettings
from plyground.ui.web.analysis.search_settings import features_of

ENGINE = PRESETS["engine"]
ALIASES = pytest.mark.parametrize(("former", "current"), FORMER_NAMES.items())


def test_no_name_of_earlier_versions_was_forgotten() -> None:
    earlier = (
        "pruning scouting deepening aspiration table deeper killers history noisy reductions graded probcut "
        "futility null_move late_pruning internal singular recaptures counters continuation quiescence "
        "splitting tables solver pacing"
    )
    assert [*map(current_name, earlier.split()), *TEXTBOOK] == list(Features.names())


@ALIASES
def test_in_python(former: str, current: str) -> None:
    only = Features(**{current: True})
    assert only != Features()
    assert Features(**{former: True}) == Features().having(former) == Features().having(current) == only
    assert only.without(former) == only.without(current) == Features()
    assert dataclasses.replace(only, **{former: False}) == Features()
    assert (getattr(only, former), getattr(Features(), former)) == (True, False)
    assert pickle.loads(pickle.dumps(only)) == only  # noqa: S301  # our own


def test_what_was_never_a_feature_is_none() -> None:
    with pytest.raises(AttributeError, match="no attribute 'magic'"):
        Features().magic  # type: ignore[attr-defined]  # noqa: B018
    with pytest.raises(TypeError, match="magic"):
        Features(magic=True)  # type: ignore[call-arg]


@ALIASES
def test_in_the_rules_of_a_game(former: str, current: str) -> None:
    rules: Rules[Any, Any] = game("konane").rules
    for is_on in (True, False):
        wished = [dataclasses.replace(rules, engine_features={name: is_on}) for name in (former, current)]
        features = [preset("engine", each) for each in wished]
        assert features[0] == features[1]
        assert getattr(features[0], current) is is_on


@ALIASES
def test_in_the_text_of_a_player(former: str, current: str) -> None:
    on = game("breakthrough", size=4)
    players: list[Any] = [
        make_player(f"engine:depth=1,hash=1,without={name}", on) for name in (former, current)
    ]
    features = [player._engine.features for player in players]
    assert features[0] == features[1]
    assert not getattr(features[0], current)


@ALIASES
def test_over_ugi(former: str, current: str) -> None:
    thinkers: list[Any] = [
        EngineThinker(game("breakthrough", size=4), EngineSettings(megabytes=1)) for _ in range(2)
    ]
    for thinker, name in zip(thinkers, (former, current), strict=True):
        thinker.set_option("Without", name)
    features = [thinker._engine.features for thinker in thinkers]
    assert features[0] == features[1]
    assert not getattr(features[0], current)


def test_features_are_switched_on_over_ugi_and_by_players() -> None:
    on = game("breakthrough", size=4)
    thinker: Any = EngineThinker(on, EngineSettings(megabytes=1))
    for name, value in (("Algorithm", "uct"), ("With", "solver+rave"), ("Constants", "exploration:2")):
        thinker.set_option(name, value)
    assert thinker._engine.features == MctsFeatures(solver=True, rave=True)
    assert thinker._engine.constants.exploration == 2
    player: Any = make_player("engine:depth=1,hash=1,added=beam", on)
    assert player._engine.features == preset("engine", on.rules).having("beam")


@ALIASES
def test_in_studies_and_pages(former: str, current: str) -> None:
    assert features_without(f"{former}+killers") == ENGINE.without(current, "killers")
    settings = SearchSettings(features=(former, "killers"))
    assert features_of(settings, game("konane").start()) == Features().having(current, "killers")
