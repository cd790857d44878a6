"""The built-in players; the searches are one table. Those that run other programs are made in `making.py`."""

from __future__ import annotations

import functools
from typing import Any

from plyground.algorithms import Settings, make_engine
from plyground.core.position import Game
from plyground.engine import DEFAULT_MEGABYTES
from plyground.errors import OptionError
from plyground.players.kinds import player_kind
from plyground.players.levels import LevelPlayer
from plyground.players.player import Player
from plyground.players.searching import SearchPlayer
from plyground.players.simple import FirstPlayer, GreedyPlayer, RandomPlayer
from plyground.search.limit import Limit


@player_kind("first")
def _make_first(game: Game) -> Player:
    """Play the first legal move."""
    return FirstPlayer()


@player_kind("random")
def _make_random(game: Game) -> Player:
    """Play any legal move."""
    return RandomPlayer()


@player_kind("greedy")
def _make_greedy(game: Game, *, evaluate: str) -> Player:
    """Look one ply ahead, with an evaluation."""
    return GreedyPlayer(game, evaluate)


def _make_search(
    game: Game,
    algorithm: str,
    *,
    seconds: float | None = None,
    depth: int | None = None,
    nodes: int | None = None,
    evaluate: str | None = None,
    order: str | None = None,
    threads: int = 1,
    hash: int = DEFAULT_MEGABYTES,
    added: str = "",
    without: str = "",
    constants: str = "",
) -> Player:
    """Make a player that searches; `added` and `without` are features joined by +."""
    on, off = (tuple(filter(None, names.split("+"))) for names in (added, without))
    settings = Settings(evaluate, order, on, off, threads, hash, constants)
    return SearchPlayer(
        game,
        Limit(seconds, depth, nodes),
        engine=lambda game, **_: make_engine(game, algorithm, settings),
        evaluate=evaluate,
        order=order,
    )


def _declare(name: str, summary: str, options: str, depth: int | None = None) -> None:
    """Declare the players of an algorithm, with those options of a search that it takes.

    `depth` is how deep it looks if no limit is given.
    """

    @functools.wraps(_make_search)
    def make(game: Game, **given: Any) -> Player:
        is_limited = any(each in given for each in ("seconds", "depth", "nodes"))
        return _make_search(game, name, **(given if is_limited else {**given, "depth": depth}))

    make.__doc__ = summary
    player_kind(name, only=options.split())(make)


_PRESET = "seconds depth nodes evaluate threads hash constants"

_declare("minimax", "Search every line to a depth.", "depth seconds nodes evaluate hash", depth=3)
_declare(
    "alphabeta",
    "Search to a depth, without the lines that cannot matter.",
    "depth seconds nodes evaluate order hash",
    depth=4,
)

for _name, _summary, _options in (
    (
        "engine",
        "Search with all features, except those named in `without` and joined by +.",
        "seconds depth nodes evaluate order threads hash added without constants",
    ),
    ("failhard", "Search by fail-hard alpha-beta.", _PRESET),
    ("failhard-aspiration", "Search by fail-hard alpha-beta with aspiration windows.", _PRESET),
    ("failsoft", "Search by fail-soft alpha-beta.", _PRESET),
    ("failsoft-aspiration", "Search by fail-soft alpha-beta with aspiration windows.", _PRESET),
    ("negascout", "Search by NegaScout.", _PRESET),
    ("negascout-aspiration", "Search by NegaScout with aspiration windows.", _PRESET),
    ("mtdf", "Search by MTD(f).", _PRESET),
    ("sss", "Search by SSS* in its MT form.", _PRESET),
    ("beam", "Search the most promising moves of every node alone.", _PRESET),
    (
        "pns",
        "Prove who wins by proof-number search, and play what looks nearest to a proof until then.",
        "seconds nodes threads hash",
    ),
    (
        "mcts",
        "Search by Monte Carlo tree search; `added` and `without` switch its features, joined by +.",
        "seconds nodes evaluate threads hash added without constants",
    ),
    (
        "uct",
        "Search by UCT, with playouts of random moves and no evaluation.",
        "seconds nodes threads hash constants",
    ),
):
    _declare(_name, _summary, _options)


@player_kind("level")
def _make_level(game: Game, *, strength: int) -> Player:
    """Play as strongly as a level from 1, who sees little and misjudges it, to 10, the full engine."""
    return LevelPlayer(game, strength)


@player_kind("human")
def _make_human(game: Game) -> Player:
    """Ask a person; only where there is one."""
    raise OptionError("a human cannot play here; use `plyground play` or the board in the browser")
