"""Follows a contest by its games in the store, wherever they are played."""

from __future__ import annotations

from typing import Literal

import msgspec

from plyground.errors import StoreError
from plyground.store import Selection, Store
from plyground.store.records import Termination
from plyground.tournament.contest import Contest
from plyground.tournament.contest_running import ContestProgress, RunningTest
from plyground.tournament.sprt import Sprt
from plyground.tournament.standings import GameResult
from plyground.ui.web.common.finished_games import side_to_move


class ContestFollower:
    """A contest whose games are counted as they come in; each is read once."""

    def __init__(self, event_id: str, contest: Contest) -> None:
        self.id = event_id
        test = None if contest.sprt is None else RunningTest(Sprt.read(contest.sprt))
        self.progress = ContestProgress(contest, test=test)
        self._kept: dict[int, GameResult] = {}
        self._last_read = 0

    def catch_up(self, store: Store) -> None:
        """Count the games that have come since the last time."""
        for game_id, number, text in store.texts(Selection(event=self.id, after=self._last_read)):
            try:
                result = _BRIEFS.decode(text).result
            except msgspec.MsgspecError as error:
                raise StoreError(f"{store.path}: game {game_id} is damaged: {error}") from error
            self._last_read = game_id
            if number is not None:
                self._kept[number] = result
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


class _BriefMove(msgspec.Struct):
    seconds: float = 0.0


class _Brief(msgspec.Struct):
    """What counts of a game. The rest of its record is skipped, which is many times as fast."""

    game: str
    start: str
    moves: list[_BriefMove]
    termination: Termination
    winner: Literal[0, 1] | None
    opening: int

    @property
    def result(self) -> GameResult:
        """The result, with the time of each side."""
        first = (side_to_move(self.game, self.start) + self.opening) % 2
        turns = [self.moves[self.opening + (side - first) % 2 :: 2] for side in (0, 1)]
        seconds = [sum(move.seconds for move in chosen) for chosen in turns]
        return GameResult(
            self.winner, self.termination, (seconds[0], seconds[1]), (len(turns[0]), len(turns[1]))
        )


_BRIEFS = msgspec.json.Decoder(_Brief)
