"""The server's log: what happens again and again is written once a minute."""

from __future__ import annotations

import logging
import time
from dataclasses import dataclass

SECONDS = 60.0
MOST_KINDS = 500
LOGGERS = ("uvicorn.error", "asyncio")


@dataclass
class _Seen:
    """When a complaint was written last, and how often it was left out since."""

    at: float
    left_out: int = 0


class RepeatFilter(logging.Filter):
    """Leaves out complaints of a kind that was written less than a minute ago, and counts them."""

    def __init__(self) -> None:
        super().__init__()
        self._seen: dict[object, _Seen] = {}

    def filter(self, record: logging.LogRecord) -> bool:
        """Tell whether a record is written; the next one of its kind says how many were not."""
        now = time.monotonic()
        kind = _kind_of(record)
        seen = self._seen.get(kind)
        if seen is not None and now - seen.at < SECONDS:
            seen.left_out += 1
            return False
        if seen is not None and seen.left_out:
            record.msg = f"{str(record.msg).rstrip()} (and {seen.left_out:,} more like this)"
        if len(self._seen) >= MOST_KINDS:
            self._seen.clear()
        self._seen[kind] = _Seen(now)
        return True


def quieten_logs() -> None:
    """Let the logs of the server repeat nothing."""
    for name in LOGGERS:
        logger = logging.getLogger(name)
        if not any(isinstance(each, RepeatFilter) for each in logger.filters):
            logger.addFilter(RepeatFilter())


def _kind_of(record: logging.LogRecord) -> object:
    """Return what records of the same kind have in common: the first line, the error and its place."""
    first_line = str(record.msg).partition("\n")[0]
    if not record.exc_info or record.exc_info[1] is None:
        return first_line
    trace = record.exc_info[2]
    while trace is not None and trace.tb_next is not None:
        trace = trace.tb_next
    place = None if trace is None else (trace.tb_frame.f_code, trace.tb_lineno)
    return first_line, record.exc_info[0], place
