"""Exact values from tables."""

from __future__ import annotations

import random
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from plyground.core.position import Position, game
from plyground.solving.retrograde.table_building import table_path
from tests.ui.web.running import Server

from .plain import Plain, line_to, told
from .tables import build, server_with_tables


@pytest.fixture(scope="module")
def solved(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    """A server with tables of four boards."""
    with server_with_tables(tmp_path_factory.mktemp("solved")) as running:
        yield running


def asked(server: Server, path: str, position: Position) -> dict[str, Any]:
    answer = server.post(path, {"line": line_to(position), "proves": False})
    assert answer.status_code == 200, answer.text
    found: dict[str, Any] = answer.json()
    return found


def positions_of(name: str, size: str, seed: int) -> list[Position]:
    chance = random.Random(seed)
    position = game(name, size=size).start()
    while position.outcome is None:
        position = position.play(chance.choice(position.moves()))
    return position.line()


@pytest.mark.parametrize(("name", "size"), [("konane", "4x4"), ("breakthrough", "4x3"), ("othello", "4")])
def test_every_move_has_the_value_of_plain_minimax(solved: Server, name: str, size: str) -> None:
    plain = Plain()
    has_margins = name == "othello"
    for position in positions_of(name, size, seed=4)[:-1]:
        found = asked(solved, "/api/exact", position)
        assert found["has_table"]
        for each in found["moves"]:
            margin, plies = plain.value(position.play(each["move"]))
            exact = each["exact"]
            assert exact["value"] == told(-margin)
            if has_margins:
                assert exact["margin"] == -margin
            else:
                assert exact["distance"] == plies + 1
        assert found["exact"]["value"] == told(plain.value(position)[0])


def test_where_neither_side_can_force_a_win_it_is_a_draw(solved: Server) -> None:
    found = asked(solved, "/api/exact", game("duel", size=3).start())
    assert found["has_table"]
    assert found["exact"] == {"value": "draw", "margin": None, "distance": None}
    assert any(each["exact"]["value"] == "draw" for each in found["moves"])


def test_the_history_of_a_game(solved: Server) -> None:
    plain = Plain()
    positions = positions_of("konane", "4x4", seed=8)
    values = asked(solved, "/api/exact/history", positions[-1])["values"]
    expected = [plain.value(position) for position in positions]
    assert [(each["value"], each["distance"]) for each in values] == [
        (told(margin), plies) for margin, plies in expected
    ]


def test_a_table_is_found_as_soon_as_it_is_there_and_not_when_it_is_gone(own_server: Server) -> None:
    board = game("konane", size="3x4")
    folder = own_server.store.parent
    assert not asked(own_server, "/api/exact", board.start())["has_table"]
    build(folder, board)
    assert asked(own_server, "/api/exact", board.start())["exact"] is not None
    (folder / "tables" / table_path(board.start()).name).unlink()
    assert not asked(own_server, "/api/exact", board.start())["has_table"]


def test_a_damaged_table_is_no_table(own_server: Server) -> None:
    """One changed byte, anywhere: nothing wrong is told, and the solver still finds out."""
    board = game("konane", size="3x4")
    folder = own_server.store.parent
    build(folder, board)
    file: Path = folder / "tables" / table_path(board.start()).name
    whole = file.read_bytes()
    right = told(Plain().value(board.start())[0])
    refused = 0
    for place in range(0, len(whole), len(whole) // 5):
        damaged = bytearray(whole)
        damaged[place] ^= 1
        new = file.with_suffix(".new")
        new.write_bytes(damaged)
        new.rename(file)
        exact = asked(own_server, "/api/exact", board.start())["exact"]
        refused += exact is None  # else what was read is undamaged
        assert exact is None or exact["value"] == right
    assert refused > 0
    found = own_server.post("/api/exact", {"line": line_to(board.start())}).json()
    assert found["exact"]["value"] == right
