"""Contests that are being played: each in a process of its own, which ends when it is let go of."""

from __future__ import annotations

import asyncio
import contextlib
import sys
import time
from pathlib import Path

import msgspec

from plyground.errors import ArenaError
from plyground.store import StoredEvent
from plyground.tournament.spectating import GameInPlay
from plyground.ui.web.common.stored_runs import RunState, run_state
from plyground.ui.web.contests.contest_process import PROBLEM

SECONDS_TO_STOP = 15.0
"""What a process gets to stop by itself: it may be in the middle of compiling."""
MOST_HEARD = 8000
"""So many characters of what a process says are kept, the last ones."""


class ContestRun:
    """A process that plays one contest."""

    def __init__(self, process: asyncio.subprocess.Process, games_before: int) -> None:
        self._process = process
        self._games_before = games_before
        self._began = time.monotonic()
        self._said = ""
        self._games: dict[int, GameInPlay] = {}
        self._listening = asyncio.create_task(self._listen())

    @classmethod
    async def start(cls, event_id: str, store: Path, *, processes: int, games_before: int) -> ContestRun:
        """Begin to play what is left of a contest.

        Raises:
            ArenaError: this machine has no room for another process.
        """
        words = ["-m", "plyground.ui.web.contests.contest_process", event_id]
        words += ["--store", str(store), "--processes", str(processes)]
        try:
            process = await asyncio.create_subprocess_exec(
                sys.executable,
                *words,
                stdin=asyncio.subprocess.PIPE,
                stdout=asyncio.subprocess.PIPE,
                stderr=asyncio.subprocess.PIPE,
                start_new_session=True,  # Ctrl-C is for the server, which stops its contests in order
            )
        except OSError as error:
            raise ArenaError(f"no process can be started for contest {event_id}: {error.strerror}") from error
        return cls(process, games_before)

    @property
    def is_alive(self) -> bool:
        """Whether it still plays."""
        return not self._listening.done()

    @property
    def problem(self) -> str | None:
        """Why it had to give up, None if it had not."""
        if self.is_alive or not self._process.returncode:
            return None
        _, is_told, problem = self._said.rpartition(PROBLEM)
        if is_told:
            return problem.partition("\n")[0]
        return f"the process that played it ended with {self._process.returncode}"

    @property
    def games_in_play(self) -> list[GameInPlay]:
        """The last position of every place where a game is played, none once it is over."""
        return [self._games[place] for place in sorted(self._games)] if self.is_alive else []

    def seconds_left(self, games: int, total: int) -> float | None:
        """Return how long the rest will take at the speed so far, None before the first game."""
        played = games - self._games_before
        return (time.monotonic() - self._began) / played * (total - games) if played > 0 else None

    async def stop(self) -> None:
        """Let the games under way be dropped, and wait for the end."""
        if self._process.stdin is not None:
            self._process.stdin.close()
        try:
            await asyncio.wait_for(asyncio.shield(self._listening), SECONDS_TO_STOP)
        except TimeoutError:
            with contextlib.suppress(ProcessLookupError):
                self._process.kill()
            await self._listening

    async def _listen(self) -> None:
        """Take in what the process says and shows until it has ended."""
        await asyncio.gather(self._hear(), self._watch())
        await self._process.wait()

    async def _hear(self) -> None:
        """Take in what the process says, of which only the end matters."""
        stream = self._process.stderr
        while stream is not None and (part := await stream.read(4096)):
            self._said = (self._said + part.decode(errors="replace"))[-MOST_HEARD:]

    async def _watch(self) -> None:
        """Take in the positions that the process shows; the last one of every place counts."""
        stream = self._process.stdout
        while stream is not None and (line := await stream.readline()):
            game = _POSITIONS.decode(line)
            self._games[game.place] = game


_POSITIONS = msgspec.json.Decoder(GameInPlay)


def state_of(event: StoredEvent, run: ContestRun | None) -> RunState:
    """Tell what a contest is doing, from the store and the process that plays it, if there is one.

    One that is said to be running without a process here was interrupted, or is played in a terminal.
    """
    return run_state(event, is_alive=run is not None and run.is_alive)
