"""What a page is refused, beyond what the library itself complains of."""

from __future__ import annotations

from plyground.errors import PlygroundError


class RefusedError(PlygroundError):
    """The web app does not do this for a page."""

    status = 403


class MalformedError(RefusedError):
    """This is no message at all."""

    status = 400


class BusyError(RefusedError):
    """There is as much of this as there may be; later it may work."""

    status = 429


class TooSlowError(RefusedError):
    """This did not come in time."""

    status = 408


class TooLargeError(RefusedError):
    """This is larger than anything that makes sense."""

    status = 413
