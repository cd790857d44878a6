"""Where tables are, and which of them belong to a game."""

from __future__ import annotations

import warnings
from collections.abc import Iterator

from plyground.core.discovery import find_known_rules
from plyground.core.position import Game
from plyground.errors import TableError, TableWarning, expect
from plyground.jit.fingerprint import UnknownContentError, digest_of
from plyground.system.files import DataFiles
from plyground.tables.format import Header
from plyground.tables.table import Table

TABLES = DataFiles("tables", ".table", TableError)
UNFINISHED = DataFiles("tables", ".building", TableError)
"""The folders of tables that were not built to the end."""
_LETTERS = 8


def game_of(header: Header) -> Game:
    """Return the game of a table, as it is known here.

    Raises:
        PlygroundError: it is not known here, or has no such board.
    """
    rules = find_known_rules(header.game)  # what a file says must not make another file run
    return Game.of(rules, header.options).position(header.root).game


def open_table(game: Game) -> Table | None:
    """Return the table of a game on its board, None if there is none.

    If there are several, from different positions, it is the one from the start, else the largest.

    >>> import plyground as ply
    >>> table = ply.open_table(ply.game("konane", size="8x8"))
    >>> table is None
    True

    Raises:
        TableError: there is one, and it is damaged or was built with other rules.
    """
    expect(game, Game, "game has to be a Game such as ply.game('konane', size=4)")
    problems: list[TableError] = []
    try:
        tables = list(_tables_of(game, problems))
    except UnknownContentError:  # a board that cannot be told from others has no tables
        return None
    if not tables and problems:
        raise problems[0]
    return max(tables, key=lambda table: (table.header.is_start, len(table)), default=None)


def find_table(game: Game) -> Table | None:
    """Return the table of a game as `open_table` does; one that cannot be used is a warning."""
    try:
        return open_table(game)
    except TableError as error:
        warnings.warn(str(error), TableWarning, stacklevel=2)
        return None


def _tables_of(game: Game, problems: list[TableError]) -> Iterator[Table]:
    for path in TABLES.own(f"{file_stem(game)}-*"):
        try:
            yield Table(path, game)
        except TableError as error:
            problems.append(error)
        except OSError as error:
            problems.append(TableError(f"{path}: {error.strerror}"))


def file_stem(game: Game) -> str:
    """Return how the names of the files of all tables of a game on its board begin."""
    return f"{game.name}-{game.rows}x{game.columns}-{digest_of(game.board)[:_LETTERS]}"
