"""A match or a tournament from Python, in one call."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

from plyground.core.discovery import source_of
from plyground.core.position import Game
from plyground.errors import expect
from plyground.match.judging import Conditions
from plyground.system.frames import dataframe
from plyground.tournament.contest import Contest, Entrant, read_entrant
from plyground.tournament.contest_running import ContestProgress, UnkeptGames, run_contest
from plyground.tournament.counts import Counts
from plyground.tournament.estimates import Estimate, elo_difference, likelihood_of_superiority
from plyground.tournament.game_pools import HerePool, ProcessPool
from plyground.tournament.standings import StandingsTable

if TYPE_CHECKING:
    import pandas

FRAME_COLUMNS = (
    *("first", "second", "games", "wins", "draws", "losses", "score"),
    *("elo", "elo_low", "elo_high", "superiority"),
)
"""The columns of a match as a dataframe."""


@dataclass(frozen=True)
class MatchResult(Counts):
    """What the first of two players made against the second."""

    first: str = ""
    second: str = ""

    @property
    def elo(self) -> Estimate:
        """By how many Elo the first is better, with the bounds of that."""
        return elo_difference(self)

    @property
    def superiority(self) -> float:
        """How likely it is, from 0 to 1, that the first is the better player."""
        return likelihood_of_superiority(self)

    def to_dataframe(self) -> pandas.DataFrame:
        """Return it for pandas, as one row.

        Raises:
            PlygroundError: pandas is not installed.
        """
        row = (
            *(self.first, self.second, self.games, self.wins, self.draws, self.losses, self.score),
            *(self.elo.value, self.elo.low, self.elo.high, self.superiority),
        )
        return dataframe(FRAME_COLUMNS, [row])


def play_match(
    game: Game,
    first: str,
    second: str,
    *,
    games: int = 100,
    seconds: float | None = None,
    seed: int = 0,
    processes: int = 0,
) -> MatchResult:
    """Let two players, named by texts, play pairs of games; return what the first one made.

    >>> import plyground as ply
    >>> result = play_match(ply.game("breakthrough", size=5), "killer", "random", games=10)
    >>> result.wins > result.losses
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
    _expect_players(game, (first, second))
    contest = Contest(
        source_of(game.rules),
        game.option_texts,
        (Entrant("first", first), Entrant("second", second)),
        pairs=-(-games // 2),
        conditions=Conditions(seconds=seconds),
        seed=seed,
    )
    counts = _play(contest, processes).table.crosstable["first", "second"]
    return MatchResult(counts.wins, counts.draws, counts.losses, counts.pairs, first, second)


def play_tournament(
    game: Game,
    players: Sequence[str],
    *,
    format: str = "round-robin",
    games: int = 10,
    rounds: int = 1,
    seconds: float | None = None,
    seed: int = 0,
    processes: int = 0,
) -> StandingsTable:
    """Let several players, named by texts, play a tournament; return how they stand.

    Args:
        game: the game, on a board of some size.
        players: such as ``engine:nodes=1000``, or ``strong=engine:nodes=1000`` to give it a name.
        format: ``round-robin``, ``gauntlet`` (the first against all others), ``swiss`` or ``knockout``.
        games: how many games two players have when they meet, rounded up to pairs.
        rounds: how many rounds a Swiss tournament has.
        seconds: time for every move.
        seed: decides about everything that is left to chance.
        processes: how many games are played at once; 0 plays them here, one after another.
    """
    expect(players, (list, tuple), "players has to be a list of texts such as ['level:3', 'random']")
    _expect_players(game, players)
    contest = Contest(
        source_of(game.rules),
        game.option_texts,
        tuple(map(read_entrant, players)),
        format=format,
        pairs=-(-games // 2),
        rounds=rounds,
        conditions=Conditions(seconds=seconds),
        seed=seed,
    )
    return _play(contest, processes).table


def _expect_players(game: Game, players: Sequence[str]) -> None:
    expect(game, Game, "game has to be a Game such as ply.game('breakthrough')")
    for player in players:
        expect(player, str, "a player has to be a text such as 'engine:seconds=1'")


def _play(contest: Contest, processes: int) -> ContestProgress:
    pool = ProcessPool(processes) if processes else HerePool()
    return run_contest(contest, UnkeptGames(), pool, lambda progress: None)
