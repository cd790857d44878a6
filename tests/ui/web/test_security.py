"""Who is let in, and what is too much: each way to misuse a server on one's own machine."""

from __future__ import annotations

import asyncio
import contextlib
import http.client
import http.server
import json
import threading
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path
from types import SimpleNamespace

import httpx
import pytest
from playwright.sync_api import Browser
from starlette.types import Message, Receive, Scope, Send
from websockets.exceptions import ConnectionClosed, InvalidStatus
from websockets.sync.client import ClientConnection, connect
from websockets.typing import Origin

from plyground.ui.web.app import make_app
from plyground.ui.web.limits import LIMITS
from plyground.ui.web.services import Services
from plyground.ui.web.settings import Settings
from plyground.ui.web.transport.seat_keys import Seat, SeatKeys
from plyground.ui.web.transport.security import HEADERS, Guard
from tests.ui.web.asynchronous import run_async

from .running import Server, running_server

GAME = {"game": "breakthrough", "options": {"size": "4x4"}, "players": ["human", "first"]}


def live(server: Server, game: str | None = None) -> str:
    begun = game or server.begin("breakthrough", "human", "human", options={"size": "4x4"})
    return f"{server.socket_url}/api/play/{begun}/live"


def connection_to(server: Server) -> contextlib.closing[http.client.HTTPConnection]:
    """Connect without a client that would tidy up what is sent."""
    return contextlib.closing(http.client.HTTPConnection("127.0.0.1", server.port, timeout=20))


def code_at_the_end(socket: ClientConnection) -> int:
    """Read until the server ends the connection; return the code it gives for that."""
    try:
        while True:
            socket.recv(timeout=20)
    except ConnectionClosed as closed:
        return closed.rcvd.code if closed.rcvd else 0


@pytest.mark.parametrize("path", ["/", "/about", "/api/catalogue", "/static/style.css", "/api/play/nothing"])
def test_every_answer_has_the_headers_that_protect(server: Server, path: str) -> None:
    headers = server.get(path).headers
    assert {name: headers.get(name) for name in HEADERS} == HEADERS


@pytest.mark.parametrize("host", ["evil.example", "evil.example:8642", "127.0.0.1.evil.example", "", "[::1"])
def test_a_foreign_name_that_points_here_is_refused(server: Server, host: str) -> None:
    for path in ("/", "/api/catalogue", "/static/style.css"):
        answer = server.get(path, headers={"Host": host})
        assert answer.status_code in (400, 403)
    with pytest.raises(InvalidStatus):
        connect(live(server), additional_headers={"Host": host}).close()


@pytest.mark.parametrize("name", ["localhost", "127.0.0.1", "[::1]"])
def test_the_names_of_this_machine_are_known(server: Server, name: str) -> None:
    assert server.get("/api/catalogue", headers={"Host": f"{name}:{server.port}"}).status_code == 200


@pytest.mark.parametrize("origin", ["http://evil.example", "null", "http://127.0.0.1:1", "https://localhost"])
def test_foreign_pages_can_neither_post_nor_connect(server: Server, origin: str) -> None:
    answer = server.post("/api/play", GAME, headers={"Origin": origin})
    assert answer.status_code == 403
    assert answer.json() == {"error": "pages of other servers may not do this"}
    with pytest.raises(InvalidStatus) as refused:
        connect(live(server), origin=Origin(origin)).close()
    assert refused.value.response.status_code == 403


def test_a_form_of_a_foreign_page_is_refused_by_what_the_browser_says(server: Server) -> None:
    answer = server.post("/api/play", GAME, headers={"Sec-Fetch-Site": "cross-site"})
    assert answer.status_code == 403


@pytest.mark.parametrize("site", ["cross-site", "same-site"])
@pytest.mark.parametrize(
    "path", ["/api/catalogue", "/api/exercise/sheet?count=50", "/api/records/text", "/api/play/x"]
)
def test_foreign_pages_cannot_make_the_server_work(server: Server, path: str, site: str) -> None:
    """A picture or script of a foreign page may name any address."""
    assert server.get(path, headers={"Sec-Fetch-Site": site}).status_code == 403
    assert server.get(path, headers={"Origin": "http://evil.example"}).status_code == 403


@pytest.mark.parametrize("path", ["/", "/about", "/static/style.css"])
def test_pages_can_be_linked_to(server: Server, path: str) -> None:
    headers = {"Sec-Fetch-Site": "cross-site", "Sec-Fetch-Mode": "navigate"}
    assert server.get(path, headers=headers).status_code == 200


def test_own_pages_can_post_and_connect(server: Server) -> None:
    assert server.post("/api/play", GAME, headers={"Origin": server.url}).status_code == 200
    with connect(live(server), origin=Origin(server.url)) as socket:
        assert json.loads(socket.recv(timeout=20))["type"] == "game"


def test_a_body_of_20_kb_is_refused(server: Server) -> None:
    answer = server.post("/api/play", {**GAME, "position": "b" * 20_000})
    assert answer.status_code == 413


def test_a_body_that_is_longer_than_it_says_is_not_read_on(server: Server) -> None:
    chunks = (b"b" * 1000 for _ in range(1000))
    with connection_to(server) as connection:
        try:
            connection.request("POST", "/api/play", body=chunks, encode_chunked=True)
            status = connection.getresponse().status
        except (ConnectionError, http.client.BadStatusLine):
            status = 413  # the connection is cut, which is as good
    assert 400 <= status < 500
    assert server.get("/api/catalogue").status_code == 200


def test_a_message_of_20_kb_ends_the_connection_and_not_the_game(server: Server) -> None:
    address = live(server)
    with connect(address) as socket:
        socket.recv(timeout=20)
        socket.send(json.dumps({"type": "move", "at": 0, "move": "b" * 20_000}))
        assert code_at_the_end(socket) == 1009
    with connect(address) as again:
        assert json.loads(again.recv(timeout=20))["type"] == "game"


def test_a_flood_ends_the_connection_and_not_the_game(server: Server) -> None:
    address = live(server)
    with connect(address) as socket:
        with contextlib.suppress(ConnectionClosed):
            for _ in range(20 * LIMITS.messages_at_once):
                socket.send('{"type":"undo"}')
        assert code_at_the_end(socket) == 1008
    with connect(address) as again:
        assert json.loads(again.recv(timeout=20))["type"] == "game"


@pytest.mark.parametrize(
    "text", ["", "garbage", "[]", "{}", '{"type":"undo","more":1}', '{"type":"no"}', "\x00", "[" * 5000]
)
def test_what_is_no_message_is_refused_in_one_line(server: Server, text: str) -> None:
    with connect(live(server)) as socket:
        for _ in ("game", "seats"):
            socket.recv(timeout=20)
        socket.send(text)
        answer = json.loads(socket.recv(timeout=20))
        assert answer["type"] == "refused"
        assert answer["reason"]
        assert "\n" not in answer["reason"]


@pytest.mark.parametrize(
    "player",
    [
        "program:sh -c id",
        "plyground:/usr",
        "my.py:Player",
        "greedy:my.py:mine",
        "engine:evaluate=my.py:mine",
        "engine:evaluate=2*piece+my.py:mine",
        "engine:order=my.py:mine",
        "alphabeta:depth=3,evaluate=./my.py:mine",
        "engine:hash=1000000",
        "engine:threads=10000",
        "engine:seconds=1000000",
        "minimax:depth=1000",
    ],
)
def test_a_page_cannot_name_players_that_run_code_or_take_everything(server: Server, player: str) -> None:
    answer = server.post("/api/play", {**GAME, "players": ["human", player]})
    assert 400 <= answer.status_code < 500, answer.text
    assert answer.json()["error"]


@pytest.mark.parametrize("game", ["my.py", "../my.py", "/etc/passwd", "chess", ""])
def test_a_page_cannot_name_a_file_as_a_game(server: Server, game: str) -> None:
    assert 400 <= server.post("/api/play", {**GAME, "game": game}).status_code < 500


@pytest.mark.parametrize(
    "path", ["/static/../app.py", "/static/%2e%2e/app.py", "/static//etc/passwd", "/static/index.html"]
)
def test_files_outside_are_not_sent(server: Server, path: str) -> None:
    with connection_to(server) as connection:
        connection.request("GET", path)
        with connection.getresponse() as response:
            assert response.status == 404


@pytest.fixture(scope="module")
def public(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    with running_server(tmp_path_factory.mktemp("public"), "--public") as running:
        yield running


def test_in_public_nothing_is_told_without_the_token(public: Server) -> None:
    for path in ("/", "/api/catalogue", "/static/style.css", "/?token=wrong", "/?token="):
        assert public.get(path).status_code == 401
    assert public.get("/api/catalogue", headers={"Authorization": "Bearer wrong"}).status_code == 401
    assert public.get("/", headers={"Cookie": "plyground_token=; =;"}).status_code == 401
    with pytest.raises(InvalidStatus):
        connect(f"{public.socket_url}/api/play/x/live").close()


def test_in_public_the_token_opens_the_door_once_and_for_all(public: Server) -> None:
    with httpx.Client(base_url=public.url, follow_redirects=True, timeout=20) as client:
        entered = client.get("/", params={"token": public.token})
        assert entered.status_code == 200
        assert str(public.token) not in str(entered.url)
        assert client.get("/api/catalogue").status_code == 200
    assert (
        public.get("/api/catalogue", headers={"Authorization": f"Bearer {public.token}"}).status_code == 200
    )


def test_the_cookie_is_kept_from_scripts_and_other_pages(public: Server) -> None:
    cookie = public.get("/", params={"token": public.token}).headers["set-cookie"]
    assert "HttpOnly" in cookie
    assert "SameSite=lax" in cookie


@pytest.mark.parametrize(
    "beside",
    [
        'settings={"theme": "dark", "size": 3}',
        "name=two words",
        "broken; =; a=b=c",
        "plyground_token=old",
        'x="unfinished',
    ],
)
def test_the_cookie_is_found_beside_others(public: Server, beside: str) -> None:
    """Servers at other ports of the same host share its cookies."""
    own = f"plyground_token={public.token}"
    for cookies in (f"{beside}; {own}", f"{own}; {beside}"):
        assert public.get("/about", headers={"Cookie": cookies}).status_code == 200


def seat_link(public: Server, game: str, side: int) -> str:
    return f"/play/{game}?seat={SeatKeys(public.token).key(Seat(game, side))}"


def two_people(public: Server) -> str:
    headers = {"Authorization": f"Bearer {public.token}"}
    answer = public.post("/api/play", {**GAME, "players": ["human", "human"]}, headers=headers)
    found: str = answer.json()["id"]
    return found


def test_a_link_to_a_seat_opens_one_game_and_nothing_else(public: Server) -> None:
    game, other = two_people(public), two_people(public)
    with httpx.Client(base_url=public.url, follow_redirects=True, timeout=20) as client:
        entered = client.get(seat_link(public, game, 1))
        assert (entered.status_code, entered.url.path, entered.url.query) == (200, f"/play/{game}", b"")
        open_paths = (f"/api/play/{game}", "/static/style.css", "/api/teaching/breakthrough")
        assert {path: client.get(path).status_code for path in open_paths} == dict.fromkeys(open_paths, 200)
        closed_paths = (
            "/",
            f"/play/{other}",
            f"/api/play/{other}",
            "/api/play",
            "/api/catalogue",
            "/library",
        )
        assert {client.get(path).status_code for path in closed_paths} == {401}
        assert client.post(f"/api/play/{game}/fork", json={"ply": 0}).status_code == 401
        assert client.post("/api/play", json=GAME).status_code == 401
        cookie = f"plyground_seat_{game}={client.cookies[f'plyground_seat_{game}']}"
    headers = {"Cookie": cookie}
    with connect(f"{public.socket_url}/api/play/{game}/live", additional_headers=headers) as socket:
        assert json.loads(socket.recv(timeout=20))["type"] == "game"
        seats = json.loads(socket.recv(timeout=20))
        assert (seats["own"], seats["is_guest"]) == ([1], True)
        socket.send(json.dumps({"type": "share", "side": 0}))
        assert json.loads(socket.recv(timeout=20))["type"] == "refused"
    with pytest.raises(InvalidStatus):
        connect(f"{public.socket_url}/api/play/{other}/live", additional_headers=headers).close()


def test_a_forged_link_to_a_seat_opens_nothing(public: Server) -> None:
    game, other = two_people(public), two_people(public)
    key = seat_link(public, other, 1).partition("=")[2]
    for forged in (key, key.replace(other, game), f"{game}.1.", "", f"{game}.1.{public.token}"):
        assert public.get(f"/play/{game}", params={"seat": forged}).status_code == 401
        cookie = f"plyground_seat_{game}={forged}"
        assert public.get(f"/api/play/{game}", headers={"Cookie": cookie}).status_code == 401


def test_a_ticket_lets_in_one_browser_once(tmp_path: Path) -> None:
    """The address that a browser is started with is seen by all users of a machine."""
    app = make_app(Services(Settings(tmp_path / "games.db", token="the token", ticket="the ticket")))  # noqa: S106

    async def enter() -> httpx.Response:
        transport = httpx.ASGITransport(app)
        async with httpx.AsyncClient(transport=transport, base_url="http://here") as client:
            return await client.get("/", params={"token": "the ticket"})

    first, second = run_async(enter()), run_async(enter())
    assert first.status_code == 303
    assert "the token" in first.headers["set-cookie"]
    assert second.status_code == 401


class _Elsewhere(http.server.BaseHTTPRequestHandler):
    """A page of another site with a link."""

    link = ""

    def do_GET(self) -> None:  # the name that http.server calls
        self.send_response(200)
        self.send_header("Content-Type", "text/html")
        self.end_headers()
        self.wfile.write(f"<!doctype html><title>Elsewhere</title><a href='{self.link}'>Go</a>".encode())

    def log_message(self, *given: object) -> None:
        """Say nothing."""


@contextlib.contextmanager
def linking_to(address: str) -> Iterator[str]:
    """Serve a page with a link; it is of another site, since it has another name."""
    handler = type("Linking", (_Elsewhere,), {"link": address})
    with http.server.ThreadingHTTPServer(("127.0.0.1", 0), handler) as site:
        threading.Thread(target=site.serve_forever, daemon=True).start()
        yield f"http://localhost:{site.server_port}/"
        site.shutdown()


def test_a_link_on_another_site_lets_in(public: Server, browser: Browser) -> None:
    """The address with the token is sent in a mail or stands on the page of a course."""
    context = browser.new_context()
    page = context.new_page()
    with linking_to(f"{public.url}/?token={public.token}") as elsewhere:
        page.goto(elsewhere)
        page.click("a")
        page.get_by_role("navigation").first.wait_for()
        assert page.url == f"{public.url}/"
    with linking_to(f"{public.url}/about") as elsewhere:
        page.goto(elsewhere)
        page.click("a")
        page.get_by_role("navigation").first.wait_for()
    context.close()


def test_in_public_foreign_pages_are_refused_too(public: Server) -> None:
    headers = {"Authorization": f"Bearer {public.token}", "Origin": "http://evil.example"}
    assert public.post("/api/play", GAME, headers=headers).status_code == 403


def test_connections_are_bounded() -> None:
    """Shown with the guard alone: half a thousand connections would take a while."""

    async def open_two() -> list[Message]:
        is_over, sent = asyncio.Event(), list[Message]()

        async def talk(scope: Scope, receive: Receive, send: Send) -> None:
            await is_over.wait()

        async def send(message: Message) -> None:
            sent.append(message)

        async def receive() -> Message:
            return {"type": "websocket.connect"}

        guard = Guard(talk, Settings(limits=replace(LIMITS, connections=1)))
        scope = {
            "type": "websocket",
            "path": "/live",
            "headers": [(b"host", b"localhost")],
            "extensions": {"websocket.http.response": {}},
            "app": SimpleNamespace(state=SimpleNamespace(uploads=frozenset())),
        }
        first = asyncio.create_task(guard(scope, receive, send))
        await asyncio.sleep(0)
        await guard(scope, receive, send)
        is_over.set()
        await first
        refused = list(sent)
        await guard(scope, receive, send)  # the first has gone, and there is room again
        assert sent == refused
        return refused

    start, *_ = run_async(open_two())
    assert (start["type"], start["status"]) == ("websocket.http.response.start", 429)
