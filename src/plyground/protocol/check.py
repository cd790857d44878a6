"""Does a program speak UGI? One check after the other, each told in a line."""

from __future__ import annotations

import contextlib
import random
import time
from collections.abc import Callable, Coroutine, Iterator, Sequence
from dataclasses import dataclass
from typing import Any, TypeVar

from plyground.core.position import Game, Position
from plyground.errors import PlayerError, PlayerTimeoutError, PlygroundError, shortened
from plyground.protocol.known.ugi import UgiProtocol
from plyground.protocol.protocol import SearchInfo, SearchQuestion
from plyground.protocol.sync_engine import SyncEngine
from plyground.protocol.ugi_text import facts_about
from plyground.search.limit import Clock, Limit

HANDSHAKE_SECONDS = 20.0
START_SECONDS = 60.0
LONGEST_WALK = 40
MOST_PLIES = 1000

DoneT = TypeVar("DoneT")


class CheckError(PlygroundError):
    """A program does not do what a check asks for."""


class NotCheckedError(PlygroundError):
    """A check cannot be made with this program."""


class Bench:
    """A program under test, started again when the last check ended it."""

    def __init__(self, command: Sequence[str], game: Game, chance: random.Random) -> None:
        self.game = game
        self.chance = chance
        self._command = list(command)
        self._ugi = UgiProtocol()
        self._program: SyncEngine[SearchQuestion, SearchInfo, str] | None = None

    @property
    def ugi(self) -> UgiProtocol:
        """What is spoken with the program, which is ready to play."""
        if self._program is None:
            ugi = self.start()
            self.do(ugi.initialize(), HANDSHAKE_SECONDS)
            self.do(ugi.new_game(self.game.start(), 0), START_SECONDS)
        return self._ugi

    def start(self) -> UgiProtocol:
        """Start the program afresh."""
        self.close()
        self._ugi = UgiProtocol()
        self._program = SyncEngine(self._command, self._ugi, name="it")
        return self._ugi

    def do(self, operation: Coroutine[Any, Any, DoneT], seconds: float) -> DoneT:
        """Do something with the program within some seconds."""
        return self._running.do(operation, seconds)

    def think(self, position: Position, limit: Limit, seconds: float) -> None:
        """Ask the program for a move, and fail unless that is legal."""
        self.legal(position, self._running.search(SearchQuestion(position, limit), seconds))

    def ends(self, seconds: float, *, is_asked: bool) -> bool:
        """Tell whether the program ends, being asked or by the end of its input."""
        return self._running.quit(seconds) if is_asked else self._running.end_input(seconds)

    @property
    def _running(self) -> SyncEngine[SearchQuestion, SearchInfo, str]:
        _ = self.ugi
        assert self._program is not None  # noqa: S101  # it has been started
        return self._program

    def close(self) -> None:
        """End the program, whatever it does."""
        if self._program is not None:
            self._program.close()
            self._program = None

    def walk(self) -> Position:
        """Return a position of a random game, which is not over."""
        while True:
            position = self.game.start()
            for _ in range(self.chance.randrange(LONGEST_WALK)):
                if position.outcome is None:
                    position = position.play(self.chance.choice(position.moves()))
            if position.outcome is None:
                return position

    def walk_to_the_end(self) -> Position:
        """Return the end of a random game, if it has one."""
        position = self.game.start()
        for _ in range(MOST_PLIES):
            if position.outcome is not None:
                break
            position = position.play(self.chance.choice(position.moves()))
        return position

    def legal(self, position: Position, text: str) -> None:
        """Fail unless a text is a legal move."""
        try:
            position.find_move(text)
        except PlygroundError as error:
            raise CheckError(f"bestmove {shortened(text)} at {position.text!r}: {error}") from error


ANSWER_SECONDS = 2.0
"""How long a program may take for what should take no time at all."""

MOVE_SECONDS = 10.0
"""How long a program may take for a shallow search, once it is ready."""

READY_SECONDS = 30.0
"""How long a program may take to get ready; engines compile then."""

POSITIONS = 10
MOVETIME = 0.3
LATENESS = 0.5  # seconds by which a move may be late: machines are busy
CLOCK = 2.0
THINKING = 0.2  # seconds before a search is stopped
ROUND_TRIPS = 50
GARBAGE = (
    "",
    "   ",
    "no such command",
    "go-away",
    "position",
    "position fen",
    "setoption",
    "query",
    "\x01\x7fä",
)


@dataclass(frozen=True)
class Result:
    """How a check went: passed, failed, or None if it could not be made, and what was seen."""

    check: str
    is_passed: bool | None
    detail: str


Check = Callable[[Bench], str]


def run_checks(command: Sequence[str], game: Game, seed: int) -> Iterator[Result]:
    """Yield the result of every check, in the order in which they build upon each other."""
    bench = Bench(command, game, random.Random(seed))
    can_go_on = True
    try:
        for check, run in CHECKS.items():
            if not can_go_on:
                yield Result(check, None, "not checked, since it does not get that far")
                continue
            try:
                result = Result(check, is_passed=True, detail=run(bench))
            except NotCheckedError as reason:
                result = Result(check, None, str(reason))
            except (PlayerError, CheckError) as error:
                bench.close()
                result = Result(check, is_passed=False, detail=str(error))
                is_silent = isinstance(error, PlayerTimeoutError)
                can_go_on = check not in (NECESSARY_ANSWERS if is_silent else NECESSARY)
            yield result
    finally:
        bench.close()


def check_handshake(bench: Bench) -> str:
    """Is `ugi` answered with who it is, and with `ugiok`?"""
    ugi = bench.start()
    bench.do(ugi.initialize(), HANDSHAKE_SECONDS)
    if not ugi.identity.get("name"):
        raise CheckError("it said ugiok, but not its name before (id name ...)")
    return f"{ugi.identity['name']}, by {ugi.identity.get('author') or 'nobody'}"


def check_options(bench: Bench) -> str:
    """Do the options take the values that are said to be their defaults, and the game?"""
    ugi = bench.start()
    bench.do(ugi.initialize(), HANDSHAKE_SECONDS)
    if not ugi.offers:
        raise NotCheckedError("it offers none")
    defaults = {offer.name: offer.default for offer in ugi.offers.values() if offer.kind != "button"}
    bench.do(ugi.configure(bench.game, defaults), READY_SECONDS)
    return ", ".join(offer.name for offer in ugi.offers.values())


def check_ready(bench: Bench) -> str:
    """Is `isready` answered?"""
    began = time.perf_counter()
    ugi = bench.start()
    bench.do(ugi.initialize(), HANDSHAKE_SECONDS)
    bench.do(ugi.configure(bench.game, {}), READY_SECONDS)
    return f"ready {time.perf_counter() - began:.1f} s after its start"


def check_new_game(bench: Bench) -> str:
    """Can games begin, one after the other?"""
    start = bench.game.start()
    for _ in range(2):
        bench.do(bench.ugi.new_game(start, 0), START_SECONDS)
        bench.think(start, Limit(depth=1), MOVE_SECONDS)
    return "two games begun"


def check_legal_moves(bench: Bench) -> str:
    """Are its moves legal, with and without the moves that led to a position?"""
    for number in range(POSITIONS):
        position = bench.walk()
        if number % 2:
            position = bench.game.position(position.text)
        bench.think(position, Limit(depth=1), MOVE_SECONDS)
    return f"{POSITIONS} positions of random games"


def check_start(bench: Bench) -> str:
    """Does it know `position startpos`?"""
    ugi, rules, start = bench.ugi, bench.game.rules, bench.game.start()
    is_told = all(option.name.lower() in ugi.offers for option in rules.options)
    if not is_told and bench.game != Game.of(rules, {}):
        raise NotCheckedError("it offers no options that could tell it which board this is")
    move = bench.chance.choice(start.moves())
    for moves, position in (("", start), (f" moves {move}", start.play(move))):
        bench.do(ugi.engine.send(f"position startpos{moves}"), ANSWER_SECONDS)
        bench.do(ugi.become_ready(), READY_SECONDS)
        bench.do(ugi.engine.send("go depth 1"), ANSWER_SECONDS)
        bench.legal(position, bench.do(ugi.hear("bestmove"), MOVE_SECONDS)["bestmove"])
    return "startpos, and a move from there"


def check_depth(bench: Bench) -> str:
    """Does a limit of depth or nodes end a search?"""
    for limit in (Limit(depth=2), Limit(nodes=1000)):
        bench.think(bench.walk(), limit, MOVE_SECONDS)
    return "depth 2, 1000 nodes"


def check_movetime(bench: Bench) -> str:
    """Does it move in the time that it is given?"""
    longest = 0.0
    for _ in range(3):
        position, _ugi = bench.walk(), bench.ugi
        began = time.perf_counter()
        bench.think(position, Limit(seconds=MOVETIME), MOVE_SECONDS)
        longest = max(longest, time.perf_counter() - began)
    return _in_time(longest, MOVETIME)


def check_clock(bench: Bench) -> str:
    """Does it move before its clock runs out?"""
    position, _ugi = bench.walk(), bench.ugi
    began = time.perf_counter()
    bench.think(position, Limit(clock=Clock(CLOCK, 0.1)), MOVE_SECONDS)
    return _in_time(time.perf_counter() - began, CLOCK)


def check_stop(bench: Bench) -> str:
    """Is `isready` answered during a search, and does `stop` end it with one move?"""
    position, ugi = bench.walk(), bench.ugi
    bench.do(ugi.set_position(position), START_SECONDS)
    bench.do(ugi.engine.send("go infinite"), ANSWER_SECONDS)
    with contextlib.suppress(PlayerTimeoutError):
        bench.legal(position, bench.do(ugi.hear("bestmove"), THINKING)["bestmove"])
        raise NotCheckedError("it moves at once, so there is nothing to stop")
    bench.do(ugi.engine.send("isready"), ANSWER_SECONDS)
    bench.do(ugi.engine.send("stop"), ANSWER_SECONDS)
    began = time.perf_counter()
    answers = bench.do(ugi.hear("readyok", "bestmove"), ANSWER_SECONDS)
    seconds = time.perf_counter() - began
    bench.legal(position, answers["bestmove"])
    return f"stopped in {1000 * seconds:.0f} ms"


def check_query(bench: Bench) -> str:
    """Does it know whose turn it is, and who has won?"""
    for position in (bench.walk(), bench.walk(), bench.walk_to_the_end()):
        bench.do(bench.ugi.set_position(position), START_SECONDS)
        for what, expected in facts_about(position).items():
            answer = bench.do(bench.ugi.query(what), ANSWER_SECONDS)
            if answer != expected:
                raise CheckError(f"query {what} at {position.text!r}: {shortened(answer)}, not {expected!r}")
    return "p1turn, gameover and result"


def check_garbage(bench: Bench) -> str:
    """Does it go on after lines that make no sense?"""
    for line in (*GARBAGE, "x" * 10_000):
        bench.do(bench.ugi.engine.send(line), ANSWER_SECONDS)
    bench.do(bench.ugi.become_ready(), ANSWER_SECONDS)
    bench.think(bench.walk(), Limit(depth=1), MOVE_SECONDS)
    return f"{len(GARBAGE) + 1} lines"


def check_speed(bench: Bench) -> str:
    """How long does an answer take that needs no thinking?"""
    ugi, times = bench.ugi, []
    for _ in range(ROUND_TRIPS):
        began = time.perf_counter()
        bench.do(ugi.become_ready(), ANSWER_SECONDS)
        times.append(time.perf_counter() - began)
    return f"{1000 * sorted(times)[ROUND_TRIPS // 2]:.2f} ms an answer, {1000 * max(times):.2f} ms at most"


def check_quit(bench: Bench) -> str:
    """Does `quit` end it, and the end of its input too?"""
    for is_asked, what in ((True, "quit"), (False, "the end of its input")):
        if not bench.ends(ANSWER_SECONDS, is_asked=is_asked):
            raise CheckError(f"it still ran {ANSWER_SECONDS:g} s after {what}")
        bench.close()
    return "by quit, and by the end of its input"


CHECKS: dict[str, Check] = {
    "handshake": check_handshake,
    "options": check_options,
    "isready": check_ready,
    "uginewgame": check_new_game,
    "legal moves": check_legal_moves,
    "startpos": check_start,
    "depth and nodes": check_depth,
    "movetime": check_movetime,
    "clock": check_clock,
    "stop": check_stop,
    "query": check_query,
    "garbage": check_garbage,
    "speed": check_speed,
    "quit": check_quit,
}
NECESSARY = ("handshake", "isready")
"""Without these nothing that follows can be checked."""

NECESSARY_ANSWERS = (*NECESSARY, "options", "uginewgame")
"""A program that gives no answer here gives none later: to wait for each would take minutes."""


def _in_time(seconds: float, allowed: float) -> str:
    seen = f"{seconds:.2f} s of {allowed:g} s"
    if seconds > allowed + LATENESS:
        raise CheckError(f"too late: {seen}")
    return seen
