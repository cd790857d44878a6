"""Learning, generation by generation: self-play, data, fit, match against the evaluation before, again."""

from __future__ import annotations

import contextlib
import itertools
import math
import threading
import time
from collections.abc import Callable, Iterator
from dataclasses import asdict, replace
from functools import cached_property
from pathlib import Path
from typing import Any

from plyground.core.hashing import stream_of
from plyground.core.position import Game
from plyground.errors import LearningError, StoreError
from plyground.evaluation import Evaluation, find_evaluation, find_feature
from plyground.evaluation.learned import (
    LearnedEvaluation,
    Model,
    Weights,
    load_weights,
    make_evaluation,
    make_weights,
    save_weights,
)
from plyground.learning.dataset import Dataset, error_of, make_dataset
from plyground.learning.gating import Gate, Gating, measure, play_gate
from plyground.learning.guessed_cuts import POSITIONS, with_guessed_cuts
from plyground.learning.kept_learning import KeptLearning
from plyground.learning.matching import MatchPlan
from plyground.learning.mistakes import wrong_moves
from plyground.learning.plans import Plan, is_small
from plyground.learning.pools import TaskPool
from plyground.learning.positions import Positions
from plyground.learning.progress import (
    DATA,
    FIT,
    MATCH,
    SELF_PLAY,
    CoreClock,
    Generation,
    Progress,
    known_error,
    seconds_left,
)
from plyground.learning.tasks import SelfPlayTask, Task, name_of
from plyground.learning.weight_fit import Fit, FitSettings, fit
from plyground.search.engine import SearchEngine
from plyground.search.limit import Limit
from plyground.solving.checkpoint import check_rules
from plyground.tournament.counts import Counts
from plyground.tournament.estimates import elo_difference

NEUTRAL = "neutral"
GAMES_AT_ONCE = 16
WINDOW = 3
"""A fit uses the games of this many generations, the last ones."""

MOST_POSITIONS = 12_000_000
"""No fit uses more positions than this: what it takes in memory grows with them."""

PLAYING_SHARE = 0.7
"""The part of a generation's time that goes into self-play; fit and match take the rest."""

STRENGTH_PAIRS = 100
"""This many pairs against the first evaluation tell how strong a generation is."""

POINTS_PER_LOG_ODDS = 10 / math.log(10)
"""Without margins, points are tenths of powers of ten of the odds to win."""

FEWEST_NODES = 8

BALANCED_MARGIN, BALANCED_POINTS = 6.0, 5.0


class _StoppedError(Exception):
    """Somebody stopped the run."""


class LearningRun:
    """Learns an evaluation. `run` returns when it is done or stopped; everything on the way is kept.

    With a number of games the same seed gives the same weights: every game depends on its number alone, and
    matches end by the order of their games.
    """

    def __init__(
        self,
        kept: KeptLearning,
        pool: TaskPool,
        *,
        watch: Callable[[Progress], None] = lambda progress: None,
        tell: Callable[[str], None] = lambda text: None,
        gate: Gate | None = None,
        clock: CoreClock | None = None,
    ) -> None:
        settings = kept.settings
        self.kept = kept
        self.game: Game = settings.position_game
        check_rules(self.game, settings.rules)
        self.generations = [Generation.of(each) for each in kept.generations()]
        self._settings, self._pool, self._watch, self._tell = settings, pool, watch, tell
        self._gate, self._clock = gate or Gate(), clock or CoreClock()
        features = [find_feature(self.game, name) for name in settings.features]
        front = find_feature(self.game, settings.front) if settings.front else None
        self._model = Model.for_game(self.game, dense=features, front=front)
        self._has_margins = self.game.rules.largest_margin(self.game.board) > 1
        self._shares = _shares_of(settings.minutes, settings.games)
        self._is_stopped = threading.Event()
        self._began = time.perf_counter()
        self._elapsed_before = self._last_game = self.generations[-1].seconds if self.generations else 0.0
        self._games = self.generations[-1].games if self.generations else 0
        self._best: Evaluation = settings.start
        for each in self.generations:
            if each.is_accepted:
                self._best = self._load(each.number)

    def stop(self) -> None:
        """End the run, from any thread; it can be resumed."""
        self._is_stopped.set()
        self._pool.stop()

    def run(self) -> LearnedEvaluation | None:
        """Learn; return the best evaluation, None if the run was stopped.

        Raises:
            LearningError: no generation was better than the evaluation that the first games were played with.
            PlygroundError: something cannot be written, or no games can be played.
        """
        self.kept.resume()
        find_evaluation(self.game, self._settings.start)  # refuses what there is not, before any work
        try:
            for number in range(len(self.generations) + 1, len(self._shares) + 1):
                self._learn(number)
            return self._finish()
        except _StoppedError:
            self.kept.stop()
            return None
        except BaseException:
            if self.kept.result() is None:
                with contextlib.suppress(StoreError):  # where the disk is full, that is what is reported
                    self.kept.stop()
            raise

    def _finish(self) -> LearnedEvaluation:
        best = self._best
        if not isinstance(best, LearnedEvaluation):
            self.kept.end({"output": None})
            raise LearningError(
                f"no generation was better than {self._settings.start}: learn for longer, or from more games"
            )
        weights = self._with_guessed_cuts(best)
        output = Path(self._settings.output)
        save_weights(output, weights)
        self.kept.end({"output": str(output), "digest": weights.digest})
        return make_evaluation("learned", self._model, weights)

    def _with_guessed_cuts(self, best: LearnedEvaluation) -> Weights:
        def report(done: int) -> None:
            self._check_stopped()
            self._report(len(self._shares), f"guessed cuts: {done} of {POSITIONS} positions searched")

        return with_guessed_cuts(best, self._settings.seed, report)

    # One generation

    def _learn(self, number: int) -> None:
        """Make one generation: play, fit, and match it against the best evaluation so far."""
        self._drop_damaged(number)
        plan = replace(self._plan, is_random=self._best == NEUTRAL)
        measuring, threads = self._clock.measuring, self._pool.threads
        with measuring(SELF_PLAY):
            self._play(number, plan)
        self._report(number, "reading positions")
        with measuring(DATA):
            data = make_dataset(self._model, self._parts(number), threads=threads)
        with measuring(FIT):
            found = self._fit(number, data)
            training_error, held_out_error = (
                known_error(error_of(each, found.weights, found.dense, threads=threads))
                for each in (data.training, data.held_out)
            )
        count = len(data.training) + len(data.held_out)
        generation = Generation(number, self._games, count, 0.0, training_error, held_out_error)
        new = self._evaluation(found, generation)
        balance = BALANCED_MARGIN if self._has_margins else BALANCED_POINTS
        match_plan = replace(MatchPlan.of(plan, balance), nodes=self._match_nodes)
        with measuring(MATCH):
            gating = self._match(number, new, match_plan)
            generation = self._judged(generation, new, gating, match_plan)
        generation = replace(generation, use=self._clock.take())
        if gating.is_accepted:
            save_weights(self.kept.weights_file(number), new.weights)
            self._best = self._load(number)
        self.generations.append(generation)
        self.kept.add_generation(number, asdict(generation))
        self.kept.drop_positions(number - WINDOW + 2)

    def _drop_damaged(self, number: int) -> None:
        """Remove the chunks that cannot be read; those of this generation are played again."""
        for generation in range(max(number - WINDOW, 0) + 1, number + 1):
            for problem in self.kept.drop_damaged(generation):
                then = "played again" if generation == number else "left out"
                self._tell(f"{problem}; its games are {then}")

    @cached_property
    def _plan(self) -> Plan:
        nodes = self._settings.nodes
        small = is_small(self._engine, nodes)
        return Plan.for_game(self.game, nodes=nodes, is_small=small, phases=self._model.phases)

    @cached_property
    def _engine(self) -> SearchEngine:
        """What looks how hard the game is, with the evaluation of the first games."""
        return SearchEngine(self.game, self._settings.start, megabytes=1)

    def _play(self, number: int, plan: Plan) -> None:
        """Play the games of a generation, and keep each chunk as it comes in."""
        first_game = self.generations[-1].games if self.generations else 0
        played, seconds_before = self._kept_games(number)
        self._games = first_game + played
        self._elapsed_before = self._last_game = max(self._elapsed, seconds_before)
        self._began = time.perf_counter()
        wanted, deadline = self._wanted_games(number), self._deadline(number)
        evaluation, name = self._best, name_of(self._best)

        def tasks() -> Iterator[Task]:
            for first in itertools.count(first_game, GAMES_AT_ONCE):
                count = GAMES_AT_ONCE if wanted is None else min(GAMES_AT_ONCE, first_game + wanted - first)
                is_late = deadline is not None and self._elapsed >= deadline and first > first_game
                if count <= 0 or is_late:
                    return
                if not self.kept.has_positions(number, first):
                    yield SelfPlayTask(self.game, evaluation, plan, self._settings.seed, first, count)

        self._report(number, "self-play")
        for task, positions in self._pool.run(tasks()):
            note = {"evaluation": name, "games": task.count, "seconds": self._elapsed}
            self.kept.add_positions(number, task.first, positions, note)
            self._games += task.count
            self._last_game = self._elapsed
            self._report(number, f"{self._games:,} games of self-play")
        self._check_stopped()

    def _kept_games(self, number: int) -> tuple[int, float]:
        """Return how many games of a generation were played before, and the seconds of the run by then."""
        games, seconds = 0, 0.0
        for _, note in self.kept.positions(number):
            games += int(note["games"])
            seconds = max(seconds, float(note["seconds"]))
        return games, seconds

    def _parts(self, number: int) -> list[Positions]:
        """Return the positions to fit to, the newest last; each part was searched with one evaluation."""
        parts: list[Positions] = []
        count = 0
        for generation in range(number, max(number - WINDOW, 0), -1):
            chunks: dict[str, list[Positions]] = {}
            for positions, note in self.kept.positions(generation):
                chunks.setdefault(note["evaluation"], []).append(positions)
            for each in chunks.values():
                joined = Positions.joined(each)
                count += len(joined)
                if parts and count > MOST_POSITIONS:
                    return parts[::-1]
                parts.append(joined)
        return parts[::-1]

    def _fit(self, number: int, data: Dataset) -> Fit:
        settings = FitSettings.for_problem(data.training)

        def watch(text: str) -> None:
            self._check_stopped()
            self._report(number, text)

        return fit(data.training, settings, threads=self._pool.threads, watch=watch)

    def _evaluation(self, found: Fit, generation: Generation) -> LearnedEvaluation:
        scale = 1.0 if self._has_margins else POINTS_PER_LOG_ODDS
        settings = self._settings
        training: dict[str, Any] = {
            "games": generation.games,
            "positions": generation.positions,
            "generation": generation.number,
            "nodes": settings.nodes,
            "seed": settings.seed,
            "start": settings.start,
        }
        if generation.held_out_error is not None:
            training["held_out_error"] = round(generation.held_out_error, 6)
        weights = make_weights(self._model, found.weights * scale, found.dense * scale, training)
        return make_evaluation("learned", self._model, weights)

    def _match(self, number: int, new: LearnedEvaluation, plan: MatchPlan) -> Gating:
        seed = _seed_of(self._settings.seed, 2 * number)

        def watch(gating: Gating) -> None:
            self._report(
                number, f"match against {self._old_name}: {gating.elo} Elo after {gating.counts.games}"
            )

        self._report(number, f"match against {self._old_name}")
        gating = play_gate(
            self._pool,
            self.game,
            new,
            self._best,
            plan,
            self._gate_of(number),
            seed=seed,
            watch=watch,
            is_late=lambda: self._elapsed >= self._end(number),
        )
        if gating is None:
            raise _StoppedError
        return gating

    def _gate_of(self, number: int) -> Gate:
        """Return the gate of a generation: a match takes no more pairs than there were games of self-play."""
        wanted, gate = self._wanted_games(number), self._gate
        if wanted is None:
            return gate
        return replace(gate, most_pairs=min(gate.most_pairs, max(gate.fewest_pairs, wanted)))

    @cached_property
    def _match_nodes(self) -> int:
        """Return the budget of a move in matches: so few that a search does not solve the whole game.

        If it did, all evaluations would play alike.
        """
        nodes = self._settings.nodes
        while nodes > FEWEST_NODES:
            self._engine.clear()
            *_, last = self._engine.search(self.game.start(), Limit(nodes=nodes))
            if not last.proved:
                break
            nodes //= 4
        return max(nodes, FEWEST_NODES)

    @property
    def _old_name(self) -> str:
        return "the one before" if isinstance(self._best, LearnedEvaluation) else str(self._best)

    def _judged(
        self, generation: Generation, new: LearnedEvaluation, gating: Gating, plan: MatchPlan
    ) -> Generation:
        """Add what matches and exact values say about a generation."""
        counts: Counts | None = gating.counts
        if isinstance(self._best, LearnedEvaluation) and gating.is_accepted:
            self._report(generation.number, f"match against {self._settings.start}")
            seed = _seed_of(self._settings.seed, 2 * generation.number + 1)
            start = self._settings.start
            counts = measure(self._pool, self.game, new, start, plan, pairs=STRENGTH_PAIRS, seed=seed)
            if counts is None:
                raise _StoppedError
        is_measured = gating.is_accepted or not isinstance(self._best, LearnedEvaluation)
        strength = elo_difference(counts) if counts is not None and is_measured else None
        elo = gating.elo
        return replace(
            generation,
            seconds=self._elapsed,
            pairs=gating.counts.pairs,
            elo=_finite(elo.value),
            elo_error=_finite(elo.error),
            verdict=str(gating.status.verdict),
            is_accepted=gating.is_accepted,
            strength=None if strength is None else _finite(strength.value),
            strength_error=None if strength is None else _finite(strength.error),
            wrong_moves=wrong_moves(self.game, new, seed=self._settings.seed),
        )

    def _load(self, number: int) -> LearnedEvaluation:
        return make_evaluation("learned", self._model, load_weights(self.kept.weights_file(number)))

    # Time and games

    @property
    def _elapsed(self) -> float:
        return self._elapsed_before + time.perf_counter() - self._began

    def _wanted_games(self, number: int) -> int | None:
        """Return how many games a generation has; None if time decides."""
        total = self._settings.games
        if total is None:
            return None
        ends = [round(total * share) for share in itertools.accumulate(self._shares)]
        return max(ends[number - 1] - (ends[number - 2] if number > 1 else 0), 1)

    def _deadline(self, number: int) -> float | None:
        """Return by when the games of a generation are to be played, in seconds since the run began."""
        if self._settings.minutes is None:
            return None
        total = 60 * self._settings.minutes
        return total * (sum(self._shares[: number - 1]) + PLAYING_SHARE * self._shares[number - 1])

    def _end(self, number: int) -> float:
        """Return by when a generation is to be over, in seconds since the run began."""
        return 60 * (self._settings.minutes or math.inf) * sum(self._shares[:number])

    def _report(self, number: int, doing: str) -> None:
        left = self._seconds_left(number)
        progress = Progress(number, len(self._shares), doing, self._games, self._elapsed, left)
        self.kept.tell_progress(progress)
        self._watch(progress)

    def _seconds_left(self, number: int) -> float | None:
        wanted, total = self._wanted_games(number), 60 * (self._settings.minutes or 0.0)
        if wanted is None:
            return seconds_left(1.0, total, self._elapsed)
        played = (self._games - (self.generations[-1].games if self.generations else 0)) / wanted
        done = sum(self._shares[: number - 1]) + PLAYING_SHARE * played * self._shares[number - 1]
        return seconds_left(done, self._last_game, self._elapsed)

    def _check_stopped(self) -> None:
        if self._is_stopped.is_set() or self._pool.is_stopped:
            raise _StoppedError


def _shares_of(minutes: float | None, games: int | None) -> list[float]:
    """Return how a run is divided among generations: each has more than the one before it."""
    size = minutes / 4 if minutes is not None else (games or 0) / 5000
    count = 3 if size < 1 else 4 if size < 5 else 5 if size < 15 else 6
    return [number / (count * (count + 1) / 2) for number in range(1, count + 1)]


def _seed_of(seed: int, place: int) -> int:
    """Return a seed for a match: other openings than those of self-play."""
    return int(stream_of(~seed, place)[0])


def _finite(value: float) -> float:
    """Return a number that JSON has."""
    return value if math.isfinite(value) else math.copysign(9999.0, value) if not math.isnan(value) else 0.0
