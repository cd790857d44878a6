"""Running a contest: every game that is over is kept before it counts, and none is played twice."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field
from typing import Protocol

from plyground.errors import ArenaError
from plyground.store import EventKind, Store
from plyground.store.records import GameRecord
from plyground.store.runs import StoredRun
from plyground.tournament.contest import Contest
from plyground.tournament.counts import Counts
from plyground.tournament.game_pools import GamePool
from plyground.tournament.schedule import Stage
from plyground.tournament.sprt import Sprt, SprtStatus, SprtVerdict
from plyground.tournament.standings import GameResult, Pair, StandingsTable, encounter_pairs, make_table


class RecordKeeper(Protocol):
    """Where the games of a contest are kept."""

    def finished(self) -> Iterator[tuple[int, GameRecord]]:
        """Go through the games that are kept already, with their numbers."""
        ...

    def keep(self, number: int, record: GameRecord) -> None:
        """Keep a game for good; when this returns, no power failure can take it away."""
        ...


class UnkeptGames:
    """Stands where a store would be: only the results count."""

    def finished(self) -> Iterator[tuple[int, GameRecord]]:
        """Return nothing."""
        return iter(())

    def keep(self, number: int, record: GameRecord) -> None:
        """Forget a game."""


@dataclass
class RunningTest:
    """A test that is carried on pair by pair.

    Pairs are looked at in the order of their numbers, whichever was finished first: so it does
    not matter how many processes played, and whether they were interrupted.
    """

    sprt: Sprt
    counts: Counts = field(default_factory=Counts)
    looked_at: int = 0
    decided_after: int | None = None

    @property
    def status(self) -> SprtStatus:
        """Where the test stands."""
        return self.sprt.status(self.counts)

    def look(self, pairs: Sequence[Pair]) -> None:
        """Take in the pairs that are complete, up to the first that is not, until it is decided."""
        while self.decided_after is None and self.looked_at < len(pairs):
            pair = pairs[self.looked_at]
            if None in pair:
                return
            self.looked_at += 1
            self.counts += Counts.of([pair])
            if self.status.verdict is not SprtVerdict.CONTINUE:
                self.decided_after = self.looked_at


@dataclass
class ContestProgress:
    """How far a contest has come."""

    contest: Contest
    stages: tuple[Stage, ...] = ()
    results: dict[int, GameResult] = field(default_factory=dict)
    test: RunningTest | None = None
    is_over: bool = False
    kept_before: int = 0
    began: float = field(default_factory=time.monotonic)

    @property
    def counted(self) -> dict[int, GameResult]:
        """The results that count: after the decision of a test, later games do not."""
        decided = None if self.test is None else self.test.decided_after
        if decided is None:
            return self.results
        return {number: result for number, result in self.results.items() if number < 2 * decided}

    @property
    def table(self) -> StandingsTable:
        """The standings so far."""
        return make_table([entrant.name for entrant in self.contest.entrants], self.stages, self.counted)

    @property
    def total(self) -> int:
        """How many games there will be, as far as is known: a test may stop earlier."""
        planned = sum(len(stage.games) for stage in self.stages)
        return planned if self.is_over else max(planned, self.contest.expected_games)

    @property
    def seconds_left(self) -> float | None:
        """How long the rest will take at the speed so far; None before the first game."""
        played = len(self.results) - self.kept_before
        if not played:
            return None
        return (time.monotonic() - self.began) / played * (self.total - len(self.results))

    @property
    def is_decided(self) -> bool:
        """Whether a test has ended the contest."""
        return self.test is not None and self.test.decided_after is not None

    def look_at_test(self) -> None:
        """Bring the test up to date with the results."""
        if self.test is not None and self.stages:
            self.test.look(encounter_pairs(self.stages[0], self.results)[0, 1])


def run_contest(
    contest: Contest, keeper: RecordKeeper, pool: GamePool, on_progress: Callable[[ContestProgress], None]
) -> ContestProgress:
    """Play what is left of a contest, to its end."""
    test = None if contest.sprt is None else RunningTest(Sprt.read(contest.sprt))
    progress = ContestProgress(contest, test=test)
    kept = dict(keeper.finished())
    progress.kept_before = len(kept)
    while not progress.is_over:
        winners = {number: result.winner for number, result in progress.results.items()}
        stage = contest.next_stage(progress.stages, winners)
        if stage is None:
            progress.is_over = True
            break
        progress.stages += (stage,)
        for number in stage.games:
            if number in kept:
                progress.results[number] = _result(contest, stage, number, kept[number])
        progress.look_at_test()
        on_progress(progress)
        _play_stage(progress, stage, keeper, pool, on_progress)
        progress.is_over = progress.is_decided
    on_progress(progress)
    return progress


def _play_stage(
    progress: ContestProgress,
    stage: Stage,
    keeper: RecordKeeper,
    pool: GamePool,
    on_progress: Callable[[ContestProgress], None],
) -> None:
    if progress.is_decided:
        return
    winners = {number: result.winner for number, result in progress.results.items()}
    for task, record in pool.play(progress.contest.tasks(stage, winners)):
        keeper.keep(task.number, record)
        progress.results[task.number] = _result(progress.contest, stage, task.number, record)
        progress.look_at_test()
        on_progress(progress)
        if progress.is_decided:
            return


def _result(contest: Contest, stage: Stage, number: int, record: GameRecord) -> GameResult:
    opening = contest.openings.opening(stage.place(number).opening)
    return GameResult.of(record, opening.player)


class KeptContest(StoredRun[Contest]):
    """A contest and its games in a store."""

    kinds = (EventKind.MATCH, EventKind.TOURNAMENT)
    noun = "match or tournament"
    end = StoredRun.finish
    settings_of = Contest.of_settings

    @classmethod
    def begin(cls, store: Store, contest: Contest, kind: EventKind, label: str) -> KeptContest:
        """Put a new contest into a store."""
        return cls.add(store, contest, label, kind)

    @property
    def contest(self) -> Contest:
        """What decides how it is played."""
        return self.settings

    def keep(self, number: int, record: GameRecord) -> None:
        """Keep a game for good.

        Raises:
            StoreError: it cannot be written.
            ArenaError: somebody else has played this game meanwhile.
        """
        if not self._store.add_game(record, self.id, number):
            raise ArenaError(f"game {number + 1} is there already: is {self.id} being played elsewhere?")
