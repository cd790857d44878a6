"""Makes puzzles from a seed: games of careless engines, and in each a proved position with one good move."""

from __future__ import annotations

import itertools
import random
from collections.abc import Generator
from dataclasses import dataclass
from pathlib import Path

from plyground.core.position import Position
from plyground.puzzles.collection import add_puzzle, read_puzzles
from plyground.puzzles.difficulty import TRAP, Difficulty
from plyground.puzzles.only_moves import goal_of, solution_of
from plyground.puzzles.proving import PuzzleProver
from plyground.puzzles.puzzle import WIN, Puzzle, PuzzleStep, puzzle_id, unusual_options
from plyground.search.engine import SearchEngine
from plyground.search.limit import Limit

PLAYING_NODES = 400
CARELESSNESS = (0.0, 0.05, 0.15)
FIRST_RANDOM = 6
"""The engines look at few positions, and play some moves at random: good games have few turning points."""

FROM_SEARCH = 1
FROM_ANALYSIS, VARIATIONS = 12, 8
"""How many puzzles one game gives at most. An analysis takes long: other games from there on give more."""

MOST_UNPROVED = 2
MOST_TRIED = 40
LONGEST_GAME = 400
EASY_KEPT = 0.2
"""The share of puzzles of one move that a search of one ply solves which are kept."""


class PuzzleMaker:
    """Makes puzzles of one game on its board, from games that begin at a position.

    The same position and seed make the same puzzles.
    """

    def __init__(self, start: Position, seed: int) -> None:
        game = start.game
        self.start, self.game, self.seed = start, game, seed
        self._prover = PuzzleProver(game)
        self._difficulty = Difficulty(game)
        self._player = SearchEngine(game, algorithm="engine", megabytes=1)

    def puzzles(self, number: int) -> list[Puzzle]:
        """Return the puzzles from the game of some number."""
        chance = random.Random(f"{self.seed} {number}")
        self._player.clear()
        self._prover.clear()  # what it knows of other games would prove more
        most, games = (FROM_ANALYSIS, VARIATIONS) if self._prover.analyses_all else (FROM_SEARCH, 0)
        candidates: dict[Position, int] = {}
        last = self._game(self.start, chance, chance.randint(1, FIRST_RANDOM))
        first = self._look_through(last, candidates)
        for _ in range(games if first is not None else 0):
            assert first is not None  # noqa: S101  # it is where the variations begin
            self._look_through(self._game(first, chance, 1), candidates)
        found: list[Puzzle] = []
        order = {position: chance.random() * len(position.moves()) for position in candidates}
        for position, goal in sorted(candidates.items(), key=lambda each: -order[each[0]]):
            puzzle = self._puzzle(position, goal, number)
            if puzzle is not None and (not self._is_easy(position, puzzle) or chance.random() < EASY_KEPT):
                found.append(puzzle)
            if len(found) == most:
                break
        return found

    def _game(self, start: Position, chance: random.Random, first_random: int) -> Position:
        """Play a game; return its last position."""
        position, plies, carelessness = start, 0, chance.choice(CARELESSNESS)
        while position.outcome is None and plies < LONGEST_GAME:
            is_random = plies < first_random or chance.random() < carelessness
            move = (
                chance.choice(position.moves())
                if is_random
                else self._player.best_move(position, Limit(nodes=PLAYING_NODES))
            )
            assert move is not None  # noqa: S101  # the game is not over
            position, plies = position.play(move), plies + 1
        return position

    def _look_through(self, last: Position, candidates: dict[Position, int]) -> Position | None:
        """Collect positions with one good move, from the end of a game backwards as far as it can be proved.

        Return the first position of the game that was proved.
        """
        unproved, first = 0, None
        for played in reversed(last.line()[-MOST_TRIED - 1 :]):
            if played.outcome is not None:
                continue
            position = Position(self.game, played.repetition_key)  # without a past and without counters
            goal = goal_of(self._prover, position)
            if goal is not None:
                candidates[position] = goal
            is_proved = self._prover.reaches(position, WIN) is not None
            first, unproved = (position, 0) if is_proved else (first, unproved + 1)
            if unproved == MOST_UNPROVED:
                break
        return first

    def _puzzle(self, start: Position, goal: int, number: int) -> Puzzle | None:
        steps = solution_of(self._prover, start, goal)
        if not steps:
            return None
        return Puzzle(
            id=puzzle_id(start, goal),
            game=self.game.name,
            options=unusual_options(self.game),
            position=start.text,
            goal=goal,
            steps=steps,
            rating=self._difficulty.rating(start, steps),
            tags=self._tags(start, steps),
            distance=self._distance(start) if goal == WIN else None,
            seed=self.seed,
            source=number,
        )

    def _distance(self, start: Position) -> int | None:
        """Return the plies to the end of a won game, where they count and somebody knows them."""
        if self.game.rules.largest_margin(self.game.board) > 1:
            return None
        known = self._prover.distance(start)
        return self._difficulty.distance(start) if known is None else known

    def _is_easy(self, start: Position, puzzle: Puzzle) -> bool:
        """Tell whether a puzzle is one move that a search of one ply finds."""
        return len(puzzle.steps) == 1 and self._difficulty.choices(start, 1) == [puzzle.steps[0].move]

    def _tags(self, start: Position, steps: list[PuzzleStep]) -> list[str]:
        """Return what a puzzle is about: what the game declares, and whether the natural move loses."""
        positions, codes = [start], []
        for step in steps:
            for text in filter(None, (step.move, step.reply)):
                move = positions[-1].find_move(text)
                positions.append(positions[-1].play(move))
                codes.append(move.code)
        declared = self.game.rules.puzzle_tags
        states = tuple(position.state for position in positions)
        found = list(declared(self.game.board, states, tuple(codes))) if declared is not None else []
        return [*found, TRAP] if self._difficulty.is_trap(start, steps[0]) else found


@dataclass(frozen=True)
class MakingProgress:
    """How many games were searched, and how many puzzles of those asked for were found."""

    games: int
    made: int
    count: int


def make_puzzles(start: Position, path: Path, *, count: int, seed: int) -> Generator[MakingProgress]:
    """Add puzzles to a file until it has as many of a seed as wanted, beginning where an earlier run ended.

    Raises:
        PuzzleError: the file cannot be read.
        OptionError: the game cannot be solved.
        OSError: the file cannot be written.
    """
    there = read_puzzles(path) if path.exists() else []
    ours = [puzzle for puzzle in there if puzzle.game == start.game.name and puzzle.seed == seed]
    known, made = {puzzle.id for puzzle in there}, len(ours)
    yield MakingProgress(0, made, count)
    first = max((puzzle.source for puzzle in ours), default=-1) + 1
    maker = PuzzleMaker(start, seed) if made < count else None
    for games in itertools.count(1):
        if maker is None or made >= count:
            return
        for puzzle in maker.puzzles(first + games - 1):
            if puzzle.id not in known:
                add_puzzle(path, puzzle)
                known.add(puzzle.id)
                made += 1
        yield MakingProgress(games, made, count)
