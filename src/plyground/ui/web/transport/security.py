"""What stands between the network and the app.

A server on one's own machine is reached by every page that one's browser shows. So it answers
only to its own name (a foreign name that points here is a trick known as DNS rebinding), only
to pages that it served itself where something is changed or a WebSocket is opened, and it tells
browsers to let its pages load nothing from elsewhere.
"""

from __future__ import annotations

import asyncio
import hmac
from urllib.parse import urlsplit

from starlette.datastructures import Headers, MutableHeaders, QueryParams
from starlette.responses import RedirectResponse, Response
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from plyground.ui.web.errors import TooLargeError, TooSlowError
from plyground.ui.web.settings import Settings
from plyground.ui.web.transport.http import problem_response
from plyground.ui.web.transport.seat_keys import Seat, SeatKeys

OWN_NAMES = frozenset({"127.0.0.1", "localhost", "::1"})
COOKIE = "plyground_token"
SEAT_COOKIE = "plyground_seat_"
"""Before the id of the game: one browser may sit at several."""
SEAT = "plyground.seat"
SECONDS_KNOWN = 30 * 24 * 3600
API = "/api/"
_HARMLESS = frozenset({"GET", "HEAD"})

POLICY = "; ".join(
    [
        "default-src 'none'",
        "script-src 'self'",
        "style-src 'self'",
        "img-src 'self' data: blob:",
        "connect-src 'self'",
        "manifest-src 'self'",
        "worker-src 'self'",
        "base-uri 'none'",
        "form-action 'self'",
        "frame-ancestors 'none'",
    ]
)
HEADERS = {
    "Content-Security-Policy": POLICY,
    "Cross-Origin-Opener-Policy": "same-origin",
    "Cross-Origin-Resource-Policy": "same-origin",
    "Permissions-Policy": "camera=(), geolocation=(), microphone=()",
    "Referrer-Policy": "no-referrer",
    "X-Content-Type-Options": "nosniff",
    "X-Frame-Options": "DENY",
}


def _is_harmless(scope: Scope) -> bool:
    """Tell whether any page may ask for this, such as by a link: it changes nothing and takes no time."""
    return scope["type"] == "http" and scope["method"] in _HARMLESS and not scope["path"].startswith(API)


class Guard:
    """Refuses what does not come from the app's own pages, and what is too large or too much."""

    def __init__(self, app: ASGIApp, settings: Settings) -> None:
        self._app = app
        self._settings = settings
        self._ticket = settings.ticket
        self._seat_keys = SeatKeys(settings.token)
        self._connections = 0

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Let a request through, or answer it here."""
        if scope["type"] not in ("http", "websocket"):
            await self._app(scope, receive, send)
            return
        refusal = self._refusal(scope)
        if refusal is not None:
            await refusal(scope, receive, send)
        elif scope["type"] == "websocket":
            await self._talk(scope, receive, send)
        else:
            await self._app(scope, self._measured(scope, receive), _with_headers(send))

    def _refusal(self, scope: Scope) -> Response | None:
        headers = Headers(scope=scope)
        why_foreign = self._why_foreign(scope, headers)
        if why_foreign is not None:
            return _refused(403, why_foreign)
        if self._settings.token is not None and not self._is_known(headers):
            entering = self._enter(scope) or self._take_seat(scope)
            if entering is not None:
                return entering
            scope[SEAT] = self._seat(scope, headers)
            if scope[SEAT] is None:
                return _refused(401, "this needs the token that the server printed at its start")
        length = headers.get("content-length", "0")
        if not length.isdecimal() or int(length) > self._largest(scope):
            return _refused(TooLargeError.status, f"a request may have {self._largest(scope)} bytes at most")
        return None

    def _why_foreign(self, scope: Scope, headers: Headers) -> str | None:
        """Say what shows that a request comes from a foreign page, if anything does."""
        host = headers.get("host", "")
        if self._settings.token is None and _name_of(host) not in OWN_NAMES:
            return "this server answers only to the names of its own machine"
        if _is_harmless(scope):
            return None
        origin = headers.get("origin")
        if origin is not None and origin not in (f"http://{host}", f"https://{host}"):
            return "pages of other servers may not do this"
        if headers.get("sec-fetch-site", "same-origin") not in ("same-origin", "none"):
            return "pages of other servers may not do this"
        return None

    def _is_known(self, headers: Headers) -> bool:
        """Tell whether a request brings the token, as a cookie or in its header."""
        kind, _, given = headers.get("authorization", "").partition(" ")
        if kind.lower() == "bearer":
            return self._is_token(given)
        return any(map(self._is_token, _cookies(headers.get("cookie", ""), COOKIE)))

    def _is_token(self, given: str) -> bool:
        token = self._settings.token or ""
        return hmac.compare_digest(given.encode(), token.encode())

    def _enter(self, scope: Scope) -> Response | None:
        """Let in who comes with the token in the address: from then on a cookie tells it."""
        if scope["type"] != "http" or scope["method"] != "GET":
            return None
        given = QueryParams(scope["query_string"]).get("token", "")
        if self._ticket is not None and hmac.compare_digest(given.encode(), self._ticket.encode()):
            self._ticket = None
        elif not self._is_token(given):
            return None
        response = RedirectResponse("/", 303)
        # Not "strict": who follows a link on another site would come back from here without the cookie.
        # What that lets through is links to pages; the guard refuses all else from other sites.
        token = self._settings.token or ""
        response.set_cookie(COOKIE, token, httponly=True, samesite="lax", max_age=SECONDS_KNOWN)
        return response

    def _take_seat(self, scope: Scope) -> Response | None:
        """Let in who follows a link to a seat: from then on a cookie opens that game, and nothing else."""
        if scope["type"] != "http" or scope["method"] != "GET":
            return None
        key = QueryParams(scope["query_string"]).get("seat", "")
        seat = self._seat_keys.seat(key)
        if seat is None or scope["path"] != f"/play/{seat.game}":
            return None
        response = RedirectResponse(scope["path"], 303)
        name = SEAT_COOKIE + seat.game
        response.set_cookie(name, key, httponly=True, samesite="lax", max_age=SECONDS_KNOWN)
        return response

    def _seat(self, scope: Scope, headers: Headers) -> Seat | None:
        """Return the seat whose key a request brings, if it opens what is asked for."""
        keys = _cookies(headers.get("cookie", ""), SEAT_COOKIE)
        seats = filter(None, map(self._seat_keys.seat, keys))
        return next((seat for seat in seats if seat.opens(scope["path"])), None)

    def _largest(self, scope: Scope) -> int:
        limits = self._settings.limits
        is_upload = scope["path"] in scope["app"].state.uploads
        return limits.upload_bytes if is_upload else limits.message_bytes

    def _measured(self, scope: Scope, receive: Receive) -> Receive:
        """Count what comes in, and when: a body need not be as long as its header says, or come at all."""
        left, has_more = self._largest(scope), True
        deadline = asyncio.get_running_loop().time() + self._settings.limits.body_seconds

        async def receive_measured() -> Message:
            nonlocal left, has_more
            try:
                async with asyncio.timeout_at(deadline if has_more else None):
                    message = await receive()
            except TimeoutError:
                raise TooSlowError("the request was not completed in time") from None
            left -= len(message.get("body", b""))
            has_more = message.get("more_body", False)
            if left < 0:
                raise TooLargeError(f"a request may have {self._largest(scope)} bytes at most")
            return message

        return receive_measured

    async def _talk(self, scope: Scope, receive: Receive, send: Send) -> None:
        if self._connections >= self._settings.limits.connections:
            await _refused(429, "there are too many connections")(scope, receive, send)
            return
        self._connections += 1
        try:
            await self._app(scope, receive, send)
        finally:
            self._connections -= 1


def _refused(status: int, told: str) -> Response:
    response = problem_response(status, told)
    response.headers.update(HEADERS)
    return response


def _with_headers(send: Send) -> Send:
    async def send_with_headers(message: Message) -> None:
        if message["type"] == "http.response.start":
            headers = MutableHeaders(scope=message)
            for name, value in HEADERS.items():
                headers.setdefault(name, value)
        await send(message)

    return send_with_headers


def _name_of(host: str) -> str | None:
    """Return the name in a Host header, without its port."""
    try:
        return urlsplit(f"//{host}").hostname
    except ValueError:
        return None


def side_of(scope: Scope) -> int | None:
    """Return the side for which a request may play; None is the owner, who may do everything."""
    seat: Seat | None = scope.get(SEAT)
    return None if seat is None else seat.side


def _cookies(header: str, begins: str) -> list[str]:
    """Return the values of our cookies. Servers at other ports of this host put theirs beside them."""
    pairs = (pair.partition("=") for pair in header.split(";"))
    return [value.strip().strip('"') for name, _, value in pairs if name.strip().startswith(begins)]
