"""What a contest has shown and how it was played, in words."""

from __future__ import annotations

from collections.abc import Sequence

from plyground.match.judging import Adjudication
from plyground.report.formats import percent, plural, points, with_minus
from plyground.report.markup import Markup, element, shortened_inside, together
from plyground.tournament.contest import Contest
from plyground.tournament.contest_running import ContestProgress
from plyground.tournament.counts import Counts
from plyground.tournament.estimates import Estimate
from plyground.tournament.schedule import History, survivors
from plyground.tournament.sprt import SprtVerdict
from plyground.tournament.standings import StandingsTable

LONGEST_NAME = 40

FORMAT_NAMES = {
    "round-robin": "round robin",
    "gauntlet": "gauntlet",
    "swiss": "Swiss system",
    "knockout": "knockout",
}


def short(name: str, longest: int = LONGEST_NAME) -> str:
    """Return a name that fits into a sentence, or another place."""
    return shortened_inside(name, longest)


def named(name: str, longest: int = LONGEST_NAME) -> Markup:
    """Return a name for a page; the direction that it is written in does not change what surrounds it."""
    shown = short(name, longest)
    title = None if shown == name else shortened_inside(name, 4 * LONGEST_NAME)
    return element("bdi", shown, title=title)


def estimate_words(estimate: Estimate) -> str:
    """Write an estimate with its error."""
    return with_minus(str(estimate))


def results_words(counts: Counts) -> str:
    """Write wins, draws and losses."""
    return f"+{counts.wins:,} ={counts.draws:,} −{counts.losses:,}"


def match_result(progress: ContestProgress, counts: Counts) -> Markup:
    """Say in a sentence or two who won a match."""
    first, second = (entrant.name for entrant in progress.contest.entrants)
    if not counts.games:
        return Markup("No game has been played yet.")
    if counts.wins < counts.losses:
        first, second, counts = second, first, counts.swapped
    result = f"{points(counts.points)} – {points(counts.games - counts.points)}"
    so_far = "" if progress.is_over else f"After {plural(counts.games, 'game')} of {progress.total:,}, "
    if counts.wins == counts.losses:
        verb = "share the points" if progress.is_over else "are level"
        said = together(so_far, named(first), " and ", named(second), f" {verb}, {result}.")
    else:
        verb = "beat" if progress.is_over else "leads"
        said = together(so_far, named(first), f" {verb} ", named(second), f" {result}.")
    share = (
        f" That is {percent(counts.points / counts.games)} of the points in {plural(counts.games, 'game')}."
    )
    return together(said, share, verdict_words(progress))


def verdict_words(progress: ContestProgress) -> Markup:
    """Say what the test of a match says, if it has one."""
    test = progress.test
    if test is None:
        return Markup()
    sprt = test.sprt
    unit = "Elo" if sprt.scale == "logistic" else "normalised Elo"
    name = named(progress.contest.entrants[0].name)
    claims = {SprtVerdict.ACCEPT_H0: ("H0", sprt.elo0), SprtVerdict.ACCEPT_H1: ("H1", sprt.elo1)}
    if test.status.verdict not in claims:
        return together(f" The test between {sprt.elo0:g} and {sprt.elo1:g} {unit} is not decided.")
    claim, elo = claims[test.status.verdict]
    other = sprt.elo0 + sprt.elo1 - elo
    return together(
        f" The test stopped after {plural(test.looked_at, 'pair')} and accepts {claim}: ",
        name,
        with_minus(f" is better by {elo:g} {unit} rather than by {other:g}."),
    )


def tournament_result(progress: ContestProgress, table: StandingsTable) -> Markup:
    """Say in a sentence who won a tournament."""
    if not table.games:
        return Markup("No game has been played yet.")
    contest = progress.contest
    if contest.format == "knockout" and progress.is_over:
        winners = {number: result.winner for number, result in progress.counted.items()}
        left = survivors(History(len(contest.entrants), progress.stages, winners))
        return together(named(contest.entrants[left[0]].name), f" won the knockout, in {_so_many(table)}.")
    best = [each for each in table.standings if each.points == table.standings[0].points]
    others = table.standings[len(best) : len(best) + 2]
    so_far = "" if progress.is_over else f"After {plural(table.games, 'game')} of about {progress.total:,}, "
    if len(best) > 1:
        verb = "share the first place" if progress.is_over else "are in front together"
        leaders = (
            _listed([named(each.name) for each in best[:4]]) if len(best) <= 4 else f"{len(best)} players"
        )
    else:
        verb, leaders = "won" if progress.is_over else "leads", named(best[0].name)
    ahead = [together(named(each.name), f" ({points(each.points)})") for each in others]
    return together(
        so_far,
        leaders,
        f" {verb} with {points(best[0].points)} points from {plural(best[0].rating.counts.games, 'game')}",
        together(", ahead of ", _listed(ahead)) if ahead else "",
        ".",
    )


def _so_many(table: StandingsTable) -> str:
    return plural(table.games, "game")


def _listed(parts: Sequence[Markup]) -> Markup:
    """Join parts with commas, and the last one with an and."""
    *first, last = parts
    if not first:
        return last
    joined = together(first[0], *(together(", ", part) for part in first[1:]))
    return together(joined, " and ", last)


def kind_words(contest: Contest) -> str:
    """Name the format of a contest, and how long it is."""
    each = f"{plural(contest.pairs, 'pair')} of games"
    if len(contest.entrants) == 2:
        limit = "up to " if contest.sprt else ""
        return f"match of {limit}{each}"
    name = FORMAT_NAMES[contest.format]
    rounds = f", {plural(contest.rounds, 'round')}" if contest.format == "swiss" else ""
    return f"{name} of {len(contest.entrants)} players{rounds}, {each} in each encounter"


def time_words(contest: Contest) -> str:
    """Say how much time the players had."""
    seconds, clock = contest.conditions.seconds, contest.conditions.clock
    said = []
    if seconds is not None:
        said.append(f"{seconds:g} s a move")
    if clock is not None:
        more = f" and {clock.increment:g} s more for every move" if clock.increment else ""
        said.append(f"{clock.seconds:g} s a game{more}")
    return ", ".join(said) or "as the players choose"


def opening_words(contest: Contest) -> str:
    """Say how the games began."""
    if contest.positions:
        return f"{plural(len(contest.positions), 'given position')}, each with both sides"
    begin = f", after {contest.start}" if contest.start else ""
    if not contest.opening_plies:
        return f"none{begin}"
    plies = plural(contest.opening_plies, "random ply", "random plies")
    kind = ", chosen between win and draw" if contest.biased else ""
    where = f", on {contest.layouts} layouts of the board" if contest.layouts > 1 else ""
    return f"{plies}{begin}{kind}{where}, each with both sides"


def adjudication_words(rules: Adjudication) -> str:
    """Say by which rules games were cut short."""
    said = []
    if rules.resign_score is not None:
        said.append(
            f"lost when {rules.resign_score:g} points behind for {plural(rules.resign_moves, 'move')}"
        )
    if rules.draw_score is not None:
        since = f" after move {rules.draw_from}" if rules.draw_from else ""
        said.append(
            f"drawn when within {rules.draw_score:g} points for {plural(rules.draw_moves, 'move')}{since}"
        )
    if rules.most_moves is not None:
        said.append(f"drawn after {plural(rules.most_moves, 'move')} each")
    if rules.proved:
        said.append("ended when the result is proved")
    return "; ".join(said) or "none"
