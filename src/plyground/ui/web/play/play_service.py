"""All games that are being played, and those of the store when they are asked for."""

from __future__ import annotations

import asyncio
import contextlib
import secrets
from collections.abc import Iterable, Sequence
from dataclasses import replace
from typing import Self

from starlette.websockets import WebSocket

from plyground.core.discovery import find_known_rules
from plyground.core.history import GameHistory
from plyground.core.position import Game
from plyground.errors import PlygroundError
from plyground.jit import is_shared, plain_python
from plyground.store import EventState, Store
from plyground.tournament.game_pools import usual_processes
from plyground.ui.playing.kept_game import GameKeeper
from plyground.ui.playing.played_game import PlayedGame
from plyground.ui.playing.player_names import own_name
from plyground.ui.web.common.game_views import GameInfo
from plyground.ui.web.errors import BusyError
from plyground.ui.web.limits import Limits
from plyground.ui.web.play.audience import Listener
from plyground.ui.web.play.game_session import GameSession
from plyground.ui.web.play.game_setup import branched, find_kept, list_unfinished, make_game
from plyground.ui.web.play.play_messages import (
    ORDERS,
    BegunGame,
    Fork,
    GameMessage,
    NewGame,
    UnfinishedGames,
)
from plyground.ui.web.play.readiness import Readiness
from plyground.ui.web.transport.executors import Executors, in_background, in_thread
from plyground.ui.web.transport.http import get, post, socket
from plyground.ui.web.transport.seat_keys import SeatKeys
from plyground.ui.web.transport.security import side_of
from plyground.ui.web.transport.sockets import Refused, Socket
from plyground.ui.web.workers import JobError, Lane, Pool, Prepare, Urgency

QUICK_SECONDS = 1.0
"""What the opponents of people usually take for a move."""

NICENESS_FOR_PEOPLE = 5
NICENESS_OF_THE_COMPILER = 19

IDLE_WHEN_OVER = 5.0
"""Seconds after which a game that is over is put away."""


def make_pool(limits: Limits) -> Pool:
    """Make the pool of the players.

    Two processes are kept for people: games between engines never make a person wait, and
    neither does somebody else's opponent that thinks for a minute. One more compiles, and does nothing else.
    """
    processes = max(min(usual_processes(), limits.thinkers), 2)
    people = Lane(1, Urgency.HINT, niceness=NICENESS_FOR_PEOPLE)
    people_in_a_hurry = replace(people, most_seconds=QUICK_SECONDS)
    compiling = Lane(1, most_urgent=Urgency.COMPILING, niceness=NICENESS_OF_THE_COMPILER)
    lanes = [people, people_in_a_hurry, compiling]
    return Pool(processes, limits.thinkers_waiting, lanes, least_urgent=Urgency.REVIEW)


USUAL_OPPONENT = "level:4"
"""Its engine is compiled before anybody chooses a level: that of most levels."""


class PlayService:
    """All games of this server. Those that nobody looks on at rest in the store after a while.

    Players think in the processes of a pool, which ends after this service.
    """

    def __init__(
        self, store: Store, limits: Limits, pool: Pool, executors: Executors, token: str | None = None
    ) -> None:
        self._store = store
        self.executors = executors
        self._limits = limits
        self._pool = pool
        self._seat_keys = SeatKeys(token)
        self._readiness = Readiness(pool)
        self._warming: asyncio.Task[None] | None = None
        self._plain = contextlib.ExitStack()
        self._sessions: dict[str, GameSession] = {}
        self._opening: dict[str, asyncio.Task[GameSession]] = {}
        self._idle: dict[str, asyncio.TimerHandle] = {}

    async def __aenter__(self) -> Self:
        # A step of a game takes less than a millisecond uncompiled, and everybody waits for this thread.
        self._plain.enter_context(plain_python(in_this_thread=True))
        return self

    async def __aexit__(self, *error: object) -> None:
        """Put all games away."""
        if self._warming is not None:
            self._warming.cancel()
        for timer in self._idle.values():
            timer.cancel()
        await asyncio.gather(*map(self._put_away, list(self._sessions.values())))
        self._plain.close()

    def warm_up(self, games: Sequence[GameInfo]) -> None:
        """Compile the rules and what the usual opponents need, in the background and once."""
        if self._warming is None:
            self._pool.start_ahead()
            self._warming = in_background(self._warm_up(games))

    async def _warm_up(self, games: Sequence[GameInfo]) -> None:
        """Have the engine of the usual opponent compiled, one game after another, then load all rules."""
        for game in games:
            start = GameHistory(game.name, game.options, game.start)
            with contextlib.suppress(JobError):
                await self._readiness.compile(Prepare("", start, USUAL_OPPONENT, seed=0), Urgency.WARMING)
        if is_shared():
            await asyncio.to_thread(_load_rules, [game.name for game in games])
            self.executors.small.is_plain = False

    @get("/api/play")
    @in_thread("small")
    def list_games(self) -> UnfinishedGames:
        """List the games to go on with, the newest first."""
        return list_unfinished(self._store, self._limits)

    @post("/api/play")
    async def begin_game(self, body: NewGame) -> BegunGame:
        """Begin a game."""
        executor = self.executors.by_size(len(body.moves or ()))
        return await self._seat(await executor.run(make_game, body, self._limits))

    @get("/api/play/{id}")
    async def show_game(self, id: str) -> GameMessage:
        """Tell everything about a game."""
        return await (await self.session(id)).shown()

    @post("/api/play/{id}/fork")
    async def fork_game(self, id: str, body: Fork) -> BegunGame:
        """Begin a game from an earlier position of another one, with the same players."""
        session = await self.session(id)
        game = session.game
        agreement = game.agreement.swapped() if body.is_swapped else game.agreement
        branch = await self.executors.small.run(branched, game, body.ply, agreement, self._limits)
        begun = await self._seat(branch)
        if body.is_swapped:
            session.invite_to_rematch(begun.id)
        return begun

    @socket("/api/play/{id}/live")
    async def play_live(self, websocket: WebSocket) -> None:
        """Let a page look on at a game and play it."""
        page = Socket(websocket, ORDERS, self._limits)
        try:
            session = await self.join(websocket.path_params["id"], page, side_of(websocket.scope))
        except PlygroundError as error:
            page.send(Refused(str(error)))
            async for _ in page.messages():
                page.send(Refused(str(error)))
            return
        try:
            async for order in page.messages():
                await session.obey(order, page)
        finally:
            await self.leave(session, page)

    async def session(self, event_id: str) -> GameSession:
        """Return a game, from the store if it is not being played now.

        Raises:
            PlygroundError: there is none, or it cannot be resumed here.
        """
        session = self._sessions.get(event_id)
        if session is not None and not session.is_stale:
            return session
        if session is not None:
            await self._put_away(session)
        if event_id not in self._opening:
            opening = self._opening[event_id] = asyncio.create_task(self._open(event_id))
            opening.add_done_callback(lambda _: self._opening.pop(event_id))
        # Somebody else may wait for it too.
        return await asyncio.shield(self._opening[event_id])

    async def join(self, event_id: str, listener: Listener, side: int | None = None) -> GameSession:
        """Let somebody look on at a game; `leave` ends that.

        Raises:
            PlygroundError: there is none, or it cannot be resumed here.
        """
        while True:
            session = await self.session(event_id)
            await session.join(listener, side)
            if self._sessions.get(event_id) is session:
                self._forget_timer(event_id)
                return session
            await session.leave(listener)  # it was put away in this very moment

    async def leave(self, session: GameSession, listener: Listener) -> None:
        """Let somebody go who looked on at a game."""
        await session.leave(listener)
        if not session.audience:
            self._expect_idleness(session)

    async def _seat(self, game: PlayedGame) -> BegunGame:
        """Let a new game be played."""
        await self._make_room()
        event_id = secrets.token_hex(4)
        keeper = GameKeeper(self._store, game.agreement, event=event_id)
        await self.executors.small.run(keeper.keep if game.plies else keeper.begin, game.record())
        await self._add(event_id, game, keeper)
        return BegunGame(event_id)

    async def _open(self, event_id: str) -> GameSession:
        """Find a game in the store."""
        kept, game = await self.executors.small.run(find_kept, self._store, event_id, self._limits)
        await self._make_room()
        keeper = GameKeeper(self._store, game.agreement, kept)
        if game.verdict is None:
            await self.executors.small.run(keeper.note, EventState.RUNNING)
        return await self._add(event_id, game, keeper)

    async def _add(self, event_id: str, game: PlayedGame, keeper: GameKeeper) -> GameSession:
        # In a thread, since every position of the game is described once.
        executor = self.executors.by_size(game.given + game.plies)
        you = await self.executors.small.run(own_name, self._store)
        session = await executor.run(
            GameSession,
            event_id,
            game,
            keeper,
            self._pool,
            self._readiness,
            self._limits,
            self._seat_keys,
            you,
        )
        self._sessions[event_id] = session
        self._pool.start_ahead()
        self._expect_idleness(session)
        return session

    async def _make_room(self) -> None:
        """Put a game away that nobody looks on at, if there are as many as there may be.

        Raises:
            BusyError: somebody looks on at all of them.
        """
        if len(self._sessions) < self._limits.games:
            return
        unwatched = next((each for each in self._sessions.values() if not each.audience), None)
        if unwatched is None:
            raise BusyError(f"{self._limits.games} games are being played, the most at once")
        await self._put_away(unwatched)

    async def _put_away(self, session: GameSession) -> None:
        self._forget_timer(session.id)
        if self._sessions.get(session.id) is session:
            del self._sessions[session.id]
        await session.close()

    def _expect_idleness(self, session: GameSession) -> None:
        """Put a game away if nobody looks on for a while."""
        self._forget_timer(session.id)
        seconds = self._limits.idle_seconds if session.game.verdict is None else IDLE_WHEN_OVER
        loop = asyncio.get_running_loop()
        self._idle[session.id] = loop.call_later(seconds, self._notice_idleness, session)

    def _notice_idleness(self, session: GameSession) -> None:
        if not session.audience:
            in_background(self._put_away(session))

    def _forget_timer(self, event_id: str) -> None:
        timer = self._idle.pop(event_id, None)
        if timer is not None:
            timer.cancel()


def _load_rules(names: Iterable[str]) -> None:
    """Play a few moves of each game, so that its rules are compiled in this process too."""
    for name in names:
        position = Game.of(find_known_rules(name), {}).start()
        for move in position.moves()[:1]:
            position.play(move).moves()
