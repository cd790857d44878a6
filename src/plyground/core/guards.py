"""Guards between a user's game and the compiled code that relies on its answers.

A search takes the code of a move for a place in an array, and the number of moves for the length
of one. The games that come with Plyground are tested; any other is asked through these guards,
so that a wrong answer is an error and never a write into foreign memory.
"""

from __future__ import annotations

import functools
import inspect
from collections.abc import Callable
from dataclasses import fields, replace
from typing import Any

from plyground.core.rules import Rules
from plyground.errors import GameFileError
from plyground.jit import is_ours, kernel

MOST_CODES = 0xFFFF
"""A search keeps the code of a move in 16 bits, of which one value means that there is no move."""

ListMoves = Callable[[Any, Any, Any], int]


@functools.cache
def is_trusted(rules: Rules[Any, Any]) -> bool:
    """Return whether every function of a game comes with Plyground."""
    given = [getattr(rules, field.name) for field in fields(rules)]
    return all(is_ours(function) for function in given if callable(function))


def place_of(function: Callable[..., Any]) -> str:
    """Return file, line and name of a function, for messages about it."""
    written = inspect.unwrap(function)
    name = getattr(written, "__name__", "a rule")
    code = getattr(written, "__code__", None)
    return name if code is None else f"{code.co_filename}: line {code.co_firstlineno}: {name}"


def guarded(rules: Rules[Any, Any], board: Any = None) -> Rules[Any, Any]:
    """Return rules for compiled code, which raise a `GameFileError` where a game returns the impossible.

    Args:
        rules: a game; one that comes with Plyground is returned as it is.
        board: the board whose limits the codes of moves are compared with; without it only the
            number of moves is checked.
    """
    if is_trusted(rules):
        return rules
    codes = None if board is None else rules.move_codes(board)
    noisy = rules.noisy_moves
    return replace(
        rules,
        legal_moves=_guarded_list(rules.legal_moves, codes),
        noisy_moves=None if noisy is None else _guarded_list(noisy, codes),
        play=_guarded_play(rules.play),
        pass_turn=None if rules.pass_turn is None else _guarded_pass(rules.pass_turn),
    )


def _guarded_list(list_moves: ListMoves, codes: int | None) -> ListMoves:
    place, checks_codes = place_of(list_moves), codes is not None
    most_codes = codes or 0
    # Texts that are known beforehand: machine code with others cannot be kept on disk.
    wrong_count = f"{place} returns more moves than most_moves says, or fewer than 0"
    wrong_code = f"{place} lists a move whose code is not from 0 to {most_codes - 1}, as move_codes says"

    @kernel
    def checked(board: Any, state: Any, moves: Any) -> int:
        count = list_moves(board, state, moves)
        if count < 0 or count > len(moves):
            raise GameFileError(wrong_count)
        if checks_codes:
            for index in range(count):
                if moves[index] < 0 or moves[index] >= most_codes:
                    raise GameFileError(wrong_code)
        return count

    return checked


def _guarded_play(play: Callable[[Any, Any, int], Any]) -> Callable[[Any, Any, int], Any]:
    wrong_player = f"{place_of(play)} returns a state whose player is neither 0 nor 1"

    @kernel
    def checked(board: Any, state: Any, move: int) -> Any:
        after = play(board, state, move)
        if after.player > 1:
            raise GameFileError(wrong_player)
        return after

    return checked


def _guarded_pass(pass_turn: Callable[[Any, Any], Any]) -> Callable[[Any, Any], Any]:
    wrong_player = f"{place_of(pass_turn)} returns a state whose player is neither 0 nor 1"

    @kernel
    def checked(board: Any, state: Any) -> Any:
        after = pass_turn(board, state)
        if after.player > 1:
            raise GameFileError(wrong_player)
        return after

    return checked
