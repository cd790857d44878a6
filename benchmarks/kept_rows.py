"""Results of long measurements in a small file: one that was interrupted resumes where it was."""

from __future__ import annotations

import csv
from collections.abc import Callable, Iterator, Sequence
from dataclasses import asdict, fields
from pathlib import Path
from typing import Any, Generic, TypeVar

RowT = TypeVar("RowT")


class KeptRows(Generic[RowT]):
    """Rows of a CSV file; what a row is about is told by its key. Without a file they are only in memory."""

    def __init__(
        self, path: Path | None, row_type: type[RowT], key: Sequence[str] = ("game", "level")
    ) -> None:
        self._path, self._row_type, self.key = path, row_type, tuple(key)
        self._columns = {each.name: each.type for each in fields(row_type)}  # type: ignore[arg-type]
        self._rows: dict[tuple[object, ...], RowT] = {}
        if path is not None and path.exists():
            with path.open(newline="", encoding="utf-8") as file:
                for row in csv.DictReader(file):
                    self._note(row_type(**{name: self._read(name, text) for name, text in row.items()}))

    def __iter__(self) -> Iterator[RowT]:
        return iter(self._rows.values())

    def find(self, *key: object) -> RowT | None:
        """Return the row of a key, if there is one."""
        return self._rows.get(key)

    def put(self, row: RowT) -> None:
        """Write a row down, in place of an earlier one of the same key."""
        self._note(row)
        self._write()

    def get(self, game: str, level: int, measure: Callable[[], RowT]) -> RowT:
        """Return the row of a level; measure it and write it down if there is none yet."""
        if (game, level) not in self._rows:
            self.put(measure())
        return self._rows[game, level]

    def _read(self, name: str, text: str) -> Any:
        return text if self._columns[name] == "str" else float(text) if "." in text else int(text)

    def _note(self, row: RowT) -> None:
        self._rows[tuple(getattr(row, name) for name in self.key)] = row

    def _write(self) -> None:
        if self._path is None:
            return
        with self._path.open("w", newline="", encoding="utf-8") as file:
            writer = csv.DictWriter(file, self._columns, lineterminator="\n")
            writer.writeheader()
            writer.writerows(asdict(row) for row in self._rows.values())  # type: ignore[call-overload]
