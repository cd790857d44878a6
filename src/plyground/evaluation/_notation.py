"""Evaluations as text: a name, a function of a file, or a sum of them with weights.

    piece                             a heuristic of the game
    my.py:central                     a function of a file
    my.weights                        a file of weights
    2*defensive - 0.5*my.py:central   a sum; the weight stands before or behind

A minus between two words belongs to the path if a file follows (``my-own.py:central``), and is
a sign if it has a space on either side (``piece - my.py:central``). A path in quotes may have
anything in it: ``'c++/a - b.py':central``.
"""

from __future__ import annotations

import math
import re
from collections.abc import Sequence
from typing import NamedTuple

from plyground.errors import NotationError

_NAME = r"[^\W\d]\w*"
_NUMBER = re.compile(r"(?:\d+\.?\d*|\.\d+)(?:[eE][+-]?\d+)?")
# A program may write `piece+-0.5*mobility`, so a weight may have a sign of its own.
_NUMBER_BEFORE = re.compile(rf"([+-]?{_NUMBER.pattern})\s*\*\s*")
_NUMBER_BEHIND = re.compile(rf"\s*\*\s*([+-]?{_NUMBER.pattern})(?!\w)")
_SIGN = re.compile(r"\s*([+-])\s*")
_SPACE = re.compile(r"\s*")
_WORD = re.compile(_NAME)
# What may stand in a path without quotes: no sign that has a space beside it, no + and no *.
_IN_PATH = r"""(?:[^\s+*'"-]|(?<=\S)-(?=\S)|\s)"""
_FILE = re.compile(rf"""({_IN_PATH}+?\.py):({_NAME})""")
_QUOTED_FILE = re.compile(rf"""(?P<mark>['"])(.+?\.py)(?:(?P=mark):({_NAME})|:({_NAME})(?P=mark))""")
_WEIGHTS = re.compile(rf"""({_IN_PATH}+?\.weights)(?!\w)""")
_QUOTED_WEIGHTS = re.compile(r"""(?P<mark>['"])(.+?\.weights)(?P=mark)""")
_FILE_ALONE = re.compile(rf"""{_IN_PATH}+?\.py(?!\w)|(['"]).+?\.py\1""")
_PLAIN_PATH = re.compile(rf"{_IN_PATH}+")


class Term(NamedTuple):
    """One part of a sum: a name, or a name in a file, and how much it counts.

    A file of weights has no name in it.
    """

    weight: float
    file: str | None
    name: str


def read_terms(text: str) -> list[Term]:
    """Read the parts of a sum.

    Raises:
        NotationError: the text is malformed; the message says where.
    """
    return list(_Reader(text).terms())


def write_file(file: str, name: str) -> str:
    """Write a function of a file as it is read, in quotes where they are needed; weights have no name."""
    behind = f":{name}" if name else ""
    if _PLAIN_PATH.fullmatch(file) and file == file.strip():
        return f"{file}{behind}"
    mark = '"' if "'" in file else "'"
    return f"{mark}{file}{mark}{behind}"


def write_sum(parts: list[tuple[float, str]]) -> str:
    """Write a sum as it is read.

    >>> write_sum([(2.0, "defensive"), (-0.5, "reckless"), (1.0, "piece")])
    '2*defensive - 0.5*reckless + piece'
    """
    first, *others = parts
    text = ("-" if first[0] < 0 else "") + _write_term(*first)
    for weight, name in others:
        text += f" {'-' if weight < 0 else '+'} {_write_term(weight, name)}"
    return text


def write_terms(terms: Sequence[Term]) -> str:
    """Write the parts of a sum as they are read.

    >>> write_terms([Term(2.0, None, "piece"), Term(-1.0, "my own.py", "central")])
    "2*piece - 'my own.py':central"
    """
    return write_sum(
        [(each.weight, write_file(each.file, each.name) if each.file else each.name) for each in terms]
    )


def _write_term(weight: float, name: str) -> str:
    size = abs(weight)
    if size == 1:
        return name
    return f"{int(size) if size == int(size) else size}*{name}"


class _Reader:
    """Reads a text from left to right; `place` is where it has come to."""

    def __init__(self, text: str) -> None:
        self._text = text
        self._place = 0

    def terms(self) -> list[Term]:
        sign = self._take(_SIGN)
        found = [self._term(sign[1] if sign else "+")]
        while sign := self._take(_SIGN):
            found.append(self._term(sign[1]))
        self._take(_SPACE)
        if self._place < len(self._text):
            raise self._problem_with_rest()
        return found

    def _term(self, sign: str) -> Term:
        self._take(_SPACE)
        start = self._place
        before = self._take(_NUMBER_BEFORE)
        file, name = self._part(start, is_weighted=before is not None)
        behind = self._take(_NUMBER_BEHIND)
        if before and behind:
            raise self._problem("one weight is enough", behind.start(1))
        weight = float((before or behind or ["", "1"])[1])
        if not math.isfinite(weight):
            raise self._problem("this weight is too large", start)
        return Term(-weight if sign == "-" else weight, file, name)

    def _part(self, start: int, *, is_weighted: bool) -> tuple[str | None, str]:
        if quoted := self._take(_QUOTED_FILE):
            return quoted[2], quoted[3] or quoted[4]
        if file := self._take(_FILE):
            return file[1], file[2]
        if quoted := self._take(_QUOTED_WEIGHTS):
            return quoted[2], ""
        if weights := self._take(_WEIGHTS):
            return weights[1].strip(), ""
        if alone := _FILE_ALONE.match(self._text, self._place):
            raise self._problem(f"which function of it? Write {alone[0]}:NAME", alone.end())
        if word := self._take(_WORD):
            return None, word[0]
        if not is_weighted and (number := _NUMBER.match(self._text, start)):
            raise self._problem("a number is a weight: write * and a heuristic behind it", number.end())
        hint = " (a path with signs in it needs quotes)" if ".py" in self._text[self._place :] else ""
        raise self._problem(f"the name of a heuristic, or FILE.py:NAME, is missing{hint}", self._place)

    def _problem_with_rest(self) -> NotationError:
        is_weight = self._text[self._place] == "*"
        missing = "* needs a number on one side" if is_weight else "+ or - is missing"
        return self._problem(missing, self._place)

    def _take(self, pattern: re.Pattern[str]) -> re.Match[str] | None:
        """Step over what fits a pattern here, if anything does."""
        found = pattern.match(self._text, self._place)
        if found:
            self._place = found.end()
        return found

    def _problem(self, problem: str, place: int) -> NotationError:
        return NotationError(problem, self._text, min(place, max(len(self._text) - 1, 0)))
