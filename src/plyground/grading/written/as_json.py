"""A grading as values that JSON has."""

from __future__ import annotations

import dataclasses
from collections.abc import Sequence
from typing import Any

from plyground.grading.grading import Grading
from plyground.grading.marks import Mark, Tally
from plyground.grading.protection import protection
from plyground.grading.written.as_text import field_of, meets_class, players_of


def marks_json(event_id: str, grading: Grading, marks: Sequence[Mark]) -> dict[str, Any]:
    """Return everything that is known about a grading."""
    players = players_of(grading)
    return {
        "id": event_id,
        "game": grading.game,
        "field": field_of(grading),
        "class": meets_class(grading),
        "forbidden": list(grading.forbidden),
        "seed": grading.seed,
        "sandbox": grading.has_sandbox,
        "protection": protection(grading),
        "hand_ins": [_mark(mark, players) for mark in marks],
    }


def _mark(mark: Mark, players: tuple[str, str]) -> dict[str, Any]:
    hand_in = mark.hand_in
    return {
        "name": hand_in.name,
        "file": hand_in.file,
        "kind": hand_in.kind,
        "plays": hand_in.wanted or None,
        "problem": hand_in.problem or None,
        "note": hand_in.note or None,
        **_tally(mark.total),
        "sides": {player: _tally(tally) for player, tally in zip(players, mark.sides, strict=True)},
        "against": {name: _tally(tally) for name, tally in mark.against.items()},
        "class": {name: _tally(tally) for name, tally in mark.classmates.items()},
        "failures": [dataclasses.asdict(failure) for failure in mark.failures],
    }


def _tally(tally: Tally) -> dict[str, float]:
    return {"points": tally.points, "games": tally.games, **dataclasses.asdict(tally)}
