"""Somebody's own player, a class with one method, as a program of its own that speaks UGI.

An endless loop, a crash, prints or an appetite for memory are then those of another process:
`python -m plyground.players.host my_player.py:Name GAME [option=value ...]`.
"""

from __future__ import annotations

import inspect
import random
import sys
import threading
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

import numpy as np

from plyground.core.loading import is_file_module, load_module, told
from plyground.core.position import Game, Move, Position
from plyground.core.position import game as find_game
from plyground.errors import OptionError, PlayerError, PlygroundError, nearest, shortened
from plyground.players.player import Choice
from plyground.protocol.known.ugi import SEED_OPTION
from plyground.protocol.offers import Offer
from plyground.protocol.server import NO_MOVE, Pipes, Say, Server
from plyground.search.limit import Limit

MOST_SEED = 2**31 - 1


def own_player_command(file_and_name: str, game: Game, options: Mapping[str, object]) -> list[str]:
    """Return the command that runs the class ``my_player.py:Name`` as a program."""
    given = [f"{name}={value}" for name, value in options.items()]
    # Without -P the modules of the folder we are in would come before those of Python.
    return [sys.executable, "-P", "-m", __name__, file_and_name, _where(game), *given]


def _where(game: Game) -> str:
    """Return the file of a game that came from one, the name of any other."""
    for name, module in list(sys.modules.items()):
        if is_file_module(name) and getattr(module, "RULES", None) is game.rules:
            return str(module.__file__)
    return game.name


class OwnPlayer:
    """A class from a file behind a server; every game has an object of its own."""

    author = "its own author"
    patience = 2.0

    def __init__(self, file_and_name: str, options: Mapping[str, str]) -> None:
        file, _, self.name = file_and_name.rpartition(":")
        module = load_module(file, "a player stands in a Python file", PlayerError)
        self._shown, self._file = file, str(module.__file__)
        self._class = self._find_class(vars(module))
        self._options = {name: _read_value(text) for name, text in options.items()}
        self._check_options()
        self._seed = 0
        self._player: Any = None

    def offers(self) -> Sequence[Offer]:
        """Return the option that everybody has."""
        return (Offer(SEED_OPTION, "spin", "0", 0, MOST_SEED),)

    def set_option(self, name: str, value: str) -> None:
        """Take the seed of the next game."""
        self._seed = int(value)

    def begin(self) -> None:
        """Make a new object for a new game, with all of chance from the seed."""
        random.seed(self._seed)
        np.random.seed(self._seed)
        try:
            self._player = self._class(**self._options)
        except (Exception, SystemExit) as error:
            raise self._problem(error) from error

    def prepare(self, position: Position) -> None:
        """Compile the rules, and make the first object."""
        for move in position.moves()[:1]:
            position.play(move).moves()
        if self._player is None:
            self.begin()

    def think(self, position: Position, limit: Limit, stopped: threading.Event, say: Say) -> str:
        """Ask the object for a move."""
        try:
            choose = self._player.choose
            chosen = choose(position, limit) if _takes_two(choose) else choose(position)
        except (Exception, SystemExit) as error:
            raise self._problem(error) from error
        move = chosen.move if isinstance(chosen, Choice) else chosen
        if not isinstance(move, (Move, str)) or len(str(move).split()) != 1:
            say(f"info string {self._shown}: choose returned {shortened(str(move))}")
            return NO_MOVE
        return str(move).strip()

    def stop(self) -> None:
        """Do nothing: the method ends when it ends."""

    def _find_class(self, names: Mapping[str, Any]) -> Any:
        found = names.get(self.name)
        if not inspect.isclass(found):
            classes = [name for name, each in names.items() if inspect.isclass(each)]
            raise PlayerError(f"{self._shown}: there is no class {self.name!r}{nearest(self.name, classes)}")
        if not callable(getattr(found, "choose", None)):
            raise PlayerError(f"{self._shown}: {self.name} has no method choose(self, position)")
        return found

    def _check_options(self) -> None:
        """Refuse options that the class does not take, by name."""
        parameters = inspect.signature(self._class).parameters
        takes_all = any(each.kind is each.VAR_KEYWORD for each in parameters.values())
        for name in self._options:
            if name not in parameters and not takes_all:
                listed = ", ".join(parameters) or "none"
                raise OptionError(
                    f"{self._shown}: {self.name} has no option {name!r}; it has: {listed}"
                    + nearest(name, parameters)
                )

    def _problem(self, error: BaseException) -> PlayerError:
        return PlayerError(f"{self._shown}: {told(error, self._file)}")


def _takes_two(choose: Any) -> bool:
    """Tell whether a method wants to know the limit as well."""
    try:
        inspect.signature(choose).bind("position", "limit")
    except TypeError:
        return False
    return True


def _read_value(text: str) -> int | float | bool | str:
    """Read the value of an option: a number where it looks like one."""
    for kind in (int, float):
        try:
            return kind(text)
        except ValueError:
            continue
    return {"true": True, "false": False}.get(text.lower(), text)


def main(words: Sequence[str]) -> int:
    """Run as a program; what goes wrong is reported in one line."""
    try:
        pipes = Pipes()  # before anything of somebody else's can print
        file_and_name, game, *options = words
        pipes.say(f"id name {file_and_name.rpartition(':')[2]}")  # what follows may take its time
        sys.path.append(str(Path(file_and_name.rpartition(":")[0]).resolve().parent))
        settings = dict(each.split("=", 1) for each in options)
        Server(OwnPlayer(file_and_name, settings), find_game(game).start(), pipes).run()
    except PlygroundError as error:
        print(" ".join(str(error).split()), file=sys.stderr)
        return 1
    except KeyboardInterrupt:
        return 130
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
