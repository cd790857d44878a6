"""Environments for learning agents meet the checks of PettingZoo and Gymnasium, and play by the rules."""

from __future__ import annotations

import contextlib
import io
import sys
import warnings
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from gymnasium.utils.env_checker import check_env
from pettingzoo.test import api_test, seed_test

import plyground as ply

NIM = Path(__file__).parents[1] / "nim.py"
BOARDS = {
    "duel": lambda: ply.game("duel", size=3),
    "othello": lambda: ply.game("othello", size=4),
    "konane": lambda: ply.game("konane", size=4),
    "breakthrough": lambda: ply.game("breakthrough", size=4),
    "a game in a file": lambda: ply.game(str(NIM), size="1x9"),
}


@pytest.fixture(params=BOARDS)
def game(request: pytest.FixtureRequest) -> ply.Game:
    return BOARDS[request.param]()


@contextlib.contextmanager
def quietly() -> Iterator[None]:
    """Hide what the checks print, and the advice they give about masks, and about Nim without tokens."""
    with warnings.catch_warnings(), contextlib.redirect_stdout(io.StringIO()):
        warnings.filterwarnings("ignore", message="Observation is not a NumPy array")
        warnings.filterwarnings("ignore", message="Observation numpy array is all zeros")
        warnings.filterwarnings("ignore", message="Observation space for each agent probably should be")
        yield


def test_pettingzoo_accepts_every_game(game: ply.Game) -> None:
    with quietly():
        api_test(ply.pettingzoo_env(game), num_cycles=100)
        seed_test(lambda: ply.pettingzoo_env(game), num_cycles=20)


def test_gymnasium_accepts_every_game(game: ply.Game) -> None:
    with quietly():
        check_env(ply.gymnasium_env(game, side="random"), skip_render_check=True)


def test_agents_that_take_turns_play_a_game_to_its_end(game: ply.Game) -> None:
    env = ply.pettingzoo_env(game, render_mode="ansi")
    env.reset()
    chance, position = np.random.default_rng(5), game.start()
    rewards = {}
    for agent in env.agent_iter():
        observation, reward, terminated, _, _ = env.last()
        if terminated:
            rewards[agent] = reward
            env.step(None)
            continue
        assert agent == f"player_{position.player}"
        assert np.flatnonzero(observation["action_mask"]).tolist() == sorted(
            move.code for move in position.moves()
        )
        planes = ply.Batch.of([position]).observations()[0]
        assert (observation["observation"] == planes).all()
        assert env.render() == str(position)
        other = env.observe(f"player_{1 - position.player}")
        assert not other["action_mask"].any()
        move = position.moves()[int(chance.integers(len(position.moves())))]
        position = position.play(move)
        env.step(move.code)
    assert position.outcome is not None
    winner = position.outcome.winner
    expected = {
        f"player_{player}": 0.0 if winner is None else 1.0 if game.players[player] == winner else -1.0
        for player in (0, 1)
    }
    assert rewards == expected


def test_a_repetition_is_a_draw() -> None:
    game = ply.game("duel", size=3)
    env = ply.pettingzoo_env(game)
    env.reset()
    for text in ("a3-a2", "c1-c2", "a2-a3", "c2-c1") * 2:
        assert not env.terminations["player_0"]
        env.step(env.position.find_move(text).code)
    assert env.terminations == {"player_0": True, "player_1": True}
    assert env.rewards == {"player_0": 0.0, "player_1": 0.0}


def test_an_illegal_action_loses() -> None:
    game = ply.game("breakthrough", size=4)
    illegal = next(code for code in range(1000) if code not in [move.code for move in game.start().moves()])
    turns = ply.pettingzoo_env(game)
    turns.reset()
    turns.step(illegal)
    assert turns.rewards == {"player_0": -1.0, "player_1": 1.0}
    assert all(turns.terminations.values())
    assert turns.infos["player_0"] == {"illegal": True}
    single = ply.gymnasium_env(game)
    single.reset(seed=1)
    _, reward, terminated, truncated, info = single.step(np.int64(illegal))
    assert (reward, terminated, truncated, info["illegal"]) == (-1.0, True, False, True)


def played(env: Any, seed: int, agent_seed: int = 0) -> tuple[list[str], float]:
    """Play a game with random moves; return the moves and the reward."""
    chance, total = np.random.default_rng(agent_seed), 0.0
    observation, _ = env.reset(seed=seed)
    is_over = False
    while not is_over:
        legal = np.flatnonzero(observation["action_mask"])
        assert (env.action_masks() == observation["action_mask"]).all()
        observation, reward, is_over, _, _ = env.step(chance.choice(legal))
        total += reward
    return [str(each.last_move) for each in env.position.line()[1:]], total


def test_the_seed_decides_what_the_opponent_plays() -> None:
    env = ply.gymnasium_env(ply.game("konane", size=4), "random")
    games = [played(env, seed) for seed in (1, 1, 2, 3, 4)]
    assert games[0] == games[1]
    assert len({tuple(moves) for moves, _ in games}) > 1


@pytest.mark.parametrize("side", [0, 1])
def test_the_reward_is_that_of_the_side_of_the_agent(side: int) -> None:
    env = ply.gymnasium_env(ply.game("breakthrough", size=4), "alphabeta:depth=3", side=side)
    rewards = set()
    for seed in range(4):
        _, reward = played(env, seed, agent_seed=seed)
        outcome = env.position.outcome
        assert outcome is not None
        assert reward == (1.0 if outcome.winner == env.game.players[side] else -1.0)
        rewards.add(reward)
    assert -1.0 in rewards


def test_a_random_side_is_either() -> None:
    env = ply.gymnasium_env(ply.game("breakthrough", size=4), side="random")
    sides = [env.reset(seed=seed)[1]["side"] for seed in range(20)]
    assert set(sides) == {0, 1}
    assert sides == [env.reset(seed=seed)[1]["side"] for seed in range(20)]


@pytest.mark.parametrize(
    ("wrong", "message"),
    [
        ({"side": 2}, "the side cannot be 2"),
        ({"render_mode": "human"}, "the render mode cannot be 'human'"),
        ({"opponent": "nobody"}, "there is no player 'nobody'"),
    ],
)
def test_mistakes_are_one_line(wrong: dict[str, Any], message: str) -> None:
    with pytest.raises(ply.OptionError, match=message):
        ply.gymnasium_env(ply.game("konane", size=4), **wrong)


def test_a_missing_package_is_named(monkeypatch: pytest.MonkeyPatch) -> None:
    game = ply.game("konane", size=4)
    for package, make in (("pettingzoo", ply.pettingzoo_env), ("gymnasium", ply.gymnasium_env)):
        monkeypatch.setitem(sys.modules, package, None)
        for module in ("turns", "single", "spaces"):
            monkeypatch.delitem(sys.modules, f"plyground.environments.{module}", raising=False)
        with pytest.raises(ply.PlygroundError, match=r"pip install 'plyground\[rl\]'"):
            make(game)
        monkeypatch.undo()
