"""A contest as a page shows it: pure functions of how it stands."""

from __future__ import annotations

import math
from dataclasses import dataclass

from plyground.core.discovery import known_games
from plyground.core.position import Game
from plyground.store import StoredEvent
from plyground.store.records.quoting import printable
from plyground.tournament.contest import Contest
from plyground.tournament.contest_running import ContestProgress, RunningTest
from plyground.tournament.counts import Counts
from plyground.tournament.estimates import Estimate, elo_difference, likelihood_of_superiority, nelo
from plyground.tournament.report.contest_wording import (
    adjudication_words,
    estimate_words,
    kind_words,
    opening_words,
    time_words,
)
from plyground.tournament.report.course_sections import complete_pairs, score_course
from plyground.tournament.report.field_sections import against
from plyground.tournament.spectating import GameInPlay
from plyground.tournament.standings import Standing, StandingsTable, encounter_pairs
from plyground.ui.playing.player_names import told_player
from plyground.ui.web.common.game_views import GameInfo
from plyground.ui.web.common.stored_runs import RunState
from plyground.ui.web.contests.contest_messages import (
    ContestEntry,
    ContestFact,
    ContestView,
    CoursePoint,
    Encounter,
    Estimated,
    MatchView,
    Round,
    Tally,
    TestState,
    WatchedGame,
)


@dataclass(frozen=True)
class Situation:
    """What a contest is doing, which its games do not tell."""

    state: RunState
    problem: str | None = None
    can_resume: bool = False
    seconds_left: float | None = None


def shown_name(name: str) -> str:
    """Return what somebody who takes part is called on the pages: ``level:3`` is Level 3 there."""
    return printable(told_player(name))


def describe_contest(event: StoredEvent, progress: ContestProgress, situation: Situation) -> ContestView:
    """Describe a contest as it stands."""
    contest, table = progress.contest, progress.table
    return ContestView(
        id=event.id,
        kind=event.kind,
        label=printable(event.label),
        created=event.created,
        names=[shown_name(entrant.name) for entrant in contest.entrants],
        state=situation.state,
        problem=situation.problem and printable(situation.problem),
        can_resume=situation.can_resume,
        game_name=printable(contest.game),
        game=_game_info(contest),
        format=contest.format,
        told_format=kind_words(contest),
        facts=_facts(contest),
        games=table.games,
        total=progress.total,
        seconds_left=situation.seconds_left,
        table=_entries(contest, table),
        crosstable=_crosstable(table),
        rounds=_rounds(progress),
        match=_match(progress, table),
        test=None if progress.test is None else _test(contest, progress.test),
        terminations={str(each): count for each, count in table.terminations.most_common()},
    )


def describe_game(game: GameInPlay) -> WatchedGame:
    """Describe a game that is being played."""
    first, second = map(shown_name, game.names)
    return WatchedGame(
        place=game.place,
        number=game.number + 1,
        names=(first, second),
        position=game.position,
        plies=game.plies,
        clocks=game.clocks,
    )


def _game_info(contest: Contest) -> GameInfo | None:
    """Describe the game, if that runs nobody's file."""
    rules = known_games().get(contest.game)
    return None if rules is None else GameInfo.of(Game.of(rules, contest.options))


def _facts(contest: Contest) -> list[ContestFact]:
    options = [ContestFact(printable(name), printable(value)) for name, value in contest.options.items()]
    return [
        *options,
        ContestFact("format", kind_words(contest)),
        ContestFact("time", time_words(contest)),
        ContestFact("openings", printable(opening_words(contest))),
        ContestFact("games cut short", adjudication_words(contest.conditions.adjudication)),
        ContestFact("seed", str(contest.seed)),
    ]


def _entries(contest: Contest, table: StandingsTable) -> list[ContestEntry]:
    players = {entrant.name: entrant.player for entrant in contest.entrants}
    return [_entry(standing, players[standing.name]) for standing in table.standings]


def _entry(standing: Standing, player: str) -> ContestEntry:
    first, second = (Tally(side.wins, side.draws, side.losses) for side in standing.sides)
    return ContestEntry(
        name=shown_name(standing.name),
        player=printable(player),
        points=standing.points,
        games=standing.rating.counts.games,
        results=_tally(standing.rating.counts),
        sides=(first, second),
        elo=_estimated(standing.rating.elo),
        seconds_per_move=standing.seconds_per_move,
    )


def _crosstable(table: StandingsTable) -> list[list[Tally | None]]:
    names = [standing.name for standing in table.standings]
    found = [[against(table, name, other) for other in names] for name in names]
    return [[_tally(counts) if counts.games else None for counts in row] for row in found]


def _rounds(progress: ContestProgress) -> list[Round]:
    """Return who met whom in every round, if there is more than one."""
    names = [shown_name(entrant.name) for entrant in progress.contest.entrants]
    if len(progress.stages) < 2 and progress.contest.format in ("round-robin", "gauntlet"):
        return []
    rounds = []
    for stage in progress.stages:
        encounters = []
        for (first, second), pairs in encounter_pairs(stage, progress.counted).items():
            counts = Counts.of(pairs)
            points = counts.points, counts.games - counts.points
            encounters.append(Encounter((names[first], names[second]), points))
        rounds.append(Round(stage.label, encounters))
    return rounds


def _match(progress: ContestProgress, table: StandingsTable) -> MatchView | None:
    if len(progress.contest.entrants) != 2:
        return None
    first, second = (entrant.name for entrant in progress.contest.entrants)
    counts = against(table, first, second)
    if not counts.games:
        return None
    return MatchView(
        names=(shown_name(first), shown_name(second)),
        score=counts.points / counts.games,
        elo=_estimated(elo_difference(counts)),
        normalised_elo=_estimated(nelo(counts)),
        superiority=likelihood_of_superiority(counts),
        pairs=counts.pairs,
        course=[
            CoursePoint(point.x, point.y, point.low or 0.0, 1.0 if point.high is None else point.high)
            for point in score_course(complete_pairs(progress))
        ],
    )


def _test(contest: Contest, test: RunningTest) -> TestState:
    status = test.status
    return TestState(
        test=printable(contest.sprt or ""),
        ratio=status.llr,
        lower=status.lower,
        upper=status.upper,
        verdict=str(status.verdict),
        pairs=test.looked_at,
    )


def _tally(counts: Counts) -> Tally:
    return Tally(counts.wins, counts.draws, counts.losses)


def _estimated(estimate: Estimate) -> Estimated:
    value, low, high = (
        number if math.isfinite(number) else None for number in (estimate.value, estimate.low, estimate.high)
    )
    return Estimated(value, low, high, estimate_words(estimate))
