"""From a text such as ``engine:seconds=1`` to the player it names."""

from __future__ import annotations

import shlex
import sys
from pathlib import Path

from plyground.errors import OptionError, nearest, shortened
from plyground.players.kinds import Kind, known_kinds, split_options
from plyground.players.player import Player
from plyground.position import Game

# The one-ply players of Breakthrough by the names they are known under. Nothing but a capture
# changes the count of pawns, so who looks at it is a killer.
ONE_PLY_PLAYERS = {
    "breakthrough": {
        "naive": "mobility",
        "killer": "piece",
        **{name: name for name in ("defensive", "reckless", "position", "cautious", "comprehensive")},
    }
}


def make_player(text: str, game: Game) -> Player:
    """Make the player that a text names, for a game.

    >>> import plyground as ply
    >>> player = make_player("alphabeta:depth=2,evaluate=piece", ply.game("breakthrough"))

    Raises:
        PlygroundError: there is no such player, or it has no such option; the message names it.
    """
    name, _, rest = text.partition(":")
    if name == "program":
        return _make_program(rest, game)
    if Path(name).suffix == ".py":
        return _make_own(name, rest, game)
    kind, options = find_kind(text, game)
    return kind.make(game, **options)


def find_kind(text: str, game: Game) -> tuple[Kind, dict[str, object]]:
    """Return which of the kinds of the house a text names, and the options as it gives them.

    Raises:
        OptionError: none of them; programs and files are none.
    """
    name, _, rest = text.partition(":")
    one_ply = ONE_PLY_PLAYERS.get(game.name, {})
    if name in one_ply and not rest:
        name, rest = "greedy", one_ply[name]
    kinds = known_kinds()
    if name not in kinds:
        names = [*kinds, "program", *one_ply]
        raise OptionError(
            f"there is no player {shortened(name)}; there are: {', '.join(names)}, and FILE.py:NAME"
            + nearest(name, names)
        )
    kind = kinds[name]
    texts = split_options(name, rest, first=next(iter(kind.options), None))
    return kind, kind.read_options(texts)


def _make_program(command: str, game: Game) -> Player:
    from plyground.players.program import ProgramPlayer

    try:
        words = shlex.split(command)
    except ValueError as error:
        raise OptionError(f"the command {shortened(command)} cannot be read: {error}") from error
    if not words:
        raise OptionError("a program needs a command, as in program:./my_engine")
    return ProgramPlayer(words, game)


def _make_own(file: str, rest: str, game: Game) -> Player:
    from plyground.players.host import own_player_command
    from plyground.players.program import ProgramPlayer

    name, _, options = rest.partition(",")
    if not name:
        raise OptionError(f"which class of {file}? Write {file}:NAME")
    label = f"{file}:{name}"
    command = own_player_command(label, game, split_options(label, options, first=None))

    def show(line: str) -> None:
        """Let people see what their class prints."""
        sys.stderr.write(f"{label}: {line}\n")

    return ProgramPlayer(command, game, name=label, listener=show)
