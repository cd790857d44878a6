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
from dataclasses import dataclass, replace

import uvicorn

from plyground.errors import ArenaError
from plyground.web.app import make_app
from plyground.web.services import Services
from plyground.web.settings import Settings

THIS_MACHINE = "127.0.0.1"
EVERYWHERE = "0.0.0.0"  # noqa: S104  # only with --public, which needs a token
USUAL_PORT = 8642
PORTS_TRIED = 20
SECONDS_TO_END = 3


@dataclass(frozen=True)
class Address:
    """Where the app is found."""

    host: str
    port: int
    token: str | None = None

    @property
    def url(self) -> str:
        """What a person types into the browser."""
        name = socket.gethostname() if self.host == EVERYWHERE else self.host
        return f"http://{name}:{self.port}/" + (f"?token={self.token}" if self.token else "")


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
        ArenaError: the port is taken.
        StoreError: games cannot be kept.
    """
    if is_public and settings.token is None:
        settings = replace(settings, token=secrets.token_urlsafe(18))
    host = EVERYWHERE if is_public else THIS_MACHINE
    with _listening_socket(host, port) as listener:
        address = Address(host, listener.getsockname()[1], settings.token)
        config = uvicorn.Config(
            make_app(Services(settings)),
            lifespan="on",
            log_level="warning",
            access_log=False,
            ws_max_size=settings.limits.message_bytes,
            ws_max_queue=8,
            ws_per_message_deflate=False,  # squeezing a message would take longer than sending it
            server_header=False,
            timeout_graceful_shutdown=SECONDS_TO_END,
        )
        server = _Server(config, lambda: _announce(address, tell, opens_browser))
        with contextlib.suppress(KeyboardInterrupt):  # the usual end
            server.run(sockets=[listener])


class _Server(uvicorn.Server):
    """Says when it is ready."""

    def __init__(self, config: uvicorn.Config, on_ready: Callable[[], None]) -> None:
        super().__init__(config)
        self._on_ready = on_ready

    async def startup(self, sockets: list[socket.socket] | None = None) -> None:
        """Start, then tell that pages are served."""
        await super().startup(sockets)
        if not self.should_exit:
            self._on_ready()


def _listening_socket(host: str, port: int | None) -> socket.socket:
    """Listen at a port, or at the first free one from the usual one on."""
    tried = [port] if port is not None else range(USUAL_PORT, USUAL_PORT + PORTS_TRIED)
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
            listener.listen(128)
            return listener
    told = f"port {port}" if port is not None else f"every port from {USUAL_PORT} on"
    reason = getattr(problem, "strerror", None) or str(problem)
    raise ArenaError(f"{told} cannot be used: {reason}; choose another with --port") from problem


def _announce(address: Address, tell: Callable[[Address], None], opens_browser: bool) -> None:
    tell(address)
    if opens_browser and _has_screen():
        threading.Thread(target=webbrowser.open, args=(address.url,), daemon=True).start()


def _has_screen() -> bool:
    """Tell whether a browser would open beside the terminal and not inside it."""
    if sys.platform in ("darwin", "win32"):
        return True
    return any(os.environ.get(name) for name in ("DISPLAY", "WAYLAND_DISPLAY"))
