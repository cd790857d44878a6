"""Connections that send nothing, or nothing in time, keep nobody else out."""

from __future__ import annotations

import asyncio
import logging
import socket
from collections.abc import AsyncIterator, Iterator
from contextlib import ExitStack, asynccontextmanager, contextmanager, suppress
from dataclasses import replace
from pathlib import Path

import pytest

from plyground.ui.web import serving
from plyground.ui.web.limits import LIMITS, Limits
from plyground.ui.web.settings import THIS_MACHINE, Settings
from plyground.ui.web.transport import log_filter
from plyground.ui.web.transport.connections import RESERVED_DESCRIPTORS, within_descriptors

from .asynchronous import run_async
from .running import running_server

DESCRIPTORS = 512
FEW_DESCRIPTORS = ("sh", "-c", f'ulimit -n {DESCRIPTORS} && exec "$@"', "serve")
PATIENCE = 30  # seconds

Streams = tuple[asyncio.StreamReader, asyncio.StreamWriter]


UNFINISHED_BODY = b"POST /api/line HTTP/1.1\r\nHost: localhost\r\nContent-Length: 100\r\n\r\n{"


@pytest.mark.parametrize("sent", [b"", UNFINISHED_BODY], ids=["nothing", "half a body"])
def test_idle_connections_do_not_stop_a_server_with_few_descriptors(tmp_path: Path, sent: bytes) -> None:
    with running_server(tmp_path, prefix=FEW_DESCRIPTORS) as server, ExitStack() as held:
        for _ in range(DESCRIPTORS + 100):
            connection = socket.create_connection(("127.0.0.1", server.port), timeout=PATIENCE)
            held.enter_context(connection)
            with suppress(ConnectionError):  # the server may have closed it already
                connection.sendall(sent)
        assert server.get("/").status_code == 200
        assert server.get("/api/catalogue").status_code == 200
        game = server.begin("breakthrough", "human", "human", options={"size": "4x4"})
        assert server.get(f"/api/play/{game}").status_code == 200
        assert len(server.log.splitlines()) < 5
        assert "Traceback" not in server.log


def test_connections_leave_descriptors_over(monkeypatch: pytest.MonkeyPatch) -> None:
    import resource

    had = resource.getrlimit(resource.RLIMIT_NOFILE)
    for soft, hard in ((1024, 1024), (256, 1024), (64, 64)):
        monkeypatch.setattr(resource, "getrlimit", lambda kind, found=(soft, hard): found)
        monkeypatch.setattr(resource, "setrlimit", lambda kind, wanted: None)
        limits = within_descriptors(LIMITS)
        assert limits.open_connections == max(hard - RESERVED_DESCRIPTORS, 32)
        assert limits.connections <= limits.open_connections // 2
    monkeypatch.undo()
    assert resource.getrlimit(resource.RLIMIT_NOFILE) == had


@asynccontextmanager
async def served(folder: Path, limits: Limits) -> AsyncIterator[int]:
    """Serve in this process, with other limits; yield the port."""
    ready = asyncio.Event()
    with serving.listening_socket(THIS_MACHINE, 0) as listener:
        server = serving.make_server(Settings(folder / "games.db", limits=limits), ready.set)
        running = asyncio.create_task(server.serve(sockets=[listener]))
        await asyncio.wait_for(ready.wait(), PATIENCE)
        try:
            yield listener.getsockname()[1]
        finally:
            server.should_exit = True
            await asyncio.wait_for(running, PATIENCE)


async def connected(port: int, *sent: bytes) -> Streams:
    reader, writer = await asyncio.open_connection("127.0.0.1", port)
    for part in sent:
        writer.write(part)
        await writer.drain()
    return reader, writer


async def heard_until_closed(streams: Streams) -> bytes:
    reader, writer = streams
    try:
        return await asyncio.wait_for(reader.read(), PATIENCE)
    except ConnectionResetError:
        return b""
    finally:
        writer.close()


REQUEST = b"GET /about HTTP/1.1\r\nHost: localhost\r\n"


UNFINISHED = (b"", b"G", REQUEST, REQUEST + b"Cookie: a", REQUEST + b"\r\n" + REQUEST)


def test_a_request_that_does_not_come_is_not_waited_for(tmp_path: Path) -> None:
    async def work() -> None:
        async with served(tmp_path, replace(LIMITS, request_seconds=0.3)) as port:
            for sent in UNFINISHED:
                await heard_until_closed(await connected(port, sent))

    run_async(work())


def test_a_request_letter_by_letter_is_not_waited_for(tmp_path: Path) -> None:
    async def work() -> None:
        async with served(tmp_path, replace(LIMITS, request_seconds=0.5)) as port:
            reader, writer = await connected(port, REQUEST)
            closed = asyncio.ensure_future(heard_until_closed((reader, writer)))
            while not closed.done():
                writer.write(b"a")
                await asyncio.wait([closed], timeout=0.05)
            await closed

    run_async(work())


def test_a_body_that_does_not_come_is_not_waited_for(tmp_path: Path) -> None:
    async def work() -> bytes:
        async with served(tmp_path, replace(LIMITS, body_seconds=0.3)) as port:
            return await heard_until_closed(await connected(port, UNFINISHED_BODY))

    assert run_async(work()).startswith(b"HTTP/1.1 408")


def test_who_waits_longest_makes_room(tmp_path: Path) -> None:
    """Whoever has sent a request stays, and newcomers are served."""

    async def work() -> None:
        async with served(tmp_path, replace(LIMITS, open_connections=4)) as port:
            idle = [await connected(port) for _ in range(12)]
            answer = await connected(port, REQUEST + b"Connection: close\r\n\r\n")
            assert (await heard_until_closed(answer)).startswith(b"HTTP/1.1 200")
            for streams in idle[:8]:
                await heard_until_closed(streams)
            for _, writer in idle:
                writer.close()

    run_async(work())


def test_a_connection_lasts_from_request_to_request(tmp_path: Path) -> None:
    """Time counts from the last answer on, and an answer may take longer than a request."""

    async def work() -> None:
        async with served(tmp_path, replace(LIMITS, request_seconds=4.0)) as port:
            reader, writer = await connected(port)
            for _ in range(5):
                await asyncio.sleep(1)  # far less, so that a busy machine does no harm, and more in all
                writer.write(REQUEST + b"\r\n")
                head = await asyncio.wait_for(reader.readuntil(b"\r\n\r\n"), PATIENCE)
                [length] = [line for line in head.lower().splitlines() if line.startswith(b"content-length")]
                await reader.readexactly(int(length.split()[1]))
            writer.close()

    run_async(work())


def test_a_client_that_reads_nothing_is_given_up(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """It asks and asks, and the answers fill every buffer on the way."""
    monkeypatch.setattr(serving, "MILLISECONDS_UNREAD", 500)
    request = b"GET /static/style.css HTTP/1.1\r\nHost: localhost\r\n\r\n"

    async def work() -> None:
        async with served(tmp_path, LIMITS) as port:
            with socket.create_connection(("127.0.0.1", port)) as client:
                client.setblocking(False)
                loop = asyncio.get_running_loop()
                asking = loop.sock_sendall(client, request * 1_000_000)
                with pytest.raises(ConnectionError):
                    await asyncio.wait_for(asking, PATIENCE)

    run_async(work())


@contextmanager
def a_log() -> Iterator[tuple[logging.Logger, list[str]]]:
    """A logger that repeats nothing, and what it has written."""
    written: list[str] = []
    handler = logging.Handler()
    handler.emit = lambda record: written.append(record.getMessage())  # type: ignore[method-assign]
    logger = logging.Logger("test")  # known to nobody else
    logger.addHandler(handler)
    logger.addFilter(log_filter.RepeatFilter())
    yield logger, written


def test_a_log_repeats_nothing(monkeypatch: pytest.MonkeyPatch) -> None:
    with a_log() as (logger, written):
        for number in range(1000):
            logger.error("accept failed\nsocket: %d", number)
        for divisor in (0, 0, ""):
            try:
                1 / divisor  # type: ignore[operator]
            except (ZeroDivisionError, TypeError):
                logger.exception("it failed")
        assert written == ["accept failed\nsocket: 0", "it failed", "it failed"]
        monkeypatch.setattr(log_filter, "SECONDS", 0.0)
        logger.error("accept failed\nsocket: %d", 1)
        assert written[-1] == "accept failed\nsocket: 1 (and 999 more like this)"
