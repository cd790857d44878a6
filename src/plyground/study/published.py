"""What the sources printed, and the tables that put it beside what is measured here."""

from __future__ import annotations

from collections.abc import Mapping
from typing import NamedTuple

from plyground.study.content import Column, Kind, Section, Table, Value

MINIMAX, ALPHABETA = "minimax", "alphabeta"

BESIDE = "Beside the source"
"""How the titles of these tables begin."""

DUEL_SECONDS = {"moves": 8.84, "advantage": 2.78, "euclidean": 19.42, "manhattan": 19.19, "spacing": 15.00}
"""Wumpus duel: mean seconds of a move, by the heuristic that orders the moves."""

OTHELLO_DEPTH = 6
OTHELLO_MEAN = "under 1 s"
OTHELLO_SLOWEST = "about 0.8 s at move 29"
OTHELLO_LONGEST = "4 to 5 s"
"""Othello 8x8 against a random player: the time of a move, read off a figure."""

KONANE_SECONDS = {
    (3, ALPHABETA): 2.26,
    (3, MINIMAX): 3.77,
    (4, ALPHABETA): 5.31,
    (4, MINIMAX): 21.06,
    (5, ALPHABETA): 18.45,
    (5, MINIMAX): 173.96,
}
"""Konane 8x8: seconds of a whole game against `first`, by depth and algorithm."""


class LastBoard(NamedTuple):
    """How a printed game ended: after how many moves, and the position."""

    moves: int
    position: str


KONANE_LAST_BOARDS = {
    3: LastBoard(45, "6b1/4w2b/2b3b1/7b/b5b1/2wbw3/5w1w/wbw1w1wb white"),
    4: LastBoard(51, "b6w/8/b2w3w/4w3/8/3b1b2/6b1/wbw2b2 white"),
}
"""Konane 8x8: the last boards against `first` by depth; minimax and alpha-beta end on the same one."""

BREAKTHROUGH_LIMIT = 3.0
BREAKTHROUGH_STOP = 2.90
"""Breakthrough: seconds allowed for a move, and when the source's player stops."""


def beside_duel(seconds: Mapping[str, float]) -> Section:
    """Put the mean seconds of a move, by the order of moves, beside those of the duel's source."""
    printed = {order: each for order, each in DUEL_SECONDS.items() if order in seconds}
    ours = {order: seconds[order] for order in printed}
    columns = (
        Column("order", "order"),
        Column("printed", "the source, s", Kind.NUMBER),
        Column("seconds", "here", Kind.SECONDS),
        Column("printed_ratio", "the source, times its least", Kind.TIMES),
        Column("seconds_ratio", "here, times the least", Kind.TIMES),
    )
    least_printed, least = min(printed.values()), min(ours.values())
    rows: list[tuple[Value, ...]] = [
        (order, printed[order], ours[order], printed[order] / least_printed, ours[order] / least)
        for order in printed
    ]
    told = f"In the source {_extremes(printed)}; here {_extremes(ours)}."
    return Section(f"{BESIDE} of the duel", [told], Table("mean time of a move", columns, rows))


def _extremes(seconds: Mapping[str, float]) -> str:
    least, most = min(seconds, key=seconds.__getitem__), max(seconds, key=seconds.__getitem__)
    return f"{least} takes the least time and {most} the most"


def beside_othello(mean: float, slowest_move: int, slowest: float, longest: float) -> Section:
    """Put the time of a move beside that of Othello's source."""
    columns = (
        Column("figure", "time of a move"),
        Column("printed", "the source"),
        Column("seconds", "here", Kind.SECONDS),
        Column("move", "at move", Kind.COUNT),
    )
    rows: list[tuple[Value, ...]] = [
        ("mean of all moves", OTHELLO_MEAN, mean, None),
        ("slowest on average", OTHELLO_SLOWEST, slowest, slowest_move),
        ("longest single move", OTHELLO_LONGEST, longest, None),
    ]
    caption = f"alpha-beta to depth {OTHELLO_DEPTH} against a random player"
    return Section(f"{BESIDE} of Othello", table=Table(caption, columns, rows))


def beside_konane(seconds: Mapping[tuple[str, int, str], float]) -> Section:
    """Put the seconds of whole games, by program, depth and algorithm, beside those of Konane's source."""
    columns = (
        Column("program", "program"),
        Column("depth", "depth", Kind.COUNT),
        Column("algorithm", "algorithm"),
        Column("printed", "the source, s", Kind.NUMBER),
        Column("seconds", "here", Kind.SECONDS),
        Column("gain", "times faster", Kind.TIMES),
    )
    rows: list[tuple[Value, ...]] = [
        (program, depth, algorithm, KONANE_SECONDS[depth, algorithm], taken, ratio)
        for (program, depth, algorithm), taken in seconds.items()
        if (depth, algorithm) in KONANE_SECONDS
        for ratio in [KONANE_SECONDS[depth, algorithm] / taken]
    ]
    caption = "whole games against first, in the source on its machine and here on this one"
    return Section(f"{BESIDE} of Konane", table=Table(caption, columns, rows))


def beside_breakthrough(limit: float, longest: float) -> Section:
    """Put the time that a search takes of its limit beside that of Breakthrough's source."""
    columns = (
        Column("program", "program"),
        Column("limit", "limit, s", Kind.NUMBER),
        Column("longest", "longest search, s", Kind.NUMBER),
        Column("share", "of the limit", Kind.SHARE),
    )
    rows: list[tuple[Value, ...]] = [
        ("the source", BREAKTHROUGH_LIMIT, BREAKTHROUGH_STOP, BREAKTHROUGH_STOP / BREAKTHROUGH_LIMIT),
        ("here", limit, longest, longest / limit),
    ]
    return Section(f"{BESIDE} of Breakthrough", table=Table("time of a move", columns, rows))
