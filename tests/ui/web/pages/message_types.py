"""The types of the messages, as TypeScript writes them: made from the Structs that the server speaks with."""

from __future__ import annotations

import importlib
import json
import pkgutil
from collections.abc import Iterator

import msgspec
from msgspec import inspect

import plyground.ui.web

SPEAKING = ("catalogue", "game_views", "lines", "messages", "service", "sockets")
"""How the names of modules with messages end."""

WORDS: dict[type[inspect.Type], str] = {
    inspect.IntType: "number",
    inspect.FloatType: "number",
    inspect.StrType: "string",
    inspect.BoolType: "boolean",
    inspect.NoneType: "null",
}


def message_types() -> str:
    """Return the interfaces of all messages; every script knows them by their names."""
    found: dict[type, str] = {}
    for info in inspect.multi_type_info(list(_messages())):
        _collect(info, found)
    assert len({kind.__name__ for kind in found}) == len(found), "two messages have the same name"
    return "\n".join(["type Side = 0 | 1;", *found.values()])


def _messages() -> Iterator[type[msgspec.Struct]]:
    for module_info in pkgutil.walk_packages(plyground.ui.web.__path__, "plyground.ui.web."):
        if module_info.name.endswith(SPEAKING):
            for name, value in vars(importlib.import_module(module_info.name)).items():
                is_struct = isinstance(value, type) and issubclass(value, msgspec.Struct)
                if is_struct and value.__module__ == module_info.name and name[0] != "_":
                    yield value


def _collect(info: inspect.Type, found: dict[type, str]) -> str:
    """Return how a type is written, after taking down the interfaces that it mentions."""
    match info:
        case inspect.StructType() | inspect.DataclassType():
            if info.cls not in found:
                found[info.cls] = ""  # it may mention itself
                found[info.cls] = _interface(info, found)
            told = info.cls.__name__
        case inspect.IntType(ge=0, le=1):
            told = "Side"
        case inspect.LiteralType():
            told = " | ".join(map(json.dumps, info.values))
        case inspect.EnumType():
            told = " | ".join(json.dumps(each.value) for each in info.cls)
        case inspect.UnionType():
            told = " | ".join(_collect(each, found) for each in info.types)
        case inspect.ListType() | inspect.VarTupleType():
            told = f"({_collect(info.item_type, found)})[]"
        case inspect.TupleType():
            told = f"[{', '.join(_collect(each, found) for each in info.item_types)}]"
        case inspect.DictType(value_type=inspect.AnyType()):
            told = "any"
        case inspect.DictType():
            told = f"Record<string, {_collect(info.value_type, found)}>"
        case _:
            told = WORDS[type(info)]
    return told


def _interface(info: inspect.StructType | inspect.DataclassType, found: dict[type, str]) -> str:
    lines, is_order = [], False
    if isinstance(info, inspect.StructType) and info.tag is not None:
        lines.append(f"  {info.tag_field}: {json.dumps(info.tag)};")
        is_order = info.forbid_unknown_fields  # a page may leave out what has a default
    for field in info.fields:
        mark = "?" if is_order and not field.required else ""
        lines.append(f"  {field.encode_name}{mark}: {_collect(field.type, found)};")
    return "\n".join([f"interface {info.cls.__name__} {{", *lines, "}"])
