"""How a contest stands, from its games in the store alone: whoever plays it, it can be followed."""

from __future__ import annotations

from plyground.arena.contest import Contest
from plyground.arena.running import Progress, RunningTest
from plyground.arena.sprt import Sprt
from plyground.arena.standings import GameResult
from plyground.discovery import known_games
from plyground.records import GameRecord
from plyground.store import Selection, Store


class Followed:
    """A contest whose games are counted as they come in; each is read once."""

    def __init__(self, event_id: str, contest: Contest) -> None:
        self.id = event_id
        test = None if contest.sprt is None else RunningTest(Sprt.read(contest.sprt))
        self.progress = Progress(contest, test=test)
        self._kept: dict[int, GameResult] = {}
        self._last_read = 0

    def catch_up(self, store: Store) -> None:
        """Count the games that have come since the last time."""
        for stored in store.games(Selection(event=self.id, after=self._last_read)):
            self._last_read = stored.id
            if stored.number is not None:
                self._kept[stored.number] = GameResult.of(stored.record, _first_to_choose(stored.record))
        self._go_through_stages()

    def _go_through_stages(self) -> None:
        """Do what a contest does while it is played, up to the first stage with a missing game."""
        progress = self.progress
        while not progress.is_over:
            if progress.stages:
                games = progress.stages[-1].games
                progress.results |= {number: self._kept[number] for number in games if number in self._kept}
                progress.look_at_test()
                progress.is_over = progress.is_decided
                if progress.is_over or any(number not in progress.results for number in games):
                    return
            winners = {number: result.winner for number, result in progress.results.items()}
            stage = progress.contest.next_stage(progress.stages, winners)
            if stage is None:
                progress.is_over = True
            else:
                progress.stages += (stage,)


def _first_to_choose(record: GameRecord) -> int:
    """Return the side that chose the first move: sides take turns, and a pass is a turn."""
    rules = known_games().get(record.game)
    to_move = record.start.split(" ")[1]
    first = rules.players.index(to_move) if rules and to_move in rules.players else 0
    return (first + record.opening) % 2
