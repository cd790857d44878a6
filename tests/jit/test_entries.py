"""One cache entry: what its name depends on, and that a bad one costs a compilation, no more."""

from __future__ import annotations

import errno
import itertools
import os
import pickle
import sys
from pathlib import Path
from types import ModuleType
from typing import Any, NoReturn

import llvmlite
import llvmlite.binding as llvm
import numba
import numpy as np
import pytest
from numba.core import serialize, types
from numba.core.bytecode import FunctionIdentity
from numba.core.codegen import CPUCodegen

from plyground.jit import Kernel, cache, numba_cache

from .lab import ANNOUNCEMENT
from .modules import module_of
from .test_cache import fail_to_write, refuse

TEXT = """
class Pair(NamedTuple):
    {}: int
    {}: int
@kernel
def f(x): return x + 1
"""


@pytest.fixture
def study(cache_dir: Path, monkeypatch: pytest.MonkeyPatch) -> ModuleType:
    return module_of(monkeypatch, TEXT.format("a", "b"))


def name_of(function: Kernel, *arguments: Any) -> str | None:
    """Return the name of the entry for arguments of these types."""
    return entry_name(function.dispatcher, *arguments)


def entry_name(dispatcher: Any, *arguments: Any) -> str | None:
    name = dispatcher._cache._entry_name(arguments, dispatcher.targetctx.codegen())
    assert name is None or isinstance(name, str)
    return name


@pytest.mark.parametrize(
    ("owner", "name", "value"),
    [
        (numba, "__version__", "0.0"),
        (llvmlite, "__version__", "0.0"),
        (np, "__version__", "0.0"),
        (sys, "version", "3.99.0 (main)"),
        (numba.config, "OPT", 0),
        (numba.config, "BOUNDSCHECK", 1),
        (CPUCodegen, "magic_tuple", lambda self: ("another", "machine", "")),
    ],
)
def test_what_is_around_the_function_is_part_of_the_name(
    study: ModuleType, monkeypatch: pytest.MonkeyPatch, owner: Any, name: str, value: Any
) -> None:
    before = name_of(study.f, types.int64)
    assert before is not None
    assert name_of(study.f, types.int64) == before
    with monkeypatch.context() as patch:
        patch.setattr(owner, name, value)
        assert name_of(study.f, types.int64) not in (None, before)
    assert name_of(study.f, types.int64) == before


def test_options_and_form_are_part_of_the_name(study: ModuleType, monkeypatch: pytest.MonkeyPatch) -> None:
    cached = study.f.dispatcher._cache
    names = [name_of(study.f, types.int64), entry_name(study.f.part, types.int64)]
    monkeypatch.setattr(cached, "_options", {"nogil": True, "fastmath": True})
    names.append(name_of(study.f, types.int64))
    assert None not in names
    assert len(set(names)) == 3


def test_after_an_update_of_numba_it_is_compiled_again(
    study: ModuleType, cache_dir: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    assert study.f(1) == 2
    kept = set(cache_dir.glob("*.kernel"))
    monkeypatch.setattr(numba, "__version__", "0.0")
    assert module_of(monkeypatch, TEXT.format("a", "b")).f(1) == 2
    assert len(set(cache_dir.glob("*.kernel")) - kept) == 1
    assert kept < set(cache_dir.glob("*.kernel"))


def test_every_signature_has_its_own_name(study: ModuleType, monkeypatch: pytest.MonkeyPatch) -> None:
    def record(*fields: tuple[str, str]) -> Any:
        return numba.from_dtype(np.dtype(list(fields)))

    def pair_of(module: ModuleType) -> Any:
        return types.NamedUniTuple(types.int64, 2, module.Pair)

    kinds = [
        types.int64,
        types.uint64,
        types.int32,
        types.float64,
        types.boolean,
        types.none,
        types.unicode_type,
        types.UniTuple(types.int64, 2),
        types.UniTuple(types.int64, 3),
        types.Tuple([types.int64, types.UniTuple(types.int64, 2)]),
        types.Tuple([types.UniTuple(types.int64, 2), types.int64]),
        types.Array(types.int64, 1, "C"),
        types.Array(types.int64, 1, "A"),
        types.Array(types.int64, 2, "C"),
        types.Array(types.int64, 1, "C", readonly=True),
        types.Array(record(("a", "i4"), ("b", "i4")), 1, "C"),
        types.Array(record(("b", "i4"), ("a", "i4")), 1, "C"),
        types.Omitted(1),
        types.Optional(types.int64),
        pair_of(study),
        types.NamedUniTuple(types.uint64, 2, study.Pair),
    ]
    names = [name_of(study.f, kind) for kind in kinds]
    turned = module_of(monkeypatch, TEXT.format("b", "a"))
    names.append(name_of(turned.f, pair_of(turned)))
    assert None not in names
    assert len(set(names)) == len(kinds) + 1


def test_types_without_a_lasting_name_have_no_entry(
    study: ModuleType, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A function prints as a place in memory, where another one may be in another process."""
    module_of(monkeypatch, TEXT.format("a", "b"))  # takes the place of the first
    stale = types.NamedUniTuple(types.int64, 2, study.Pair)
    function = types.Dispatcher(study.f.dispatcher)
    for kind in (stale, function, types.UniTuple(function, 2), types.List(types.int64)):
        assert name_of(study.f, kind) is None


class Unreadable:
    """Something that can be written and raises an error of some kind when it is read."""

    def __init__(self, error: type[Exception]) -> None:
        self.error = error

    def __reduce__(self) -> tuple[Any, ...]:
        return raise_error, (self.error,)


def raise_error(error: type[Exception]) -> NoReturn:
    raise error("while it was read")


BAD_PAYLOADS = {
    "nothing": b"",
    "no pickle": b"no pickle at all",
    "half a pickle": pickle.dumps((["a"], "b"))[:-4],
    "another thing": pickle.dumps(5),
    "another pair": pickle.dumps(([], 5)),
    "too few parts": pickle.dumps(([], (1, 2))),
    "a missing module": b"cno_such_module\nname\n.",
    "a missing name": b"cmath\nno_such_name\n.",
    "a missing symbol": pickle.dumps((["no_such_symbol"], ())),
    **{error.__name__: pickle.dumps(Unreadable(error)) for error in (ValueError, KeyError, RecursionError)},
}


@pytest.mark.parametrize("problem", BAD_PAYLOADS)
def test_an_entry_that_cannot_be_used(study: ModuleType, cache_dir: Path, problem: str) -> None:
    """It is whole, but written by another version of something."""
    name = name_of(study.f, types.int64)
    assert name is not None
    cache.save(name, BAD_PAYLOADS[problem])
    assert study.f(1) == 2
    assert cache.load(name) not in (None, BAD_PAYLOADS[problem])
    assert [path.name for path in cache_dir.glob("*.kernel")] == [f"{name}.kernel"]


def test_code_that_needs_a_symbol_which_is_not_here(
    study: ModuleType, cache_dir: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Loading it would end the process."""
    assert study.f(1) == 2
    (file,) = cache_dir.glob("*.kernel")
    payload = cache.load(file.stem)
    assert payload is not None
    symbols, reduced = pickle.loads(payload)  # noqa: S301  # written a line above
    cache.save(file.stem, pickle.dumps((["no_such_symbol", *symbols], reduced)))
    again = module_of(monkeypatch, TEXT.format("a", "b")).f
    assert again(1) == 2
    assert not again.dispatcher.stats.cache_hits
    third = module_of(monkeypatch, TEXT.format("a", "b")).f
    assert third(1) == 2
    assert third.dispatcher.stats.cache_hits


@pytest.mark.parametrize("error", [TypeError, AttributeError, pickle.PicklingError])
def test_what_cannot_be_written_is_not_kept(
    study: ModuleType, cache_dir: Path, monkeypatch: pytest.MonkeyPatch, error: type[Exception]
) -> None:
    def dumps(content: object) -> NoReturn:
        raise error("cannot pickle this")

    monkeypatch.setattr(serialize, "dumps", dumps)
    assert study.f(1) == 2
    assert list(cache_dir.glob("*.kernel")) == []


def test_symbols_that_numba_has_not_loaded_yet() -> None:
    symbol = "plyground_test_symbol"

    class Context:
        def refresh(self) -> None:
            llvm.add_symbol(symbol, id(self))

    assert not numba_cache._finds(["no_such_symbol"], Context())
    assert numba_cache._finds([symbol], Context())


def test_code_that_others_had_numba_compile_does_not_stand_alone(
    study: ModuleType, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Its symbols carry numbers that another process may have given to something else."""

    def stands_alone(function: Any) -> bool:
        (result,) = function.overloads.values()
        return numba_cache._stands_alone(result.library, [])

    assert study.f(1) == 2
    monkeypatch.setattr(FunctionIdentity, "_unique_ids", itertools.count(1))  # as in a new process
    by_hand = numba.njit(study.f.python)
    assert by_hand(1) == 2
    assert not stands_alone(by_hand)
    assert stands_alone(study.f.dispatcher)


class Planted:
    """What somebody else might put into a folder that is open to all."""

    def __init__(self, trace: Path) -> None:
        self.trace = trace

    def __reduce__(self) -> tuple[Any, ...]:
        return Path.touch, (self.trace,)


@pytest.mark.parametrize("mode", [0o700, 0o770, 0o707])
def test_a_planted_entry_is_never_read(study: ModuleType, cache_dir: Path, tmp_path: Path, mode: int) -> None:
    name = name_of(study.f, types.int64)
    assert name is not None
    trace = tmp_path / "trace"
    cache.save(name, pickle.dumps(Planted(trace)))
    planted = {path.name: path.read_bytes() for path in cache_dir.glob("*.kernel")}
    cache_dir.chmod(mode)
    assert study.f(1) == 2
    is_private = mode == 0o700
    assert trace.exists() is is_private  # the trap works: in a private folder it springs
    if not is_private:
        assert {path.name: path.read_bytes() for path in cache_dir.glob("*.kernel")} == planted


@pytest.mark.parametrize("failing", ["os.mkdir", "tempfile.mkstemp", "full disk"])
def test_a_disk_that_takes_nothing(
    study: ModuleType,
    cache_dir: Path,
    monkeypatch: pytest.MonkeyPatch,
    capfd: pytest.CaptureFixture[str],
    failing: str,
) -> None:
    monkeypatch.setattr(cache, "_has_announced", False)
    if failing == "full disk":
        fail_to_write(monkeypatch, OSError(errno.ENOSPC, os.strerror(errno.ENOSPC)))
    else:
        monkeypatch.setattr(failing, refuse)
    assert [study.f(1), study.f(1), study.f(0.5)] == [2, 2, 1.5]
    assert not cache_dir.exists() or list(cache_dir.glob("*.kernel")) == []
    (line,) = capfd.readouterr().err.splitlines()
    assert ANNOUNCEMENT.fullmatch(line)
