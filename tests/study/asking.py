"""Small studies, their tables as dictionaries, and a store that breaks off."""

from __future__ import annotations

import json
from collections.abc import Mapping
from typing import Any

from plyground.core.position import Position, game
from plyground.study.content import Section, Table
from plyground.study.declared import AnyStudy, make_study
from plyground.study.study_running import answer, run_study

SMALL_BOARDS = [("breakthrough", "4x4"), ("othello", "4"), ("konane", "4x4"), ("duel", "3")]

Row = dict[str, Any]


def start_of(name: str, size: str) -> Position:
    return game(name, size=size).start()


def small(study: str, name: str, size: str, **options: Any) -> AnyStudy:
    return make_study(study, start_of(name, size), **options)


def answered(study: str, name: str, size: str, **options: Any) -> list[Section]:
    return answer(small(study, name, size, **options))


def rows_of(section: Section) -> list[Row]:
    """Return the rows of a section's table by the names of its columns."""
    table = table_of(section)
    names = [column.name for column in table.columns]
    return [dict(zip(names, row, strict=True)) for row in table.rows]


def table_of(section: Section) -> Table:
    assert section.table is not None
    return section.table


class Interrupted(Exception):  # noqa: N818  # it stands for Ctrl-C
    """Somebody ended the study."""


class Notebook:
    """Keeps measurements in memory, and breaks off after so many."""

    def __init__(self, most: int | None = None) -> None:
        self.notes: dict[str, str] = {}
        self.most = most

    def kept(self) -> Mapping[str, dict[str, Any]]:
        return {key: json.loads(note) for key, note in self.notes.items()}

    def keep(self, key: str, content: dict[str, Any]) -> None:
        assert key not in self.notes, "nothing is measured twice"
        self.notes[key] = json.dumps(content)
        if self.most is not None and len(self.notes) == self.most:
            self.most = None
            raise Interrupted


def run_with_breaks(study: AnyStudy, notebook: Notebook) -> dict[Any, Any]:
    """Run a study again after an interruption, to its end."""
    try:
        return run_study(study, notebook, lambda progress: None)
    except Interrupted:
        return run_study(study, notebook, lambda progress: None)
