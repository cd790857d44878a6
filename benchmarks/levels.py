"""How much stronger each level is than the one below it: `python -m benchmarks.levels GAME...`."""

from __future__ import annotations

import argparse

from plyground.core.position import game
from plyground.players.levels import LEVELS
from plyground.tournament.estimates import elo_difference
from plyground.tournament.game_pools import usual_processes
from plyground.tournament.match_api import play_match

GAMES = ("breakthrough", "othello", "konane", "duel")


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("games_named", nargs="*", metavar="GAME", default=GAMES)
    parser.add_argument("--games", type=int, default=200)
    parser.add_argument(
        "--seconds", type=float, default=0.1, help="a move at most; the highest level uses it"
    )
    parser.add_argument("--levels", type=int, nargs="+", default=range(2, len(LEVELS) + 1))
    given = parser.parse_args()
    for name in given.games_named:
        for level in given.levels:
            counts = play_match(
                game(name),
                f"level:{level}",
                f"level:{level - 1}",
                games=given.games,
                seconds=given.seconds,
                processes=usual_processes(),
            )
            share = counts.score or 0.0
            verdict = "" if 0.6 <= share <= 0.9 else "  not between 60 and 90%"
            print(
                f"{name:13} level {level:2} {share:6.1%}  Elo {elo_difference(counts)}{verdict}", flush=True
            )


if __name__ == "__main__":
    main()
