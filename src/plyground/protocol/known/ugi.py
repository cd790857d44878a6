"""UGI, from the side that lets a program play."""

from __future__ import annotations

from collections.abc import Callable, Mapping

from plyground.core.position import Game, Position
from plyground.errors import NotationError, PlayerError, PlayerGarbageError
from plyground.protocol.offers import Offer, write_setting
from plyground.protocol.protocol import Answer, GameProtocol, SearchInfo, SearchQuestion
from plyground.protocol.ugi_text import read_info, write_go, write_position

SILENT_SECONDS = 15.0
"""How long a program may say nothing at all after its start; one that needs longer says any line first."""

SEED_OPTION = "RandomSeed"

Hear = Callable[[str, str], None]


class UgiProtocol(GameProtocol):
    """Speaks UGI; `identity` and `offers` are what the program said about itself."""

    kind = "program"
    answer = "bestmove"

    def __init__(self) -> None:
        self.identity: dict[str, str] = {}
        self.offers: dict[str, Offer] = {}  # by their names in small letters

    async def initialize(self) -> None:
        """Say that UGI is spoken, and hear who the program is and what options it offers."""
        await self.engine.send("ugi")
        with self.engine.within(SILENT_SECONDS):
            first = await self.engine.read_line("ugiok")
        await self._wait_for("ugiok", self._take_introduction, first)

    async def configure(self, game: Game, options: Mapping[str, str]) -> None:
        """Set options that the program offers, and the game as far as it wants to know."""
        for name, value in options.items():
            await self.set_option(name, value)
        await self.set_game(game)
        await self.become_ready()

    async def new_game(self, start: Position, seed: int) -> None:
        """Begin a new game; the program sees where, so that it can get ready for that board."""
        await self.set_game(start.game)
        if SEED_OPTION.lower() in self.offers:
            await self.set_option(SEED_OPTION, str(seed % 2**31))
        await self.engine.send("uginewgame")
        await self.set_position(start)

    async def go(self, question: SearchQuestion) -> None:
        """Send the position, and then the limit."""
        self.last_message = ""
        # Whatever it still has to say about earlier questions comes before it is ready.
        await self.set_position(question.position)
        await self.engine.send(write_go(question.limit))

    def read(self, line: str) -> SearchInfo | Answer[str] | None:
        """Read what the program reports, or its best move."""
        word, _, rest = line.partition(" ")
        if word == self.answer:
            return Answer(rest.strip().partition(" ")[0])
        if self._is_message(word, rest) or word != "info":
            return None
        return read_info(rest)

    def stop(self) -> None:
        """Ask for the best move so far."""
        self.engine.write("stop")

    def quit(self) -> None:
        """Ask the program to end."""
        self.engine.write("quit")

    async def set_option(self, name: str, value: str) -> None:
        """Set an option that the program offers.

        Raises:
            PlayerError: it offers no such option, or no such value.
        """
        program, offer = self.engine.name, self.offers.get(name.lower())
        if offer is None:
            offered = ", ".join(each.name for each in self.offers.values()) or "none"
            raise PlayerError(f"{program} has no option {name!r}; it has: {offered}")
        try:
            accepted = offer.accept(value)
        except ValueError as error:
            raise PlayerError(f"{program}: {error}") from error
        await self.engine.send(write_setting(offer.name, accepted))

    async def set_game(self, game: Game) -> None:
        """Send which game is played and with which options, as far as the program wants to know."""
        for name, value in {"game": game.name, **game.option_texts}.items():
            if name.lower() in self.offers:
                await self.set_option(name, value)

    async def set_position(self, position: Position) -> None:
        """Send a position with the moves that led to it, and wait until the program is ready."""
        await self.engine.send(write_position(position))
        await self.become_ready()

    async def become_ready(self) -> None:
        """Wait until the program has done everything that it was sent."""
        await self.engine.send("isready")
        await self._wait_for("readyok")

    async def query(self, what: str) -> str:
        """Ask the program about the position."""
        await self.engine.send(f"query {what}")
        return await self._wait_for("response")

    async def hear(self, *words: str) -> dict[str, str]:
        """Wait for lines that begin with these words, in any order; return what stands behind them."""
        found: dict[str, str] = {}

        def take(word: str, rest: str) -> None:
            if word in words:
                found[word] = rest.strip()

        while missing := [word for word in words if word not in found]:
            found[missing[0]] = await self._wait_for(missing[0], take)
        return found

    async def _wait_for(self, word: str, hear: Hear | None = None, first: str | None = None) -> str:
        """Return what stands behind a word at the beginning of a line; others may hear other lines."""
        line = first or await self.engine.read_line(word)
        while True:
            said, _, rest = line.partition(" ")
            if said == word:
                return rest.strip()
            if not self._is_message(said, rest) and hear is not None:
                hear(said, rest)
            line = await self.engine.read_line(word)

    def _is_message(self, word: str, rest: str) -> bool:
        """Tell whether a line is for people; if so, they hear it."""
        if word != "info" or not rest.startswith("string "):
            return False
        self.last_message = rest.removeprefix("string ")
        self.engine.tell(self.last_message)
        return True

    def _take_introduction(self, word: str, rest: str) -> None:
        if word == "id":
            what, _, value = rest.partition(" ")
            self.identity[what] = value.strip()
        elif word == "option":
            try:
                offer = Offer.read(rest)
            except NotationError as error:
                raise PlayerGarbageError(f"{self.engine.name}: {error}") from error
            self.offers[offer.name.lower()] = offer
