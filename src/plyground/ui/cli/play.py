"""`plyground play`: a game in the terminal, between people, engines, or one of each."""

from __future__ import annotations

import os
import shlex
import sys
from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click
from click.core import ParameterSource

from plyground.ui.cli import _options as option
from plyground.ui.cli._game_command import RULES, GameCommand
from plyground.ui.cli._output import can_write, is_terminal, uses_color

if TYPE_CHECKING:
    from plyground.core.position import Position
    from plyground.ui.playing.kept_game import KeptGame
    from plyground.ui.terminal.view import View

DEFAULT_PLAYERS = ("human", "level:4")
LATEST = 0
_CONTINUE = "--continue"


class PlayCommand(GameCommand):
    """A command about a game, which comes from the store where one is continued."""

    def find_name(self, context: click.Context, args: list[str]) -> str | None:
        """Find the game; with --continue none is named, but its file may be given."""
        if not any(word.partition("=")[0] == _CONTINUE for word in args):
            return super().find_name(context, args)
        words = [part for word in args for part in word.split("=", 1)]
        return words[words.index("--game") + 1] if "--game" in words[:-1] else None

    def invoke(self, context: click.Context) -> Any:
        """Take the position from the command line or from the store."""
        given = context.params
        asked = given.pop("continued")
        if asked is not None:
            self._take_from_store(context, asked or None)
        return super().invoke(context)

    def _take_from_store(self, context: click.Context, game_id: int | None) -> None:
        """Put what is kept of a game in the place of what might have been typed."""
        from plyground.core.discovery import find_known_rules
        from plyground.ui.playing.kept_game import find_unfinished

        for name in context.params:
            is_typed = context.get_parameter_source(name) is ParameterSource.COMMANDLINE
            if is_typed and name not in ("store", "plain", "game_file"):
                raise click.UsageError(f"a game that is continued has its {name} already; leave it out")
        kept = find_unfinished(context.params["store"], game_id)
        record = kept.record
        rules = context.meta[RULES] = find_known_rules(record.game)
        own = {param.name for param in self.params}
        # Before the game was known, the options of all games were there.
        given = context.params = {name: value for name, value in context.params.items() if name in own}
        given.update({option.name: record.options.get(option.name) for option in rules.options})
        given["position"], given["play"] = record.start, " ".join(move.text for move in record.moves)
        given["kept"] = kept


@click.command(cls=PlayCommand, shared=("seed",), evaluates=True)
@click.argument("players", nargs=-1, metavar="[FIRST SECOND]")
@click.option("--seconds", type=float, metavar="S", help="Time per move of an engine.")
@click.option("--clock", metavar="S+I", help="S seconds for the game and I more per move.")
@option.seed
@click.option(
    _CONTINUE,
    "continued",
    type=int,
    is_flag=False,
    flag_value=LATEST,
    metavar="[ID]",
    help="Resume an unfinished game, the latest without ID.",
)
@option.store
@click.option("--plain", is_flag=True, help="Write plain text, one board below the other.")
def command(
    position: Position,
    players: tuple[str, ...],
    seconds: float | None,
    clock: str | None,
    seed: int,
    store: Path | None,
    plain: bool,
    kept: KeptGame | None = None,
) -> None:
    """Play GAME in the terminal.

    FIRST and SECOND are human, or players such as random, level:3, engine:seconds=1, program:COMMAND
    or FILE.py:NAME. Without them you play first, against level:4. Type help when it is your turn.
    """
    from plyground.ui.playing.agreement import Agreement
    from plyground.ui.playing.kept_game import GameKeeper
    from plyground.ui.playing.played_game import PlayedGame
    from plyground.ui.terminal.terminal_session import TerminalSession

    if len(players) not in (0, 2):
        raise click.UsageError("a game has two players; give both, such as human level:4")
    first, second = players or DEFAULT_PLAYERS
    if kept is None:
        game = PlayedGame(position, Agreement((first, second), seed, seconds, clock))
    else:
        game = kept.resumed(position)
    keeper = GameKeeper(store, game.agreement, kept)
    TerminalSession(game, _view(position, plain), keeper, _told_again(position, store)).play()


def _view(position: Position, plain: bool) -> View:
    """Choose how the game is shown: in place where a terminal can do that."""
    from plyground.ui.terminal.typed_input import Interrupts
    from plyground.ui.terminal.view import LiveView, View

    is_able = os.environ.get("TERM", "dumb") not in ("", "dumb")
    if plain or not (is_able and is_terminal(sys.stdin) and is_terminal(sys.stdout)):
        return View(Interrupts())
    return LiveView(Interrupts(), color=uses_color() and can_write(position.draw(color=True)))


def _told_again(position: Position, store: Path | None) -> Callable[[int], str]:
    """Return how to write the command that resumes a game."""
    from plyground.core.discovery import source_of

    source = source_of(position.game.rules)
    more = f" --game {shlex.quote(source)}" if source != position.game.name else ""
    more += f" --store {shlex.quote(str(store))}" if store else ""
    return lambda game_id: f"plyground play {_CONTINUE} {game_id}{more}"
