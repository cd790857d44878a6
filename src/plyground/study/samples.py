"""What a study measures at: boards of other sizes, positions and games that are the same for all."""

from __future__ import annotations

import random
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from functools import cached_property

from plyground.core.discovery import source_of
from plyground.core.options import Size
from plyground.core.position import Game, Position
from plyground.errors import OptionError
from plyground.match.judging import Conditions
from plyground.report.formats import plural
from plyground.search.limit import Limit
from plyground.search.proof import Value, final_proof
from plyground.solving import Solver
from plyground.tournament.counts import Counts
from plyground.tournament.game_task import GameTask, close_players, play_task, seed_for
from plyground.tournament.openings import RandomOpenings
from plyground.tournament.ratings import Rating, rate_players

LONGEST_GAME = 400


def sample_position(start: Position, number: int, count: int, seed: int) -> Position:
    """Return one of `count` positions, spread from the beginning to the end of random games.

    It is the same whichever others are asked for, and no game is over there.
    """
    rng = random.Random(seed_for(seed, "position", number))
    line = random_game(start, rng)[:-1]
    return line[int(len(line) * number / count)]


def random_game(start: Position, rng: random.Random) -> list[Position]:
    """Return the positions of a game of random moves, with the last one, in which it is over."""
    line = [start]
    while line[-1].outcome is None and len(line) < LONGEST_GAME:
        line.append(line[-1].play(rng.choice(line[-1].moves())))
    return line


Squares = tuple[int, int]
"""Rows and columns."""


def boards_of(game: Game, sizes: str | None, is_default: Callable[[Squares], bool]) -> dict[str, Game]:
    """Return a game on boards of other sizes, by how these are written: ``{"4x4": ..., "6x5": ...}``.

    The sizes are such as ``4,6x5``, or None for all those of which `is_default` says that they belong.

    Raises:
        OptionError: the game has boards of one size only, or not of these.
    """
    size = next((each for each in game.rules.options if isinstance(each, Size)), None)
    if size is None:
        raise OptionError(f"{game.rules.name} has only one size of board")
    if sizes is not None:
        chosen = [size.read(part) for part in sizes.split(",")]
    else:
        shapes = [(rows, columns) for rows in size.rows for columns in size.columns]
        allowed = [each for each in shapes if each[0] == each[1] or not size.only_square]
        chosen = [each for each in allowed if is_default(each)]
    given = {name: value for name, value in game.options.items() if name != size.name}
    games = [Game.of(game.rules, {**given, size.name: each}) for each in chosen]
    return {f"{each.rows}x{each.columns}": each for each in games}


OPENING_PLIES = 4


class Playing:
    """The part of a study in which players meet in pairs of games."""

    start: Position
    seed: int
    games: int

    @property
    def pairs(self) -> range:
        """The numbers of the pairs of games of each encounter."""
        return range(-(-self.games // 2))

    @property
    def games_told(self) -> str:
        """How many games that are."""
        return plural(2 * len(self.pairs), "game")

    @cached_property
    def matches(self) -> Matches:
        """Plays the pairs."""
        return Matches(self.start, self.seed)

    def close(self) -> None:
        """Let go of the players."""
        close_players()


def rate(names: Sequence[str], played: Iterable[tuple[str, str, list[float]]]) -> list[Rating]:
    """Rate players from pairs of games: who played them, and the points of the first player."""
    pairs: dict[tuple[str, str], list[list[float]]] = {}
    for first, second, points in played:
        pairs.setdefault((first, second), []).append(points)
    return rate_players(names, {key: Counts.of(each) for key, each in pairs.items()})


class Matches:
    """Plays pairs of games from random openings, with the sides swapped.

    The pair of some number begins with the same opening whoever plays, and comes out the same
    whenever it is played, as long as the players do not look at the clock.
    """

    def __init__(self, start: Position, seed: int, opening_plies: int = OPENING_PLIES) -> None:
        self._start, self._seed, self._opening_plies = start, seed, opening_plies

    def points(self, first: str, second: str, number: int) -> list[float]:
        """Let two players, named by texts, play a pair of games; return the points of the first one."""
        won = [self._play((first, second), 2 * number), self._play((second, first), 2 * number + 1)]
        return [0.5 if winner is None else float(winner == side) for side, winner in enumerate(won)]

    @cached_property
    def _openings(self) -> RandomOpenings:
        return RandomOpenings(self._start, self._opening_plies, self._seed)

    def _play(self, players: tuple[str, str], number: int) -> int | None:
        opening = self._openings.opening(number // 2)
        task = GameTask(
            number=number,
            opening=replace(opening.history, game=source_of(opening.game.rules)),
            players=players,
            names=players,
            conditions=Conditions(),
            seed=self._seed,
        )
        return play_task(task).winner


POSITION_NODES = 100_000
MOVE_NODES = 200_000
"""What takes more nodes to prove is left out: the same positions on every machine."""
GAMES_EACH = 4
"""This many random games are searched for each position that is wanted."""
MEGABYTES = 16

_TURNED: dict[Value, Value] = {"win": "loss", "draw": "draw", "loss": "win"}


@dataclass(frozen=True)
class ProvedPosition:
    """A position, its value for the side to move, and the moves that keep it: half of all or fewer."""

    position: Position
    value: Value
    right: frozenset[str]


def proved_positions(start: Position, count: int, seed: int) -> list[ProvedPosition]:
    """Return up to `count` positions from random games, each the earliest of its game that serves.

    There are fewer where games have hardly any: half of the moves or more must give something away, and all
    moves have to be proved.
    """
    solver = Solver(start.game, megabytes=MEGABYTES)
    found: dict[str, ProvedPosition] = {}
    for number in range(GAMES_EACH * count):
        line = random_game(start, random.Random(seed_for(seed, "proved", number)))
        first = next(_serving(solver, line[len(line) // 2 : -1]), None)
        if first is not None:
            found.setdefault(first.position.text, first)
        if len(found) == count:
            break
    return list(found.values())


def _serving(solver: Solver, line: list[Position]) -> Iterator[ProvedPosition]:
    """Yield the positions of a game whose moves are all proved, at least half of them wrong."""
    for position in line:
        value = _value(solver, position, POSITION_NODES)
        if value is None or value == "loss":
            continue  # who has lost cannot go wrong
        right = _right_moves(solver, position, _TURNED[value])
        if right is not None and len(right) <= len(position.moves()) // 2:
            yield ProvedPosition(position, value, right)


def _right_moves(solver: Solver, position: Position, reply: Value) -> frozenset[str] | None:
    """Return the moves that leave a position of this value, None as soon as one is not proved."""
    right = set()
    for move in position.moves():
        value = _value(solver, position.play(move), MOVE_NODES)
        if value is None:
            return None
        if value == reply:
            right.add(str(move))
    return frozenset(right)


def _value(solver: Solver, position: Position, nodes: int) -> Value | None:
    """Return the value of a position for its side to move, None if it is not proved within some nodes."""
    if position.outcome is not None:
        return final_proof(position).value
    *_, found = solver.run(position, Limit(nodes=nodes), only_winner=True)
    return found.value
