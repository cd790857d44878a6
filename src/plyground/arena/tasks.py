"""One game as a task: plain values that travel to another process, and the record that comes back."""

from __future__ import annotations

import threading
from collections import OrderedDict
from dataclasses import dataclass

from plyground.arena.judging import Conditions
from plyground.arena.referee import Referee
from plyground.arena.seeds import seed_for
from plyground.players import Player, make_player
from plyground.position import Game, Position
from plyground.position import game as find_game
from plyground.records import GameRecord

MOST_PLAYERS_KEPT = 16


@dataclass(frozen=True)
class GameTask:
    """A game that is to be played: its number in the contest, who plays, from where, and how.

    `start` is a position text and `opening` the moves that are given from there. `players` are
    the texts that name the players and `names` what they are called, both by side.
    """

    number: int
    game: str
    options: dict[str, str]
    start: str
    opening: tuple[str, ...]
    players: tuple[str, str]
    names: tuple[str, str]
    conditions: Conditions
    seed: int


def play_task(task: GameTask) -> GameRecord:
    """Play a game, with players that are kept for the next one."""
    start = _first_position(task)
    first, second = task.players
    players = (_kept_player(first, start.game), _kept_player(second, start.game, is_twin=first == second))
    seeds = (seed_for(task.seed, task.number, 0), seed_for(task.seed, task.number, 1))
    return Referee(players, task.names, task.conditions).play(start, seeds)


def _first_position(task: GameTask) -> Position:
    position = find_game(task.game, **task.options).position(task.start)
    for move in task.opening:
        position = position.play(move)
    return position


# Compiled engines and running programs: making them takes longer than a game. A worker of a
# cluster may play several games at once, in threads.
_players: OrderedDict[tuple[int, str, bool, Game], Player] = OrderedDict()


def _kept_player(text: str, game: Game, *, is_twin: bool = False) -> Player:
    """Return a player; who plays against a player of the same text must not share its memory."""
    thread = threading.get_ident()
    key = (thread, text, is_twin, game)
    if key not in _players:
        _players[key] = make_player(text, game)
        of_thread = [each for each in list(_players) if each[0] == thread]
        if len(of_thread) > MOST_PLAYERS_KEPT:
            _players.pop(of_thread[0]).close()
    _players.move_to_end(key)
    return _players[key]


def close_players() -> None:
    """Let go of all players that this process keeps."""
    while _players:
        _, player = _players.popitem()
        player.close()
