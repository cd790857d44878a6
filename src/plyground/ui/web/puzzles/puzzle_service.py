"""Poses puzzles and judges answers; the first attempt at each puzzle is kept and counts."""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Callable
from datetime import date
from typing import Annotated

import msgspec

from plyground.core.discovery import known_games
from plyground.core.position import Position
from plyground.errors import PuzzleError, UnknownRecordError
from plyground.jit import plain_python
from plyground.puzzles.attempts import attempt_now, attempts_in, keep_attempt
from plyground.puzzles.choosing import Level, Wish, daily_puzzle, next_puzzle, themes_of
from plyground.puzzles.collection import all_puzzles, shipped_puzzles
from plyground.puzzles.difficulty import solver_positions
from plyground.puzzles.puzzle import DRAW, Puzzle, PuzzleStep, Refutation, moves_of
from plyground.puzzles.standing import standing_of
from plyground.store import Store
from plyground.ui.web.common.game_views import GameInfo, MoveInfo, Ply, Side
from plyground.ui.web.transport.executors import Executors, in_thread
from plyground.ui.web.transport.http import get, post

MOST_MOVES = 64
LONGEST_WORD = 40

Word = Annotated[str, msgspec.Meta(max_length=LONGEST_WORD)]


class ThemeCount(msgspec.Struct, frozen=True):
    """A theme, and how many puzzles of a game have it."""

    theme: str
    count: int


class PuzzleGame(msgspec.Struct, frozen=True):
    """A game that there are puzzles of."""

    name: str
    title: str
    count: int
    themes: list[ThemeCount]


class PuzzleStanding(msgspec.Struct, frozen=True):
    """Where the person stands: the streak of puzzles in a row, and that of days whose puzzle was solved."""

    rating: int
    deviation: int
    tried: int
    solved: int
    streak: int
    best_streak: int
    days: int
    best_days: int
    has_daily: bool


class PuzzleOverview(msgspec.Struct, frozen=True):
    """What there is to choose from, and where the person stands."""

    games: list[PuzzleGame]
    standing: PuzzleStanding


class PuzzleWish(msgspec.Struct, frozen=True, kw_only=True):
    """What kind of puzzle is asked for, and the id of one that should not come again at once."""

    game: Word | None = None
    theme: Word | None = None
    level: Level = "normal"
    after: Word | None = None


class PuzzleStand(msgspec.Struct, frozen=True):
    """A position of a puzzle in which the solver is to move, with the legal moves."""

    position: str
    moves: list[MoveInfo]


class PuzzleMessage(msgspec.Struct, frozen=True):
    """A puzzle without its solution.

    `steps` is the number of moves to find; `counts` says that this is the first attempt.
    """

    id: str
    game: GameInfo
    prompt: str
    rating: int
    themes: list[str]
    to_move: Side
    steps: int
    counts: bool
    is_daily: bool
    stand: PuzzleStand


class PuzzleAnswer(msgspec.Struct, frozen=True):
    """The moves that the solver has found so far, and the one to be judged as the last of them."""

    moves: Annotated[list[Word], msgspec.Meta(max_length=MOST_MOVES)]
    is_daily: bool = False


class PuzzleVerdict(msgspec.Struct, frozen=True):
    """Whether a move is right, why not, what follows on the board, and where the solver is to move next."""

    is_right: bool
    told: str
    plies: list[Ply]
    next: PuzzleStand | None
    standing: PuzzleStanding


class PuzzleClue(msgspec.Struct, frozen=True):
    """Where the right move begins."""

    told: str
    squares: list[int]
    standing: PuzzleStanding


class PuzzleSolution(msgspec.Struct, frozen=True):
    """The rest of the solution, move by move."""

    told: str
    plies: list[Ply]
    standing: PuzzleStanding


PLAINLY = plain_python(in_this_thread=True)
"""A few positions are found sooner in plain Python than anything is compiled."""


class PuzzleService:
    """Everything that pages ask about puzzles."""

    def __init__(self, store: Store, executors: Executors, *, today: Callable[[], date] = date.today) -> None:
        self._store = store
        self.executors = executors
        self._today = today
        self._chance = random.Random()

    @get("/api/puzzles")
    @in_thread("small")
    @PLAINLY
    def show_overview(self) -> PuzzleOverview:
        """Count the puzzles by game and theme, and tell the rating and the streaks."""
        titles = {name: rules.title for name, rules in known_games().items()}
        puzzles = [puzzle for puzzle in all_puzzles().values() if puzzle.game in titles]
        games = []
        for name in sorted({puzzle.game for puzzle in puzzles}, key=lambda name: titles[name]):
            chosen = [puzzle for puzzle in puzzles if puzzle.game == name]
            counts = Counter(theme for puzzle in chosen for theme in themes_of(puzzle))
            themes = [ThemeCount(theme, count) for theme, count in sorted(counts.items())]
            games.append(PuzzleGame(name, titles[name], len(chosen), themes))
        return PuzzleOverview(games, self._standing())

    @get("/api/puzzles/next")
    @in_thread("small")
    @PLAINLY
    def next_puzzle(self, query: PuzzleWish) -> PuzzleMessage:
        """Pose a puzzle that fits the rating."""
        return self._posed(self._next(query))

    @get("/api/puzzles/daily")
    @in_thread("small")
    @PLAINLY
    def daily_puzzle(self) -> PuzzleMessage:
        """Pose the puzzle of today."""
        return self._posed(self._daily(), is_daily=True)

    @get("/api/puzzles/{id}")
    @in_thread("small")
    @PLAINLY
    def show_puzzle(self, id: str) -> PuzzleMessage:
        """Pose one puzzle."""
        return self._posed(_found(id))

    @post("/api/puzzles/{id}/answer")
    @in_thread("small")
    @PLAINLY
    def judge_answer(self, id: str, body: PuzzleAnswer) -> PuzzleVerdict:
        """Judge a move; the first attempt at a puzzle counts."""
        if not body.moves:
            raise PuzzleError("which move? There is none in the answer")
        puzzle = _found(id)
        *before, given = body.moves
        position, step, number = _reached(puzzle, before)
        after = position.play(given)
        move = str(after.last_move)
        if move != step.move:
            self._keep(puzzle, body, is_solved=False)
            refutation = step.refutation(move)
            shown = after if refutation is None or refutation.reply is None else after.play(refutation.reply)
            told = _told_refutation(puzzle, position, move, refutation)
            return self._verdict(told, _plies(position, shown), None, is_right=False)
        is_last = number == len(puzzle.steps) - 1
        if is_last:
            self._keep(puzzle, body, is_solved=True)
        shown = after if step.reply is None else after.play(step.reply)
        told = _told_end(puzzle, after) if is_last else f"Right. {shown.last_move} is the longest resistance."
        stand = None if is_last else _stand(shown)
        return self._verdict(told, _plies(position, shown), stand, is_right=True)

    @post("/api/puzzles/{id}/hint")
    @in_thread("small")
    @PLAINLY
    def give_hint(self, id: str, body: PuzzleAnswer) -> PuzzleClue:
        """Tell where the next move begins; the attempt counts as failed."""
        puzzle = _found(id)
        self._keep(puzzle, body, is_solved=False)
        position, step, _ = _reached(puzzle, body.moves)
        move = position.find_move(step.move)
        square = move.target if move.origin is None else move.origin
        if square is None:
            return PuzzleClue("There is one move only, without a square.", [], self._standing())
        told = f"Look at {position.game.grid.name(square)}."
        return PuzzleClue(told, [square], self._standing())

    @post("/api/puzzles/{id}/solution")
    @in_thread("small")
    @PLAINLY
    def give_solution(self, id: str, body: PuzzleAnswer) -> PuzzleSolution:
        """Tell the rest of the solution; the attempt counts as failed."""
        puzzle = _found(id)
        self._keep(puzzle, body, is_solved=False)
        position, _, number = _reached(puzzle, body.moves)
        rest = moves_of(puzzle.steps[number:])
        last = position.play_all(rest)
        told = f"The solution is {' '.join(rest)}."
        return PuzzleSolution(told, _plies(position, last), self._standing())

    def _verdict(
        self, told: str, plies: list[Ply], stand: PuzzleStand | None, *, is_right: bool
    ) -> PuzzleVerdict:
        return PuzzleVerdict(is_right, told, plies, stand, self._standing())

    def _next(self, wish: PuzzleWish) -> Puzzle:
        attempts = attempts_in(self._store)
        rating = standing_of(attempts, self._today()).rating.rating
        known = known_games()
        puzzles = [puzzle for puzzle in all_puzzles().values() if puzzle.game in known]
        avoided = () if wish.after is None else (wish.after,)
        wanted = Wish(wish.game, wish.theme, wish.level)
        found = next_puzzle(puzzles, wanted, rating, attempts, self._chance, avoided=avoided)
        if found is None:
            raise UnknownRecordError("there is no such puzzle; 'plyground puzzles make' makes more")
        return found

    def _daily(self) -> Puzzle:
        found = daily_puzzle(shipped_puzzles(), self._today())
        if found is None:
            raise UnknownRecordError("there are no puzzles")
        return found

    def _posed(self, puzzle: Puzzle, *, is_daily: bool = False) -> PuzzleMessage:
        start = puzzle.start()
        tried = {attempt.key for attempt in attempts_in(self._store)}
        return PuzzleMessage(
            id=puzzle.id,
            game=GameInfo.of(start.game),
            prompt=f"{start.to_move.capitalize()} to {_told_task(puzzle)}.",
            rating=puzzle.rating,
            themes=themes_of(puzzle),
            to_move=start.player,
            steps=len(puzzle.steps),
            counts=puzzle.id not in tried,
            is_daily=is_daily,
            stand=_stand(start),
        )

    def _keep(self, puzzle: Puzzle, answer: PuzzleAnswer, *, is_solved: bool) -> None:
        """Keep the attempt if it is the first one; as that of today, only if this is the puzzle of today."""
        today = self._today()
        keep_attempt(self._store, attempt_now(puzzle, today, is_solved=is_solved))
        if answer.is_daily and self._daily().id == puzzle.id:
            keep_attempt(self._store, attempt_now(puzzle, today, is_solved=is_solved, daily=True))

    def _standing(self) -> PuzzleStanding:
        attempts, today = attempts_in(self._store), self._today()
        standing = standing_of(attempts, today)
        return PuzzleStanding(
            rating=round(standing.rating.rating),
            deviation=round(standing.rating.deviation),
            tried=standing.tried,
            solved=standing.solved,
            streak=standing.streak.now,
            best_streak=standing.streak.best,
            days=standing.days.now,
            best_days=standing.days.best,
            has_daily=any(attempt.daily and attempt.day == today for attempt in attempts),
        )


def _found(id: str) -> Puzzle:
    found = all_puzzles().get(id)
    if found is None:
        raise UnknownRecordError("there is no such puzzle")
    return found


def _reached(puzzle: Puzzle, moves: list[str]) -> tuple[Position, PuzzleStep, int]:
    """Return the position after the moves that were found so far, with its step and the number of that."""
    if len(moves) >= len(puzzle.steps) or moves != [step.move for step in puzzle.steps[: len(moves)]]:
        raise PuzzleError("these moves do not lead to a position of the puzzle")
    position, step = solver_positions(puzzle.start(), puzzle.steps)[len(moves)]
    return position, step, len(moves)


def _stand(position: Position) -> PuzzleStand:
    return PuzzleStand(position.text, [MoveInfo.of(move) for move in position.moves()])


def _plies(before: Position, last: Position) -> list[Ply]:
    """Describe the positions that come after one."""
    return [Ply.of(position) for position in last.line()[len(before.line()) :]]


def _told_task(puzzle: Puzzle) -> str:
    has_number = puzzle.goal != DRAW and puzzle.distance is not None
    return f"{puzzle.told_goal()} moves" if has_number else puzzle.told_goal()


def _told_end(puzzle: Puzzle, after: Position) -> str:
    if after.outcome is not None:
        return f"Solved: {after.outcome}."
    kept = "draw is safe" if puzzle.goal == DRAW else "win is certain"
    return f"Solved: from here the {kept}, and several moves keep it."


def _told_refutation(puzzle: Puzzle, position: Position, move: str, refutation: Refutation | None) -> str:
    """Say what a wrong move costs, and the reply that shows it."""
    first, second = position.game.players
    other = second if position.player == 0 else first
    result = "loss" if refutation is None else refutation.result
    cost = {"loss": "loses", "draw": "gives the win away: it only draws", "win": "wins by less"}[result]
    if refutation is None or refutation.reply is None:
        return f"{move} {cost}."
    then = {"loss": "and wins", "draw": "and holds the draw", "win": "and saves some of it"}[result]
    return f"{move} {cost}. {other.capitalize()} answers {refutation.reply} {then}."
