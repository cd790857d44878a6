"""JSON from a page: read into typed messages, or refused in one line, whatever it is."""

from __future__ import annotations

from typing import TypeVar

import msgspec

from plyground.ui.web.errors import MalformedError

MessageT = TypeVar("MessageT")


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
