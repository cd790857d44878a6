"""The types that the scripts of these pages are checked with are those of the messages."""

from __future__ import annotations

import re

import msgspec

from plyground.web.contests import messages as contests
from plyground.web.files import FOLDER
from plyground.web.library import messages as library
from plyground.web.sockets import Refused

FILE = FOLDER / "scripts" / "library" / "messages.d.ts"


def structs() -> dict[str, type[msgspec.Struct]]:
    found: dict[str, type[msgspec.Struct]] = {"Refused": Refused}
    for module in (library, contests):
        for name, value in vars(module).items():
            is_struct = isinstance(value, type) and issubclass(value, msgspec.Struct)
            if is_struct and value.__module__ == module.__name__:
                found[name] = value
    return found


def test_every_message_has_its_fields_in_the_scripts_and_no_others() -> None:
    blocks = re.findall(r"export interface (\w+) {\n(.*?)\n}", FILE.read_text("utf-8"), re.DOTALL)
    written = {name: re.findall(r"^  (\w+)\??: ", body, re.MULTILINE) for name, body in blocks}
    expected = {}
    for name, struct in structs().items():
        config = struct.__struct_config__
        tag = [] if config.tag is None else [str(config.tag_field)]
        expected[name] = [*tag, *(field.name for field in msgspec.structs.fields(struct))]
    assert written == expected
