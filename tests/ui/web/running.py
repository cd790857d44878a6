"""A real server in a process of its own, for tests to talk to."""

from __future__ import annotations

import json
import os
import signal
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import httpx

SECONDS_TO_END = 20


@dataclass
class Server:
    """A server that was started; it can be killed and started again at the same place."""

    store: Path
    port: int = 0
    more: tuple[str, ...] = ()
    prefix: tuple[str, ...] = ()
    process: subprocess.Popen[str] | None = None
    token: str | None = None

    @property
    def url(self) -> str:
        """The address of its pages, without a slash at the end."""
        return f"http://127.0.0.1:{self.port}"

    @property
    def socket_url(self) -> str:
        """The address of its WebSockets."""
        return f"ws://127.0.0.1:{self.port}"

    @property
    def log(self) -> str:
        """What it wrote to its standard error."""
        return self._log_file.read_text()

    @property
    def _log_file(self) -> Path:
        return self.store.with_suffix(".log")

    def start(self) -> None:
        """Start it, at the port it had before if it had one."""
        words = ["serve", "--no-browser", "--json", "--store", str(self.store), "--port", str(self.port)]
        environment = {**os.environ, "PLYGROUND_DATA_DIR": str(self.store.parent)}
        with self._log_file.open("a") as log:
            self.process = subprocess.Popen(
                [*self.prefix, sys.executable, "-m", "plyground", *words, *self.more],
                stdout=subprocess.PIPE,
                stderr=log,
                text=True,
                env=environment,
            )
        assert self.process.stdout is not None
        told = json.loads(self.process.stdout.readline())
        self.port, self.token = told["port"], told["token"]

    def kill(self) -> None:
        """End it as a power failure would."""
        self._end(signal.SIGKILL)

    def stop(self) -> None:
        """End it as Ctrl-C does."""
        self._end(signal.SIGINT)

    def _end(self, number: signal.Signals) -> None:
        if self.process is not None:
            self.process.send_signal(number)
            self.process.wait(SECONDS_TO_END)
            assert self.process.stdout is not None
            self.process.stdout.close()
            self.process = None

    def get(self, path: str, **more: Any) -> httpx.Response:
        """Ask for something."""
        return httpx.get(self.url + path, timeout=60, **more)

    def post(self, path: str, content: object, **more: Any) -> httpx.Response:
        """Send something."""
        return httpx.post(self.url + path, json=content, timeout=60, **more)

    def begin(self, game: str, *players: str, **more: Any) -> str:
        """Begin a game and return its id."""
        answer = self.post("/api/play", {"game": game, "players": players, **more})
        assert answer.status_code == 200, answer.text
        found: str = answer.json()["id"]
        return found


@contextmanager
def running_server(folder: Path, *more: str, prefix: tuple[str, ...] = ()) -> Iterator[Server]:
    """Run a server that keeps its games in a folder; `prefix` is a command that starts it."""
    server = Server(folder / "games.db", more=more, prefix=prefix)
    server.start()
    try:
        yield server
    finally:
        server.stop()
