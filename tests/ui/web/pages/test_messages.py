"""The types that the scripts are checked with have the fields of the messages in Python."""

from __future__ import annotations

import dataclasses
import importlib
import pkgutil
import re
from collections.abc import Iterator

import msgspec
import pytest

import plyground.ui.web
from plyground.ui.web.transport.page_files import FOLDER

SPEAKING = ("catalogue", "explaining_service", "game_views", "lines", "messages", "sockets")
"""How the names of modules with messages end."""
OTHER_NAMES = {"Move": "MoveInfo", "Thought": "ThoughtMessage"}
"""Messages that the scripts call otherwise."""

Fields = tuple[str, ...]


def structs() -> dict[str, set[Fields]]:
    """Return the fields of every message of the server; parts of the app may use a name twice."""
    found: dict[str, set[Fields]] = {}
    for module_info in pkgutil.walk_packages(plyground.ui.web.__path__, "plyground.ui.web."):
        if module_info.name.endswith(SPEAKING):
            for name, value in vars(importlib.import_module(module_info.name)).items():
                if isinstance(value, type) and issubclass(value, msgspec.Struct):
                    found.setdefault(name, set()).add(tuple(fields_of(value)))
                elif isinstance(value, type) and dataclasses.is_dataclass(value):
                    found.setdefault(name, set()).add(tuple(each.name for each in dataclasses.fields(value)))
    return found


def fields_of(struct: type[msgspec.Struct]) -> Iterator[str]:
    config = struct.__struct_config__
    if config.tag is not None:
        yield str(config.tag_field)
    yield from (field.name for field in msgspec.structs.fields(struct))


def interfaces() -> dict[str, Fields]:
    found = {}
    for file in sorted(FOLDER.glob("scripts/**/*.d.ts")):
        text = file.read_text("utf-8")
        for name, body in re.findall(r"export interface (\w+) {\n(.*?)\n}", text, re.DOTALL):
            found[f"{file.parent.name}/{name}"] = tuple(re.findall(r"^  (\w+)\??: ", body, re.MULTILINE))
    return found


@pytest.mark.parametrize("interface", sorted(interfaces()))
def test_an_interface_has_the_fields_of_its_message(interface: str) -> None:
    name = interface.partition("/")[2]
    known = structs().get(OTHER_NAMES.get(name, name))
    assert known is not None, f"there is no message {name}"
    assert {frozenset(fields) for fields in known} >= {frozenset(interfaces()[interface])}
