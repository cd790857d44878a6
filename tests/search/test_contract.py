"""The contract of the search (`search/alphabeta.py`), in random windows against plain minimax."""

from __future__ import annotations

import random
from collections.abc import Iterator

import numpy as np
import pytest

from plyground.core.hashing import hash_state
from plyground.core.position import Game, Position, game
from plyground.evaluation import usable_evaluation
from plyground.search import textbook
from plyground.search.alphabeta import Search, make_search
from plyground.search.features import EXACT, PRESETS, Features
from plyground.search.score import INFINITY, UNIT
from plyground.search.tt import make_table
from plyground.search.workspace import NO_MOVE, Workspace, make_workspace
from tests.search.agreeing import scorer
from tests.search.positions import random_positions

BOARDS = [
    ("breakthrough", "5x4", "piece+0.3*mobility", 3),
    ("othello", "4", "squares", 4),
    ("konane", "4x4", "mobility", 4),
    ("duel", "3", "manhattan", 3),
]
WAYS = {
    "exact": EXACT,
    "without a table": EXACT.without("tt", "tt_deeper"),
    "alphabeta": PRESETS["alphabeta"],
    "failhard": PRESETS["failhard"],
}
POSITIONS, WINDOWS = 12, 12


def windows_around(value: int, seed: int) -> Iterator[tuple[int, int]]:
    """Yield windows by chance: null windows and wide ones, around a value and away from it."""
    chance = random.Random(seed)
    for _ in range(WINDOWS):
        alpha = value + chance.choice((-3 * UNIT, -UNIT, -1, 0, 1, UNIT)) + chance.randint(-2, 2)
        yield max(alpha, -INFINITY), min(alpha + chance.choice((1, 1, 2, UNIT, 5 * UNIT)), INFINITY)
    yield -INFINITY, INFINITY


def searched(
    search: Search, workspace: Workspace, position: Position, depth: int, window: tuple[int, int]
) -> int:
    """Search a position in a window, without its past and without what other windows found."""
    workspace.age += np.uint64(1)
    workspace.killers[:] = NO_MOVE
    workspace.horizon = workspace.past = 0
    workspace.keys[0] = hash_state(position.repetition_key)
    return int(search(position.state, depth, 0, *window, workspace))


def check_score(score: int, value: int, window: tuple[int, int], *, is_hard: bool) -> None:
    """Compare a score with that of minimax: exact inside the window, a bound outside."""
    alpha, beta = window
    if alpha < score < beta:
        assert score == value
    elif score <= alpha:
        assert value <= score
        assert score == alpha or not is_hard
    else:
        assert value >= score
        assert score == beta or not is_hard


def check_horizon(workspace: Workspace, on: Game, position: Position, depth: int, score: int) -> None:
    """Where no evaluation counted, a deeper search finds the same."""
    if workspace.horizon == 0:
        heuristic = next(each for name, _, each, _ in BOARDS if name == on.name)
        assert textbook.minimax(position, depth + 1, scorer(on, heuristic)).score == score


@pytest.mark.parametrize("way", WAYS)
@pytest.mark.parametrize(("name", "size", "heuristic", "depth"), BOARDS)
def test_scores_are_those_of_minimax_or_bounds(
    name: str, size: str, heuristic: str, depth: int, way: str
) -> None:
    on, features = game(name, size=size), WAYS[way]
    evaluator = usable_evaluation(on, heuristic)
    search = make_search(on.rules, on.board, evaluator.kernel, features)
    table = make_table(1)  # the workspace has its address alone
    workspace = make_workspace(on.rules, on.board, table)
    workspace.evaluation, workspace.node_limit = evaluator.address, 1 << 62
    outside = decided = 0
    for number, position in enumerate(random_positions(on, POSITIONS, seed=3)):
        value = textbook.minimax(position, depth, scorer(on, heuristic)).score
        for window in windows_around(value, number):
            score = searched(search, workspace, position, depth, window)
            check_score(score, value, window, is_hard=features.fail_hard)
            if window[0] < score < window[1]:
                check_horizon(workspace, on, position, depth, score)
                check_pv(workspace, position, features, score, depth, heuristic)
            outside += not window[0] < score < window[1]
            decided += workspace.horizon == 0
    assert outside > POSITIONS
    assert decided > 0 or name == "duel", "some positions are decided within the depth"


def check_pv(
    workspace: Workspace, position: Position, features: Features, score: int, depth: int, heuristic: str
) -> None:
    """The principal variation is legal, and as long as the depth, or the game, where no table answers."""
    after, length = position, 0
    for code in workspace.pv[0][: workspace.pv_length[0]]:
        [move] = [each for each in after.moves() if each.code == code]
        after, length = after.play(move), length + 1
    assert length > 0
    if not features.tt:
        assert length == depth or after.outcome is not None
        if after.outcome is None:
            sign = 1 if length % 2 == 0 else -1
            assert sign * scorer(position.game, heuristic)(after) == score
