"""Games of self-play: as a plain twin plays them, legal, and the same whoever plays them."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest

import plyground as ply
from plyground.core.hashing import leaves, random_word
from plyground.core.position import Game
from plyground.evaluation import usable_evaluation
from plyground.evaluation.learned import Model
from plyground.learning.plans import NEVER, SHARES, Plan
from plyground.learning.positions import EXACT, LEAF, NO_RESULT, Positions
from plyground.learning.selfplay import SelfPlay
from tests.learning.twin import Twin, splitmix
from tests.strangers import NIM

SMALL = Plan(nodes=60, opening_low=1, opening_high=3, late=6)
BOARDS = {
    "othello": (ply.game("othello", size=4), replace(SMALL, exact_from=7, exact_nodes=1 << 20)),
    "konane": (ply.game("konane", size="4x5"), SMALL),
    "breakthrough": (ply.game("breakthrough", size="5x4"), SMALL),
    "duel": (ply.game("duel", size=3, quiet=12), replace(SMALL, nodes=200)),
    "random": (ply.game("breakthrough", size="5x4"), replace(SMALL, is_random=True)),
    "early": (ply.game("othello", size=4), replace(SMALL, opening_low=3, early_share=SHARES // 2)),
    "some random": (ply.game("konane", size="4x5"), replace(SMALL, random_share=SHARES // 2)),
}


def player_of(game: Game, plan: Plan, seed: int = 7) -> SelfPlay:
    return SelfPlay(game, usable_evaluation(game, "best"), plan, seed=seed)


def played(player: SelfPlay, numbers: range) -> list[Positions]:
    games = [player.play(number) for number in numbers]
    return [each for each in games if each is not None]


def are_equal(first: Positions, second: Positions) -> bool:
    return all(np.array_equal(first.__dict__[name], second.__dict__[name]) for name in first.__dict__)


def test_random_words_are_those_of_splitmix64() -> None:
    state, seed = 99, np.uint64(99)
    for index in range(5):
        state, expected = splitmix(state)
        assert random_word(seed, np.uint64(index)) == expected


@pytest.mark.parametrize("name", BOARDS)
def test_a_game_is_what_the_plain_twin_plays(name: str) -> None:
    game, plan = BOARDS[name]
    player = player_of(game, plan)
    for number, found in enumerate(played(player, range(4))):
        rows = Twin(game, usable_evaluation(game, "best"), plan).play(7, number)
        assert [tuple(map(int, leaves(row[0]))) for row in rows] == list(map(tuple, found.words.tolist()))
        columns = found.kinds, found.plies, found.scores, found.results
        assert [row[1:] for row in rows] == list(zip(*(each.tolist() for each in columns), strict=True))


def test_the_games_of_the_twin_have_something_of_everything() -> None:
    game, plan = BOARDS["othello"]
    found = Positions.joined(played(player_of(game, plan), range(20)))
    kinds = found.kinds
    assert {0, LEAF, EXACT, LEAF | EXACT} == set(kinds.tolist())
    assert (found.results[kinds == LEAF] == NO_RESULT).all()
    assert (found.results[kinds & EXACT != 0] * 1000 == found.scores[kinds & EXACT != 0]).all()
    assert 0 < (found.results[kinds == 0] == NO_RESULT).sum() < (kinds == 0).sum()


def test_a_game_is_the_same_whatever_was_played_before() -> None:
    game, plan = BOARDS["breakthrough"]
    first, second = player_of(game, plan), player_of(game, plan)
    *_, last = played(first, range(6))
    again = second.play(5)
    assert again is not None
    assert are_equal(last, again)
    other = player_of(game, plan, seed=8).play(5)
    assert other is not None
    assert not are_equal(last, other)


def test_half_of_the_games_have_a_late_random_move_and_leaves_are_as_many_as_asked_for() -> None:
    game, plan = BOARDS["breakthrough"]
    games = played(player_of(game, replace(plan, leaf_share=SHARES // 4)), range(120))
    late = [each for each in games if (each.results[each.kinds == 0] == NO_RESULT).any()]
    assert 30 < len(late) < 90
    kinds = Positions.joined(games).kinds
    assert 0.12 < (kinds == LEAF).sum() / (kinds == 0).sum() < 0.3


def test_a_stopped_game_returns_nothing() -> None:
    player = player_of(*BOARDS["breakthrough"])
    player.stop()
    assert player.play(0) is None


def test_a_plan_suits_the_length_of_games() -> None:
    plan = Plan.for_game(ply.game("othello"))
    assert (plan.opening_low, plan.opening_high, plan.exact_from) == (8, 12, 48)
    short = Plan.for_game(ply.game("konane", size=4))
    assert short.opening_high < 5
    assert short.exact_from == NEVER
    assert short.opening_low <= short.opening_high


def test_a_share_of_the_games_has_positions_of_the_first_phases() -> None:
    game = ply.game("othello")
    plan = Plan.for_game(game, phases=Model.for_game(game).phases)
    assert plan.early_share == SHARES // 8
    quick = replace(plan, nodes=1, exact_from=NEVER)
    games = played(player_of(game, quick), range(60))
    early = [each for each in games if each.plies.min() < plan.opening_low]
    assert 0 < len(early) < 20
    assert all(each.plies.min() > 0 for each in games), "the start itself is no leaf of any search"
    straight = ply.game("breakthrough")
    assert Plan.for_game(straight, phases=Model.for_game(straight).phases).early_share == 0


def test_a_game_in_a_file_is_played() -> None:
    game = ply.game(str(NIM), size="1x9")
    plan = Plan.for_game(game, nodes=20, is_random=True)
    games = played(SelfPlay(game, usable_evaluation(game, "neutral"), plan, seed=1), range(10))
    assert all(len(each) <= 2 * 9 for each in games)
    assert set(Positions.joined(games).results.tolist()) <= {1, -1, NO_RESULT}
