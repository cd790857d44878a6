"""A game so far as plain values: it leads to the same position wherever it is played again."""

from __future__ import annotations

import pickle
from pathlib import Path

import msgspec
import pytest

import plyground as ply
from plyground.core.history import GameHistory
from plyground.core.position import Game, Position

BOARDS = [
    ply.game("konane", size="4x5", opening="any"),
    ply.game("duel", size=6, seed=3),
    ply.game("othello", size=4),
]


def after_some_moves(game: Game) -> Position:
    position = game.start()
    for _ in range(3):
        position = position.play(position.moves()[-1])
    return position


@pytest.mark.parametrize("game", BOARDS, ids=lambda game: game.name)
def test_a_history_is_the_same_position_elsewhere(game: Game) -> None:
    position = after_some_moves(game)
    history = position.history
    sent = msgspec.json.decode(msgspec.json.encode(history), type=GameHistory)
    assert sent == history == pickle.loads(pickle.dumps(history))  # noqa: S301
    again = Position.of(sent)
    assert (again, again.game.options, again.moves()) == (position, game.options, position.moves())
    assert [each.text for each in again.line()] == [each.text for each in position.line()]
    assert again.history == history


def test_the_form_of_a_history() -> None:
    position = ply.game("konane", size=3, opening="any").start().play("a1")
    assert msgspec.to_builtins(position.history) == {
        "game": "konane",
        "options": {"size": "3x3", "opening": "any"},
        "start": "bwb/wbw/bwb black",
        "moves": ("a1",),
    }


def test_what_is_left_out_is_as_usual() -> None:
    assert Position.of(GameHistory("othello", {})) == ply.game("othello").start()
    assert Position.of(GameHistory("othello", {"size": "4"}, moves=("B1",))).history.moves == ("b1",)


@pytest.mark.parametrize(
    ("history", "problem"),
    [
        (GameHistory("othelo", {}), "did you mean 'othello'"),
        (GameHistory("othello", {"size": "5"}), "allowed: 4, 6, 8"),
        (GameHistory("othello", {}, "8/8 black"), "size 2x8"),
        (GameHistory("othello", {"size": "4"}, None, ("b1", "b1")), "move 2: b1 is not legal"),
        (GameHistory("othello", {"size": "4"}, None, ("b1", "a1", "what")), "move 3: a move looks like"),
    ],
    ids=lambda value: value if isinstance(value, str) else "",
)
def test_what_cannot_be_played_again(history: GameHistory, problem: str) -> None:
    with pytest.raises(ply.PlygroundError) as caught:
        Position.of(history)
    assert problem in str(caught.value)


def test_the_number_of_a_wrong_move_counts_from_the_first_known_position() -> None:
    position = ply.game("othello", size=4).start().play_all(["b1", "a1"])
    with pytest.raises(ply.IllegalMoveError, match="move 4: a1 is not legal"):
        position.play_all(["a2", "a1"])


def test_a_file_is_only_loaded_where_it_may_be(tmp_path: Path) -> None:
    file = tmp_path / "harmful.py"
    file.write_text("raise SystemExit('a text has run a file')")
    history = GameHistory(str(file), {})
    with pytest.raises(ply.UnknownGameError):
        Position.of(history)
    with pytest.raises(ply.GameFileError, match="a text has run a file"):
        Position.of(history, may_load=True)
