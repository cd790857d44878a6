"""Game files of users import modules by the names that these once had."""

from __future__ import annotations

import importlib
import sys

import pytest

import plyground as ply


@pytest.mark.parametrize(
    ("former", "present"),
    [
        ("plyground.arena.keeping", "plyground.tournament.contest_running"),
        ("plyground.arena.pool", "plyground.tournament.game_pools"),
        ("plyground.bits", "plyground.core.bits"),
        ("plyground.kernel", "plyground.jit"),
        ("plyground.options", "plyground.core.options"),
        ("plyground.records", "plyground.store.records"),
        ("plyground.reporting.files", "plyground.system.files"),
        ("plyground.rules", "plyground.core.rules"),
        ("plyground.study.running", "plyground.study.study_running"),
        ("plyground.symmetry", "plyground.core.symmetry"),
        ("plyground.tournament.running", "plyground.tournament.contest_running"),
    ],
)
def test_a_former_name_is_the_module_itself(former: str, present: str) -> None:
    module = importlib.import_module(former)
    assert module is sys.modules[present]
    assert module.__name__ == present
    assert module.__spec__ is not None
    assert module.__spec__.name == present


def test_names_that_never_were_are_not_found() -> None:
    with pytest.raises(ModuleNotFoundError):
        importlib.import_module("plyground.nonsense")
    with pytest.raises(AttributeError):
        _ = ply.nonsense
