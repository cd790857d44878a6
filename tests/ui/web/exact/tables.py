"""A server on whose machine tables have been built."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest

from plyground.core.position import Game, game
from plyground.solving.retrograde.table_building import build_table
from tests.ui.web.running import Server, running_server

BOARDS = (
    game("konane", size=4),
    game("othello", size=4),
    game("breakthrough", size="4x3"),
    game("duel", size=3),
)


def build(folder: Path, *boards: Game) -> None:
    """Build the tables of boards for a server that keeps its data in a folder."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("PLYGROUND_DATA_DIR", str(folder))
        for board in boards:
            for _ in build_table(board.start()):
                pass


@contextmanager
def server_with_tables(folder: Path) -> Iterator[Server]:
    """Run a server that has the tables of some small boards."""
    build(folder, *BOARDS)
    with running_server(folder) as running:
        yield running
