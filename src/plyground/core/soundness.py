"""A user's game is tried before compiled code runs it.

Its rules are run as plain Python along random games, where a mistake is an exception with a line
and not a crash. What is checked is what compiled code relies on: types, numbers of moves, codes,
squares, and that every rule returns. Whether the rules are right is checked by `conformance`.
"""

from __future__ import annotations

import ctypes
import random
import threading
import time
import traceback
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Any

import numpy as np

from plyground.core.guards import MOST_CODES, is_trusted, place_of
from plyground.core.notation import Diagram
from plyground.core.rules import NO_SQUARE, ONGOING, Rules
from plyground.errors import GameFileError, PlygroundError, shortened
from plyground.jit import plain_python

MOST_POSITIONS = 200
MOST_SECONDS = 0.3  # a trial is over then, however many positions it has seen
LONGEST_RULE_SECONDS = 10.0
LARGEST_BOARD = 1 << 16

_OURS = str(Path(__file__).parents[1])

_sound: set[tuple[Rules[Any, Any], str]] = set()


class _EndlessError(BaseException):
    """Raised inside a rule that does not return; no `except Exception` of a rule catches it."""


def check_soundness(rules: Rules[Any, Any], options: Mapping[str, Any]) -> None:
    """Try a game that does not come with Plyground, once for each choice of its options.

    Raises:
        GameFileError: its rules raise, do not return, or return what they must not; the message
            names the line.
    """
    attempt = rules, repr(sorted(options.items()))
    if is_trusted(rules) or attempt in _sound:
        return
    _Trial(rules, options).run()
    _sound.add(attempt)


def check_set_up(rules: Rules[Any, Any], board: Any, state: Any) -> None:
    """Check what `set_up` made of a diagram: it may differ from what a game begins with.

    Raises:
        GameFileError: board or state are not what compiled code can take.
    """
    if not is_trusted(rules):
        _check_board(place_of(rules.set_up), board)
        _check_state(place_of(rules.set_up), state)


class _Trial:
    """Runs a game in a thread of its own, which is watched: a rule may not return."""

    def __init__(self, rules: Rules[Any, Any], options: Mapping[str, Any]) -> None:
        self._rules = rules
        self._options = options
        self._failure: BaseException | None = None
        self._asked: Callable[..., Any] = rules.make_board
        self._asked_at = time.monotonic()
        self._where = ""

    def run(self) -> None:
        """Try the game; raise what is wrong with it."""
        thread = threading.Thread(target=self._run_and_keep_failure, daemon=True)
        thread.start()
        try:
            while thread.is_alive() and time.monotonic() - self._asked_at < LONGEST_RULE_SECONDS:
                thread.join(timeout=0.05)
        finally:
            if thread.is_alive():  # also if somebody pressed Ctrl-C
                _raise_in(thread)
        thread.join(timeout=1.0)  # what does not even hear that stays behind
        if self._failure is not None:
            raise self._failure
        if thread.is_alive():
            raise GameFileError(self._endless(place_of(self._asked)))

    def _run_and_keep_failure(self) -> None:
        try:
            with plain_python(in_this_thread=True), np.errstate(all="ignore"):
                self._play_games()
        except PlygroundError as error:
            self._failure = error
        except _EndlessError as error:
            self._failure = GameFileError(self._endless(_line_of(error) or place_of(self._asked)))
        except (Exception, SystemExit) as error:  # noqa: BLE001  # a stranger's rules raise anything
            place = _line_of(error) or place_of(self._asked)
            message = str(error).partition("\n")[0]
            problem = f"{place}: {type(error).__name__}{': ' if message else ''}{message}"
            self._failure = GameFileError(problem + self._where)

    def _endless(self, place: str) -> str:
        return f"{place}: this rule did not return within {LONGEST_RULE_SECONDS:.0f} seconds{self._where}"

    def _ask(self, function: Callable[..., Any], *arguments: Any, **named: Any) -> Any:
        self._asked, self._asked_at = function, time.monotonic()
        return function(*arguments, **named)

    def _play_games(self) -> None:
        rules, chance, deadline = self._rules, random.Random(0), time.monotonic() + MOST_SECONDS
        board = self._ask(rules.make_board, **self._options)
        _check_board(place_of(rules.make_board), board)
        start = self._ask(rules.start, board)
        _check_state(place_of(rules.start), start)
        for name in ("move_codes", "most_moves"):
            self._check_number(name, self._ask(getattr(rules, name), board))
        has_key, limit = rules.repetition_key is not None, self._ask(rules.repetition_limit, board)
        self._demand(
            has_key or not limit,
            rules.repetition_limit,
            "asks for draws by repetition, and there is no repetition_key",
        )
        state = start
        for _ in range(MOST_POSITIONS):
            codes = self._check_position(board, state)
            if codes:
                state = self._ask(rules.play, board, state, chance.choice(codes))
                self._check_play(start, state)
            else:
                self._demand(state is not start, rules.result, "says that the game is over at its start")
                state = start
            if time.monotonic() > deadline:
                break

    def _check_number(self, name: str, number: Any) -> None:
        if isinstance(number, bool) or not isinstance(number, int) or not 1 <= number <= MOST_CODES:
            allowed = f"a whole number from 1 to {MOST_CODES}"
            raise GameFileError(
                f"{place_of(getattr(self._rules, name))}: {name} is {_shown(number)}, not {allowed}"
            )

    def _check_position(self, board: Any, state: Any) -> list[int]:
        """Check what the rules say about one position; return the codes of its moves, none at the end."""
        rules = self._rules
        self._where = f" (at {_shown(state)})"
        self._where = f" (at {self._read_board(board, state).write(rules.players)})"
        codes = self._list(rules.legal_moves, board, state)
        score = self._ask(rules.result, board, state, len(codes))
        self._demand(_is_whole(score), rules.result, f"returns {_shown(score)}, not a whole number")
        if score != ONGOING:
            reason = self._ask(rules.explain, board, state)
            self._demand(isinstance(reason, str), rules.explain, f"returns {_shown(reason)}, not a text")
            return []
        problem = "says that the game is not over, and there is no legal move"
        self._demand(bool(codes), rules.result, problem)
        for code in codes:
            self._check_squares(board, self._ask(rules.move_squares, board, state, code))
        self._ask_the_rest(board, state, codes)
        return codes

    def _read_board(self, board: Any, state: Any) -> Diagram:
        rules, player = self._rules, int(state.player)
        squares = [divmod(square, board.columns) for square in range(board.rows * board.columns)]
        cells = [self._ask(rules.cell, board, state, row, column) for row, column in squares]
        for content in cells:
            is_known = _is_whole(content) and int(content) in rules.letter_of[player]
            self._demand(is_known, rules.cell, f"returns {_shown(content)}, which stands for no piece")
        letters = "".join(rules.letter_of[player][int(content)] for content in cells)
        counter = self._ask(rules.counter, board, state) if rules.counter is not None else 0
        return Diagram(board.rows, board.columns, letters, player, rules.rows_from_top, counter)

    def _ask_the_rest(self, board: Any, state: Any, codes: list[int]) -> None:
        """Check the optional functions of a game."""
        rules = self._rules
        if rules.noisy_moves is not None:
            self._list(rules.noisy_moves, board, state)
        of_states: tuple[Callable[..., Any] | None, ...] = (rules.has_move, rules.decided, rules.canonical)
        for function in of_states:
            if function is not None:
                self._ask(function, board, state)
        if rules.loss_distance is not None:
            distance = self._ask(rules.loss_distance, board, state)
            told = f"returns {_shown(distance)}, not a number of plies"
            self._demand(_is_whole(distance), rules.loss_distance, told)
        if rules.leaf_numbers is not None:
            numbers = self._ask(rules.leaf_numbers, board, state, len(codes))
            is_pair = isinstance(numbers, tuple) and len(numbers) == 2 and all(map(_is_whole, numbers))
            told = f"returns {_shown(numbers)}, not two whole numbers"
            self._demand(is_pair, rules.leaf_numbers, told)
        of_moves: tuple[Callable[..., Any] | None, ...] = (rules.is_legal, rules.is_noisy)
        for function in of_moves:
            if function is not None:
                self._ask(function, board, state, codes[0])
        if rules.repetition_key is not None:
            self._ask(rules.repetition_key, board, state)

    def _list(self, function: Callable[..., Any], board: Any, state: Any) -> list[int]:
        rules = self._rules
        most, limit = rules.most_moves(board), rules.move_codes(board)
        moves = np.zeros(2 * max(most, limit) + 64, np.int32)  # with room, so that too many can be counted
        count = self._ask(function, board, state, moves)
        self._demand(_is_whole(count), function, f"returns {_shown(count)}, not the number of moves")
        self._demand(0 <= count <= most, function, f"lists {count} moves; most_moves says {most}")
        codes: list[int] = moves[:count].tolist()
        for code in codes:
            problem = f"lists the code {code}; move_codes says that codes are from 0 to {limit - 1}"
            self._demand(0 <= code < limit, function, problem)
        return codes

    def _check_squares(self, board: Any, squares: Any) -> None:
        size, function = board.rows * board.columns, self._rules.move_squares
        is_pair = isinstance(squares, tuple) and len(squares) == 2 and all(map(_is_whole, squares))
        self._demand(is_pair, function, f"returns {_shown(squares)}, not origin and target")
        for square in squares:
            is_there = square == NO_SQUARE or 0 <= square < size
            self._demand(is_there, function, f"returns the square {square}; they are from 0 to {size - 1}")

    def _check_play(self, start: Any, after: Any) -> None:
        play = self._rules.play
        _check_state(place_of(play), after)
        is_alike = type(after) is type(start) and _form(after) == _form(start)
        self._demand(is_alike, play, f"returns {_shown(after)}, which is not of the type of the first state")

    def _demand(self, holds: bool, function: Callable[..., Any], problem: str) -> None:
        if not holds:
            raise GameFileError(f"{place_of(function)} {problem}{self._where}")


def _check_board(place: str, board: Any) -> None:
    _check_named_tuple(place, "board", board)
    for name in ("rows", "columns"):
        size = getattr(board, name, None)
        if type(size) is not int or not 1 <= size <= LARGEST_BOARD:
            raise GameFileError(
                f"{place} makes a board with {name}={_shown(size)}, which must be an int from 1"
            )


def _check_state(place: str, state: Any) -> None:
    _check_named_tuple(place, "state", state)
    for name, value in zip(state._fields, state, strict=True):
        if not _is_word(value):
            problem = f"the field {name!r} is {_shown(value)}; it must be a np.uint64 or a tuple of them"
            raise GameFileError(f"{place} makes a state of the wrong type: {problem}")
    if not hasattr(state, "player") or not 0 <= state.player <= 1:
        raise GameFileError(f"{place} makes a state whose player is neither np.uint64(0) nor np.uint64(1)")


def _check_named_tuple(place: str, what: str, value: Any) -> None:
    if not isinstance(value, tuple) or not hasattr(value, "_fields"):
        raise GameFileError(f"{place} makes a {what} that is {_shown(value)}; it must be a NamedTuple")
    try:
        hash(value)
    except TypeError as error:
        raise GameFileError(
            f"{place} makes a {what} that changes ({error}); its fields must be numbers and tuples"
        ) from error


def _form(value: Any) -> Any:
    """Return how tuples are nested in a value."""
    return tuple(map(_form, value)) if isinstance(value, tuple) else None


def _is_word(value: Any) -> bool:
    return all(map(_is_word, value)) if type(value) is tuple else isinstance(value, np.uint64)


def _is_whole(value: Any) -> bool:
    return isinstance(value, int | np.integer) and not isinstance(value, bool)


def _shown(value: Any) -> str:
    return shortened(repr(value), 80)[1:-1]


def _line_of(error: BaseException) -> str | None:
    """Return file and line where an error left the user's code."""
    places = [
        (frame.f_code.co_filename, line)
        for frame, line in traceback.walk_tb(error.__traceback__)
        if not frame.f_code.co_filename.startswith(_OURS)
    ]
    numpy = str(Path(np.__file__).parent)
    theirs = [(file, line) for file, line in places if Path(file).is_file() and not file.startswith(numpy)]
    own = [(file, line) for file, line in theirs if file != threading.__file__]
    return f"{own[-1][0]}: line {own[-1][1]}" if own else None


def _raise_in(thread: threading.Thread) -> None:
    """Raise `_EndlessError` in a thread, at the next step of Python code that it makes."""
    ctypes.pythonapi.PyThreadState_SetAsyncExc(
        ctypes.c_ulong(thread.ident or 0), ctypes.py_object(_EndlessError)
    )
