"""The players of a game who are no people: asked for moves, and for hints, in worker processes."""

from __future__ import annotations

import asyncio
import contextlib
from collections.abc import Callable

from plyground.core.position import Position
from plyground.errors import PlayerError, PlygroundError
from plyground.jit import is_shared
from plyground.players import Choice
from plyground.search.limit import Limit
from plyground.search.report import Report
from plyground.ui.playing.move_text import HINT, told_hint
from plyground.ui.playing.played_game import PlayedGame
from plyground.ui.web.errors import RefusedError
from plyground.ui.web.play.audience import Audience, Listener
from plyground.ui.web.play.play_messages import HintMessage
from plyground.ui.web.play.readiness import HearPart, Readiness, patiently
from plyground.ui.web.transport.executors import in_background
from plyground.ui.web.transport.sockets import Refused
from plyground.ui.web.workers import (
    PLAIN,
    Analyse,
    Began,
    ChooseMove,
    Chosen,
    Compiling,
    JobError,
    News,
    Pool,
    Prepare,
    Running,
    Thought,
    Urgency,
    WorkerLostError,
)

MOST_ATTEMPTS = 2
"""How often a player is asked whose process dies: once that may have been anybody's fault."""


def thinks_plainly(player: str) -> bool:
    """Tell whether a player may think uncompiled until its engine is ready.

    A level is as strong as suits people. Other players have been given limits, which they keep.
    """
    return player.partition(":")[0] == "level"


class Opponents:
    """The players of one game. `hear` is told what they do while they think.

    Nobody waits for a compiler: until their engines are ready, levels and hints think uncompiled.
    """

    def __init__(
        self, key: str, pool: Pool, readiness: Readiness, most_seconds: float, hear: Callable[[News], None]
    ) -> None:
        self._keys = (f"{key}/0", f"{key}/1")
        self._hint_key = f"{key}/hint"
        self._pool = pool
        self._readiness = readiness
        self._ready: set[str] = set()  # the keys of those whose engines are compiled
        self._most_seconds = most_seconds
        self._hear = hear
        self._asked: Running | None = None
        self._is_stopped = False

    async def prepare(self, game: PlayedGame, hear_part: HearPart) -> None:
        """Let them get ready while the game goes on. What goes wrong does so again when they are asked."""
        history = game.position.history
        jobs: list[Prepare | Analyse] = [
            Prepare(self._keys[side], history, player, game.seed(side))
            for side, player in enumerate(game.agreement.players)
            if not game.agreement.people[side]
        ]
        if any(game.agreement.people):
            jobs.append(Analyse(self._hint_key, history, Limit(depth=1)))

        def hear_of(done: int) -> HearPart:
            return lambda part: hear_part((done + part) / len(jobs))

        for number, job in enumerate(jobs):
            await self._get_ready(job, hear_of(number))

    async def _get_ready(self, job: Prepare | Analyse, hear_part: HearPart) -> None:
        """Have an engine compiled elsewhere, if this helps, then loaded where it will think."""

        def hear(news: News) -> None:
            if isinstance(news, Compiling):
                hear_part(news.part)

        with contextlib.suppress(JobError):
            if is_shared() and (isinstance(job, Analyse) or thinks_plainly(job.player)):
                await self._readiness.compile(job, Urgency.COMPILING, hear_part)
                self._ready.add(job.session)
                if isinstance(job, Analyse):  # few people ask for hints, and loading it takes no time
                    return
            await patiently(lambda: self._pool.submit(job, hear, Urgency.PREPARATION))
            self._ready.add(job.session)

    def begin_turn(self) -> None:
        """Let the one who is about to choose think as long as it may; `stop` is for this turn alone."""
        self._is_stopped = False

    async def choose(self, game: PlayedGame) -> tuple[Choice | PlayerError, float]:
        """Ask the side to move; return what the game is to take, and after how many seconds it came."""
        try:
            chosen = await self._chosen(game)
        except JobError as error:
            return PlayerError(str(error)), 0.0
        # The players here keep to the time of a move; if they are late, the machine is busy.
        allowed = game.agreement.seconds
        seconds = chosen.seconds if allowed is None else min(chosen.seconds, allowed)
        return chosen.choice, seconds

    def stop(self) -> None:
        """Let the one that thinks, or is about to, play its best move so far."""
        self._is_stopped = True
        if self._asked is not None:
            self._asked.stop()

    async def hint(self, position: Position) -> tuple[Report, bool]:
        """Return what the engine finds in a moment, and whether it searched uncompiled.

        Raises:
            BusyError, JobError: it cannot be asked.
        """
        thoughts: list[Thought] = []

        def hear(news: News) -> None:
            if isinstance(news, Thought):
                thoughts.append(news)

        is_plain = self._hint_key not in self._ready
        key = self._hint_key + PLAIN if is_plain else self._hint_key
        # What it remembers of other positions would change what it finds in this one.
        job = Analyse(key, position.history, HINT, is_fresh=True, is_plain=is_plain)
        await self._pool.submit(job, hear, Urgency.HINT)
        return thoughts[-1].report(position), is_plain

    def close(self) -> None:
        """Let them go."""
        for key in (*self._keys, self._hint_key):
            self._pool.forget(key)

    async def _chosen(self, game: PlayedGame) -> Chosen:
        side = game.mover
        key, player = self._keys[side], game.agreement.players[side]
        is_plain = key not in self._ready and thinks_plainly(player)
        job = ChooseMove(
            key + PLAIN if is_plain else key,
            game.position.history,
            player,
            game.seed(side),
            game.limit(),
            is_plain=is_plain,
        )
        urgency = Urgency.PERSON if any(game.agreement.people) else Urgency.WATCHED
        attempts = 0
        while True:
            try:
                return await patiently(lambda: self._answer(job, urgency))
            except WorkerLostError:
                attempts += 1
                if attempts == MOST_ATTEMPTS:
                    raise

    async def _answer(self, job: ChooseMove, urgency: Urgency) -> Chosen:
        loop = asyncio.get_running_loop()
        too_long: asyncio.TimerHandle | None = None

        def hear(news: News) -> None:
            nonlocal too_long
            if isinstance(news, Began):
                too_long = loop.call_later(self._most_seconds, running.stop)
            self._hear(news)

        running = self._asked = self._pool.submit(job, hear, urgency)
        if self._is_stopped:
            running.stop()
        try:
            answer = await running
        finally:
            self._asked = None
            if too_long is not None:
                too_long.cancel()
        assert isinstance(answer, Chosen)  # noqa: S101  # as for every job that asks for a move
        return answer


class Hinting:
    """Looks for one hint at a time, and tells it to all who look on."""

    def __init__(self, opponents: Opponents, audience: Audience) -> None:
        self._opponents = opponents
        self._audience = audience
        self._looking: asyncio.Task[None] | None = None

    def begin(self, position: Position, listener: Listener) -> None:
        """Look for a hint; if there is none, only who asked for it is told so.

        Raises:
            RefusedError: one is being looked for already.
        """
        if self._looking is not None:
            raise RefusedError("a hint is on its way already")
        self._looking = in_background(self._look(position, listener))

    def cancel(self) -> None:
        """Look no longer: the position it was for is gone."""
        if self._looking is not None:
            self._looking.cancel()
            self._looking = None

    async def _look(self, position: Position, listener: Listener) -> None:
        try:
            report, is_plain = await self._opponents.hint(position)
        except PlygroundError as error:
            listener.send(Refused(str(error)))
        else:
            move = report.move
            assert move is not None  # noqa: S101  # the game is not over
            self._audience.tell(HintMessage(move.text, move.origin, move.target, told_hint(report), is_plain))
        self._looking = None
