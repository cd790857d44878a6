"""The tables that a server has open, and what is known without a search."""

from __future__ import annotations

import threading
import warnings
from collections import OrderedDict
from collections.abc import Sequence

from plyground.core.position import Game, Position
from plyground.errors import TableError, TableWarning
from plyground.tables import Exact, Table, find_table
from plyground.tables.exact import final_value
from plyground.tables.finding import TABLES, file_stem

MOST_OPEN = 32

Files = tuple[tuple[str, int, int], ...]
"""Names, times and sizes: another table has others."""


class OpenTables:
    """Finds the table of a board, and keeps it open until its file changes; threads may share it."""

    def __init__(self) -> None:
        self._open: OrderedDict[Game, tuple[Files, Table | None]] = OrderedDict()
        self._lock = threading.Lock()

    def find(self, game: Game) -> Table | None:
        """Return the table of a board, None if there is none that can be used."""
        files = _files_of(game)
        if not files:
            return None
        with self._lock:
            known = self._open.get(game)
            if known is None or known[0] != files:
                known = self._open[game] = files, find_table(game)
            self._open.move_to_end(game)
            if len(self._open) > MOST_OPEN:
                self._open.popitem(last=False)
        return known[1]


def known_values(table: Table | None, positions: Sequence[Position]) -> list[Exact | None]:
    """Return the values that need no search: of finished games, and of positions in a table."""
    try:
        return [_known_value(table, position) for position in positions]
    except TableError as error:
        warnings.warn(str(error), TableWarning, stacklevel=2)
        return [_known_value(None, position) for position in positions]


def _known_value(table: Table | None, position: Position) -> Exact | None:
    if position.outcome is not None:
        return final_value(position)
    return None if table is None else table.probe(position)


def _files_of(game: Game) -> Files:
    try:
        found = [(file, file.stat()) for file in TABLES.own(f"{file_stem(game)}-*")]
    except (TableError, OSError):
        return ()
    return tuple((file.name, status.st_mtime_ns, status.st_size) for file, status in found)
