"""How games of self-play are played: openings, budgets, random moves, and where they are solved exactly."""

from __future__ import annotations

import random
import statistics
from collections.abc import Iterator, Sequence
from dataclasses import asdict, dataclass
from typing import Any

import numpy as np

from plyground.core.position import Game, Position
from plyground.search.engine import SearchEngine
from plyground.search.limit import Limit
from plyground.search.selectivity import pieces_on

SAMPLED_GAMES = 16
"""This many games of random moves tell how long games are and where they can be solved."""

MOST_GAME_PLIES = 1000
"""A game that lasts longer is scored as a draw; the keys of its positions fit into a workspace."""

EXACT_EFFORT = 14.5
"""Positions are solved exactly where `Rules.exact_effort` is at most this: 12 empty squares of Othello."""

NEVER = 1 << 30
"""A ply that no game reaches."""

SHARES = 1 << 10
"""What a share is counted in."""

_FIELDS = (
    "nodes",
    "opening_low",
    "opening_high",
    "late",
    "leaf_share",
    "exact_from",
    "exact_nodes",
    "is_random",
    "random_share",
    "early_share",
)


@dataclass(frozen=True)
class Plan:
    """How each game of self-play goes.

    nodes: the budget of each move.
    opening_low, opening_high: a game begins with at least and at most this many random plies.
    late: half of the games have one more random move, at most this many plies after the opening.
    leaf_share: of `SHARES` positions, for how many one that lies a random move or two off the game is judged
        too. A search asks its evaluation about such positions, and games alone have none.
    exact_from: from this ply on positions are solved exactly where `exact_nodes` are enough.
    is_random: what is not won or lost for certain is played at random: there is no evaluation yet.
    random_share: of `SHARES` games, how many have random moves only. Their results say nothing, but they
        lead to positions that no good game has. On small boards a search proves what they are worth.
    early_share: of `SHARES` games, how many have a shorter opening, of at least one random ply. The
        first phases of a game have weights of their own, and no positions otherwise.
    """

    nodes: int = 1000
    opening_low: int = 8
    opening_high: int = 12
    late: int = 24
    leaf_share: int = SHARES // 2
    exact_from: int = NEVER
    exact_nodes: int = 0
    is_random: bool = False
    random_share: int = 0
    early_share: int = 0

    @classmethod
    def for_game(
        cls,
        game: Game,
        *,
        nodes: int = 1000,
        is_random: bool = False,
        is_small: bool = False,
        phases: Sequence[int] = (),
    ) -> Plan:
        """Make a plan that suits how long games last: short games have short openings.

        `phases` are those of a model, by the number of pieces on the board.
        """
        samples = [list(_random_line(game, seed)) for seed in range(SAMPLED_GAMES)]
        plies = int(statistics.median(len(line) - 1 for line in samples))
        low, high = min(cls.opening_low, plies // 5), min(cls.opening_high, max(plies // 3, 1))
        exact_from = min(map(_exact_from, samples))
        exact_nodes = int(2 ** (EXACT_EFFORT + 1)) if exact_from < NEVER else 0
        late = max(1, int(0.4 * plies))
        return cls(
            nodes,
            low,
            high,
            late,
            exact_from=exact_from,
            exact_nodes=exact_nodes,
            is_random=is_random,
            random_share=SHARES // 2 if is_small else 0,
            early_share=SHARES // 8 if _skips_a_phase(samples, low, phases) else 0,
        )

    def as_record(self) -> Any:
        """Return the plan as compiled code reads it; ``stop`` ends a game under way if it is not 0."""
        layout = [(name, np.int64) for name in (*_FIELDS, "stop")]
        record = np.zeros(1, np.dtype(layout, align=True)).view(np.recarray)[0]
        for name, value in asdict(self).items():
            record[name] = value
        return record


def has_exact_search(game: Game) -> bool:
    """Tell whether ends of games can be solved with their margins, and it is known when that is quick."""
    rules = game.rules
    return rules.exact_effort is not None and not rules.repetition_limit(game.board)


def is_small(engine: SearchEngine, nodes: int) -> bool:
    """Tell whether searches prove most positions that random games reach in a third of their length."""
    proved = 0
    for seed in range(SAMPLED_GAMES):
        line = list(_random_line(engine.game, seed))
        engine.clear()
        *_, last = engine.search(line[len(line) // 3], Limit(nodes=nodes))
        proved += last.proved
    return proved > SAMPLED_GAMES // 2


def _random_line(game: Game, seed: int) -> Iterator[Position]:
    """Yield the positions of a game of random moves, the last one too."""
    position, chance = game.start(), random.Random(seed)
    for _ in range(MOST_GAME_PLIES):
        yield position
        if position.outcome is not None:
            return
        position = position.play(chance.choice(position.moves()))


def _skips_a_phase(lines: list[list[Position]], opening: int, phases: Sequence[int]) -> bool:
    """Tell whether openings of this many random plies lead out of the first phase in most games."""
    if not phases or not opening:
        return False
    later = [phases[pieces_on(line[min(opening, len(line) - 1)])] for line in lines]
    return statistics.median(later) != phases[pieces_on(lines[0][0])]


def _exact_from(line: list[Position]) -> int:
    """Return from which ply on a game can be solved exactly; `NEVER` if it cannot."""
    game = line[0].game
    effort = game.rules.exact_effort
    if effort is None or not has_exact_search(game):
        return NEVER
    for ply, position in enumerate(line):
        if effort(game.board, position.state) <= EXACT_EFFORT:
            return ply
    return NEVER
