"""One server for one store: a locked file beside the store says where its server is, or was last."""

from __future__ import annotations

import contextlib
import os
import sys
import time
from collections.abc import Iterator
from pathlib import Path

import msgspec

from plyground.errors import ArenaError, StoreError
from plyground.ui.web.settings import Address

SECONDS_TO_START = 5.0
"""How long a server that has just claimed a store may take until it says where it is."""


class AlreadyServedError(ArenaError):
    """Another server has this store; `address` is where it is."""

    def __init__(self, address: Address) -> None:
        self.address = address
        super().__init__(
            f"these games are already served at {address.url}; stop that server, or choose another --store"
        )


class LastPort(msgspec.Struct):
    """What is left of an address when its server has ended; it is no address without a host."""

    port: int


class ServerLock:
    """The right to serve a store, which ends with the process, however that ends.

    `last_port` is where its last server was. Browsers keep settings and progress by address, port included:
    served there again, a store finds them again.
    """

    def __init__(self, descriptor: int) -> None:
        self._descriptor = descriptor
        self.last_port = _port_in(descriptor)
        self.retire()

    def announce(self, address: Address) -> None:
        """Tell other servers where this one is."""
        self._write(msgspec.json.encode(address))
        self.last_port = address.port

    def retire(self) -> None:
        """Keep the port alone."""
        self._write(b"" if self.last_port is None else msgspec.json.encode(LastPort(self.last_port)))

    def _write(self, content: bytes) -> None:
        os.pwrite(self._descriptor, content, 0)
        os.ftruncate(self._descriptor, len(content))


@contextlib.contextmanager
def claimed(store: Path) -> Iterator[ServerLock]:
    """Claim a store for this server.

    Raises:
        AlreadyServedError: another server has it.
        StoreError: the file beside the store cannot be written.
    """
    file = Path(f"{store.resolve()}.server")
    try:
        # It may hold a token, which is nobody else's business.
        descriptor = os.open(file, os.O_RDWR | os.O_CREAT | os.O_CLOEXEC, 0o600)
    except OSError as error:
        raise StoreError(f"{file}: {error.strerror}") from error
    try:
        if not _is_locked_by_us(descriptor):
            raise AlreadyServedError(_address_in(file))
        lock = ServerLock(descriptor)
        yield lock
        lock.retire()
    finally:
        os.close(descriptor)


def _port_in(descriptor: int) -> int | None:
    try:
        return msgspec.json.decode(os.pread(descriptor, 4096, 0), type=LastPort).port
    except msgspec.DecodeError:  # the first server of this store, or one that was killed while it wrote
        return None


def _is_locked_by_us(descriptor: int) -> bool:
    if sys.platform == "win32":  # it has no such lock, and games are compared before they are replaced
        return True
    import fcntl

    try:
        fcntl.flock(descriptor, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except BlockingIOError:
        return False
    return True


def _address_in(file: Path) -> Address:
    """Read where the server is that has the lock; it may be starting just now."""
    deadline = time.monotonic() + SECONDS_TO_START
    while True:
        try:
            return msgspec.json.decode(file.read_bytes(), type=Address)
        except msgspec.DecodeError as error:
            if time.monotonic() > deadline:
                raise ArenaError("another server is starting with these games; try again") from error
        time.sleep(0.05)
