"""Lines from pieces of bytes."""

from __future__ import annotations

import random

from plyground.system.line_splitter import LineSplitter


def test_lines_are_the_same_however_they_are_cut() -> None:
    content = "one\n\n two \r\nünf\nlast".encode()
    chance = random.Random(1)
    for _ in range(50):
        splitter, found, rest = LineSplitter(), list[str | None](), content
        while rest:
            size = chance.randrange(1, 6)
            found += splitter.feed(rest[:size])
            rest = rest[size:]
        assert found == ["one", "", "two", "ünf"]
        assert splitter.feed(b"\n") == ["last"]


def test_what_is_no_text_is_read_all_the_same() -> None:
    assert LineSplitter().feed(b"a\xff\xfeb\n") == ["a\ufffd\ufffdb"]


def test_a_line_that_is_too_long_is_told_once_and_skipped() -> None:
    splitter = LineSplitter(longest=10)
    assert splitter.feed(b"0123456789\n") == ["0123456789"]
    assert splitter.feed(b"01234567890\nnext\n") == [None, "next"]
    assert splitter.feed(b"01234") == []
    assert splitter.feed(b"567890") == [None]
    assert splitter.feed(b"x" * 1000) == []
    assert splitter.feed(b"x\nafter\n") == ["after"]
