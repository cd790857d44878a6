"""A file of games, taken apart: whatever is in it, one game after the other."""

from __future__ import annotations

import io
import time

import pytest

from plyground.errors import RecordError
from plyground.store.records import GameText, lines_of, read_game, split_games, write_game
from plyground.store.records.text_writing import LARGEST_GAME

from .games import small_record

GAME = write_game(small_record())


def split(content: bytes) -> list[GameText]:
    return list(split_games(lines_of(io.BytesIO(content))))


def test_every_game_has_its_first_line() -> None:
    parts = split(f"; games\n\n{GAME}\n; another\n{GAME}".encode())
    assert [part.line for part in parts] == [3, 3 + GAME.count("\n") + 2]
    assert [read_game(part.text, part.line) for part in parts] == [small_record()] * 2


def test_windows_and_its_byte_order_mark() -> None:
    [part] = split(b"\xef\xbb\xbf" + GAME.replace("\n", "\r\n").encode())
    assert part == GameText(GAME, 1)


def test_a_wrong_game_does_not_swallow_the_next() -> None:
    for wrong in ('[Game "othello"]\n1. d3 {no end\n', "moves without a game\n", '[Game "oth\n', "{\n"):
        parts = split(f"{wrong}{GAME}".encode())
        assert len(parts) == 2
        with pytest.raises(RecordError):
            read_game(parts[0].text)
        assert read_game(parts[1].text) == small_record()


def test_other_headers_begin_no_game() -> None:
    text = GAME.replace("\n\n", '\n[Games "7"]\n[GameClock "60"]\n\n')
    [part] = split(text.encode())
    assert read_game(part.text).tags == {"Games": "7", "GameClock": "60"}


def test_bytes_that_are_no_text_are_refused_with_their_place() -> None:
    [part] = split(GAME.encode().replace(b"random", b"r\xffndom"))
    with pytest.raises(RecordError) as caught:
        read_game(part.text)
    assert (caught.value.line, caught.value.column) == (4, 10)
    assert caught.value.problem == "the character '\\udcff' cannot stand in a record"


def test_a_game_that_is_too_large_is_not_held_in_memory() -> None:
    flood = b"[Game\n" + (b";" * 99 + b"\n") * 100_000 + GAME.encode()
    parts = split_games(lines_of(io.BytesIO(flood)))
    large = next(parts)
    assert LARGEST_GAME < len(large.text) < LARGEST_GAME + 100
    with pytest.raises(RecordError, match="too large"):
        read_game(large.text)
    last = next(parts)
    assert (last.line, read_game(last.text)) == (1 + 100_000 + 1, small_record())


def test_a_line_without_end_is_one_line() -> None:
    parts = split(b"[Game " * (LARGEST_GAME // 2) + b"\n" + GAME.encode())
    assert [part.line for part in parts] == [1, 2]
    assert len(parts[0].text) <= 2 * LARGEST_GAME


@pytest.mark.parametrize(
    "text",
    [
        "{" * 1_000_000,
        "[" * 1_000_000,
        '[Game "' + "\\" * 1_000_001,
        '[Game "othello"]\n' + '[A "' * 400_000,
        '[Game "othello"]\n' + "1." * 500_000,
        '[Game "othello"]\n' + "{} " * 1_000_000,
        '[Game "othello"]\n' + "a1{" * 1_000_000,
        '[Game "othello"]\n1. d3 ' + " " * 3_000_000 + "white",
        '[Game "othello"]\n1. d3 {' + "0.5s " * 500_000 + "} white",
        '[Game "othello"]\n1. ' + "d" * 3_000_000 + " *",
        "[Game " * 500_000,
    ],
    ids=lambda text: text[:25],
)
def test_large_texts_end_at_all(text: str) -> None:
    began = time.monotonic()
    for part in split(text.encode()):
        with pytest.raises(RecordError) as caught:
            read_game(part.text, part.line)
        assert str(caught.value).isprintable()
        assert len(str(caught.value)) < 1000
    assert time.monotonic() - began < 60, "quadratic time would take hours"
