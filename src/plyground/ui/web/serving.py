"""Running the web app: its address, its token, its beginning and its end."""

from __future__ import annotations

import contextlib
import os
import secrets
import socket
import sys
import threading
import webbrowser
from collections.abc import Callable
from dataclasses import replace
from functools import partial

import uvicorn

from plyground.errors import ArenaError
from plyground.store import Store
from plyground.ui.web.app import make_app
from plyground.ui.web.server_lock import claimed
from plyground.ui.web.services import Services
from plyground.ui.web.settings import EVERYWHERE, THIS_MACHINE, Address, Settings
from plyground.ui.web.transport.connections import (
    ACCEPTED_AT_ONCE,
    BACKLOG,
    Connections,
    HttpProtocol,
    WebSocketProtocol,
    within_descriptors,
)
from plyground.ui.web.transport.log_filter import quieten_logs

USUAL_PORT = 8642
PORTS_TRIED = 20
SECONDS_TO_END = 3
MILLISECONDS_UNREAD = 60_000


def serve(
    settings: Settings,
    *,
    port: int | None,
    is_public: bool,
    opens_browser: bool,
    tell: Callable[[Address], None],
) -> None:
    """Serve until Ctrl-C.

    Raises:
        AlreadyServedError: another server has the same store.
        ArenaError: the port is taken.
        StoreError: games cannot be kept.
    """
    if is_public:
        made = secrets.token_urlsafe(18)
        settings = replace(settings, token=settings.token or made, ticket=secrets.token_urlsafe(18))
    host = EVERYWHERE if is_public else THIS_MACHINE
    with Store(settings.store) as store:  # made if it is not there, so that its folder is
        file = store.path
    with claimed(file) as claim, listening_socket(host, port, claim.last_port) as listener:
        address = Address(host, listener.getsockname()[1], settings.token)
        claim.announce(address)
        settings = replace(settings, limits=within_descriptors(settings.limits))
        # What a browser is started with can be seen by everybody on this machine.
        opened = replace(address, token=settings.ticket)
        server = make_server(settings, lambda: _announce(address, tell, opened if opens_browser else None))
        quieten_logs()
        with contextlib.suppress(KeyboardInterrupt):  # the usual end
            server.run(sockets=[listener])


def make_server(settings: Settings, on_ready: Callable[[], None]) -> uvicorn.Server:
    """Make the server of an app; it listens where it is told when it is run."""
    limits = settings.limits
    connections = Connections(limits.open_connections, limits.request_seconds)
    config = uvicorn.Config(
        make_app(Services(settings)),
        http=partial(HttpProtocol, connections),  # type: ignore[arg-type]  # made like a class
        ws=WebSocketProtocol,
        lifespan="on",
        log_level="warning",
        access_log=False,
        backlog=ACCEPTED_AT_ONCE,
        timeout_keep_alive=int(limits.request_seconds) + 1,  # the connections themselves wait no longer
        ws_max_size=limits.message_bytes,
        ws_max_queue=8,
        ws_per_message_deflate=False,  # squeezing a message would take longer than sending it
        server_header=False,
        timeout_graceful_shutdown=SECONDS_TO_END,
    )
    return _Server(config, on_ready)


class _Server(uvicorn.Server):
    """Says when it is ready."""

    def __init__(self, config: uvicorn.Config, on_ready: Callable[[], None]) -> None:
        super().__init__(config)
        self._on_ready = on_ready

    async def startup(self, sockets: list[socket.socket] | None = None) -> None:
        """Start, then tell that pages are served."""
        await super().startup(sockets)
        for listener in sockets or []:
            listener.listen(BACKLOG)  # asyncio has set it to what it accepts at once
        if not self.should_exit:
            self._on_ready()


def listening_socket(host: str, port: int | None, last_port: int | None = None) -> socket.socket:
    """Listen at a port, or else at that of last time or the first free one from the usual one on."""
    usual = range(USUAL_PORT, USUAL_PORT + PORTS_TRIED)
    tried = [port] if port is not None else [*([] if last_port is None else [last_port]), *usual]
    for number in tried:
        # Without the protocol asyncio does not take it for TCP, and small answers wait 40 ms for their end.
        listener = socket.socket(socket.AF_INET, socket.SOCK_STREAM, socket.IPPROTO_TCP)
        listener.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        try:
            listener.bind((host, number))
        except (OSError, OverflowError) as error:
            listener.close()
            problem = error
        else:
            # A client that stays connected but reads nothing must not hold its messages for ever.
            if hasattr(socket, "TCP_USER_TIMEOUT"):
                listener.setsockopt(socket.IPPROTO_TCP, socket.TCP_USER_TIMEOUT, MILLISECONDS_UNREAD)
            listener.listen(BACKLOG)
            return listener
    told = f"port {port}" if port is not None else f"every port from {USUAL_PORT} on"
    reason = getattr(problem, "strerror", None) or str(problem)
    raise ArenaError(f"{told} cannot be used: {reason}; choose another with --port") from problem


def _announce(address: Address, tell: Callable[[Address], None], opened: Address | None) -> None:
    tell(address)
    if opened is not None:
        threading.Thread(target=open_page, args=(opened,), daemon=True).start()


def open_page(address: Address) -> None:
    """Open the page of a server in the browser, if there is a screen."""
    if _has_screen():
        webbrowser.open(address.url)


def _has_screen() -> bool:
    """Tell whether a browser would open beside the terminal and not inside it."""
    if sys.platform in ("darwin", "win32"):
        return True
    return any(os.environ.get(name) for name in ("DISPLAY", "WAYLAND_DISPLAY"))
