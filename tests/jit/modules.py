"""Modules made from text, each new one in the place of the last: an edited file, in one process."""

from __future__ import annotations

import sys
import textwrap
from types import ModuleType

import pytest

_IMPORTS = """
from __future__ import annotations
import enum, functools, math, operator, random
from typing import NamedTuple
import numpy as np
from plyground.jit import instruction, kernel
"""


def module_of(monkeypatch: pytest.MonkeyPatch, text: str, name: str = "study") -> ModuleType:
    """Return a module that other code can import, made from the text of its file."""
    module = ModuleType(name)
    monkeypatch.setitem(sys.modules, name, module)
    exec(_IMPORTS + textwrap.dedent(text), module.__dict__)  # noqa: S102  # the tests' own text
    return module
