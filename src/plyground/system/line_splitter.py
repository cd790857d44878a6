"""Cutting what comes through a pipe into lines, without trusting who writes it."""

from __future__ import annotations

LONGEST_LINE = 64 * 1024
CHUNK = 64 * 1024
"""How many bytes to read at once."""


class LineSplitter:
    """Turns pieces of bytes into lines of text; keeps at most one line that is not ended yet."""

    def __init__(self, longest: int = LONGEST_LINE) -> None:
        self._longest = longest
        self._begun = b""
        self._is_skipping = False

    def feed(self, chunk: bytes) -> list[str | None]:
        """Return the lines that end in this piece; None stands for one that is too long.

        That one is reported as soon as it is too long, and what is left of it is skipped.
        """
        found: list[str | None] = []
        *ended, begun = chunk.split(b"\n")
        for part in ended:
            if not self._is_skipping:
                found.append(self._line(self._begun + part))
            self._begun, self._is_skipping = b"", False
        if not self._is_skipping:
            self._begun += begun
            if len(self._begun) > self._longest:
                found.append(None)
                self._begun, self._is_skipping = b"", True
        return found

    def _line(self, content: bytes) -> str | None:
        is_fitting = len(content) <= self._longest
        return content.decode("utf-8", "replace").strip() if is_fitting else None
