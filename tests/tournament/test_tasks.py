"""Players that are kept from game to game."""

from __future__ import annotations

from typing import TYPE_CHECKING

from plyground.core.history import GameHistory
from plyground.match.judging import Conditions
from plyground.players import Player, make_player
from plyground.tournament.game_task import GameTask, close_players, play_task

if TYPE_CHECKING:
    import pytest

    from plyground.core.position import Game


def test_a_player_is_kept_for_its_board(monkeypatch: pytest.MonkeyPatch) -> None:
    made: list[tuple[str, int]] = []

    def make(text: str, game: Game) -> Player:
        made.append((text, game.rows))
        return make_player(text, game)

    monkeypatch.setattr("plyground.tournament.game_task.make_player", make)
    close_players()
    for number, (size, start) in enumerate(
        [("4", "bbbb/bbbb/wwww/wwww black"), ("5", "bbbbb/bbbbb/5/wwwww/wwwww black")] * 2
    ):
        players = ("random", "greedy:evaluate=piece")
        opening = GameHistory("breakthrough", {"size": size}, start)
        play_task(GameTask(number, opening, players, players, Conditions(), 1))
    close_players()
    assert made == [("random", 4), ("greedy:evaluate=piece", 4), ("random", 5), ("greedy:evaluate=piece", 5)]
