"""The text of one game, taken apart into headers and moves: only its form is looked at."""

from __future__ import annotations

import math
import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from typing import BinaryIO

from plyground.errors import RecordError, shortened
from plyground.store.records.quoting import QUOTED, QUOTED_BEGUN, unquoted
from plyground.store.records.record import PlayedMove
from plyground.store.records.text_writing import LARGEST_GAME, LONGEST_TEXT, MOST_MOVES, NAME, TAG

_FIRST_HEADER = re.compile(r'[ \t]*\[Game[ \t"\]]')
_BYTE_ORDER_MARK = b"\xef\xbb\xbf"


@dataclass(frozen=True)
class GameText:
    """The part of a text that holds one game, and the number of its first line."""

    text: str
    line: int = 1

    def problem(self, problem: str, place: int) -> RecordError:
        """Make the error that says what is wrong at some index of the text."""
        line = self.line + self.text.count("\n", 0, place)
        return RecordError(problem, line, place - self.text.rfind("\n", 0, place))


def lines_of(file: BinaryIO) -> Iterator[str]:
    """Yield the lines of a file of games, in parts where they are very long.

    Bytes that are no text become characters that no reader of games accepts.
    """
    is_first = True
    while part := file.readline(LARGEST_GAME):
        line = part.removeprefix(_BYTE_ORDER_MARK) if is_first else part
        is_first = False
        yield line.decode("utf-8", errors="surrogateescape").replace("\r\n", "\n")


def split_games(lines: Iterable[str]) -> Iterator[GameText]:
    """Yield the games in the lines of a text; a line that begins with ``[Game`` begins a game.

    It does so wherever it stands, so that a wrong game never swallows the one behind it. A
    game that is too large is cut off, but not below the size at which it is refused.
    """
    kept: list[str] = []
    size, first_line, line_number = 0, 1, 1
    is_line_start = True
    for line in lines:
        if is_line_start and _FIRST_HEADER.match(line):
            if _has_content(kept):
                yield GameText("".join(kept), first_line)
            kept, size, first_line = [], 0, line_number
        if size <= LARGEST_GAME:
            kept.append(line)
            size += len(line)
        is_line_start = line.endswith("\n")
        line_number += is_line_start
    if _has_content(kept):
        yield GameText("".join(kept), first_line)


def _has_content(lines: list[str]) -> bool:
    """Tell whether there is more than what may stand before the first game: nothing and comments."""
    return any(line.strip() and not line.lstrip().startswith(";") for line in lines)


_FORBIDDEN = re.compile("[\x00-\x08\x0b-\x1f\x7f-\x9f\ud800-\udfff]")
_TOKEN = re.compile(
    rf"""
    (?P<blank> \s+ | ;[^\n]* )
    | (?P<comment> \{{ [^}}]* \}} )
    | (?P<header> \[ (?P<name>{NAME}) [ \t]+ (?P<value>{QUOTED})
        (?: [ \t]+ (?P<second>{QUOTED}) )? [ \t]* \] )
    | (?P<number> [0-9]+ \.+ )
    | (?P<word> [^\s{{}}\[\];"]+ )
    """,
    re.VERBOSE,
)
_VALUES_BEGUN = rf'{QUOTED_BEGUN}(?:"(?:[ \t]+(?:{QUOTED_BEGUN}(?:"[ \t]*)?)?)?)?'
_HEADER_BEGUN = re.compile(rf"\[(?:{NAME}(?:[ \t]+(?:{_VALUES_BEGUN})?)?)?")

_FLOAT = r"[0-9]+(?:\.[0-9]*)?(?:e[-+]?[0-9]{1,3})?"
_THOUGHTS = {
    "seconds": (float, re.compile(rf"(-?{_FLOAT})s")),
    "depth": (int, re.compile(r"d(-?[0-9]{1,100})")),
    "score": (float, re.compile(rf"([-+]{_FLOAT})")),
    "nodes": (int, re.compile(r"n(-?[0-9]{1,100})")),
    "proved": (int, re.compile(r"p([-+][0-9]{1,100})")),
}


@dataclass(frozen=True)
class Word:
    """Something that was read, and the index where it stands in the text of its game."""

    text: str
    place: int


@dataclass
class ScannedGame:
    """What the text of a game consists of. The last of the words is its result."""

    headers: dict[str, Word] = field(default_factory=dict)
    tags: dict[str, Word] = field(default_factory=dict)
    words: list[Word] = field(default_factory=list)
    moves: list[PlayedMove] = field(default_factory=list)  # the same, with what the players thought
    numbers: list[tuple[int, Word]] = field(default_factory=list)  # and before which word they stand


def scan_game(source: GameText) -> ScannedGame:
    """Take a game apart.

    Raises:
        RecordError: the text is malformed; the message says in which line and column.
    """
    text, game = source.text, ScannedGame()
    if len(text) > LARGEST_GAME:
        raise source.problem(f"a game of more than {LARGEST_GAME} characters is too large", 0)
    forbidden = _FORBIDDEN.search(text)
    if forbidden:
        problem = f"the character {shortened(forbidden[0])} cannot stand in a record"
        raise source.problem(problem, forbidden.start())
    place, is_behind_move = 0, False
    while place < len(text):
        token = _TOKEN.match(text, place)
        if token is None:
            raise _malformed(source, place)
        place = token.end()
        kind = token.lastgroup
        if kind == "header":
            _take_header(source, game, token)
        elif kind == "number":
            game.numbers.append((len(game.words), Word(token[0], token.start())))
        elif kind == "word":
            _take_word(source, game, token)
        elif kind == "comment" and is_behind_move:
            game.moves[-1] = read_thoughts(game.moves[-1].text, token[0]) or game.moves[-1]
        is_behind_move = kind == "word" or (kind == "blank" and is_behind_move)
    return game


def read_thoughts(move: str, comment: str) -> PlayedMove | None:
    """Return a move with what ``{0.12s d8 +3.5 n12345}`` says; None if a person wrote the comment."""
    kinds = iter(_THOUGHTS.items())
    found: dict[str, float] = {}
    for word in comment[1:-1].split():
        for name, (number, pattern) in kinds:  # each at most once, and in this order
            match = pattern.fullmatch(word)
            if match:
                found[name] = number(match[1])
                break
        else:
            return None
    if not found or not all(map(math.isfinite, found.values())):
        return None
    return PlayedMove(move, **found)  # type: ignore[arg-type]  # depth and nodes are whole


def _malformed(source: GameText, place: int) -> RecordError:
    """Say what is wrong with something that is no token at all."""
    character = source.text[place]
    if character == "{":
        return source.problem("this comment does not end", place)
    begun = _HEADER_BEGUN.match(source.text, place)
    if begun:
        form = r'a header looks like [Name "value"], with \" and \\ for a quote and a backslash'
        return source.problem(form, begun.end())
    return source.problem(f"{shortened(character)} cannot stand here", place)


def _take_header(source: GameText, game: ScannedGame, token: re.Match[str]) -> None:
    if game.words or game.numbers:
        raise source.problem("headers stand before the moves", token.start())
    values = [
        Word(unquoted(token[group]), token.start(group)) for group in ("value", "second") if token[group]
    ]
    for value in values:
        if len(value.text) > LONGEST_TEXT:
            problem = f"a value of more than {LONGEST_TEXT} characters is too long"
            raise source.problem(problem, value.place)
    is_tag = token["name"] == TAG
    if is_tag != (len(values) == 2):
        raise source.problem("only [Tag ...] has two values, a name and a text", values[-1].place)
    name, among = (values[0].text, game.tags) if is_tag else (token["name"], game.headers)
    if name in among:
        raise source.problem(f"{shortened(name)} is there twice", token.start())
    among[name] = values[-1]


def _take_word(source: GameText, game: ScannedGame, token: re.Match[str]) -> None:
    if len(game.words) > MOST_MOVES:
        raise source.problem(f"a game of more than {MOST_MOVES} moves is too long", token.start())
    game.words.append(Word(token[0], token.start()))
    game.moves.append(PlayedMove(token[0]))
