"""Illustrations, prompts and lessons: the rules allow all that games declare, and make what they do not."""

from __future__ import annotations

import random
from dataclasses import replace

import pytest

from plyground.core.discovery import known_games
from plyground.core.lessons import TeachingError, check_teaching, illustrations_of, lesson_of, prompt_for
from plyground.core.position import Game
from plyground.core.teaching import Illustration, LessonStep, Teaching

GAMES = sorted(known_games())


def game_with(teaching: Teaching | None) -> Game:
    return Game.of(replace(known_games()["konane"], teaching=teaching), {"size": "4"})


@pytest.mark.parametrize("name", GAMES)
def test_the_rules_allow_every_illustration_and_lesson(name: str) -> None:
    game = Game.of(known_games()[name], {})
    check_teaching(game)
    assert len(illustrations_of(game)) >= 4
    assert len(lesson_of(game)) >= 3


@pytest.mark.parametrize("name", GAMES)
def test_a_step_that_accepts_some_moves_refuses_others(name: str) -> None:
    steps = lesson_of(Game.of(known_games()[name], {}))
    chosen = [taught for taught in steps if taught.step.accepted]
    assert chosen
    assert all(len(taught.accepted) < len(taught.position.moves()) for taught in chosen)


@pytest.mark.parametrize("name", GAMES)
def test_there_is_a_prompt_until_the_game_is_over(name: str) -> None:
    chance = random.Random(1)
    position = Game.of(known_games()[name], {}).start()
    for _ in range(300):
        if not position.moves():
            break
        assert prompt_for(position)
        position = position.play(chance.choice(position.moves()))
    assert bool(prompt_for(position)) == (position.outcome is None)


def test_a_prompt_says_what_phase_the_game_is_in() -> None:
    position = Game.of(known_games()["konane"], {"size": "6"}).start()
    assert prompt_for(position) == "remove one of the outlined stones"
    assert "next to the hole" in prompt_for(position.play("a1"))
    assert prompt_for(position.play("a1").play("b1")).startswith("jump over")


@pytest.mark.parametrize("name", GAMES)
def test_a_game_that_declares_nothing_is_illustrated_by_its_rules(name: str) -> None:
    game = Game.of(replace(known_games()[name], teaching=None), {})
    start, move, *others = illustrations_of(game)
    assert start.before == game.start()
    assert start.after is None
    assert move.after is not None
    assert others[-1].after is not None
    assert others[-1].after.outcome is not None
    assert lesson_of(game) == ()
    assert prompt_for(game.start())


FULL = "bwbw/wbwb/bwbw/wbwb black"


@pytest.mark.parametrize(
    ("teaching", "told"),
    [
        (Teaching((Illustration("x", FULL, "b1"),)), "illustration 1"),
        (Teaching((Illustration("x", "bwb/bw black"),)), "illustration 1"),
        (Teaching(lesson=(LessonStep("p", "good", ("b1",), "no", FULL),)), "step 1"),
        (Teaching(lesson=(LessonStep("p", "good", ("a1",), "", FULL),)), "nothing to say"),
        (Teaching(lesson=(LessonStep("p", "good", ("a1",), "no", FULL, reply="d1"),)), "the reply to a1"),
        (
            Teaching(lesson=(LessonStep("p", "good", position=FULL), LessonStep("p", "good"))),
            "needs a position",
        ),
    ],
)
def test_what_the_rules_do_not_allow_is_refused(teaching: Teaching, told: str) -> None:
    with pytest.raises(TeachingError, match=told):
        check_teaching(game_with(teaching))


def test_a_step_continues_where_the_one_before_it_led() -> None:
    first = LessonStep("p", "good", ("a1",), "no", FULL, reply="b1")
    second = lesson_of(game_with(Teaching(lesson=(first, LessonStep("q", "good")))))[1]
    assert second.position.text.startswith("2bw/")
