"""A player that is another program, which speaks UGI or another protocol and is not trusted."""

from __future__ import annotations

import shutil
import threading
from collections.abc import Mapping, Sequence

from plyground.core.position import Game, Move, Position
from plyground.errors import (
    IllegalMoveError,
    NotationError,
    OptionError,
    PlayerGarbageError,
    PlayerTimeoutError,
    shortened,
)
from plyground.players.player import RESIGN, Choice, Player, Watcher
from plyground.protocol.engine_process import Listener
from plyground.protocol.known.ugi import UgiProtocol
from plyground.protocol.protocol import GameProtocol, SearchInfo, SearchQuestion
from plyground.protocol.sync_engine import SyncEngine
from plyground.search.limit import Limit
from plyground.search.proof import Proof
from plyground.search.report import Line, Report
from plyground.search.score import as_points

START_SECONDS = 60.0
"""How long a program may take to start, and to get ready; engines compile then."""

GRACE = 1.0
"""Seconds that a program may be late before it is given up; the referee may be stricter."""

MOST_SECONDS = 600.0
"""How long a move may take when nobody set a limit of time."""

DEFAULT_LIMIT = Limit(seconds=1.0)
"""How long a program may think when there is no limit at all."""

Program = SyncEngine[SearchQuestion, SearchInfo, str]


class ProgramPlayer(Player):
    """Plays what a program says. It is started for the first game, and again after a crash.

    One that never answered at its start is not started again: whoever waits for it should wait once.

    Args:
        command: the program and its arguments.
        game: the game to be played.
        protocol: what the program speaks; UGI, if nothing else is given.
        options: options of the program, by name.
        name: what messages call it; the command, if nothing else is given.
        start_seconds: how long it may take to start, and to get ready for a game.
        environment: its environment variables; ours, if nothing else is given.
        listener: hears every line that the program writes to its standard error or as
            ``info string``.

    `begin` and `choose` raise `PlayerCrashError`, `PlayerTimeoutError` or `PlayerGarbageError`
    when the program does what these say, and `PlayerError` when it does not play this game.
    """

    def __init__(
        self,
        command: Sequence[str],
        game: Game,
        *,
        protocol: type[GameProtocol] = UgiProtocol,
        options: Mapping[str, str] | None = None,
        name: str | None = None,
        start_seconds: float = START_SECONDS,
        environment: Mapping[str, str] | None = None,
        listener: Listener | None = None,
    ) -> None:
        if not command or shutil.which(command[0]) is None:
            raise OptionError(f"there is no program {shortened(command[0] if command else '')}")
        self._command = list(command)
        self._game = game
        self._make_protocol = protocol
        self._protocol = protocol()
        self._options = dict(options or {})
        self._name = name
        self._start_seconds = start_seconds
        self._environment = environment
        self._listener = listener
        self._program: Program | None = None
        self._silence: PlayerTimeoutError | None = None
        self._watcher: Watcher | None = None
        self._stopped = threading.Event()

    def begin(self, start: Position, seed: int) -> None:
        """Start the program if it does not run, and tell it about the new game."""
        self._begun(start, seed)

    def choose(self, position: Position, limit: Limit) -> Choice:
        """Ask the program for a move, and wait for it as long as the limit allows, and a grace."""
        self._stopped.clear()
        program = self._program or self._begun(position, 0)
        thoughts = _ReportedThoughts(position, self._watcher)
        question = SearchQuestion(position, DEFAULT_LIMIT if limit == Limit() else limit)
        try:
            text = program.search(question, _seconds_to_wait(limit), thoughts.hear, self._stopped)
            move = text if text == RESIGN else self._read(program, text, position)
        except BaseException:
            # Whatever it is doing now, nobody knows what it will answer next.
            self._give_up()
            raise
        return thoughts.choice(move)

    def watch(self, watcher: Watcher | None) -> None:
        """Tell somebody what the program tells about the searches to come."""
        self._watcher = watcher

    def stop(self) -> None:
        """Tell the program to stop thinking."""
        self._stopped.set()
        program = self._program
        if program is not None:
            program.stop()

    def close(self) -> None:
        """Let the program quit, and kill it if it does not."""
        program, self._program = self._program, None
        if program is not None:
            try:
                program.quit()
            finally:
                program.close()

    def _begun(self, start: Position, seed: int) -> Program:
        """Return the program, ready for a new game."""
        try:
            program = self._program or self._start()
            program.do(self._protocol.new_game(start, seed), self._start_seconds)
        except BaseException:
            self._give_up()
            raise
        return program

    def _start(self) -> Program:
        if self._silence is not None:
            raise self._silence
        protocol = self._protocol = self._make_protocol()
        program = self._program = SyncEngine(
            self._command, protocol, self._name, self._listener, self._environment
        )
        try:
            program.do(protocol.initialize(), self._start_seconds)
        except PlayerTimeoutError as error:
            self._silence = error
            raise
        program.do(protocol.configure(self._game, self._options), self._start_seconds)
        return program

    def _read(self, program: Program, text: str, position: Position) -> Move | str:
        """Return the move that a text means; one that is not legal stays a text, for the referee to judge.

        Raises:
            PlayerGarbageError: it is no text of a move.
        """
        try:
            return position.find_move(text)
        except IllegalMoveError:
            return text
        except NotationError as error:
            message = self._protocol.last_message
            said = f": {message}" if message else ""
            raise PlayerGarbageError(
                f"{program.name} plays {shortened(text)}, which is no move{said}"
            ) from error

    def _give_up(self) -> None:
        program, self._program = self._program, None
        if program is not None:
            program.close()


class _ReportedThoughts:
    """What a program told about one move."""

    def __init__(self, position: Position, watcher: Watcher | None) -> None:
        self._position = position
        self._watcher = watcher
        self._score: int | None = None
        self._depth: int | None = None
        self._nodes: int | None = None
        self._proof: Proof | None = None

    def hear(self, info: SearchInfo) -> None:
        """Take note of the best line, and hand it on."""
        if info.rank != 1:
            return
        self._score = self._score if info.exact_score is None else info.exact_score
        self._depth = self._depth if info.exact_score is None or info.depth is None else info.depth
        self._nodes = self._nodes if info.nodes is None else info.nodes
        self._proof = self._proof if info.exact_score is None else info.proof
        if self._watcher is not None and info.exact_score is not None:
            self._watcher(self._report(info, info.exact_score))

    def choice(self, move: Move | str) -> Choice:
        """Return a move with what is known about it."""
        score = None if self._score is None else as_points(self._score)
        proved = None if self._proof is None else self._proof.number
        return Choice(move, score, self._depth, self._nodes, proved)

    def _report(self, info: SearchInfo, score: int) -> Report:
        codes, position = [], self._position
        for text in info.line:
            try:
                move = position.find_move(text)
            except (NotationError, IllegalMoveError):
                break  # a line is as long as it can be understood
            codes.append(move.code)
            position = position.play(move)
        line = Line(self._position, tuple(codes), score, info.proof)
        depth = info.depth or 0
        return Report((line,), depth, depth, info.nodes or 0, info.seconds or 0.0, info.table_fill or 0.0)


def _seconds_to_wait(limit: Limit) -> float:
    given = [limit.seconds, None if limit.clock is None else limit.clock.seconds]
    return min((each for each in given if each is not None), default=MOST_SECONDS) + GRACE
