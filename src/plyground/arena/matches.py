"""A match from Python, in one call."""

from __future__ import annotations

from collections.abc import Iterator

from plyground.arena.contest import Contest, Entrant
from plyground.arena.counts import Counts
from plyground.arena.judging import Conditions
from plyground.arena.pool import HerePool, ProcessPool
from plyground.arena.running import run_contest
from plyground.discovery import source_of
from plyground.position import Game
from plyground.records import GameRecord


class _NotKept:
    """Stands where a store would be: only the results count."""

    def finished(self) -> Iterator[tuple[int, GameRecord]]:
        return iter(())

    def keep(self, number: int, record: GameRecord) -> None:
        pass


def play_match(
    game: Game,
    first: str,
    second: str,
    *,
    games: int = 100,
    seconds: float | None = None,
    seed: int = 0,
    processes: int = 0,
) -> Counts:
    """Let two players, named by texts, play pairs of games; return what the first one made.

    >>> import plyground as ply
    >>> counts = play_match(ply.game("breakthrough", size=5), "killer", "random", games=10)
    >>> counts.wins > counts.losses
    True

    Args:
        game: the game, on a board of some size.
        first: a player, such as ``engine:nodes=1000``.
        second: another one, or the same.
        games: how many games, rounded up to pairs.
        seconds: time for every move.
        seed: decides about everything that is left to chance.
        processes: how many games are played at once; 0 plays them here, one after another.
    """
    options = {option.name: option.show(game.options[option.name]) for option in game.rules.options}
    contest = Contest(
        source_of(game.rules),
        options,
        (Entrant("first", first), Entrant("second", second)),
        pairs=-(-games // 2),
        conditions=Conditions(seconds=seconds),
        seed=seed,
    )
    pool = ProcessPool(processes) if processes else HerePool()
    progress = run_contest(contest, _NotKept(), pool, lambda progress: None)
    return progress.table.crosstable["first", "second"]
