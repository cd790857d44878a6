"""How much stronger each level is than the one below it: `python -m benchmarks.levels GAME...`."""

from __future__ import annotations

import argparse
import functools
from dataclasses import dataclass
from pathlib import Path

from benchmarks.kept_rows import KeptRows
from plyground.core.position import Game, game
from plyground.players.levels import LEVELS
from plyground.tournament.counts import Counts
from plyground.tournament.estimates import elo_difference
from plyground.tournament.game_pools import usual_processes
from plyground.tournament.match_api import play_match

GAMES = ("breakthrough", "othello", "konane", "duel")


@dataclass(frozen=True)
class Result:
    """What a level made against the one below it: games by their ends, and pairs by their half points."""

    game: str
    level: int
    wins: int
    draws: int
    losses: int
    pairs: str

    @property
    def counts(self) -> Counts:
        """The result as a match has it."""
        none, half, one, more, two = map(int, self.pairs.split())
        return Counts(self.wins, self.draws, self.losses, (none, half, one, more, two))

    def __str__(self) -> str:
        share = self.counts.score or 0.0
        verdict = "" if 0.6 <= share <= 0.9 else "  not between 60 and 90%"
        games = f"{self.wins} won, {self.draws} drawn, {self.losses} lost"
        difference = f"Elo {elo_difference(self.counts)}"
        return f"{self.game:13} level {self.level:2} {share:6.1%}  {games:32} {difference}{verdict}"


def match(on: Game, level: int, games: int, nodes: int, seed: int, processes: int) -> Result:
    """Play a level against the one below it."""
    counts = play_match(
        on,
        f"engine:nodes={nodes}" if level == len(LEVELS) else f"level:{level}",
        f"level:{level - 1}",
        games=games,
        seed=seed,
        processes=processes,
    )
    return Result(on.name, level, counts.wins, counts.draws, counts.losses, " ".join(map(str, counts.pairs)))


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("games_named", nargs="*", metavar="GAME", default=GAMES)
    parser.add_argument("--games", type=int, default=200)
    parser.add_argument(
        "--nodes",
        type=int,
        default=40_000,
        help="positions of a move of the highest level, which has no limit of its own",
    )
    parser.add_argument("--levels", type=int, nargs="+", default=range(2, len(LEVELS) + 1))
    parser.add_argument("--seed", type=int, default=0, help="decides about openings and errors")
    parser.add_argument("--processes", type=int, default=usual_processes(), help="games at once")
    parser.add_argument("--data", type=Path, help="a CSV file of results; levels in it are not played again")
    given = parser.parse_args()
    kept = KeptRows(given.data, Result)
    for name in given.games_named:
        for level in given.levels:
            numbers = given.games, given.nodes, given.seed, given.processes
            print(kept.get(name, level, functools.partial(match, game(name), level, *numbers)), flush=True)


if __name__ == "__main__":
    main()
