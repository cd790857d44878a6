"""Records as text that people can read: headers and moves, in the manner of PGN."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from decimal import Decimal

from plyground.core.discovery import AnyRules, find_known_rules
from plyground.core.position import Game
from plyground.errors import RecordError, shortened
from plyground.store.records.quoting import quoted
from plyground.store.records.record import GameRecord, PlayedMove, thoughts_of
from plyground.store.records.replay import first_position, result_of

GAME, START, RESULT, TERMINATION = "Game", "Start", "Result", "Termination"
REASON, DATE, GIVEN, TAG = "Reason", "Date", "Given", "Tag"
COMMON = (GAME, START, RESULT, TERMINATION, REASON, DATE, GIVEN, TAG)

NAME = r"[A-Za-z][A-Za-z0-9_-]{0,99}"
_PLAIN_NAME = re.compile(NAME)


@dataclass(frozen=True)
class HeaderNames:
    """Under which names the players and options of a game stand in a record."""

    players: tuple[str, str]
    options: dict[str, str]  # the names of options, by header

    @classmethod
    def of(cls, rules: AnyRules) -> HeaderNames:
        """Return the names for a game: its own, capitalised, unless they are taken or cannot be written."""
        taken = {name.lower() for name in COMMON}
        first, second = (_name(role, f"Player{n}", taken) for n, role in enumerate(rules.players, start=1))
        options = {
            _name(option.name, f"Option{number}", taken): option.name
            for number, option in enumerate(rules.options, start=1)
        }
        return cls((first, second), options)

    def known(self) -> list[str]:
        """Return every name that is not free for a tag."""
        return [*COMMON, *self.players, *self.options]

    def is_free(self, name: str) -> bool:
        """Tell whether a tag can be a header of its own name; it must not look like another one."""
        is_plain = _PLAIN_NAME.fullmatch(name) is not None
        return is_plain and name.lower() not in {known.lower() for known in self.known()}


def _name(own: str, otherwise: str, taken: set[str]) -> str:
    name = own[:1].upper() + own[1:]
    if not _PLAIN_NAME.fullmatch(name) or name.lower() in taken:
        name = otherwise
    taken.add(name.lower())
    return name


LINE_WIDTH = 80

# What is larger is refused by the writer and by the reader alike.
LONGEST_TEXT = 10_000
MOST_MOVES = 10_000
LARGEST_GAME = 4_000_000

_SAFE_MOVE = re.compile(r"[A-Za-z][A-Za-z0-9+-]{0,30}")


def write_game(record: GameRecord) -> str:
    """Return a game as text that ends in a new line. The moves are not played again.

    Raises:
        RecordError: something is too large to be written, or a move is no move at all.
        PlygroundError: the game, its options or the first position cannot be.
    """
    lines = [f"[{name} {value}]" for name, value in _headers(record)]
    text = "\n".join([*lines, "", *_wrapped(_move_text(record)), ""])
    if len(text) > LARGEST_GAME:
        raise RecordError(f"a game of {len(text)} characters is too large; {LARGEST_GAME} are allowed")
    return text


def write_games(records: Iterable[GameRecord]) -> Iterator[str]:
    """Yield the texts of games; joined together they are a file of games."""
    for number, record in enumerate(records):
        yield ("\n" if number else "") + write_game(record)


def _headers(record: GameRecord) -> Iterator[tuple[str, str]]:
    """Yield the headers of a game in their order, with their values in quotes."""
    rules = find_known_rules(record.game)
    names = HeaderNames.of(rules)
    yield GAME, _value(record.game, "the game")
    for header, option in names.options.items():
        if option in record.options:
            yield header, _value(record.options[option], option)
    for header, role, player in zip(names.players, rules.players, record.players, strict=True):
        yield header, _value(player, f"the name of {role}")
    if record.start != Game.of(rules, record.options).start().text:
        yield START, _value(record.start, "the first position")
    yield RESULT, _value(result_of(record, rules.players), "the result")
    yield TERMINATION, _value(record.termination, "the termination")
    if record.reason:
        yield REASON, _value(record.reason, "the reason")
    if record.started:
        yield DATE, _value(record.started, "the date")
    if record.opening:
        yield GIVEN, _value(str(record.opening), "the number of given moves")
    for tag, value in record.tags.items():
        if names.is_free(tag):
            yield tag, _value(value, tag)
        else:
            yield TAG, f"{_value(tag, 'the name of a tag')} {_value(value, 'a tag')}"


def _value(text: str, what: str) -> str:
    if len(text) > LONGEST_TEXT:
        raise RecordError(f"{what} has {len(text)} characters, {LONGEST_TEXT} are allowed")
    return quoted(text)


def _move_text(record: GameRecord) -> Iterator[str]:
    """Yield what is not torn apart at the end of a line: moves with their numbers, comments, the result."""
    if len(record.moves) > MOST_MOVES:
        raise RecordError(f"a game of {len(record.moves)} moves is too long; {MOST_MOVES} are allowed")
    start = first_position(record.history)
    for ply, played in enumerate(record.moves):
        if not _SAFE_MOVE.fullmatch(played.text):
            raise RecordError(f"move {ply + 1}: {shortened(played.text)} is not a move")
        number, is_second = divmod(ply + start.player, 2)
        dots = "..." if is_second else "."
        yield played.text if is_second and ply else f"{number + 1}{dots} {played.text}"
        comment = write_thoughts(played)
        if comment:
            yield comment
    yield result_of(record, start.game.players)


def write_thoughts(played: PlayedMove) -> str:
    """Return the comment behind a move, such as ``{0.12s d8 +3.5 n12345 p+12}``, or the empty text."""
    known = thoughts_of(played)
    words = [form(known[name]) for name, form in _THOUGHTS.items() if name in known]
    return f"{{{' '.join(words)}}}" if words else ""


def _decimal(number: float) -> str:
    """Write a number exactly, and where that is not long without an exponent."""
    text = f"{Decimal(repr(number)):f}"
    return text if len(text) <= 24 else repr(number)


_THOUGHTS: dict[str, Callable[[float], str]] = {
    "seconds": lambda seconds: f"{_decimal(seconds)}s",
    "depth": lambda depth: f"d{depth}",
    "score": lambda score: _decimal(score) if str(score).startswith("-") else f"+{_decimal(score)}",
    "nodes": lambda nodes: f"n{nodes}",
    "proved": lambda margin: f"p{margin:+}",
}


def _wrapped(words: Iterator[str]) -> Iterator[str]:
    line = ""
    for word in words:
        if line and len(line) + 1 + len(word) > LINE_WIDTH:
            yield line
            line = word
        else:
            line = f"{line} {word}" if line else word
    yield line
