"""Malformed requests: each is answered in one line, and none reaches the server's log."""

from __future__ import annotations

import json
from collections.abc import Iterator

import httpx
import pytest
from websockets.exceptions import InvalidStatus
from websockets.sync.client import ClientConnection, connect
from websockets.typing import Origin

from .running import Server, running_server

DEEP = "[" * 6000
GAME = {"game": "breakthrough", "options": {"size": "4x4"}, "players": ["human", "human"]}


@pytest.fixture(scope="module")
def quiet_server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    """A server for this module; whatever it is sent, it must log nothing."""
    with running_server(tmp_path_factory.mktemp("malformed")) as running:
        yield running


@pytest.fixture
def server(quiet_server: Server) -> Iterator[Server]:
    logged = quiet_server.log
    yield quiet_server
    assert quiet_server.log == logged


@pytest.mark.parametrize("origin", ["http://[", "http://[::1", "//", "http:", "127.0.0.1", "http://]["])
def test_a_malformed_origin_is_refused(server: Server, origin: str) -> None:
    answer = server.post("/api/play", GAME, headers={"Origin": origin})
    assert answer.status_code == 403
    with pytest.raises(InvalidStatus) as refused:
        connect(f"{server.socket_url}/api/analysis", origin=Origin(origin)).close()
    assert refused.value.response.status_code == 403
    assert json.loads(refused.value.response.body or b"")["error"]


@pytest.mark.parametrize("path", ["/api/analysis", "/api/play/{}/live"])
@pytest.mark.parametrize("message", [b"\x00\xff", b"", b'{"type":"undo"}'])
def test_a_binary_frame_is_refused_and_the_connection_stays(
    server: Server, path: str, message: bytes
) -> None:
    address = server.socket_url + path.format(server.begin(**GAME))  # type: ignore[arg-type]
    with connect(address) as page:
        page.send(message)
        assert refusal(page) == "this is not a message: a message is text, not bytes"
        page.send("garbage")
        assert refusal(page)


@pytest.mark.parametrize("text", [f'{{"more":{DEEP}', f'{{"type":{DEEP}', DEEP])
@pytest.mark.parametrize("path", ["/api/analysis", "/api/play/{}/live"])
def test_a_deeply_nested_message_is_refused(server: Server, path: str, text: str) -> None:
    with connect(server.socket_url + path.format(server.begin(**GAME))) as page:  # type: ignore[arg-type]
        page.send(text)
        assert "\n" not in refusal(page)


BODIES = [
    DEEP.encode(),
    b'{"more":' + DEEP.encode(),
    b'{"line":' + DEEP.encode(),
    b'{"game":"\xff"}',
    b'{"line":{"game":"\xff"}}',
    b"\xff",
    b"",
]


@pytest.mark.parametrize("body", BODIES)
@pytest.mark.parametrize("path", ["/api/play", "/api/line", "/api/line/text", "/api/records", "/api/tree"])
def test_a_body_that_cannot_be_read_is_refused(server: Server, path: str, body: bytes) -> None:
    answer = httpx.post(server.url + path, content=body, timeout=60)
    assert answer.status_code == 400
    assert "\n" not in answer.json()["error"]


@pytest.mark.parametrize(
    "path", ["/static/%00", "/static/%ff", "/static/" + "x" * 5000, "/api/play/%00", "/%00"]
)
def test_an_address_that_cannot_be_is_not_found(server: Server, path: str) -> None:
    assert server.get(path).status_code == 404


def test_a_refused_websocket_is_no_error(server: Server) -> None:
    for path in ("/api/analysis", "/nowhere", "/api/play/none/live"):
        with pytest.raises(InvalidStatus):
            connect(server.socket_url + path, origin=Origin("http://elsewhere.example")).close()


def refusal(page: ClientConnection) -> str:
    """Read until something is refused; return why."""
    while (message := json.loads(page.recv(timeout=20)))["type"] != "refused":
        pass
    reason: str = message["reason"]
    return reason
