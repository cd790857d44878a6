"""Keys to one seat of one game: who brings one may play there, and do nothing else."""

from __future__ import annotations

import base64
import functools
import hashlib
import hmac
from dataclasses import dataclass

_MAC_BYTES = 18
_COST = 2**14


@dataclass(frozen=True)
class Seat:
    """A side of a game."""

    game: str
    side: int

    def opens(self, path: str) -> bool:
        """Tell whether who sits there may ask for a path: the page of the game, and what it needs."""
        own = (f"/play/{self.game}", f"/api/play/{self.game}", f"/api/play/{self.game}/live")
        return path in own or path.startswith(("/static/", "/api/teaching/"))


class SeatKeys:
    """Writes and reads the keys of a server with a token; without one nobody needs a key."""

    def __init__(self, token: str | None) -> None:
        self._token = token

    def __bool__(self) -> bool:
        return self._token is not None

    def key(self, seat: Seat) -> str:
        """Return the key to a seat."""
        return f"{seat.game}.{seat.side}.{self._mac(seat)}"

    def seat(self, key: str) -> Seat | None:
        """Return the seat to which a key belongs, None if it is no key of this server."""
        parts = key.split(".")
        if self._token is None or len(parts) != 3 or parts[1] not in ("0", "1"):
            return None
        seat = Seat(parts[0], int(parts[1]))
        return seat if hmac.compare_digest(parts[2].encode(), self._mac(seat).encode()) else None

    def _mac(self, seat: Seat) -> str:
        told = f"{seat.side} {seat.game}".encode()
        mac = hmac.digest(self._secret, told, hashlib.sha256)[:_MAC_BYTES]
        return base64.urlsafe_b64encode(mac).decode()

    @functools.cached_property
    def _secret(self) -> bytes:
        """What keys are made with: costly to find, so that no key helps to guess a token that is short."""
        token = (self._token or "").encode()
        return hashlib.scrypt(token, salt=b"plyground seats", n=_COST, r=8, p=1)
