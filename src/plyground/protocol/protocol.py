"""What is spoken with an engine process: the base class of all protocols, and what they have in common."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Mapping
from dataclasses import dataclass
from typing import TYPE_CHECKING, Generic, NamedTuple, TypeVar

from plyground.core.position import Game, Position
from plyground.search.limit import Limit
from plyground.search.proof import Proof

if TYPE_CHECKING:
    from plyground.protocol.engine_process import EngineProcess

QuestionT = TypeVar("QuestionT")
InfoT = TypeVar("InfoT")
ResultT = TypeVar("ResultT")


class Answer(NamedTuple, Generic[ResultT]):
    """The result of a search, which ends it; nobody has judged it yet."""

    result: ResultT


class Protocol(ABC, Generic[QuestionT, InfoT, ResultT]):
    """What is written to a process and read from it; an object for each process, which is its `engine`.

    `EngineProcess` calls the methods one at a time, under a deadline. They write with `engine.send`
    and read with `engine.read_line`. A protocol has to define how a search begins (`go`), what a line
    means while it runs (`read`), and how it is stopped; `stop` is called once a search, and only after `go`.
    """

    engine: EngineProcess[QuestionT, InfoT, ResultT]
    answer = "an answer"
    """What the line begins with that ends a search; messages name it."""

    async def initialize(self) -> None:  # many have nothing to say first
        """Say what is spoken, and hear who the program is."""

    @abstractmethod
    async def go(self, question: QuestionT) -> None:
        """Begin a search."""

    @abstractmethod
    def read(self, line: str) -> InfoT | Answer[ResultT] | None:
        """Read a line of a search: something found so far, the answer, or nothing that matters.

        Raises:
            PlayerGarbageError: nobody can read it.
        """

    def stop(self) -> None:  # some cannot be stopped
        """Ask for the answer to the search under way, with `engine.write`."""

    def quit(self) -> None:
        """Ask the program to end."""
        self.engine.close_input()


class SearchQuestion(NamedTuple):
    """What a program is asked in a game: a position with the moves that led to it, and a limit."""

    position: Position
    limit: Limit


@dataclass(frozen=True)
class SearchInfo:
    """What a program reports about its search; None for what it does not report.

    `exact_score` is in the search's thousandths, for the side to move; `proof` is what the program
    says that it has proved.
    """

    exact_score: int | None = None
    depth: int | None = None
    nodes: int | None = None
    seconds: float | None = None
    table_fill: float | None = None
    rank: int = 1
    line: tuple[str, ...] = ()
    proof: Proof | None = None


class GameProtocol(Protocol[SearchQuestion, SearchInfo, str]):
    """A protocol by which programs play games; the result of a search is the text of a move.

    A file in `protocol/known/` that defines one is all that a new protocol takes: ``KIND:COMMAND`` then names
    a player.
    """

    kind: str
    """What names players that speak it."""

    last_message = ""
    """What the program last said to people."""

    async def configure(self, game: Game, options: Mapping[str, str]) -> None:
        """Set options of the program, and the game that is to be played.

        Raises:
            PlayerError: the program does not offer that.
        """

    @abstractmethod
    async def new_game(self, start: Position, seed: int) -> None:
        """Begin a new game, and wait until the program is ready for it."""
