"""People at games without a browser: pages that hear and speak, and a desk they sit at."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any, TypeVar

import msgspec

from plyground.store import Selection, Store
from plyground.store.records import GameRecord
from plyground.ui.web.limits import Limits
from plyground.ui.web.play.game_session import GameSession
from plyground.ui.web.play.play_messages import (
    GameMessage,
    NewGame,
    Order,
    PlayedMessage,
    PlayMove,
    Status,
    StatusMessage,
)
from plyground.ui.web.play.play_service import PlayService, make_pool
from plyground.ui.web.transport.executors import Executors
from plyground.ui.web.transport.sockets import Refused
from plyground.ui.web.workers import Pool
from tests.ui.web.asynchronous import run_among_others
from tests.ui.web.workers.sharing import shared_pool

TOKEN = "secret"  # noqa: S105  # of a server that only tests see
PATIENCE = 60  # seconds; the machine may be busy

MessageT = TypeVar("MessageT", bound=msgspec.Struct)
AnswerT = TypeVar("AnswerT")


class Page:
    """A page that looks on at a game and remembers what it was told."""

    def __init__(self) -> None:
        self.heard: list[msgspec.Struct] = []
        self.session: GameSession | None = None
        self._has_heard = asyncio.Event()

    def send(self, message: msgspec.Struct) -> None:
        self.heard.append(message)
        self._has_heard.set()

    async def say(self, order: Order) -> None:
        assert self.session is not None
        await self.session.obey(order, self)

    async def refusal(self, order: Order) -> str:
        """Say something that is refused, and return why."""
        await self.say(order)
        last = self.heard[-1]
        assert isinstance(last, Refused), last
        return last.reason

    async def wait(self, kind: type[MessageT], count: int = 1) -> list[MessageT]:
        """Return all messages of a kind, as soon as there are so many."""
        while True:
            found = [each for each in self.heard if isinstance(each, kind)]
            if len(found) >= count:
                return found
            await self.wait_for_news()

    async def wait_until(self, is_so: Callable[[Status], bool]) -> Status:
        """Return how the game stands, as soon as something is so."""
        while not is_so(self.status):
            await self.wait_for_news()
        return self.status

    async def wait_for_news(self) -> None:
        self._has_heard.clear()
        await asyncio.wait_for(self._has_heard.wait(), PATIENCE)

    @property
    def status(self) -> Status:
        told = (GameMessage, PlayedMessage, StatusMessage)
        found: Any = next(each for each in reversed(self.heard) if isinstance(each, told))
        status: Status = found.status
        return status

    async def move(self, text: str | None = None) -> None:
        """Play a move, the first one if no other is named."""
        status = self.status
        await self.say(PlayMove(status.ply, text or status.moves[0].move))

    async def play_to_the_end(self, is_own_turn: Callable[[Status], bool] = lambda status: True) -> Status:
        while True:
            status = await self.wait_until(
                lambda status: status.outcome is not None or (not status.is_thinking and is_own_turn(status))
            )
            if status.outcome is not None:
                return status
            await self.move()


class Room:
    """A desk, and the store behind it."""

    def __init__(self, desk: PlayService, store: Store) -> None:
        self.desk = desk
        self.store = store

    async def begin(self, game: str, *players: str, **more: Any) -> str:
        first, second = players
        options = {"options": {"size": SMALL[game]}, **more}
        return (await self.desk.begin_game(NewGame(game, (first, second), **options))).id

    async def sit(self, event_id: str, side: int | None = None) -> Page:
        page = Page()
        page.session = await self.desk.join(event_id, page, side)
        return page

    async def begin_and_sit(self, game: str, *players: str, **more: Any) -> Page:
        return await self.sit(await self.begin(game, *players, **more))

    async def leave(self, page: Page) -> None:
        assert page.session is not None
        await self.desk.leave(page.session, page)

    def record(self, event_id: str) -> GameRecord:
        [stored] = self.store.games(Selection(event=event_id))
        return stored.record


SMALL = {"breakthrough": "4", "othello": "4", "konane": "4x4", "duel": "3"}


@asynccontextmanager
async def room(folder: Path, limits: Limits, pool: Pool) -> AsyncIterator[Room]:
    with Store(folder / "games.sqlite") as store:
        async with PlayService(store, limits, pool, Executors(), token=TOKEN) as desk:
            yield Room(desk, store)


def in_room(
    folder: Path,
    work: Callable[[Room], Awaitable[AnswerT]],
    limits: Limits | None = None,
    *,
    has_own_processes: bool = False,
) -> AnswerT:
    """Do something at a desk whose games are kept in a folder."""

    async def run() -> AnswerT:
        processes = make_pool(limits or Limits()) if has_own_processes else shared_pool(2)
        async with (
            processes as pool,
            room(folder, limits or Limits(), pool) as made,
            asyncio.timeout(2 * PATIENCE),
        ):
            return await work(made)

    return run_among_others(run())
