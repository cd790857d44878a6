"""What pages may ask for: built-in players and evaluations, within limits, and nobody's own code."""

from __future__ import annotations

import os
from pathlib import Path

from plyground.core.position import Game
from plyground.errors import OptionError, shortened
from plyground.evaluation import Term, default_heuristic, find_evaluation, read_terms
from plyground.players.making import find_kind, runs_foreign_code
from plyground.search.limit import Clock, Limit
from plyground.ui.web.errors import RefusedError
from plyground.ui.web.limits import Limits

_EVALUATIONS = frozenset({"evaluate", "order"})
_HARMLESS = frozenset({"strength", "without"})

LONGEST_NAME = 200


def check_player(text: str, game: Game, limits: Limits) -> None:
    """Make sure that a text names a player who may play here, and that there is such a player.

    Raises:
        RefusedError: it would run a program or a file, or think for too long or too widely.
        PlygroundError: there is no such player; the message says why.
    """
    if len(text) > LONGEST_NAME:
        raise RefusedError(f"the name of a player may have {LONGEST_NAME} characters, not {len(text)}")
    if runs_foreign_code(text):
        raise RefusedError(
            f"{shortened(text)} cannot play in the browser, which runs no outside programs;"
            " use 'plyground play' or 'plyground match'"
        )
    kind, options = find_kind(text, game)
    for option, value in options.items():
        if option in _EVALUATIONS:
            check_evaluation(str(value), game, limits)
            options[option] = default_heuristic(game.name)  # the one that was named would be compiled
        else:
            _check_option(option, value, limits)
    kind.make(game, **options).close()  # complains of what does not go together


def check_evaluation(text: str, game: Game, limits: Limits) -> None:
    """Make sure that an evaluation is made of built-in heuristics and of those that were allowed.

    Raises:
        RefusedError: a part of it stands in a file, and whoever started the server did not allow that.
        PlygroundError: the text is malformed, or there is no such evaluation.
    """
    allowed = {_function(term) for each in limits.evaluations for term in read_terms(each)}
    for term in read_terms(text):
        if term.file is not None and _function(term) not in allowed:
            raise RefusedError(f"the evaluation {shortened(term.file)} is a file, which no page may run")
    find_evaluation(game, text)


def checked_clock(seconds: float | None, clock: str | None, limits: Limits) -> Clock | None:
    """Read the clock of a game or contest, None without one; it may have seconds a move instead.

    Raises:
        OptionError: it has both, one of them is no time, or more than is allowed.
    """
    if seconds is not None and clock is not None:
        raise OptionError("seconds a move and a clock are two ways to limit the time; give one of them")
    Limit(seconds=seconds)  # complains of what is no time
    if seconds is not None and seconds > limits.seconds:
        raise OptionError(f"up to {limits.seconds:g} s a move are allowed, not {seconds:g} s")
    read = None if clock is None else Clock.read(clock)
    if read is not None and max(read.seconds, read.increment) > limits.clock_seconds:
        raise OptionError(f"a clock may have {limits.clock_seconds:g} s, not {clock}")
    return read


def _function(term: Term) -> tuple[Path, str]:
    """Return which function of which file a term names, however the path is written."""
    return Path(term.file or "").resolve(), term.name


def _check_option(name: str, value: object, limits: Limits) -> None:
    if isinstance(value, int | float) and name in (most := _largest(limits)):
        # No threads stand for one on every core.
        number = len(os.sched_getaffinity(0)) if (name, value) == ("threads", 0) else value
        if not number <= most[name]:  # NaN is not below anything
            raise OptionError(f"{name} {value:g} is too much here; up to {most[name]:g} is allowed")
    elif name not in _HARMLESS:
        raise RefusedError(f"the option {name!r} of a player cannot be chosen by a page")


def _largest(limits: Limits) -> dict[str, float]:
    return {
        "seconds": limits.seconds,
        "depth": limits.depth,
        "nodes": limits.nodes,
        "threads": limits.threads,
        "hash": limits.megabytes,
    }
