"""Who thinks for a hand-in: a class itself, in its cell, or outside of it a player that asks for scores."""

from __future__ import annotations

import contextlib
import threading
from collections.abc import Iterator, Sequence
from pathlib import Path

from plyground.core.heuristics import Heuristic
from plyground.core.position import Game, Position
from plyground.errors import OptionError
from plyground.evaluation import asking, telling_failures
from plyground.grading.calls import why_no_filter
from plyground.grading.order import HandInOrder
from plyground.grading.scores import RemoteHeuristic
from plyground.players.host import MOST_SEED, OwnPlayer
from plyground.players.kinds import known_kinds, split_options
from plyground.players.player import Player
from plyground.protocol.known.ugi import SEED_OPTION
from plyground.protocol.offers import Offer
from plyground.protocol.server import Say
from plyground.search.limit import Limit
from plyground.system.child_process import ChildProcess
from plyground.system.limited_call import allow_seconds


def make_looking_ahead(text: str, game: Game, evaluate: Heuristic | str) -> Player:
    """Make the player that ``greedy`` or ``alphabeta:depth=3`` is with some evaluation.

    Raises:
        OptionError: there is no such player, or it does not evaluate anything.
    """
    name, _, rest = text.partition(":")
    kinds = {name: kind for name, kind in known_kinds().items() if "evaluate" in kind.options}
    if name not in kinds:
        raise OptionError(f"a heuristic cannot play as {text!r}; it can as: {', '.join(kinds)}")
    options = split_options(name, rest, first=None)
    if "evaluate" in options:
        raise OptionError(f"the evaluation of {text!r} is what was handed in; leave evaluate out")
    if any(".py:" in value for value in options.values()):
        raise OptionError(f"{text!r} names a file, which hand-ins cannot see")
    read = kinds[name].read_options({**options, "evaluate": ""})
    return kinds[name].make(game, **{**read, "evaluate": evaluate})


class AskingThinker:
    """A heuristic behind a server, as a player that looks ahead with it.

    It asks another process for scores, which stands still while nobody thinks.
    """

    author = "its own author"
    patience = 2.0

    def __init__(self, order: HandInOrder, game: Game, process: ChildProcess) -> None:
        self.name = order.name
        self._process = process
        self._remote = RemoteHeuristic(process, game)
        function = asking(order.name, self._remote, game.board, game.start().state)
        self._heuristic = Heuristic(order.name, game.name, function, "")
        self._play_as = order.play_as
        self._may_start_others = why_no_filter() is not None
        self._seed = 0
        self._player: Player | None = None
        self._has_begun = False

    def offers(self) -> Sequence[Offer]:
        """Return the option that everybody has."""
        return (Offer(SEED_OPTION, "spin", "0", 0, MOST_SEED),)

    def set_option(self, name: str, value: str) -> None:
        """Take the seed of the next game."""
        self._seed = int(value)

    def begin(self) -> None:
        """Forget the last game."""
        self._has_begun = False

    def prepare(self, position: Position) -> None:
        """Compile everything, once the other process is ready, and begin the game."""
        with self._running():
            if self._player is None:
                self._remote.answer()
            with telling_failures(self._heuristic):
                if self._player is None:
                    self._player = make_looking_ahead(self._play_as, position.game, self._heuristic)
                if not self._has_begun:
                    self._player.begin(position, self._seed)
                    self._has_begun = True

    def think(self, position: Position, limit: Limit, stopped: threading.Event, say: Say) -> str:
        """Look ahead."""
        if self._player is None:
            raise ValueError("it has not been prepared")
        with self._running(), telling_failures(self._heuristic):
            return str(self._player.choose(position, limit).move)

    def stop(self) -> None:
        """End the search under way."""
        if self._player is not None:
            self._player.stop()

    @contextlib.contextmanager
    def _running(self) -> Iterator[None]:
        self._process.resume()
        yield
        self._process.suspend(may_start_others=self._may_start_others)


class MeteredPlayer(OwnPlayer):
    """A class that was handed in, whose processor time is measured out: to get ready, and for each move.

    Raises:
        PlygroundError: it cannot be loaded, or is not what it was.
    """

    def __init__(self, order: HandInOrder) -> None:
        super().__init__(f"{Path(order.file).name}:{order.name}", {})
        self._limits = order.limits

    def begin(self) -> None:
        """Begin a game, with the time for getting ready."""
        allow_seconds(self._limits.ready)
        super().begin()

    def prepare(self, position: Position) -> None:
        """Get ready, with the time that there is for it."""
        allow_seconds(self._limits.ready)
        super().prepare(position)

    def think(self, position: Position, limit: Limit, stopped: threading.Event, say: Say) -> str:
        """Think of a move; the time has to do until the next one is asked for."""
        allow_seconds(self._limits.move_allowance)
        return super().think(position, limit, stopped, say)
