"""How the games of a contest begin: every pair of games from another position.

Two players who leave nothing to chance would otherwise play the same two games again and again.
"""

from __future__ import annotations

import random
from collections.abc import Sequence
from functools import cached_property
from pathlib import Path
from typing import NamedTuple, Protocol

from plyground.core.position import Game, Position
from plyground.engine import Engine
from plyground.errors import OptionError, PlygroundError
from plyground.review.chances import ChanceCurve, chance_of_line, curve_of
from plyground.search.limit import Limit
from plyground.tournament.game_task import seed_for

MOST_DRAWS = 64  # on a tiny board there are not many different openings

BORDER = 0.75
"""The score that the better side of a biased opening is expected to make: half of its games won, the others
drawn. Testers of engines look for openings on this border where games between strong players are drawn."""


class Choice(NamedTuple):
    """How an opening is chosen: of a number of random ones, by a search within a limit."""

    candidates: int
    look: Limit


EVEN, BIASED = Choice(4, Limit(nodes=1_000)), Choice(16, Limit(nodes=10_000))


class Openings(Protocol):
    """Tells with which position the games of a pair begin."""

    def opening(self, number: int) -> Position:
        """Return the opening of a pair, the same one each time it is asked for."""
        ...


class RandomOpenings:
    """Random legal moves from some position: the most even of a few, or one between win and draw.

    Openings differ from each other as long as the board has enough of them.
    """

    def __init__(self, start: Position, plies: int, seed: int, *, is_biased: bool = False) -> None:
        if not 0 <= plies <= 60:
            raise OptionError(f"an opening of {plies} plies is not played; allowed: 0 to 60")
        self._start, self._plies, self._seed, self._is_biased = start, plies, seed, is_biased
        self._choice = BIASED if is_biased else EVEN
        self._found: list[Position] = []
        self._texts: set[str] = set()

    def opening(self, number: int) -> Position:
        """Return the opening of a pair; those before it are found first."""
        if self._plies == 0:
            return self._start
        while len(self._found) <= number:
            self._found.append(self._find(len(self._found)))
        return self._found[number]

    def _find(self, number: int) -> Position:
        rng = random.Random(seed_for(self._seed, "opening", number))
        fresh: dict[str, Position] = {}
        known: dict[str, Position] = {}
        for _ in range(MOST_DRAWS):
            drawn = random_line(self._start, self._plies, rng)
            if drawn.outcome is None:
                (known if drawn.text in self._texts else fresh)[drawn.text] = drawn
            if len(fresh) == self._choice.candidates:
                break
        candidates = fresh or known
        if not candidates:
            name = self._start.game.name
            raise OptionError(f"{name} on this board is over within {self._plies} random plies")
        chosen = min(candidates.values(), key=self._distance)
        self._texts.add(chosen.text)
        return chosen

    def _distance(self, position: Position) -> float:
        """Tell how far a position is from even, or from the border, by a short search."""
        self._engine.clear()
        *_, last = self._engine.search(position, self._choice.look)
        if not self._is_biased:
            return abs(last.score)
        chance = chance_of_line(last.lines[0], self._curve)
        return abs(max(chance, 1 - chance) - BORDER)

    @cached_property
    def _engine(self) -> Engine:
        return Engine(self._start.game, megabytes=1)

    @cached_property
    def _curve(self) -> ChanceCurve:
        return curve_of(self._start.game, None)


class OpeningsInTurn:
    """Openings from several sources in turn, such as the layouts of a board."""

    def __init__(self, sources: Sequence[Openings]) -> None:
        self._sources = sources

    def opening(self, number: int) -> Position:
        """Return the opening of a pair."""
        own_number, source = divmod(number, len(self._sources))
        return self._sources[source].opening(own_number)


class GivenOpenings:
    """Positions from a list, one after another and then from the beginning again."""

    def __init__(self, positions: list[Position]) -> None:
        self._positions = positions

    def opening(self, number: int) -> Position:
        """Return the opening of a pair."""
        return self._positions[number % len(self._positions)]


def random_line(start: Position, plies: int, rng: random.Random) -> Position:
    """Play random moves; the line ends early if the game does."""
    position = start
    for _ in range(plies):
        moves = position.moves()
        if not moves:
            break
        position = position.play(rng.choice(moves))
    return position


def read_openings(game: Game, file: Path) -> list[str]:
    """Read position texts, one a line; empty lines and those that begin with # are skipped.

    Raises:
        OptionError: the file cannot be read, or a line is no position to begin with.
    """
    try:
        lines = file.read_text(encoding="utf-8").splitlines()
    except (OSError, UnicodeDecodeError) as error:
        raise OptionError(f"the openings cannot be read from {file}: {error}") from error
    texts = []
    for number, line in enumerate(lines, start=1):
        if line.strip() and not line.lstrip().startswith("#"):
            texts.append(_checked(game, line.strip(), f"{file}, line {number}"))
    if not texts:
        raise OptionError(f"{file} has no positions")
    return texts


def _checked(game: Game, text: str, place: str) -> str:
    try:
        position = game.position(text)
    except PlygroundError as error:
        raise OptionError(f"{place}: {error}") from error
    if position.outcome is not None:
        raise OptionError(f"{place}: the game is over ({position.outcome})")
    return position.text
