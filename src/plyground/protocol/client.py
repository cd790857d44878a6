"""A program that speaks UGI, seen from the side that lets it play. It is not trusted."""

from __future__ import annotations

import shlex
import threading
from collections.abc import Callable, Mapping, Sequence
from pathlib import Path

from plyground.core.position import Game, Position
from plyground.errors import NotationError, PlayerError, PlayerGarbageError, PlayerTimeoutError, shortened
from plyground.protocol.offers import Offer, write_setting
from plyground.protocol.process import ChildProcess, Deadline, Listener
from plyground.protocol.words import Info, read_info, write_go, write_position
from plyground.search.limit import Limit

START_SECONDS = 60.0
"""How long a program may take to start, and to get ready; engines compile then."""

SILENT_SECONDS = 15.0
"""How long a program may say nothing at all after its start; one that needs longer says any line first."""

QUIT_SECONDS = 1.0
"""How long a program may take to quit before it is killed."""

Watcher = Callable[[Info], None]


class Program:
    """A running program. Everything that it does wrong is raised as a `PlayerError`.

    `name` is what messages call it; `listener` hears what it says to people: its standard
    error and its ``info string``. `environment` are its variables, in place of ours.
    """

    def __init__(
        self,
        command: Sequence[str],
        name: str | None = None,
        listener: Listener | None = None,
        environment: Mapping[str, str] | None = None,
    ) -> None:
        self.name = name or shortened(shlex.join([Path(command[0]).name, *command[1:]]), 60)
        self.identity: dict[str, str] = {}
        self.offers: dict[str, Offer] = {}  # by their names in small letters
        self.last_message = ""
        self._listener = listener
        self._child = ChildProcess(command, self.name, listener, environment)

    def shake_hands(self, seconds: float = START_SECONDS) -> None:
        """Say that UGI is spoken, and hear who the program is and what options it offers.

        Raises:
            PlayerTimeoutError: it does not answer, or says nothing at all for `SILENT_SECONDS`.
        """
        deadline = Deadline(seconds)
        self._send("ugi", deadline)
        first = Deadline(min(seconds, SILENT_SECONDS))
        self._wait_for("ugiok", deadline, self._take_introduction, first)

    def set_option(self, name: str, value: str) -> None:
        """Set an option that the program offers.

        Raises:
            PlayerError: it offers no such option, or no such value.
        """
        offer = self.offers.get(name.lower())
        if offer is None:
            offered = ", ".join(each.name for each in self.offers.values()) or "none"
            raise PlayerError(f"{self.name} has no option {name!r}; it has: {offered}")
        try:
            accepted = offer.accept(value)
        except ValueError as error:
            raise PlayerError(f"{self.name}: {error}") from error
        self._send(write_setting(offer.name, accepted), Deadline(START_SECONDS))

    def set_game(self, game: Game) -> None:
        """Tell which game is played and with which options, as far as the program wants to know."""
        for name, value in {"game": game.name, **game.option_texts}.items():
            if name.lower() in self.offers:
                self.set_option(name, value)

    def new_game(self, start: Position, seconds: float = START_SECONDS) -> None:
        """Begin a new game; the program sees where, so that it can get ready for that board."""
        deadline = Deadline(seconds)
        self._send("uginewgame", deadline)
        self._set_position(start, deadline)

    def become_ready(self, seconds: float = START_SECONDS) -> None:
        """Wait until the program has done what it was told."""
        self._become_ready(Deadline(seconds))

    def think(
        self,
        position: Position,
        limit: Limit,
        seconds: float | None,
        *,
        watcher: Watcher | None = None,
        stopped: threading.Event | None = None,
    ) -> str:
        """Let the program think, and return what it calls the best move, whatever that is.

        Args:
            position: the position, with the moves that led to it.
            limit: what the program is told.
            seconds: how long to wait for the answer; None for ever.
            watcher: is told what the program tells about its search.
            stopped: says that `stop` was called, perhaps before there was anything to stop.
        """
        deadline = Deadline(seconds)
        self.last_message = ""
        # Whatever it still has to say about earlier questions comes before it is ready.
        self._set_position(position, deadline)
        self._send(write_go(limit), deadline)
        if stopped is not None and stopped.is_set():
            self.stop()

        def hear(word: str, rest: str) -> None:
            if word == "info" and watcher is not None:
                watcher(read_info(rest))

        return self._wait_for("bestmove", deadline, hear).partition(" ")[0]

    def set_position(self, position: Position, seconds: float = START_SECONDS) -> None:
        """Tell a position with the moves that led to it, and wait until the program is ready."""
        self._set_position(position, Deadline(seconds))

    def query(self, what: str, seconds: float) -> str:
        """Ask the program about the position."""
        deadline = Deadline(seconds)
        self._send(f"query {what}", deadline)
        return self._wait_for("response", deadline)

    def say(self, line: str, seconds: float) -> None:
        """Send any line at all."""
        self._send(line, Deadline(seconds))

    def hear(self, *words: str, seconds: float) -> dict[str, str]:
        """Wait for lines that begin with these words, in any order; return what stands behind them."""
        deadline = Deadline(seconds)
        found: dict[str, str] = {}

        def take(word: str, rest: str) -> None:
            if word in words:
                found[word] = rest.strip()

        while missing := [word for word in words if word not in found]:
            found[missing[0]] = self._wait_for(missing[0], deadline, take)
        return found

    def stop(self) -> None:
        """Tell the program to stop thinking; from any thread."""
        self._child.send_now("stop")

    def quit(self, seconds: float = QUIT_SECONDS) -> bool:
        """Tell the program to quit; tell whether it did."""
        self._child.send_now("quit")
        return self._child.wait(seconds)

    def end_input(self, seconds: float = QUIT_SECONDS) -> bool:
        """Close the program's input; tell whether it ended."""
        self._child.close_input()
        return self._child.wait(seconds)

    def close(self) -> None:
        """Kill the program, and whatever it started."""
        self._child.close()

    def _take_introduction(self, word: str, rest: str) -> None:
        if word == "id":
            what, _, value = rest.partition(" ")
            self.identity[what] = value.strip()
        elif word == "option":
            try:
                offer = Offer.read(rest)
            except NotationError as error:
                raise PlayerGarbageError(f"{self.name}: {error}") from error
            self.offers[offer.name.lower()] = offer

    def _set_position(self, position: Position, deadline: Deadline) -> None:
        self._send(write_position(position), deadline)
        self._become_ready(deadline)

    def _become_ready(self, deadline: Deadline) -> None:
        self._send("isready", deadline)
        self._wait_for("readyok", deadline)

    def _send(self, line: str, deadline: Deadline) -> None:
        try:
            self._child.send(line, deadline)
        except TimeoutError as error:
            raise PlayerTimeoutError(f"{self.name} does not read what it is told") from error

    def _wait_for(
        self,
        word: str,
        deadline: Deadline,
        hear: Callable[[str, str], None] | None = None,
        first: Deadline | None = None,
    ) -> str:
        """Return what stands behind a word at the beginning of a line; others may hear other lines.

        `first` is the deadline of the first line, if it is another one.
        """
        until = first or deadline
        while True:
            try:
                line = self._child.read_line(until)
            except TimeoutError as error:
                raise PlayerTimeoutError(
                    f"{self.name} did not say {word!r} within {until.seconds:g} s"
                ) from error
            until = deadline
            said, _, rest = line.partition(" ")
            if said == word:
                return rest.strip()
            if said == "info" and rest.startswith("string "):
                self._take_message(rest.removeprefix("string "))
            elif hear is not None:
                hear(said, rest)

    def _take_message(self, message: str) -> None:
        self.last_message = message
        if self._listener is not None:
            self._listener(message)
