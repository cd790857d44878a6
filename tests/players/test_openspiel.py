"""OpenSpiel's algorithms play our games, and its bots meet our players."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from open_spiel.python.algorithms.minimax import alpha_beta_search
from open_spiel.python.observation import make_observation

import plyground as ply

NIM = str(Path(__file__).parents[1] / "nim.py")
BOARDS: list[tuple[str, dict[str, Any]]] = [
    ("duel", {"size": 3}),
    ("othello", {"size": 4}),
    ("konane", {"size": 4}),
    ("breakthrough", {"size": 4}),
    (NIM, {"size": "1x9"}),
]


@pytest.mark.parametrize(("name", "options"), BOARDS)
def test_states_follow_the_rules(name: str, options: dict[str, Any]) -> None:
    game = ply.game(name, **options)
    state, position = ply.openspiel_game(game).new_initial_state(), game.start()
    observation = make_observation(state.get_game())
    chance = np.random.default_rng(3)
    while not state.is_terminal():
        assert state.current_player() == position.player
        actions = state.legal_actions()
        assert actions == sorted(move.code for move in position.moves())
        assert {state.action_to_string(each) for each in actions} == set(map(str, position.moves()))
        observation.set_from(state, position.player)
        assert (observation.tensor == ply.Batch.of([position]).observations().ravel()).all()
        before, action = state.clone(), int(chance.choice(actions))
        state.apply_action(action)
        assert str(before) == str(position)
        position = position.play(next(move for move in position.moves() if move.code == action))
        assert str(state) == str(position)
    outcome = position.outcome
    assert outcome is not None
    names = game.players
    expected = [0.0 if outcome.winner is None else 1.0 if name == outcome.winner else -1.0 for name in names]
    assert state.returns() == expected


@pytest.mark.parametrize("size", ["4x2", "5x2", "4x3"])
def test_its_alpha_beta_finds_our_values(size: str) -> None:
    game = ply.game("breakthrough", size=size)
    theirs = ply.openspiel_game(game)
    value, _ = alpha_beta_search(
        theirs, theirs.new_initial_state(), value_function=lambda _: 0.0, maximum_depth=40
    )
    assert value == {"win": 1.0, "loss": -1.0}[str(ply.solve(game.start()).value)]


@pytest.mark.parametrize(
    "text", ["openspiel:mcts,simulations=20", "openspiel:random", "openspiel:alphabeta,depth=2"]
)
def test_bots_play_matches(text: str) -> None:
    result = ply.play_match(ply.game("konane", size=4), text, "random", games=4, seed=1, processes=1)
    assert result.games == 4


def moves_of(text: str, seed: int) -> list[str]:
    game = ply.game("breakthrough", size=4)
    player, position = ply.make_player(text, game), game.start()
    player.begin(position, seed)
    for _ in range(6):
        if position.outcome is None:
            position = position.play(player.choose(position, ply.Limit()).move)
    player.close()
    return [str(each.last_move) for each in position.line()[1:]]


def test_the_seed_of_a_game_decides_what_a_bot_plays() -> None:
    text = "openspiel:mcts,simulations=30"
    assert moves_of(text, 1) == moves_of(text, 1)
    assert len({tuple(moves_of(text, seed)) for seed in range(6)}) > 1


def test_its_mcts_takes_a_win_at_once() -> None:
    game = ply.game("breakthrough", size=4)
    position = game.position("4/1w2/b3/3w black")
    chosen = ply.make_player("openspiel:mcts,simulations=300", game).choose(position, ply.Limit()).move
    assert str(chosen) in ("a2-a1", "a2-b1")


def test_mistakes_are_one_line(monkeypatch: pytest.MonkeyPatch) -> None:
    game = ply.game("konane", size=4)
    with pytest.raises(ply.OptionError, match=r"OpenSpiel has no bot 'mcst' here; .*did you mean 'mcts'"):
        ply.make_player("openspiel:mcst", game)
    with pytest.raises(ply.OptionError, match="player openspiel needs bot"):
        ply.make_player("openspiel", game)
    monkeypatch.setitem(sys.modules, "pyspiel", None)
    monkeypatch.delitem(sys.modules, "plyground.openspiel.bridge", raising=False)
    with pytest.raises(ply.PlygroundError, match=r"pip install 'plyground\[rl\]'"):
        ply.openspiel_game(game)
