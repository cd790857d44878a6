"""From a text such as ``engine:seconds=1`` to the player it names."""

from __future__ import annotations

import shlex
import sys
from pathlib import Path

from plyground.core.position import Game
from plyground.errors import OptionError, expect, nearest, shortened
from plyground.players.kinds import Kind, known_kinds, split_options
from plyground.players.player import Player
from plyground.protocol.known import game_protocols


def make_player(text: str, game: Game) -> Player:
    """Make the player that a text names, for a game.

    >>> import plyground as ply
    >>> player = make_player("alphabeta:depth=2,evaluate=piece", ply.game("breakthrough"))

    Raises:
        PlygroundError: there is no such player, or it has no such option; the message names it.
    """
    expect(text, str, "a player has to be a text such as 'engine:seconds=1'")
    expect(game, Game, "game has to be a Game such as ply.game('breakthrough')")
    name, _, rest = text.partition(":")
    if name in game_protocols():
        return _make_program(name, rest, game)
    if name == "plyground":
        return _make_installed(rest, game)
    if is_in_file(text):
        return _make_own(name, rest, game)
    kind, options = find_kind(text, game, others=(*game_protocols(), "plyground", "FILE.py:NAME"))
    return kind.make(game, **options)


def runs_foreign_code(text: str) -> bool:
    """Tell whether a text names a program, another Plyground, or somebody's class in a file."""
    return text.partition(":")[0] in (*game_protocols(), "plyground") or is_in_file(text)


def is_in_file(text: str) -> bool:
    """Tell whether a text names somebody's class in a file, as ``my_player.py:Name`` does."""
    return Path(text.partition(":")[0]).suffix == ".py"


def find_kind(text: str, game: Game, *, others: tuple[str, ...] = ()) -> tuple[Kind, dict[str, object]]:
    """Return which of the built-in kinds a text names, and the options as it gives them.

    `others` are the kinds that the caller knows besides, for the message where there is none.

    Raises:
        OptionError: none of them; programs and files are none.
    """
    name, _, rest = text.partition(":")
    one_ply = game.rules.named_players
    if name in one_ply and not rest:
        name, _, rest = one_ply[name].partition(":")
    kinds = known_kinds()
    if name not in kinds:
        names = [*kinds, *one_ply, *others]
        raise OptionError(
            f"there is no player {shortened(name)}; there are: {', '.join(names)}{nearest(name, names)}"
        )
    kind = kinds[name]
    texts = split_options(name, rest, first=next(iter(kind.options), None))
    return kind, kind.read_options(texts)


def _make_program(kind: str, command: str, game: Game) -> Player:
    from plyground.players.program import ProgramPlayer

    try:
        words = shlex.split(command)
    except ValueError as error:
        raise OptionError(f"the command {shortened(command)} cannot be read: {error}") from error
    if not words:
        raise OptionError(f"a program needs a command, as in {kind}:./my_engine")
    return ProgramPlayer(words, game, protocol=game_protocols()[kind])


def _make_installed(rest: str, game: Game) -> Player:
    from plyground.players.installed import make_installed

    return make_installed(rest, game)


def _make_own(file: str, rest: str, game: Game) -> Player:
    from plyground.players.host import own_player_command
    from plyground.players.program import ProgramPlayer

    name, _, options = rest.partition(",")
    if not name:
        raise OptionError(f"which class of {file}? Write {file}:NAME")
    label = f"{file}:{name}"
    command = own_player_command(label, game, split_options(label, options, first=None))

    def show(line: str) -> None:
        """Let people see what their class prints; the error that follows says what ended it."""
        if not line.startswith(f"{file}: "):
            sys.stderr.write(f"{label}: {line}\n")

    return ProgramPlayer(command, game, name=label, listener=show)
