"""Levels of strength: what they consider, and how they err."""

from __future__ import annotations

import os
import random
import subprocess
import sys
from collections import Counter
from dataclasses import replace

import pytest

from plyground.core.position import Game, Position, game
from plyground.core.rules import Level
from plyground.players import make_player
from plyground.players.levels import LEVELS, chosen_line, levels_of
from plyground.search.limit import Limit
from plyground.search.report import Line
from plyground.search.score import UNIT, WIN
from tests.strangers import NIM

WIN_AT_ONCE, LOSS_NEXT = WIN - UNIT, 2 * UNIT - WIN


def lines(*scores: int) -> list[Line]:
    position = game("othello").start().play("d3")
    position = position.play(position.moves()[0])
    return [
        Line(position, (move.code,), score) for move, score in zip(position.moves(), scores, strict=False)
    ]


def chosen(level: Level, *scores: int, seed: int = 0) -> int:
    return chosen_line(lines(*scores), level, random.Random(seed)).exact_score


def moves_of_a_game(name: str, seed: int, plies: int = 12) -> list[str]:
    """Let the lowest level play against the ninth on a small board."""
    on = game(name, size={"othello": "6", "duel": "6"}.get(name, "5"))
    players = [make_player(f"level:{strength}", on) for strength in (1, 9)]
    position = on.start()
    played: list[str] = []
    for player in players:
        player.begin(position, seed)
    while position.outcome is None and len(played) < plies:
        move = players[len(played) % 2].choose(position, Limit()).move
        played.append(str(move))
        position = position.play(str(move))
    return played


def test_a_level_without_errors_takes_the_best() -> None:
    assert chosen(Level(100), 300, 900, 100) == 900


def test_a_misjudged_move_is_seldom_a_bad_one() -> None:
    level = Level(100, noise=1.0)
    found = Counter(chosen(level, 900, 800, 500, 100, seed=seed) for seed in range(1000))
    assert found[900] > found[800] > found[500] > found[100] > 0
    assert found[100] < 100


def test_noise_depends_on_how_far_the_scores_are_apart() -> None:
    level = Level(100, noise=1.0)
    small = [chosen(level, 9, 8, 5, 1, seed=seed) for seed in range(100)]
    large = [chosen(level, 9000, 8000, 5000, 1000, seed=seed) for seed in range(100)]
    assert [1000 * score for score in small] == large


def test_the_best_move_may_be_overlooked() -> None:
    level = Level(100, overlooked=0.25)
    found = Counter(chosen(level, 900, 800, 500, 100, seed=seed) for seed in range(1000))
    assert 700 < found[900] < 800
    assert found[800] > found[500] > found[100]


def test_a_move_that_wins_at_once_is_never_overlooked() -> None:
    level = Level(100, noise=5.0, overlooked=1.0)
    assert {chosen(level, WIN_AT_ONCE, 800, 500, seed=seed) for seed in range(50)} == {WIN_AT_ONCE}


def test_who_overlooks_everything_finds_the_best() -> None:
    assert chosen(Level(100, overlooked=1.0), 900, 800) == 900


def test_a_loss_in_sight_is_not_misjudged() -> None:
    level = Level(100, noise=100.0)
    assert {chosen(level, 900, LOSS_NEXT, 500, seed=seed) for seed in range(50)} == {900, 500}


def test_a_level_that_errs_plays_one_of_the_better_half() -> None:
    on = game("othello", size=6)
    position = on.start()
    for move in range(3):
        position = position.play(position.moves()[move % 2])
    player = make_player("level:1", on)
    played = set()
    for seed in range(40):
        player.begin(position, seed)
        played.add(str(player.choose(position, Limit()).move))
    assert 1 < len(played) <= len(position.moves()) // 2


def test_the_same_seed_gives_the_same_errors() -> None:
    games = [moves_of_a_game("othello", seed) for seed in (1, 1, 2)]
    assert games[0] == games[1] != games[2]


@pytest.mark.parametrize("name", ["breakthrough", "othello", "konane", "duel"])
def test_a_level_plays_the_same_uncompiled(name: str) -> None:
    program = f"from tests.players.test_levels import moves_of_a_game; print(*moves_of_a_game({name!r}, 3))"
    told = subprocess.run(
        [sys.executable, "-c", program],
        env={**os.environ, "NUMBA_DISABLE_JIT": "1"},
        check=True,
        capture_output=True,
        text=True,
    )
    assert told.stdout.split() == moves_of_a_game(name, 3)


@pytest.mark.parametrize("strength", [1, 4, len(LEVELS)])
def test_levels_play_a_game_of_somebody_else(strength: int) -> None:
    on = game(str(NIM), size="1x9")
    player = make_player(f"level:{strength}", on)
    position = on.start()
    player.begin(position, 0)
    while position.outcome is None:
        position = position.play(str(player.choose(position, Limit(seconds=1)).move))


def careless(on: Game, share: float) -> Game:
    rules = replace(on.rules, levels=(Level(100, share),))
    return replace(on, rules=rules)


def choices(on: Game, position: Position) -> set[str]:
    player = make_player("level:1", on)
    player.begin(position, 0)
    return {str(player.choose(position, Limit()).move) for _ in range(40)}


def test_a_game_may_have_careless_levels_of_its_own() -> None:
    plain = game("breakthrough", size=4)
    always, never = careless(plain, 1.0), careless(plain, 0.0)
    assert len(levels_of(always)) == 1
    assert choices(always, always.start()) == set(map(str, plain.start().moves()))
    assert len(choices(never, never.start())) == 1
