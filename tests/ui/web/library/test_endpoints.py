"""The library over HTTP, with what nobody should send as well."""

from __future__ import annotations

import json

import httpx
import pytest

from plyground.store.records import read_game
from tests.ui.web.running import Server

from .made_up import made_up_game, text_of

PLAYER = "endpoint tester"


@pytest.fixture(scope="module")
def record(server: Server) -> int:
    """A game that was imported."""
    answer = server.post("/api/records", {"text": text_of(made_up_game(PLAYER, "random", seed=3))})
    assert answer.json() == {"new": 1, "known": 0}
    found: int = server.get("/api/records", params={"player": PLAYER}).json()["games"][0]["id"]
    return found


def test_a_game_is_found_and_shown(server: Server, record: int) -> None:
    shown = server.get(f"/api/records/{record}").json()
    assert shown["listed"]["players"] == [PLAYER, "random"]
    assert shown["plies"][0]["move"] is None
    assert shown["game"]["name"] == "breakthrough"


def test_a_game_is_sent_as_a_file(server: Server, record: int) -> None:
    answer = server.get(f"/api/records/{record}/text")
    assert answer.headers["content-disposition"] == f'attachment; filename="game-{record}.txt"'
    assert answer.headers["content-type"].startswith("text/plain")
    assert read_game(answer.text).players == (PLAYER, "random")


def test_a_selection_is_sent_as_a_file(server: Server, record: int) -> None:
    answer = server.get("/api/records/text", params={"player": PLAYER})
    assert read_game(answer.text).players == (PLAYER, "random")
    nothing = server.get("/api/records/text", params={"player": "nobody of this name"})
    assert (nothing.status_code, nothing.text) == (200, "")


@pytest.mark.parametrize(
    "query",
    [
        {"result": "lost"},
        {"termination": "boredom"},
        {"before": "0"},
        {"before": str(2**63)},
        {"limit": "0"},
        {"limit": "101"},
        {"limit": "many"},
        {"player": "x" * 201},
        {"unknown": "1"},
    ],
)
def test_a_question_that_makes_no_sense_is_refused(server: Server, query: dict[str, str]) -> None:
    answer = server.get("/api/records", params=query)
    assert answer.status_code == 400
    assert "\n" not in answer.json()["error"]


@pytest.mark.parametrize("name", ["0", "-1", "999999999", str(2**63), "x", "1.5", "%00"])
def test_there_is_no_such_game(server: Server, name: str) -> None:
    for address in (f"/api/records/{name}", f"/api/records/{name}/text"):
        assert server.get(address).status_code == 404


@pytest.mark.parametrize(
    "body",
    [
        b"",
        b"{}",
        b"[]",
        b'{"text": 1}',
        b'{"text": "", "more": 1}',
        b'{"text": "\\ud800"}',
        b"\xff\xfe",
        json.dumps({"text": '[Game "breakthrough"]\n[Black "\x00"]\n\n1. a3-a2 *'}).encode(),
    ],
)
def test_what_is_no_record_file_is_refused_in_one_line(server: Server, body: bytes) -> None:
    answer = httpx.post(f"{server.url}/api/records", content=body, timeout=60)
    assert answer.status_code == 400
    assert "\n" not in answer.json()["error"]


def test_an_upload_may_be_larger_than_a_message_but_not_as_large_as_you_like(server: Server) -> None:
    large = text_of(
        made_up_game(PLAYER, "large", note="x" * 9_000), made_up_game(PLAYER, "l", note="y" * 9_000)
    )
    assert server.post("/api/records", {"text": large}).json()["new"] == 2
    assert server.post("/api/records", {"text": "x" * 1_100_000}).status_code == 413
