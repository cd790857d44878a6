"""What the pieces that are left are worth against each other in the Wumpus duel, wherever they stand.

Who is a piece ahead wins some endings and not others: a wumpus and a hero always catch a lone wumpus, while a
lone hero mostly gets away, around a pit. No sum over pieces or pairs of pieces says so, a table does.
`tools/duel_material.py` counted it in 4,000 games of self-play on the 6x6 board.
"""

from __future__ import annotations

from collections.abc import Iterator

import numpy as np
import numpy.typing as npt

from plyground.core.heuristics import heuristic
from plyground.core.instructions import at, smaller
from plyground.core.wide import Words, size
from plyground.evaluation.duel import heroes, mages, wumpuses
from plyground.games.duel import Board, State
from plyground.jit import kernel

Signature = tuple[int, ...]
"""How many wumpuses, heroes and mages either side has, the side to move first."""

MOST = 2
"""Of each kind a side has at most so many pieces on the 6x6 board; more count as so many."""

# Points, tenths of powers of ten of the odds to win. Kinds may be rotated, since each beats the next one, and
# sides may be swapped; a signature that is not listed is its own image with the sides swapped, and worth 0.
VALUES = """
W-h -2  WH-m 3  WH-h 5  WH-w 20  WW-m 18  WW-h -1  WW-w 20  WH-wm 1  WHM-w 20  WW-hm -1  WW-hh -12
WW-wm 8  WW-wh -11  WWM-m 20  WWM-h 7  WWM-w 20  WWH-m 20  WWH-h 5  WWH-w 20  WHM-wh 7  WW-whm -14
WWM-mm 17  WWM-hm 5  WWM-hh 8  WWM-wm 20  WWM-wh 3  WWM-ww 7  WWH-mm 16  WWH-hm 4  WWH-hh 1  WWH-wm 8
WWH-wh 8  WWH-ww 20  WWHM-m 20  WWHM-h 20  WWHM-w 20  WWHH-m 20  WWHH-h 20  WWHH-w 20  WWM-whm 0
WWM-whh -5  WWH-hmm 1  WWH-wmm 4  WWH-whm -1  WWH-whh -11  WWH-wwm 4  WWHM-mm 20  WWHM-hm 14  WWHM-hh 13
WWHM-wm 20  WWHM-wh 20  WWHM-ww 20  WWHH-mm 20  WWHH-hm 10  WWHH-hh 7  WWHH-wm 20  WWHH-wh 20  WWHH-ww 20
WWHHM-m 20  WWHHM-h 20  WWHHM-w 20  WWHM-hmm 6  WWHM-hhm 5  WWHM-wmm 16  WWHM-whm 7  WWHM-whh 5
WWHM-wwm 9  WWHM-wwh 8  WWHH-hmm 7  WWHH-hhm 1  WWHH-wmm 15  WWHH-whm 5  WWHH-whh 8  WWHH-wwm 18
WWHH-wwh 20  WWHHM-mm 20  WWHHM-hm 20  WWHHM-hh 20  WWHHM-wm 20  WWHHM-wh 20  WWHHM-ww 20  WWHHMM-w 20
WWHM-whhm 0  WWHH-whmm 0  WWHH-whhm -2  WWHH-wwmm 5  WWHH-wwhm 3  WWHHM-hmm 13  WWHHM-hhm 12
WWHHM-wmm 20  WWHHM-whm 19  WWHHM-whh 20  WWHHM-wwm 20  WWHHM-wwh 20  WWHHMM-wh 20  WWHHMM-ww 20
WWHHM-hhmm 3  WWHHM-whmm 7  WWHHM-whhm 7  WWHHM-wwmm 10  WWHHM-wwhm 10  WWHHM-wwhh 9  WWHHMM-whm 20
WWHHMM-wwm 20  WWHHMM-wwh 20  WWHHM-wwhmm 1  WWHHMM-wwhm 20  WWHHMM-wwhh 18  WWHHMM-wwhhm 8
"""


def _signature(text: str) -> Signature:
    return tuple(text.count(letter) for letter in "WHMwhm")


def _images(signature: Signature) -> Iterator[tuple[int, Signature]]:
    """Yield the signatures that are worth the same, and those with the sides swapped, with their signs."""
    own, others = signature[:3], signature[3:]
    for _ in range(3):
        own, others = (*own[1:], own[0]), (*others[1:], others[0])
        yield 1, own + others
        yield -1, others + own


def _make_table() -> npt.NDArray[np.int64]:
    table = np.zeros((MOST + 1,) * 6, np.int64)
    words = VALUES.split()
    for text, value in zip(words[::2], words[1::2], strict=True):
        for sign, image in _images(_signature(text)):
            table[image] = sign * int(value)
    return table.reshape(-1)


TABLE = _make_table()


@kernel
def _number(low: Words, high: Words) -> int:
    """Return the number of what a side has."""
    count = smaller(size(wumpuses(low, high)), MOST)
    count = (MOST + 1) * count + smaller(size(heroes(low, high)), MOST)
    return (MOST + 1) * count + smaller(size(mages(low, high)), MOST)


@heuristic("duel")
def material(board: Board, state: State) -> float:
    """What my pieces are worth against yours: pieces that are left, wherever they stand."""
    own = _number(state.own_low, state.own_high)
    return float(TABLE[at((MOST + 1) ** 3 * own + _number(state.opponent_low, state.opponent_high))])
