"""Turning what a page asks of a search into a job, within bounds."""

from __future__ import annotations

from typing import Any

import msgspec

from plyground.algorithms import MCTS, PNS
from plyground.core.position import Position
from plyground.errors import OptionError
from plyground.search.features import ENGINE, Features, preset
from plyground.search.limit import Limit
from plyground.search.mcts import MctsFeatures, mcts_preset
from plyground.ui.web.analysis.analysis_messages import Effort, Review, SearchSettings
from plyground.ui.web.common.page_policy import check_evaluation
from plyground.ui.web.errors import TooLargeError
from plyground.ui.web.limits import Limits
from plyground.ui.web.workers import Analyse

USUAL_REVIEW = 1_000_000
"""Nodes of each position of a review that does not say how many."""


def checked_job(session: str, settings: SearchSettings, position: Position, limits: Limits) -> Analyse:
    """Return the job of a search that may take as long as any.

    Raises:
        PlygroundError: something in the settings is wrong, too much, or not allowed here.
    """
    _check_bounds(settings, limits)
    for text in (settings.evaluate, settings.order):
        if text is not None:
            check_evaluation(text, position.game, limits)
    return Analyse(
        session=session,
        history=position.history,
        limit=Limit(seconds=limits.seconds),
        evaluate=settings.evaluate,
        **_searcher(settings, position),
        threads=settings.threads,
        megabytes=settings.megabytes,
    )


def _searcher(settings: SearchSettings, position: Position) -> dict[str, Any]:
    """Return what of a job says how to search; an algorithm is given only what it takes."""
    chosen = settings.features
    if settings.algorithm == PNS:
        return {"proof": True}
    if settings.algorithm in MCTS:
        found = mcts_preset(settings.algorithm) if chosen is None else MctsFeatures().having(*chosen)
        return {"mcts": found}
    return {"features": features_of(settings, position), "order": settings.order}


def features_of(settings: SearchSettings, position: Position) -> Features:
    """Return the features of the engine that are switched on."""
    if settings.features is None:
        return preset(settings.algorithm, position.game.rules)
    return Features().having(*settings.features)


def reviewing(settings: SearchSettings) -> SearchSettings:
    """Return settings of a review: scores of Monte Carlo tree search and proofs have no depth to compare."""
    if settings.algorithm in (*MCTS, PNS):
        return msgspec.structs.replace(settings, algorithm=ENGINE, features=None)
    return settings


def checked_limit(effort: Effort, limits: Limits) -> Limit:
    """Return where a search ends: where it is asked to, but never beyond the bounds.

    Raises:
        OptionError: one of the numbers makes no sense, or is too large.
    """
    seconds = limits.seconds if effort.seconds is None else effort.seconds
    wanted = {"seconds": seconds, "depth": effort.depth, "nodes": effort.nodes}
    for name, number in wanted.items():
        most = getattr(limits, name)
        if number is not None and number > most:
            raise OptionError(f"{name} {number:g} is too much here; up to {most:g} is allowed")
    return Limit(seconds=seconds, depth=effort.depth, nodes=effort.nodes)


def line_count(wanted: int, limits: Limits) -> int:
    """Return how many lines are searched: not more than there may be.

    Raises:
        OptionError: the number makes no sense.
    """
    if wanted < 1:
        raise OptionError(f"{wanted} lines cannot be searched; give 1 or more")
    return min(wanted, limits.lines)


def checked_review(order: Review, moves: int, limits: Limits) -> Limit:
    """Return how long each position of a review is searched: so that it comes to its end some day.

    By nodes a review is the same every time, unless the machine is so slow that the bound of
    every search ends it.

    Raises:
        PlygroundError: there are too many moves, or each is to take too long.
    """
    if moves > limits.reviewed_moves:
        raise TooLargeError(f"a game of more than {limits.reviewed_moves} moves is not reviewed")
    for name, number, most in (
        ("seconds", order.seconds, limits.review_seconds),
        ("nodes", order.nodes, limits.review_nodes),
    ):
        if number is not None and number > most:
            raise OptionError(f"a review takes up to {most:,} {name} a move, not {number:,}")
    if order.seconds is not None:
        return Limit(seconds=order.seconds, nodes=order.nodes)
    return Limit(seconds=limits.seconds, nodes=USUAL_REVIEW if order.nodes is None else order.nodes)


def _check_bounds(settings: SearchSettings, limits: Limits) -> None:
    for name, least, most in (("threads", 1, limits.threads), ("megabytes", 1, limits.megabytes)):
        number = getattr(settings, name)
        if not least <= number <= most:
            raise OptionError(f"{name} {number} is out of range; allowed: {least} to {most}")
