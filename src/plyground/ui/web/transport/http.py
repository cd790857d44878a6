"""The one way to offer something over HTTP: a typed method of a service.

Its route and its description in OpenAPI both follow from its signature:

    class PlayService:
        @post("/api/play")
        async def begin_game(self, body: NewGame) -> BegunGame:
            '''Begin a game.'''

The parameters `body` and `query` are msgspec Structs; every other one is a part of the path. A method whose
path could be taken for that of another, with a parameter, comes first.
"""

from __future__ import annotations

import asyncio
import functools
import re
import typing
from collections.abc import Awaitable, Callable
from dataclasses import dataclass, field
from typing import Any, TypeVar

import msgspec
from starlette.requests import ClientDisconnect, Request
from starlette.responses import Response
from starlette.routing import BaseRoute, Route, WebSocketRoute

from plyground.errors import PlygroundError, StoreError, UnknownRecordError
from plyground.ui.web.errors import MalformedError, RefusedError, TooLargeError, TooSlowError

Handler = Callable[..., Awaitable[Any]]
HandlerT = TypeVar("HandlerT", bound=Handler)
MessageT = TypeVar("MessageT")

SOCKET = "SOCKET"
JSON = "application/json"
HTML = "text/html; charset=utf-8"
# A page that is sent whole brings its style along and needs nothing else, least of all this server.
WHOLE_PAGE_POLICY = "default-src 'none'; style-src 'unsafe-inline'; frame-ancestors 'none'; sandbox"


class Problem(msgspec.Struct):
    """What went wrong, in one line."""

    error: str


@dataclass(frozen=True)
class FileContent:
    """An answer that is not JSON: a record file, a report, a picture."""

    text: str
    media_type: str
    file_name: str | None = None
    headers: dict[str, str] = field(default_factory=dict)


@dataclass(frozen=True)
class Endpoint:
    """A method of a service that answers requests of one method to one path, or talks over a WebSocket."""

    tag: str
    handle: Handler
    method: str
    path: str
    media_type: str = JSON
    is_upload: bool = False  # takes files, which may be larger than messages
    ends_with_asker: bool = False  # is cancelled when nobody waits for the answer any more

    @property
    def summary(self) -> str:
        """What it does, in one line."""
        return (self.handle.__doc__ or "").strip().partition("\n")[0]

    @functools.cached_property
    def types(self) -> dict[str, Any]:
        """The types of its parameters and, as `return`, of its answer."""
        return typing.get_type_hints(self.handle)

    @property
    def path_types(self) -> dict[str, Any]:
        """The types of the parts of the path."""
        return {name: self.types[name] for name in re.findall(r"{(\w+)}", self.path)}

    @functools.cached_property
    def _body(self) -> msgspec.json.Decoder[Any]:
        return msgspec.json.Decoder(self.types["body"])

    def route(self) -> BaseRoute:
        """Return the route that Starlette needs."""
        if self.method == SOCKET:
            return WebSocketRoute(self.path, self.handle)
        return Route(self.path, self._answer, methods=[self.method])

    async def _answer(self, request: Request) -> Response:
        try:
            given = self._read_address(request)
            if "body" in self.types:
                given["body"] = decode_json(self._body, await request.body())
            answer = self.handle(**given)
            return _response(await (_unless_gone(request, answer) if self.ends_with_asker else answer))
        except (PlygroundError, msgspec.MsgspecError) as error:
            return problem_response(status_of(error), str(error))
        except ClientDisconnect:  # in the middle of a body: nobody hears this
            return problem_response(400, "the request was not completed")

    def _read_address(self, request: Request) -> dict[str, Any]:
        """Read what the path and the part behind the question mark say."""
        given: dict[str, Any] = {}
        for name, kind in self.path_types.items():
            try:
                given[name] = msgspec.convert(request.path_params[name], kind, strict=False)
            except msgspec.ValidationError as error:
                raise UnknownRecordError(f"there is nothing at {request.url.path}") from error
        if "query" in self.types:
            texts = dict(request.query_params)
            given["query"] = msgspec.convert(texts, self.types["query"], strict=False)
        return given


def get(
    path: str, media_type: str = JSON, *, ends_with_asker: bool = False
) -> Callable[[HandlerT], HandlerT]:
    """Declare what answers a GET."""
    return _declared(method="GET", path=path, media_type=media_type, ends_with_asker=ends_with_asker)


def post(
    path: str, *, is_upload: bool = False, ends_with_asker: bool = False
) -> Callable[[HandlerT], HandlerT]:
    """Declare what answers a POST."""
    return _declared(method="POST", path=path, is_upload=is_upload, ends_with_asker=ends_with_asker)


def socket(path: str) -> Callable[[HandlerT], HandlerT]:
    """Declare what talks over a WebSocket, which is its parameter."""
    return _declared(method=SOCKET, path=path)


def _declared(**declared: Any) -> Callable[[HandlerT], HandlerT]:
    def declare(handle: HandlerT) -> HandlerT:
        vars(handle)["declared"] = declared
        return handle

    return declare


def endpoints_of(tag: str, service: object) -> list[Endpoint]:
    """Return what a service offers, in the order in which its class declares it."""
    return [
        Endpoint(tag, getattr(service, name), **handle.declared)
        for name, handle in vars(type(service)).items()
        if hasattr(handle, "declared")
    ]


async def _unless_gone(request: Request, answer: Awaitable[Any]) -> Any:
    """Wait for an answer; cancel the work on it as soon as whoever asked has gone.

    Raises:
        RefusedError: nobody is there to hear more.
    """
    working = asyncio.ensure_future(answer)
    leaving = asyncio.ensure_future(_gone(request))
    try:
        await asyncio.wait({working, leaving}, return_when=asyncio.FIRST_COMPLETED)
        if working.done():
            return working.result()
        raise RefusedError("nobody waits for this any more")
    finally:
        working.cancel()
        leaving.cancel()


async def _gone(request: Request) -> None:
    """Wait until the connection of a request is closed; its body has been read before."""
    while (await request.receive())["type"] != "http.disconnect":
        pass


def status_of(error: Exception) -> int:
    """Return the status that tells whose mistake an error is."""
    if isinstance(error, RefusedError):
        return error.status
    if isinstance(error, StoreError):
        return 503
    return 404 if isinstance(error, UnknownRecordError) else 400


def problem_response(status: int, told: str) -> Response:
    """Answer with one line on what went wrong."""
    # The rest of a request that was not read would have to be waited for.
    headers = {"Connection": "close"} if status in (TooSlowError.status, TooLargeError.status) else {}
    return Response(msgspec.json.encode(Problem(told)), status, headers, media_type=JSON)


def report_content(text: str, kind: str, id: str) -> FileContent:
    """Return a report, a whole page, as a file with a name of its own."""
    name = re.sub(r"[^A-Za-z0-9]", "", id)
    return FileContent(text, HTML, f"{kind}-{name}.html", {"Content-Security-Policy": WHOLE_PAGE_POLICY})


def _response(answer: object) -> Response:
    if not isinstance(answer, FileContent):
        return Response(msgspec.json.encode(answer), media_type=JSON)
    headers = dict(answer.headers)
    if answer.file_name is not None:
        headers["Content-Disposition"] = f'attachment; filename="{answer.file_name}"'
    return Response(answer.text, media_type=answer.media_type, headers=headers)


def decode_json(decoder: msgspec.json.Decoder[MessageT], content: bytes | str) -> MessageT:
    """Read a message.

    Raises:
        MalformedError: it is no JSON, is nested too deeply, or is not such a message.
    """
    try:
        return decoder.decode(content)
    except RecursionError:
        raise MalformedError("this JSON is nested too deeply") from None
    except UnicodeDecodeError:
        raise MalformedError("this is not UTF-8") from None
    except msgspec.MsgspecError as error:
        raise MalformedError(str(error)) from error
