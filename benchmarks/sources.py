"""The highest level against the players of the sources: `python -m benchmarks.sources GAME...`."""

from __future__ import annotations

import argparse

from plyground.core.position import game
from plyground.games.breakthrough import ONE_PLY_PLAYERS
from plyground.tournament.game_pools import usual_processes
from plyground.tournament.match_api import play_match

ORDERS = ("moves", "advantage", "euclidean", "manhattan", "spacing")
PLAYERS = {
    "breakthrough": (
        *("first", "random", *ONE_PLY_PLAYERS),
        "alphabeta:depth=5,evaluate=comprehensive,order=comprehensive",
    ),
    "othello": ("first", "random", "alphabeta:depth=6,evaluate=squares"),
    "konane": ("first", "random", "minimax:depth=3,evaluate=mobility", "alphabeta:depth=5,evaluate=mobility"),
    "duel": (
        *("first", "random", "minimax:depth=3,evaluate=pieces"),
        *(f"alphabeta:depth=4,evaluate=pieces,order={order}" for order in ORDERS),
    ),
}
TARGET = 0.95


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("names", nargs="*", metavar="GAME", default=PLAYERS)
    parser.add_argument("--games", type=int, default=20)
    parser.add_argument("--seconds", type=float, default=0.1, help="a move at most, for both")
    given = parser.parse_args()
    for name in given.names:
        for player in PLAYERS[name]:
            counts = play_match(
                game(name),
                "level:10",
                player,
                games=given.games,
                seconds=given.seconds,
                processes=usual_processes(),
            )
            verdict = "" if counts.points >= TARGET * counts.games else "  not 19 of 20"
            result = f"+{counts.wins} ={counts.draws} -{counts.losses}"
            print(f"{name:13} {result:12} {player}{verdict}", flush=True)


if __name__ == "__main__":
    main()
