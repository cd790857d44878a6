"""Records of random games, as a referee would have written them."""

from __future__ import annotations

import random
from dataclasses import replace
from typing import Any

from hypothesis import strategies as st

import plyground as ply
from plyground.store.records import GameRecord, PlayedMove, Termination
from tests.boards import random_game

BOARDS: list[tuple[str, tuple[int, int]]] = [
    ("breakthrough", (4, 2)),
    ("breakthrough", (5, 4)),
    ("duel", (3, 3)),
    ("konane", (4, 4)),
    ("othello", (4, 4)),
]
MOST_PLIES = 60


def shown_options(game: ply.Game) -> dict[str, str]:
    return {option.name: option.show(game.options[option.name]) for option in game.rules.options}


def line_of(name: str, size: tuple[int, int], seed: int) -> list[ply.Position]:
    """Return the positions of a random game, from its start to its end or some way."""
    return list(random_game(name, size, seed, MOST_PLIES))


def record_of(line: list[ply.Position], first: int = 0) -> GameRecord:
    """Return the record of the positions from the given one on, ended by the rules or not at all."""
    start, last = line[first], line[-1]
    outcome = last.outcome
    winner = outcome.winner if outcome else None
    return GameRecord(
        game=start.game.name,
        options=shown_options(start.game),
        start=start.text,
        players=("engine:seconds=1", "random"),
        moves=tuple(PlayedMove(str(position.last_move)) for position in line[first + 1 :]),
        termination=Termination.NORMAL if outcome else Termination.UNFINISHED,
        winner=None if winner is None else start.game.players.index(winner),
        reason=outcome.reason if outcome else "",
        started="2026-07-24T12:30:00+00:00",
    )


def small_record(seed: int = 1) -> GameRecord:
    """Return a finished game of breakthrough on 5x4."""
    return record_of(line_of("breakthrough", (5, 4), seed))


anything = st.text(st.characters(exclude_categories=()), max_size=40)
hostile = anything | st.text('"\\{}[];\n\r\t *.\x00\x1b\x85\u2028\u202e\ud800[Game "]1', max_size=40)
numbers = st.floats(allow_nan=False, allow_infinity=False)
counts = st.integers(-(2**63), 2**63)


@st.composite
def records(draw: st.DrawFn) -> GameRecord:
    """Any record that a referee could write, with names that no sane person would choose."""
    name, size = draw(st.sampled_from(BOARDS))
    line = line_of(name, size, draw(st.integers(0, 30)))
    if draw(st.booleans()):
        line = line[: draw(st.integers(1, len(line)))]
    # A game of which the first moves are missing may lack the repetitions that ended it.
    first = draw(st.integers(0, len(line) - 1)) if name != "duel" else 0
    record = record_of(line, first)
    if record.termination == Termination.UNFINISHED:
        record = replace(record, **draw(_other_ends))
    seed = draw(st.integers(0, 1000))
    return replace(
        record,
        players=(draw(hostile), draw(hostile)),
        moves=tuple(_with_thoughts(draw, played, random.Random(seed)) for played in record.moves),
        reason=draw(hostile),
        opening=draw(st.integers(0, len(record.moves))),
        started=draw(hostile),
        tags=draw(st.dictionaries(hostile | st.sampled_from(["Game", "size", "Event", "Tag"]), hostile)),
    )


_other_ends: st.SearchStrategy[dict[str, Any]] = st.one_of(
    st.just({}),
    st.fixed_dictionaries(
        {
            "termination": st.sampled_from(sorted(set(Termination) - {"normal", "unfinished"})),
            "winner": st.sampled_from([None, 0, 1]),
        }
    ),
)


def _with_thoughts(draw: st.DrawFn, played: PlayedMove, chance: random.Random) -> PlayedMove:
    """Return a move with some thoughts; most have none, so that examples stay small."""
    if chance.random() < 0.8:
        return played
    return replace(
        played,
        seconds=draw(st.none() | numbers),
        score=draw(st.none() | numbers),
        depth=draw(st.none() | counts),
        nodes=draw(st.none() | counts),
    )
