"""Reading records: strict, with the place of what is wrong, and every game is played again."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from dataclasses import replace
from typing import ParamSpec, TypeVar

from plyground.core.discovery import AnyRules, find_known_rules
from plyground.core.history import GameHistory
from plyground.core.options import Option
from plyground.core.position import Position
from plyground.errors import PlygroundError, nearest, shortened
from plyground.store.records.record import GameRecord, Termination
from plyground.store.records.replay import DRAWN_RESULT, UNFINISHED_RESULT, contradiction, first_position
from plyground.store.records.scanning import GameText, ScannedGame, Word, scan_game, split_games
from plyground.store.records.text_writing import (
    DATE,
    GAME,
    GIVEN,
    REASON,
    RESULT,
    START,
    TERMINATION,
    HeaderNames,
)

NOBODY = "?"
"""The name of a player in a record that does not say who played."""

_Given = ParamSpec("_Given")
_Found = TypeVar("_Found")


def read_game(text: str, line: int = 1) -> GameRecord:
    """Read the text of one game and play it again; `line` is the number of its first line.

    Names, options and moves come out the way the game writes them, however they were written.

    Raises:
        RecordError: something is wrong; the message says in which line and column.
    """
    return _Reader(GameText(text, line)).read()


def read_games(text: str) -> Iterator[GameRecord]:
    """Read the games of a text, one after the other.

    Raises:
        RecordError: something is wrong; the message says in which line and column.
    """
    for part in split_games(re.findall(r"[^\n]*\n|[^\n]+", text)):
        yield read_game(part.text, part.line)


class _Reader:
    """Makes a record of the parts of a text."""

    def __init__(self, source: GameText) -> None:
        self._source = source
        self._scanned: ScannedGame = scan_game(source)

    def read(self) -> GameRecord:
        """Return the record, played again and written the way the game writes it."""
        named = self._scanned.headers.pop(GAME, None)
        if named is None:
            raise self._source.problem('a game begins with its name, such as [Game "othello"]', 0)
        rules = self._at(named, find_known_rules, named.text)
        names = HeaderNames.of(rules)
        start = self._start(rules, self._options(rules, names), named)
        result = self._result(rules)
        termination = self._termination(result)
        record = GameRecord(
            game=rules.name,
            options=start.game.option_texts,
            start=start.text,
            players=(self._text(names.players[0], NOBODY), self._text(names.players[1], NOBODY)),
            moves=tuple(self._scanned.moves),
            termination=termination,
            winner=rules.players.index(result.text) if result.text in rules.players else None,
            reason=self._text(REASON),
            opening=self._given_moves(),
            started=self._text(DATE),
            tags=self._tags(names),
        )
        return self._played_again(record, start, result)

    def _at(
        self,
        where: Word,
        function: Callable[_Given, _Found],
        *arguments: _Given.args,
        **named: _Given.kwargs,
    ) -> _Found:
        """Call a function, and tell where in the text stands what it refuses."""
        try:
            return function(*arguments, **named)
        except PlygroundError as error:
            raise self._source.problem(str(error), where.place) from error

    def _text(self, header: str, otherwise: str = "") -> str:
        found = self._scanned.headers.pop(header, None)
        return otherwise if found is None else found.text

    def _options(self, rules: AnyRules, names: HeaderNames) -> dict[str, str]:
        by_name: dict[str, Option] = {option.name: option for option in rules.options}
        options: dict[str, str] = {}
        for header, name in names.options.items():
            given = self._scanned.headers.pop(header, None)
            if given is not None:
                self._at(given, by_name[name].read, given.text)
                options[name] = given.text
        return options

    def _start(self, rules: AnyRules, options: dict[str, str], named: Word) -> Position:
        given = self._scanned.headers.pop(START, None)
        history = GameHistory(rules.name, options, None if given is None else given.text)
        return self._at(given or named, first_position, history)

    def _given_moves(self) -> int:
        given = self._scanned.headers.pop(GIVEN, None)
        if given is None:
            return 0
        if not re.fullmatch("[0-9]{1,9}", given.text):
            raise self._source.problem(f"{shortened(given.text)} is not a number of moves", given.place)
        return int(given.text)

    def _result(self, rules: AnyRules) -> Word:
        results = [*rules.players, DRAWN_RESULT, UNFINISHED_RESULT]
        header = self._scanned.headers.pop(RESULT, None)
        end = Word("", len(self._source.text.rstrip()))
        behind = self._scanned.words.pop() if self._scanned.words else end
        del self._scanned.moves[len(self._scanned.words) :]
        for found in (header, behind):
            if found is not None and found.text not in results:
                what = "a game ends with its result" if found is behind else "this is no result"
                raise self._source.problem(f"{what}: {', '.join(results)}", found.place)
        if header is not None and header.text != behind.text:
            problem = f"the header says that the result is {header.text}, here it is {behind.text}"
            raise self._source.problem(problem, behind.place)
        return behind

    def _termination(self, result: Word) -> Termination:
        is_unfinished = result.text == UNFINISHED_RESULT
        given = self._scanned.headers.pop(TERMINATION, None)
        if given is None:
            return Termination.UNFINISHED if is_unfinished else Termination.NORMAL
        known = [str(each) for each in Termination]
        if given.text not in known:
            hint = nearest(given.text, known) or f" (there are: {', '.join(known)})"
            raise self._source.problem(f"no game ends by {shortened(given.text)}{hint}", given.place)
        if is_unfinished != (given.text == Termination.UNFINISHED):
            problem = f"the result {result.text} does not fit the termination {given.text!r}"
            raise self._source.problem(problem, result.place)
        return Termination(given.text)

    def _tags(self, names: HeaderNames) -> dict[str, str]:
        """Return what is left of the headers; one that looks like another header is a mistake."""
        tags: dict[str, str] = {}
        for name, value in self._scanned.headers.items():
            if not names.is_free(name):
                meant = next(each for each in names.known() if each.lower() == name.lower())
                raise self._source.problem(f"this header is written {meant}, not {name}", value.place)
            tags[name] = value.text
        for name, value in self._scanned.tags.items():
            if name in tags:
                raise self._source.problem(f"{shortened(name)} is there twice", value.place)
            tags[name] = value.text
        return tags

    def _played_again(self, record: GameRecord, start: Position, result: Word) -> GameRecord:
        """Play the moves that were read; return the record with them as the game writes them."""
        self._check_numbers(start)
        moves, position = [], start
        for word, played in zip(self._scanned.words, record.moves, strict=True):
            position = self._at(word, position.play, word.text)
            moves.append(replace(played, text=str(position.last_move)))
        problem = contradiction(record, position)
        if problem:
            raise self._source.problem(problem, result.place)
        return replace(record, moves=tuple(moves))

    def _check_numbers(self, start: Position) -> None:
        """Numbers are for people, but a wrong one shows that something is missing."""
        for ply, written in self._scanned.numbers:
            number, is_second = divmod(ply + start.player, 2)
            expected = f"{number + 1}{'...' if is_second else '.'}"
            if written.text != expected:
                raise self._source.problem(f"the next move has the number {expected}", written.place)
