"""A program that speaks UGI: hears commands at any time, and does them one after the other.

Two threads share the work. One reads the input, and answers at once what cannot wait: `stop`,
`quit`, and `isready` during a search. Everything else it hands to the main thread, which is
the one that thinks: whoever thinks there may be somebody's own code, with signals and all.
"""

from __future__ import annotations

import contextlib
import os
import queue
import select
import sys
import threading
from collections import deque
from collections.abc import Callable, Iterator, Sequence
from pathlib import Path
from typing import Protocol

from plyground.core.position import Game, Position
from plyground.errors import OptionError, PlygroundError, nearest, shortened
from plyground.protocol.offers import Offer, read_setting
from plyground.protocol.ugi_text import ToldPosition, facts_about, read_go, read_position
from plyground.search.limit import Limit
from plyground.system.line_splitter import CHUNK, LineSplitter

MOST_WAITING = 1000
"""This many commands may wait while one is being done."""

JOIN_SECONDS = 1.0
"""How long to wait at the end for the thread that reads: nobody may be taking what it says."""

NO_MOVE = "none"

Say = Callable[[str], None]


class Thinker(Protocol):
    """Who is behind a server: somebody who finds moves."""

    name: str
    author: str
    patience: float
    """Seconds that it has to come to its end when the program has to quit."""

    def offers(self) -> Sequence[Offer]:
        """Return the options that are not those of the game."""
        ...

    def set_option(self, name: str, value: str) -> None:
        """Take the value of an option, which is one of those offered."""
        ...

    def begin(self) -> None:
        """Forget the last game."""
        ...

    def prepare(self, position: Position) -> None:
        """Do everything that takes long, before any clock runs."""
        ...

    def think(self, position: Position, limit: Limit, stopped: threading.Event, say: Say) -> str:
        """Return the text of a move; end soon after `stopped` is set."""
        ...

    def stop(self) -> None:
        """Wake up `think`, from another thread: somebody has set `stopped`."""
        ...


class Pipes:
    """Standard input and output, taken away from everybody else in this process.

    What others print goes to standard error, and their reading finds the end of a file.
    """

    def __init__(self) -> None:
        self._input, self._output = os.dup(0), os.dup(1)
        self._has_ended, self._end = os.pipe()
        self._writing = threading.Lock()
        with Path(os.devnull).open("rb") as nothing:
            os.dup2(nothing.fileno(), 0)
        if sys.stderr is None:
            with Path(os.devnull).open("wb") as nothing:
                os.dup2(nothing.fileno(), 1)
        else:
            os.dup2(2, 1)
        sys.stdout = sys.stderr

    @property
    def files(self) -> tuple[int, int]:
        """The files of the input and the output, for who does not speak in lines."""
        return self._input, self._output

    def lines(self) -> Iterator[str | None]:
        """Yield the lines of the input, None for one that is too long."""
        splitter = LineSplitter()
        while self._has_ended not in select.select([self._input, self._has_ended], [], [])[0]:
            if not (chunk := os.read(self._input, CHUNK)):
                return
            yield from splitter.feed(chunk)

    def end_input(self) -> None:
        """End `lines`, from another thread, whether or not anybody writes any more."""
        os.write(self._end, b"\n")

    def say(self, line: str) -> None:
        """Write a line, at once."""
        rest = line.encode("utf-8", "replace") + b"\n"
        with self._writing:
            while rest:
                rest = rest[os.write(self._output, rest) :]


class Server:
    """Lets a thinker play one game, by UGI."""

    def __init__(self, thinker: Thinker, position: Position, pipes: Pipes) -> None:
        self._thinker = thinker
        self._position = position
        self._game = position.game
        self._told: ToldPosition | None = None
        self._pipes = pipes
        self._say = pipes.say
        self._jobs = queue.Queue[tuple[str, str, threading.Event] | None](MOST_WAITING)
        self._searches = deque[threading.Event]()  # those that are asked for and not answered

    def run(self) -> None:
        """Do what the input says, until it ends or says so; call it in the main thread."""
        reader = threading.Thread(target=self._read, daemon=True)
        reader.start()
        try:
            while (job := self._jobs.get()) is not None:
                self._do(*job)
        except BrokenPipeError:
            return  # nobody listens any more
        except Exception as error:
            with contextlib.suppress(OSError):
                self._say(f"info string {_one_line(error)}")
            raise
        finally:
            # Not left blocked in reading, as after Ctrl-C: a thread that wakes up and starts a timer while
            # Python finalises can crash the process.
            self._pipes.end_input()
            reader.join(JOIN_SECONDS)

    def _read(self) -> None:
        """Hand on the lines of the input, and see to it that the process ends with it."""
        try:
            for line in self._pipes.lines():
                if line == "quit":
                    break
                self._hear(line)
        except OSError:
            pass  # nobody listens any more: that is an end too
        self._stop()
        # A thinker that does not come to its end must not keep the process alive.
        last_resort = threading.Timer(self._thinker.patience, os._exit, [0])
        last_resort.daemon = True
        last_resort.start()
        self._jobs.put(None)

    def _hear(self, line: str | None) -> None:
        if line is None:
            self._say("info string a line is too long and was skipped")
            return
        word, _, rest = line.partition(" ")
        if word == "stop":
            self._stop()
        elif word == "isready" and self._searches:
            self._say("readyok")
        elif word:
            stopped = threading.Event()
            if word == "go":
                self._searches.append(stopped)
            try:
                self._jobs.put_nowait((word, rest.strip(), stopped))
            except queue.Full:
                if word == "go":
                    self._searches.remove(stopped)
                self._say("info string too many commands are waiting; this one was skipped")

    def _stop(self) -> None:
        """Stop all searches, also one that has not begun yet."""
        for stopped in tuple(self._searches):
            stopped.set()
        if self._searches:
            self._thinker.stop()

    def _do(self, word: str, rest: str, stopped: threading.Event) -> None:
        if word == "go":
            self._go(rest, stopped)
        elif word == "ugi":
            self._introduce()
        elif word == "isready":
            self._thinker.prepare(self._position)
            self._say("readyok")
        elif word == "uginewgame":
            self._position = self._game.start()
            self._thinker.begin()
        else:
            try:
                self._request(word, rest)
            except PlygroundError as error:
                self._say(f"info string {_one_line(error)}")

    def _request(self, word: str, rest: str) -> None:
        """Do what can be refused, in one line, without harm."""
        if word == "position":
            self._told = read_position(self._game, rest, self._told)
            self._position = self._told.position
        elif word == "setoption":
            self._set_option(*read_setting(rest))
        elif word == "query":
            answers = facts_about(self._position)
            if rest not in answers:
                raise OptionError(f"there is no query {shortened(rest)}; there are: {', '.join(answers)}")
            self._say(f"response {answers[rest]}")
        else:
            raise OptionError(f"there is no command {shortened(word)}")

    def _introduce(self) -> None:
        self._say(f"id name {self._thinker.name}")
        self._say(f"id author {self._thinker.author}")
        for offer in self._offers().values():
            self._say(offer.write())
        self._say("ugiok")

    def _offers(self) -> dict[str, Offer]:
        """Return all options by their names in small letters: the game, its own, the thinker's."""
        rules, values = self._game.rules, self._game.options
        game = Offer("Game", "combo", rules.name, choices=(rules.name, *rules.aliases))
        own = [Offer.of(option, values[option.name]) for option in rules.options]
        return {offer.name.lower(): offer for offer in (game, *own, *self._thinker.offers())}

    def _set_option(self, name: str, value: str) -> None:
        offers = self._offers()
        offer = offers.get(name.lower())
        if offer is None:
            raise OptionError(f"there is no option {shortened(name)}{nearest(name, offers)}")
        accepted = offer.accept(value)
        of_game = {option.name.lower(): option.name for option in self._game.rules.options}
        if name.lower() in of_game:
            changed = {**self._game.options, of_game[name.lower()]: accepted}
            self._game, self._told = Game.of(self._game.rules, changed), None
            self._position = self._game.start()
        elif offer.name != "Game":
            self._thinker.set_option(offer.name, accepted)

    def _go(self, text: str, stopped: threading.Event) -> None:
        """Think, and always answer: who asked is waiting."""
        position = self._position
        if position.outcome is not None:
            self._say(f"info string the game is over: {position.outcome}")
            move = NO_MOVE
        else:
            self._thinker.prepare(position)
            move = self._thinker.think(position, read_go(text, position.player), stopped, self._say)
            if "infinite" in text.split():  # the answer may be known, but nobody wants it before `stop`
                stopped.wait()
        self._searches.remove(stopped)
        self._say(f"bestmove {move}")


def _one_line(error: Exception) -> str:
    return " ".join(f"{error}".split()) or type(error).__name__
