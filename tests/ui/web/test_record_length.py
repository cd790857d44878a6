"""A game may have so many moves, whichever way it comes in: it is refused before it is played again."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

import pytest

from plyground.core.position import game as make_game
from plyground.errors import RecordError
from plyground.store import Store
from plyground.store.records import GameRecord, PlayedMove, Termination, read_moves
from plyground.ui.playing.agreement import Agreement
from plyground.ui.playing.kept_game import GameKeeper
from plyground.ui.web.common.lines import read_given_games
from plyground.ui.web.errors import TooLargeError
from plyground.ui.web.limits import LIMITS
from plyground.ui.web.tree.tree_messages import LONGEST_PATH

from .play.seated import Room, in_room
from .running import Server, running_server

ENDLESS = {"size": "3", "quiet": "0", "repetitions": "0"}
"""Options of a game in which pieces may go to and fro for ever."""

START = make_game("duel", size=3, quiet=0, repetitions=0).start()

MOST = LIMITS.record_moves


def to_and_fro(count: int) -> list[str]:
    """Return so many legal moves of a game that is not over after them."""
    position, found = START, list[str]()
    for _ in range(2):
        found.append(next(text for text in map(str, position.moves()) if "x" not in text))
        position = position.play(found[-1])
    for move in found[:]:
        found.append("-".join(reversed(move.split("-"))))
    return [found[number % 4] for number in range(count)]


def record_of(moves: list[str]) -> str:
    headers = [f'[{name.capitalize()} "{value}"]' for name, value in ENDLESS.items()]
    return "\n".join(['[Game "duel"]', *headers, "", " ".join([*moves, "*"]), ""])


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    with running_server(tmp_path_factory.mktemp("long")) as running:
        yield running


def test_a_game_to_and_fro_can_be_read() -> None:
    [record] = read_given_games(record_of(to_and_fro(50)), LIMITS)
    assert len(record.moves) == 50


def test_long_games_are_refused_at_every_endpoint(server: Server) -> None:
    moves = to_and_fro(MOST + 1)
    line = {"game": "duel", "options": ENDLESS}
    attempts: dict[str, list[object]] = {
        "/api/line/text": [
            {"line": line, "text": record_of(moves)},
            {"line": line, "text": " ".join(moves)},
            {"line": {**line, "moves": moves[:4]}, "text": " ".join(moves[4:])},
        ],
        "/api/records": [{"text": record_of(moves)}],
        "/api/play": [{**line, "players": ["human", "human"], "moves": moves}],
        "/api/line": [{**line, "moves": moves}],
        "/api/tree/positions": [{"line": line, "paths": [moves[: LONGEST_PATH + 1]]}],
    }
    for path, bodies in attempts.items():
        for body in bodies:
            answer = server.post(path, body)
            assert answer.status_code in (400, 413), (path, answer.text)
            assert answer.json()["error"]


def test_a_long_game_of_the_store_is_refused(server: Server) -> None:
    moves = tuple(PlayedMove(move) for move in to_and_fro(MOST + 1))
    record = GameRecord(
        "duel", {**ENDLESS, "seed": "1", "size": "3x3"}, START.text, ("human", "human"), moves,
        Termination.UNFINISHED, None, "",
    )  # fmt: skip
    with Store(server.store) as store:
        keeper = GameKeeper(store, Agreement(("human", "human")), event="toolong")
        keeper.begin(replace(record, moves=()))
        keeper.keep(record)
        stored = max(each.id for each in store.games())
    assert server.get(f"/api/records/{stored}").status_code == 413
    assert server.get("/api/play/toolong").status_code == 413
    assert "toolong" not in server.get("/api/play").text


def test_a_file_may_have_so_many_moves_in_all() -> None:
    limits = replace(LIMITS, file_moves=100)
    text = record_of(to_and_fro(40))
    assert len(list(read_given_games(text * 2, limits))) == 2
    with pytest.raises(TooLargeError, match="a file may have 100 moves"):
        list(read_given_games(text * 3, limits))


def test_a_list_of_moves_is_bounded() -> None:
    assert len(read_moves(START, " ".join(to_and_fro(20)), 20).line()) == 21
    with pytest.raises(RecordError, match="more than 20 moves"):
        read_moves(START, " ".join(to_and_fro(21)), 20)


def test_a_live_game_ends_when_it_gets_too_long(tmp_path: Path) -> None:
    async def work(room: Room) -> None:
        page = await room.begin_and_sit("duel", "human", "human", options=ENDLESS)
        for move in to_and_fro(6):
            await page.move(move)
        outcome = page.status.outcome
        assert outcome is not None
        assert (outcome.winner, outcome.termination) == (None, Termination.MOVE_LIMIT)

    in_room(tmp_path, work, replace(LIMITS, record_moves=6))
