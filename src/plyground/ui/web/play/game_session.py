"""One game on the server: the single authority on its state."""

from __future__ import annotations

import asyncio
import socket
from collections.abc import Awaitable, Callable
from typing import Any

from plyground.core.lessons import prompt_for
from plyground.core.opening_names import opening_name
from plyground.errors import PlygroundError
from plyground.match.judging import GRACE, Verdict
from plyground.store import EventState
from plyground.store.records import PlayedMove, Termination
from plyground.ui.playing.kept_game import GameKeeper
from plyground.ui.playing.played_game import PlayedGame
from plyground.ui.playing.player_names import YOU, told_players
from plyground.ui.web.common.game_views import GameInfo, MoveInfo, Ply
from plyground.ui.web.errors import RefusedError
from plyground.ui.web.limits import Limits
from plyground.ui.web.play import play_messages
from plyground.ui.web.play.audience import Audience, Listener
from plyground.ui.web.play.opponents import Hinting, Opponents
from plyground.ui.web.play.play_messages import Outcome, Status
from plyground.ui.web.play.readiness import Readiness
from plyground.ui.web.play.seating import Seating
from plyground.ui.web.play.timers import Alarm, Pace
from plyground.ui.web.transport.executors import in_background
from plyground.ui.web.transport.seat_keys import Seat, SeatKeys
from plyground.ui.web.transport.sockets import Refused
from plyground.ui.web.workers import Compiling, News, Pool, Thought

AFTER_THE_GRACE = 0.02
"""Seconds after which a move would certainly be late."""


class GameSession:
    """A game, those who look on, and those who play.

    Whatever changes the game holds the lock, and a change is in the store before any page hears of it.
    """

    def __init__(
        self,
        id: str,
        game: PlayedGame,
        keeper: GameKeeper,
        pool: Pool,
        readiness: Readiness,
        limits: Limits,
        seat_keys: SeatKeys,
        you: str = YOU,
    ) -> None:
        self.id = id
        self.game = game
        self.audience = Audience()
        self._keeper = keeper
        self._you = you
        self._most_moves = limits.record_moves
        self._opponents = Opponents(id, pool, readiness, limits.seconds, self._hear)
        self._seat_keys = seat_keys
        self._seating = Seating(game.people, is_public=bool(seat_keys))
        self._hinting = Hinting(self._opponents, self.audience)
        self._lock = asyncio.Lock()
        self._flag = Alarm()
        self._pace = Pace()
        self._thinking: asyncio.Task[None] | None = None
        self._preparing: asyncio.Task[None] | None = None
        self._compiling: float | None = None
        self._is_closed = self._auto_passes = False
        self._info = GameInfo.of(game.position.game)
        self._plies = plies_of(game)
        self._actions: dict[type, Callable[[Any, Listener], Awaitable[None]]] = {
            play_messages.PlayMove: self._play_move,
            play_messages.Undo: self._undo,
            play_messages.Resign: self._resign,
            play_messages.AskHint: self._ask_hint,
            play_messages.StopThinking: self._stop_thinking,
            play_messages.Share: self._share,
            play_messages.Pause: self._pause,
            play_messages.Go: self._go,
            play_messages.SetSpeed: self._set_speed,
            play_messages.AutoPass: self._set_auto_pass,
            play_messages.ShowThinking: self._show_thinking,
        }

    @property
    def is_stale(self) -> bool:
        """Whether another program has continued the game in the store."""
        return self._keeper.is_stale

    async def join(self, listener: Listener, side: int | None = None) -> None:
        """Tell somebody everything, and from now on whatever happens; without a side it is the owner."""
        async with self._lock:
            self.audience.add(listener)
            self._seating.join(listener, side)
            self._proceed()
            listener.send(self._told())
            self._seating.tell()

    async def leave(self, listener: Listener) -> None:
        """Tell somebody nothing any more.

        While nobody looks on, no clock of a person runs, and programs do not play each other.
        """
        async with self._lock:
            self.audience.remove(listener)
            self._seating.leave(listener)
            self._seating.tell()
            if not self.audience:
                self._auto_passes = False  # the next page says what its person wants
                if self.game.is_person_to_move:
                    self._halt_clock()
                if not any(self.game.people):
                    self._cancel_thinking()

    async def shown(self) -> play_messages.GameMessage:
        """Return everything about the game."""
        async with self._lock:
            return self._told()

    def invite_to_rematch(self, id: str) -> None:
        """Send the links to another game, with the sides swapped, to those who play at another device."""
        for listener, side in self._seating.guests():
            listener.send(self._link(Seat(id, 1 - side)))

    async def obey(self, order: play_messages.Order, listener: Listener) -> None:
        """Do what a page wants, or tell it why not."""
        async with self._lock:
            try:
                await self._actions[type(order)](order, listener)
            except PlygroundError as error:
                listener.send(Refused(str(error)))

    async def close(self) -> None:
        """Put the game away; it can be resumed."""
        async with self._lock:
            self._is_closed = True
            if self._preparing is not None:
                self._preparing.cancel()
            self._cancel_thinking()
            self._hinting.cancel()
            self._halt_clock()
            self._opponents.close()
            if self.game.verdict is None:
                await asyncio.to_thread(self._keeper.note, EventState.STOPPED)

    # What pages want

    async def _play_move(self, order: play_messages.PlayMove, listener: Listener) -> None:
        self._check_going_on()
        position = self.game.position
        if order.at != len(self._plies) - 1:
            raise RefusedError("the game has moved on; look at the board again")
        if self.game.mover not in self._seating.own(listener):
            raise RefusedError(f"it is not your turn: {position.to_move} is to move")
        move = position.find_move(order.move)
        await self._follow(self.game.take(move))

    async def _undo(self, order: play_messages.Undo, listener: Listener) -> None:
        if self.game.plies_to_take_back() == 0:
            raise RefusedError("you have no move to take back")
        asked_by = None
        if self._seating.is_shared:
            asked_by = self._seating.agree_to_undo(listener)
            if asked_by is None:
                self._seating.tell()
                return
        self._cancel_thinking()
        taken = self.game.take_back()
        while asked_by not in (None, self.game.mover) and self.game.plies_to_take_back() > 0:
            taken += self.game.take_back()
        del self._plies[-len(taken) :]
        # Programs would only do the same again.
        self._pace.is_paused = not any(self.game.people)
        self._end_turn()
        await self._keep()
        self._proceed()
        self.audience.tell(self._told())
        if asked_by is not None:
            self._seating.tell()

    async def _resign(self, order: play_messages.Resign, listener: Listener) -> None:
        self._check_going_on()
        if not any(self.game.people):
            raise RefusedError("nobody can resign: no person plays")
        own = self._seating.own(listener)
        self.game.resign(self.game.mover if self.game.mover in own else own[0])
        await self._follow(None)

    async def _ask_hint(self, order: play_messages.AskHint, listener: Listener) -> None:
        self._check_going_on()
        if not self.game.is_person_to_move:
            raise RefusedError("a hint is for a person whose turn it is")
        if self._seating.is_shared:
            raise RefusedError("there are no hints against a person at another device")
        self._hinting.begin(self.game.position, listener)

    async def _share(self, order: play_messages.Share, listener: Listener) -> None:
        self._check_going_on()
        self._seating.give(listener, order.side)
        listener.send(self._link(Seat(self.id, order.side)))
        self._seating.tell()

    def _link(self, seat: Seat) -> play_messages.LinkMessage:
        path = f"/play/{seat.game}?seat={self._seat_keys.key(seat)}"
        return play_messages.LinkMessage(path, socket.gethostname())

    async def _stop_thinking(self, order: play_messages.StopThinking, listener: Listener) -> None:
        self._opponents.stop()

    async def _pause(self, order: play_messages.Pause, listener: Listener) -> None:
        self._check_going_on()
        if any(self.game.people):
            raise RefusedError("only a game without people can be paused")
        self._pace.is_paused = True
        self._cancel_thinking()
        self._tell_status()

    async def _go(self, order: play_messages.Go, listener: Listener) -> None:
        self._pace.is_paused = False
        self._proceed()
        self._tell_status()

    async def _set_speed(self, order: play_messages.SetSpeed, listener: Listener) -> None:
        self._pace.seconds = order.seconds
        self._tell_status()

    async def _set_auto_pass(self, order: play_messages.AutoPass, listener: Listener) -> None:
        self._auto_passes = order.is_on
        await self._pass_if_forced()

    async def _show_thinking(self, order: play_messages.ShowThinking, listener: Listener) -> None:
        self.audience.set_wish(listener, wants_thoughts=order.is_shown)

    def _check_going_on(self) -> None:
        if self.game.verdict is not None:
            raise RefusedError("the game is over")

    # Turns

    def _proceed(self) -> None:
        """Let the side to move have its turn, if anybody looks on."""
        game = self.game
        if game.verdict is not None or not self.audience or self._is_closed:
            return
        if self._preparing is None:
            self._preparing = in_background(self._prepare())
        if game.is_person_to_move:
            game.turn.run()
            clocks = game.clocks_now()
            if clocks is not None:
                self._flag.ring_after(clocks[game.mover] + GRACE + AFTER_THE_GRACE, self._notice_flag)
        elif self._thinking is None and not self._pace.is_paused:
            self._opponents.begin_turn()
            self._thinking = in_background(self._think())

    async def _follow(self, played: PlayedMove | None) -> None:
        """Follow a turn that came to a move, or to the end of the game: keep it, tell it, and go on."""
        game = self.game
        if played is None:
            self._cancel_thinking()
        else:
            self._plies.append(Ply.of(game.position, played, game.clocks()))
            if game.verdict is None and len(self._plies) > self._most_moves:
                game.end(Verdict(None, Termination.MOVE_LIMIT, f"{self._most_moves:,} moves"))
        self._end_turn()
        await self._keep()
        self._proceed()
        if played is None:
            self._tell_status()
        else:
            self._pace.note_move()
            self.audience.tell(play_messages.PlayedMessage(self._plies[-1], self._status()))
            await self._pass_if_forced()

    async def _pass_if_forced(self) -> None:
        """Pass for a person who can do nothing else, at no cost of time."""
        game = self.game
        is_open = game.verdict is None and self.audience and not self._is_closed
        if self._auto_passes and is_open and game.is_person_to_move and game.must_pass:
            await self._follow(game.take(game.position.moves()[0], seconds=0.0))

    def _end_turn(self) -> None:
        self._seating.forget_undo()
        self._hinting.cancel()
        self._flag.cancel()

    def _halt_clock(self) -> None:
        self.game.turn.halt()
        self._flag.cancel()

    async def _keep(self) -> None:
        """Put the game into the store; one in which nobody has moved is known there as begun."""
        game = self.game
        if game.plies or game.verdict is not None or self._keeper.game_id is not None:
            await asyncio.to_thread(self._keeper.keep, game.record())
        if game.verdict is not None:
            await asyncio.to_thread(self._keeper.note, EventState.DONE)
            self._opponents.close()

    def _notice_flag(self) -> None:
        in_background(self._drop_flag(len(self._plies)))

    async def _drop_flag(self, plies: int) -> None:
        """End the game for a person whose clock has run out, unless a move came at the last moment."""
        async with self._lock:
            if self.game.verdict is None and len(self._plies) == plies and self.game.turn.is_running:
                await self._follow(self.game.take(None))  # nothing is no move

    # Thinking

    async def _prepare(self) -> None:
        await self._opponents.prepare(self.game, self._set_compiling)
        self._set_compiling(None)

    async def _think(self) -> None:
        given, seconds = await self._opponents.choose(self.game)
        if not any(self.game.people):
            await self._pace.keep()
        async with self._lock:
            self._thinking = None
            await self._follow(self.game.take(given, seconds))

    def _cancel_thinking(self) -> None:
        if self._thinking is not None:
            self._thinking.cancel()
            self._thinking = None
            self.game.turn.reset()

    def _hear(self, news: News) -> None:
        """Hear of a player that thinks or gets ready; its clock runs while it really thinks."""
        if isinstance(news, Thought):
            self.audience.tell_thought(self.game.position, news)
        elif isinstance(news, Compiling):
            self._set_compiling(news.part)
        else:
            self.game.turn.reset()
            self.game.turn.run()
            if self.game.clocks() is not None:
                self._tell_status()
            if self._preparing is None or self._preparing.done():
                self._set_compiling(None)

    def _set_compiling(self, part: float | None) -> None:
        """Note how much is compiled, in whole percents: each one is told."""
        rounded = None if part is None else round(part, 2)
        if rounded != self._compiling:
            self._compiling = rounded
            if not self._lock.locked():  # who holds it is about to tell how the game stands
                self._tell_status()

    # What is told

    def _tell_status(self) -> None:
        self.audience.tell(play_messages.StatusMessage(self._status()))

    def _told(self) -> play_messages.GameMessage:
        agreement = self.game.agreement
        return play_messages.GameMessage(
            id=self.id,
            game=self._info,
            players=agreement.players,
            names=told_players(agreement.players, self._info.players, self._you),
            people=agreement.people,
            plies=list(self._plies),
            status=self._status(),
        )

    def _status(self) -> play_messages.Status:
        return status_of(
            self.game,
            self._pace,
            is_thinking=self._thinking is not None,
            compiling=self._compiling,
            problem=self._keeper.problem,
        )


def plies_of(game: PlayedGame) -> list[Ply]:
    """Describe all positions of a game, also those that were given."""
    line, history = game.position.line(), game.clock_history()
    clocks = [None] * (game.plies + 1) if history is None else history
    given = [Ply.of(position, clocks=clocks[0]) for position in line[: game.given + 1]]
    played = zip(line[game.given + 1 :], game.moves, clocks[1:], strict=True)
    return [*given, *(Ply.of(position, move, left) for position, move, left in played)]


def status_of(
    game: PlayedGame,
    pace: Pace,
    *,
    is_thinking: bool,
    compiling: float | None,
    problem: str | None,
) -> Status:
    """Describe how a game stands at this moment."""
    is_over = game.verdict is not None
    clocks = game.clocks_now()
    return Status(
        ply=game.given + game.plies,
        to_move=game.mover,
        moves=[] if is_over else [MoveInfo.of(move) for move in game.position.moves()],
        outcome=Outcome.of(game),
        is_thinking=is_thinking,
        compiling=compiling,
        is_paused=pace.is_paused,
        speed=pace.seconds,
        clocks=clocks,
        running=game.mover if clocks is not None and game.turn.is_running else None,
        can_undo=game.plies_to_take_back() > 0,
        problem=problem,
        prompt="" if is_over else prompt_for(game.position),
        opening=opening_name(game.position),
    )
