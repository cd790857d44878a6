"""Write the types of what server and pages say to each other, for the checker of the scripts.

`python tools/make_types.py` writes them to the file that the scripts import their types from; a test
compares that file with what this would write.
"""

from __future__ import annotations

import dataclasses
import enum
import importlib
import pkgutil
import types
import typing
from pathlib import Path
from typing import Any

import msgspec

import plyground.web
from plyground.web.files import FOLDER

FILE = FOLDER / "scripts" / "messages.d.ts"
HEADER = """\
/**
 * What server and pages say to each other. Squares are numbers, row by row from the top left.
 * Made by tools/make_types.py from the messages in Python; do not edit.
 */
"""
SPEAKING = ("catalogue", "game_info", "messages", "sockets")
"""The names of the modules that hold messages."""

PLAIN = {str: "string", int: "number", float: "number", bool: "boolean", type(None): "null", Any: "unknown"}


def write_types() -> str:
    """Return the content of the file: an interface for each Struct, a type for each union of them."""
    named: dict[str, str] = {}
    for module in _modules():
        for name, value in vars(module).items():
            if _is_struct(value) and value.__module__ == module.__name__:
                _add(named, name, _interface(value))
            elif _is_union_of_structs(value) and not name.startswith("_"):
                _add(named, name, f"export type {name} = {_type(value)};\n")
    limits = importlib.import_module("plyground.web.limits").Limits
    _add(named, "Limits", _interface(limits))
    return "\n".join([HEADER, *(named[name] for name in sorted(named))])


def _modules() -> list[types.ModuleType]:
    found = pkgutil.walk_packages(plyground.web.__path__, "plyground.web.")
    return [importlib.import_module(each.name) for each in found if each.name.rpartition(".")[2] in SPEAKING]


def _add(named: dict[str, str], name: str, text: str) -> None:
    if named.setdefault(name, text) != text:
        raise ValueError(f"two messages are called {name}")


def _is_struct(value: object) -> bool:
    return isinstance(value, type) and issubclass(value, msgspec.Struct)


def _is_union_of_structs(value: object) -> bool:
    parts = typing.get_args(value)
    return isinstance(value, types.UnionType) and all(map(_is_struct, parts))


def _interface(kind: Any) -> str:
    doc = (kind.__doc__ or "").strip().partition("\n")[0]
    lines = [f"/** {doc} */", f"export interface {kind.__name__} {{"]
    is_struct = _is_struct(kind)
    fields: Any = msgspec.structs.fields(kind) if is_struct else dataclasses.fields(kind)
    hints = typing.get_type_hints(kind)
    if is_struct and kind.__struct_config__.tag is not None:
        lines.append(f'  {kind.__struct_config__.tag_field}: "{kind.__struct_config__.tag}";')
    # What comes in may leave out what has a default; what goes out always has everything.
    may_leave_out = is_struct and kind.__struct_config__.forbid_unknown_fields
    for field in fields:
        mark = "?" if may_leave_out and not field.required else ""
        lines.append(f"  {field.name}{mark}: {_type(hints[field.name])};")
    return "\n".join([*lines, "}", ""])


def _type(hint: Any) -> str:
    """Write a type of Python as one of TypeScript."""
    origin, parts = typing.get_origin(hint), typing.get_args(hint)
    if isinstance(hint, (types.UnionType,)) or origin is typing.Union:
        return " | ".join(dict.fromkeys(_type(part) for part in parts))
    if origin is typing.Literal:
        return " | ".join(f'"{part}"' if isinstance(part, str) else str(part) for part in parts)
    if origin is tuple and parts[-1] is not Ellipsis:
        return f"[{', '.join(map(_type, parts))}]"
    if origin in (list, tuple, dict):
        inner = _type(parts[-1] if origin is dict else parts[0])
        return f"Record<string, {inner}>" if origin is dict else f"Array<{inner}>"
    if isinstance(hint, type) and issubclass(hint, enum.Enum):
        return " | ".join(f'"{member.value}"' for member in hint)
    return PLAIN.get(hint) or hint.__name__


if __name__ == "__main__":
    Path(FILE).write_text(write_types(), "utf-8")
