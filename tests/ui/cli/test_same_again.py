"""The same command twice: what differs is what the reference names, seconds above all."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from .running import json_of

MATCH = ("breakthrough", "--size", "4", "--games", "4", "--seed", "3")

COMMANDS = {
    "match": ("match", *MATCH, "engine:nodes=200", "random"),
    "tournament": ("tournament", *MATCH, "level:1", "random", "first"),
    "study": ("study", "pruning", "konane", "--size", "4", "--depth", "3"),
    "exercise": ("study", "exercise", "--seed", "3", "--count", "2", "--solutions"),
}
MAY_DIFFER = {"id", "began", "command", "lead", "notes", "sentences", "seconds", "plots"}


def without_times(content: Any) -> Any:
    """Leave out what may differ: ids, dates, seconds, and what is computed from seconds."""
    if isinstance(content, dict):
        return {
            key: without_times(value)
            for key, value in content.items()
            if key not in MAY_DIFFER and "seconds" not in key and "speed" not in key
        }
    if isinstance(content, list):
        return [without_times(each) for each in content if not (isinstance(each, str) and " takes " in each)]
    return content


@pytest.mark.parametrize("name", COMMANDS)
def test_the_same_seed_does_the_same(name: str, tmp_path: Path) -> None:
    words = COMMANDS[name]
    runs = []
    for number, processes in enumerate(("0", "2")):
        store = ("--store", str(tmp_path / f"{number}.db")) if name != "exercise" else ()
        pool = ("--processes", processes) if name in ("match", "tournament") else ()
        runs.append(json_of(*words, *store, *pool))
    first, second = map(without_times, runs)
    assert first == second
    assert first
    if name != "exercise":
        assert runs[0]["id"] != runs[1]["id"]
