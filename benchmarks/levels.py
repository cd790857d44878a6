"""How much stronger each level is than the one below it: `python -m benchmarks.levels GAME...`."""

from __future__ import annotations

import argparse
from collections.abc import Iterator

from plyground.arena.contest import Contest, Entrant
from plyground.arena.counts import Counts
from plyground.arena.estimates import elo_difference
from plyground.arena.pool import ProcessPool, usual_processes
from plyground.arena.referee import Conditions
from plyground.arena.running import run_contest
from plyground.players.levels import LEVELS
from plyground.records import GameRecord

GAMES = ("breakthrough", "othello", "konane", "duel")


class Forgetful:
    """Keeps no games: these are played for their results alone."""

    def finished(self) -> Iterator[tuple[int, GameRecord]]:
        return iter(())

    def keep(self, number: int, record: GameRecord) -> None:
        pass


def match(game: str, first: str, second: str, games: int, seconds: float, seed: int = 1) -> Counts:
    """Play a match and return what the first player made."""
    contest = Contest(
        game,
        {},
        (Entrant("first", first), Entrant("second", second)),
        pairs=-(-games // 2),
        conditions=Conditions(seconds=seconds),
        seed=seed,
    )
    progress = run_contest(contest, Forgetful(), ProcessPool(usual_processes()), lambda progress: None)
    return progress.table.crosstable["first", "second"]


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("games_named", nargs="*", metavar="GAME", default=GAMES)
    parser.add_argument("--games", type=int, default=200)
    parser.add_argument("--seconds", type=float, default=0.1, help="a move at most; the highest level uses it")
    parser.add_argument("--levels", type=int, nargs="+", default=range(2, len(LEVELS) + 1))
    given = parser.parse_args()
    for game in given.games_named:
        for level in given.levels:
            counts = match(game, f"level:{level}", f"level:{level - 1}", given.games, given.seconds)
            share = counts.score or 0.0
            verdict = "" if 0.6 <= share <= 0.9 else "  not between 60 and 90%"
            print(f"{game:13} level {level:2} {share:6.1%}  Elo {elo_difference(counts)}{verdict}", flush=True)


if __name__ == "__main__":
    main()
