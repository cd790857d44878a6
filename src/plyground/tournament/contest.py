"""A match or a tournament: everything that decides how it is played, as values that can be kept."""

from __future__ import annotations

import contextlib
import json
import re
import shlex
import warnings
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field, replace
from functools import cached_property
from pathlib import Path
from typing import Any, Self

from plyground.core.layouts import layouts_of
from plyground.core.position import Game, Position
from plyground.core.position import game as find_game
from plyground.errors import OptionError, PlayerError, PlayerWarning
from plyground.match.judging import Conditions
from plyground.players import installed, make_player
from plyground.players.making import is_in_file
from plyground.store.runs import read_settings, settings_content
from plyground.tournament.game_task import GameTask, seed_for
from plyground.tournament.openings import GivenOpenings, Openings, OpeningsInTurn, RandomOpenings
from plyground.tournament.schedule import FORMATS, History, Stage, Winner


@dataclass(frozen=True)
class Entrant:
    """Somebody who takes part: what the player is called, and the text that names it."""

    name: str
    player: str


@dataclass(frozen=True)
class Contest:
    """The settings of a match or tournament. Two entrants and a round robin make a match.

    `pairs` is how many pairs of games an encounter has, `rounds` how many rounds a Swiss
    tournament has. `positions` are the openings; without them random ones are drawn, from the
    position `start` or from the beginning of the game: even ones, or `biased` ones. Pairs are played on
    as many layouts of the board, in turn, as `layouts` says.
    """

    game: str
    options: dict[str, str]
    entrants: tuple[Entrant, ...]
    format: str = "round-robin"
    pairs: int = 1
    rounds: int = 1
    start: str = ""
    layouts: int = 1
    opening_plies: int = 4
    biased: bool = False
    positions: tuple[str, ...] = ()
    conditions: Conditions = field(default_factory=Conditions)
    sprt: str | None = None
    seed: int = 0

    def __post_init__(self) -> None:
        if len(self.entrants) < 2:
            raise OptionError("a contest needs two players or more")
        names = [entrant.name for entrant in self.entrants]
        twice = next((name for name in names if names.count(name) > 1), None)
        if twice is not None:
            raise OptionError(f"two players are called {twice!r}; give names, as in strong={twice}")
        if self.pairs < 1 or self.rounds < 1:
            raise OptionError("a contest needs one pair of games and one round or more")
        if self.layouts > 1 and (self.start or self.positions):
            raise OptionError(
                "a given position has a layout of its own: several layouts need the usual start"
            )
        if self.biased and (self.positions or not self.opening_plies):
            raise OptionError("only random openings can be biased: without a file, of one ply or more")
        if self.format not in FORMATS:
            raise OptionError(f"there is no format {self.format!r}; there are: {', '.join(FORMATS)}")

    @cached_property
    def played_game(self) -> Game:
        """The game on its board."""
        return find_game(self.game, **self.options)

    def check(self) -> None:
        """Let every player get ready once, so that a mistake is reported before the first game.

        What has to be compiled is in the cache then, and the processes that play find it there.
        A program that does not work is no mistake of the contest: it loses its games, with a warning.
        A class in a file that cannot even begin was probably not meant: it stops the contest, and so does
        another Plyground that refuses its settings.

        Raises:
            PlygroundError: a player or an opening cannot be used; the message says which.
        """
        start = self.openings.opening(0)
        for entrant in self.entrants:
            player = make_player(entrant.player, start.game)
            try:
                player.begin(start, seed=0)
            except PlayerError as error:
                if entrant.player.startswith(f"{installed.KIND}:"):
                    raise OptionError(str(error)) from error
                if is_in_file(entrant.player):
                    # Behind the fate of its process stands what is wrong with the file.
                    raise OptionError(
                        str(error).partition(" ended with code 1: ")[2] or str(error)
                    ) from error
                warnings.warn(f"{error}; it will lose its games", PlayerWarning, stacklevel=2)
            finally:
                player.close()

    @property
    def expected_games(self) -> int:
        """About how many games there will be."""
        count = len(self.entrants)
        encounters = {
            "round-robin": count * (count - 1) // 2,
            "gauntlet": count - 1,
            "swiss": count // 2 * self.rounds,
            "knockout": count - 1,
        }
        return 2 * self.pairs * encounters[self.format]

    @cached_property
    def openings(self) -> Openings:
        """With which positions the games begin."""
        if self.positions:
            return GivenOpenings([self.played_game.position(text) for text in self.positions])
        game = self.played_game
        if self.start:
            return self._random_openings(game.position(self.start), self.seed)
        layouts = layouts_of(game, self.layouts)
        if len(layouts) == 1 < self.layouts:
            raise OptionError(f"{game.name} has one layout of this board: chance decides nothing about it")
        seeds = [self.seed, *(seed_for(self.seed, "layout", number) for number in range(1, len(layouts)))]
        return OpeningsInTurn(
            [self._random_openings(each.start(), seed) for each, seed in zip(layouts, seeds, strict=True)]
        )

    def _random_openings(self, start: Position, seed: int) -> Openings:
        return RandomOpenings(start, self.opening_plies, seed, is_biased=self.biased)

    def next_stage(self, stages: tuple[Stage, ...], winners: Mapping[int, Winner]) -> Stage | None:
        """Return the stage that follows those that have been played, None at the end."""
        history = History(len(self.entrants), stages, winners)
        return FORMATS[self.format](history, self.pairs, self.rounds)

    def tasks(self, stage: Stage, done: Mapping[int, Winner]) -> Iterator[GameTask]:
        """Go through the games of a stage that are still to be played."""
        for number in stage.games:
            if number not in done:
                yield self.task(stage, number)

    def task(self, stage: Stage, number: int) -> GameTask:
        """Return one game as a task for somebody to play."""
        place = stage.place(number)
        opening = replace(self.openings.opening(place.opening).history, game=self.game)
        first, second = (self.entrants[side] for side in place.sides)
        return GameTask(
            number=number,
            opening=opening,
            players=(first.player, second.player),
            names=(first.name, second.name),
            conditions=self.conditions,
            seed=self.seed,
        )

    def to_json(self) -> str:
        """Write the settings so that `from_json` reads the same contest."""
        return json.dumps(settings_content(self))

    @classmethod
    def from_json(cls, text: str) -> Self:
        """Read what `to_json` wrote."""
        return cls.of_settings(json.loads(text))

    @classmethod
    def of_settings(cls, content: Mapping[str, Any]) -> Self:
        """Read the settings of a contest in a store."""
        if "conditions" not in content:  # a contest that lost them would be played without its limits
            raise KeyError("conditions")
        return read_settings(cls, content)


def read_entrant(text: str) -> Entrant:
    """Read ``engine:seconds=1``, or ``strong=engine:seconds=1`` to give the player a name.

    Another Plyground without a name is called by its version and place: it is started to ask for them.

    Raises:
        OptionError: the other Plyground is not there.
    """
    name, player = split_name(text)
    kind, _, rest = player.partition(":")
    if name is None:
        name = installed.display_name(rest) if kind == installed.KIND else player
    return Entrant(name, _from_anywhere(player))


def split_name(text: str) -> tuple[str | None, str]:
    """Split ``strong=engine:seconds=1`` into the name, None if there is none, and the player."""
    name, equals, player = text.partition("=")
    return (name, player) if equals and name.isidentifier() else (None, text)


def _from_anywhere(player: str) -> str:
    """Give files their full paths: the contest may be resumed from another folder."""
    kind, _, command = player.partition(":")
    if kind == "program":
        with contextlib.suppress(ValueError):  # quotes that do not match are reported later
            words = [_full_path(word) if Path(word).is_file() else word for word in shlex.split(command)]
            return f"{kind}:{shlex.join(words)}"
        return player
    if kind == installed.KIND:
        path, comma, options = command.partition(",")
        found = installed.Installation.find(path)
        return f"{kind}:{found.executable}{comma}{_with_full_paths(options)}"
    return _with_full_paths(player)


def _with_full_paths(text: str) -> str:
    return _FILE.sub(lambda found: _full_path(found[0]), text)


def _full_path(file: str) -> str:
    return str(Path(file).resolve())


_FILE = re.compile(r"[^\s:=,+*]+\.py(?=:)")
