"""Does a feature of the search that guesses help in a game? One match for each, kept in `selectivity.csv`.

    python -m benchmarks.selectivity
    python -m benchmarks.selectivity othello konane --features futility lmp
    python -m benchmarks.selectivity --table

The engine with the feature plays the engine without it; all else is as the game has it, and both have the
default evaluation. A match is over when an SPRT of 0 against 30 Elo is decided, or after 600 games; one that
was interrupted resumes. `--again` forgets the results of what is named first.
"""

from __future__ import annotations

import argparse
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from pathlib import Path

import plyground as ply
from benchmarks.kept_rows import KeptRows
from benchmarks.match import MEGABYTES, play_pair
from plyground.core.position import Game
from plyground.core.rules import Rules
from plyground.engine import Engine
from plyground.evaluation import as_heuristic
from plyground.evaluation.learned import LearnedEvaluation
from plyground.search.features import BY_GAME, Features, preset
from plyground.search.limit import Limit
from plyground.tournament.counts import Counts
from plyground.tournament.estimates import elo_difference
from plyground.tournament.openings import RandomOpenings
from plyground.tournament.sprt import Sprt, SprtVerdict

FILE = Path(__file__).with_name("selectivity.csv")
GAMES = ("breakthrough", "othello", "konane", "duel")
FEATURES = ("lmr", *(name for name in BY_GAME if name != "time_management"))
"""What is decided by matches at equal nodes; `time_management` needs a clock."""

TEST = Sprt(0, 30)
MOST_PAIRS = 300
OPENING_PLIES = 6
SEED = 7
NODES = 10_000
DEEP_NODES = 50_000
DEEP = ("lmr", "probcut")
"""They act some plies from the leaves, so their matches are of deeper searches."""

PASSED, FAILED, OPEN, UNFINISHED = "passed", "failed", "open", "unfinished"


@dataclass(frozen=True)
class Match:
    """How a match of a feature stands: games by result, and pairs by the half points that it made in them.

    `beside` has the other features that the game has on, `evaluation` the name and the digest of the weights.
    Of some early matches only the result is known, and no pairs.
    """

    game: str
    feature: str
    limit: str
    beside: str
    evaluation: str
    wins: int = 0
    draws: int = 0
    losses: int = 0
    pairs: str = "0 0 0 0 0"
    elo: str = ""
    verdict: str = UNFINISHED

    @property
    def counts(self) -> Counts:
        """The result as a test reads it."""
        none, half, one, more, two = map(int, self.pairs.split())
        return Counts(self.wins, self.draws, self.losses, (none, half, one, more, two))

    def with_pair(self, points: Sequence[float]) -> Match:
        """Count one more pair."""
        counts = self.counts + Counts.of([points])
        said = TEST.status(counts).verdict
        verdict = PASSED if said is SprtVerdict.ACCEPT_H1 else FAILED
        if said is SprtVerdict.CONTINUE:
            verdict = OPEN if sum(counts.pairs) >= MOST_PAIRS else UNFINISHED
        return replace(
            self,
            wins=counts.wins,
            draws=counts.draws,
            losses=counts.losses,
            pairs=" ".join(map(str, counts.pairs)),
            elo=str(elo_difference(counts)),
            verdict=verdict,
        )

    def __str__(self) -> str:
        result = f"+{self.wins} ={self.draws} -{self.losses}"
        return f"{self.game} {self.feature}, {self.limit}: {result}, Elo {self.elo}, {self.verdict}"


def kept_matches(file: Path = FILE) -> KeptRows[Match]:
    """Return the matches that were played."""
    return KeptRows(file, Match, ("game", "feature", "limit", "evaluation", "beside"))


def last_matches(matches: Iterable[Match]) -> dict[tuple[str, str], Match]:
    """Return the match that decides, by game and feature: the last one that is finished."""
    return {(each.game, each.feature): each for each in matches if each.verdict != UNFINISHED}


def has_effect(feature: str, rules: Rules[object, object]) -> bool:
    """Tell whether a feature changes anything in a game."""
    if feature == "null_move":
        return rules.pass_turn is not None
    return feature != "recaptures" or rules.is_noisy is not None


def new_match(game: Game, feature: str) -> Match:
    """Return a match of which no game is played yet."""
    usual, evaluation = preset("engine", game.rules), as_heuristic(game, "best")
    beside = [name for name in FEATURES if name != feature and getattr(usual, name)]
    digest = f" {evaluation.weights.digest}" if isinstance(evaluation, LearnedEvaluation) else ""
    nodes = DEEP_NODES if feature in DEEP else NODES
    return Match(game.name, feature, f"{nodes} nodes", " ".join(beside), f"{evaluation.name}{digest}")


def play_on(match: Match, game: Game) -> Iterator[Match]:
    """Play what is left of a match; yield how it stands after each pair."""
    sides, limit = _sides(game, match), Limit(nodes=int(match.limit.split()[0]))
    openings = RandomOpenings(game.start(), OPENING_PLIES, SEED)
    while match.verdict == UNFINISHED:
        opening = openings.opening(sum(match.counts.pairs))
        match = match.with_pair(play_pair(*sides, opening, limit))
        yield match


def _sides(game: Game, match: Match) -> tuple[Engine, Engine]:
    usual = preset("engine", game.rules).without(*FEATURES).having(*match.beside.split())

    def engine(features: Features) -> Engine:
        return Engine(game, "best", features=features, megabytes=MEGABYTES)

    return engine(usual.having(match.feature)), engine(usual)


def table_text(matches: Iterable[Match]) -> str:
    """Return the table of the docs: what is on and off, with the Elo that a feature gains and the games."""
    played = last_matches(matches)
    lines = [f"| feature | {' | '.join(GAMES)} |", f"|---{'|---' * len(GAMES)}|"]
    for feature in ("lmr", *BY_GAME):
        cells = [_cell(feature, name, played.get((name, feature))) for name in GAMES]
        lines.append(f"| `{feature}` | {' | '.join(cells)} |")
    return "\n".join(lines)


def _cell(feature: str, game: str, match: Match | None) -> str:
    if not has_effect(feature, ply.game(game).rules):
        return "off: no effect"
    if match is None:
        return "off: no match"
    switch = "on" if match.verdict == PASSED else "off"
    games = match.wins + match.draws + match.losses
    return f"{switch}, {match.elo}, {match.verdict} after {games}"


def main() -> None:
    """Play the matches that are named, or print the table."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawTextHelpFormatter)
    parser.add_argument("games", nargs="*", metavar="GAME", default=GAMES)
    parser.add_argument("--features", nargs="*", choices=FEATURES, default=FEATURES)
    parser.add_argument("--file", type=Path, default=FILE)
    parser.add_argument("--again", action="store_true", help="forget what was played before")
    parser.add_argument("--table", action="store_true", help="print the table of the docs, and play nothing")
    given = parser.parse_args()
    kept = kept_matches(given.file)
    if given.table:
        print(table_text(kept))
        return
    for feature in given.features:
        for name in given.games:
            game = ply.game(name)
            if not has_effect(feature, game.rules):
                continue
            match = new_match(game, feature)
            if not given.again:
                match = kept.find(*(getattr(match, part) for part in kept.key)) or match
            for each in play_on(match, game):
                kept.put(match := each)
            print(match, flush=True)


if __name__ == "__main__":
    main()
