"""Kernels in one process: errors, threads, plain Python, and what happens when things change."""

from __future__ import annotations

import re
import threading
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any, NamedTuple, NoReturn

import numpy as np
import pytest

from plyground.errors import KernelError
from plyground.jit import (
    cache,
    dispatchers,
    is_compiling_enabled,
    kernel,
    listen_to_compiler,
    plain_python,
)

from .lab import ANNOUNCEMENT
from .modules import module_of


def names_in(folder: Path) -> set[str]:
    return {path.name for path in folder.glob("*.kernel")} if folder.is_dir() else set()


# Errors.


class WithDefault(NamedTuple):
    number: int
    other: int = 7


@kernel
def unknown_field(number: Any) -> Any:
    return number.no_such_field


@kernel
def calls_unknown_field(number: Any) -> Any:
    return unknown_field(number) + 1


@kernel
def unknown_name(number: Any) -> Any:
    return no_such_name + number  # type: ignore[name-defined]  # noqa: F821


@kernel
def unsupported(number: Any) -> Any:
    with open(number) as file:  # noqa: PTH123
        return file


@kernel
def fails_inside_numba(number: Any) -> Any:
    return np.searchsorted(number, 1, side="no such side")  # type: ignore[call-overload]


@kernel
def makes_numba_stumble(number: Any) -> Any:
    return WithDefault(number).other


@pytest.mark.parametrize(
    ("function", "argument", "where", "reason"),
    [
        (unknown_field, 1, "return number.no_such", "Unknown attribute 'no_such_field' of type int64"),
        (calls_unknown_field, 1, "return unknown_field", "Unknown attribute 'no_such_field' of type int64"),
        (unknown_name, 1, "@kernel", "no_such_name"),
        (unsupported, 1, "@kernel", "with"),
        (fails_inside_numba, np.zeros(3), "return np.search", "searchsorted(array(float64, 1d, C), "),
        (unknown_field, object(), "@kernel", "argument 0: Cannot determine Numba type of <class 'object'>"),
        (makes_numba_stumble, 1, "@kernel", ""),
    ],
)
def test_what_numba_cannot_compile_is_told_in_one_line(
    function: Callable[..., Any], argument: Any, where: str, reason: str
) -> None:
    for _ in range(2):  # the second time Numba remembers that it failed
        with pytest.raises(KernelError) as caught:
            function(argument)
        message = str(caught.value)
        assert "\n" not in message
        assert "\x1b" not in message
        start = re.match(r"Numba cannot compile test_kernel (\w+) \((.+), line (\d+)\): (.+)", message)
        assert start is not None, message
        name, file, line, told = start.groups()
        assert name == function.__name__
        assert Path(file).name == Path(__file__).name
        source = Path(__file__).read_text(encoding="utf-8").splitlines()
        assert source[int(line) - 1].strip().startswith(where)
        assert reason in told


def test_errors_of_the_function_itself_are_its_own(cache_dir: Path) -> None:
    @kernel
    def checked(number: int) -> int:
        if number < 0:
            raise ValueError("negative")
        return number

    for _ in range(2):
        with pytest.raises(ValueError, match="negative"):
            checked(-1)
    with pytest.raises(TypeError):
        checked(1, 2)  # type: ignore[call-arg]
    assert checked(1) == 1


@pytest.mark.parametrize("module", [{}, {"__name__": "no_such_module"}])
def test_code_without_a_module(cache_dir: Path, module: dict[str, Any]) -> None:
    for _ in range(2):
        names = {"kernel": kernel, **module}
        exec("@kernel\ndef f(x): return x + 1", names)  # noqa: S102  # the test's own text
        assert names["f"](1) == 2
    assert names_in(cache_dir) == set()  # another process would look for its module in vain


# Plain Python.


@kernel
def compiles_to_something_else(number: int) -> Any:
    return type_of_run() + number


@kernel
def type_of_run() -> int:
    half = 1 << 63  # a number that does not fit a machine word in compiled code
    return 1 if half + half > half else 0


def test_plain_python_runs_kernels_uncompiled() -> None:
    compiled = compiles_to_something_else(10)
    assert compiled == 10
    with plain_python():
        assert compiles_to_something_else(10) == 11
        with plain_python():
            assert compiles_to_something_else(10) == 11
        assert compiles_to_something_else(10) == 11
    assert compiles_to_something_else(10) == 10


def test_plain_python_ends_with_an_error() -> None:
    with pytest.raises(RuntimeError, match="inside"), plain_python():
        raise RuntimeError("inside")
    assert compiles_to_something_else(10) == 10


def test_plain_python_blocks_may_end_in_any_order() -> None:
    first, second = plain_python(), plain_python()
    first.__enter__()
    second.__enter__()
    first.__exit__(None, None, None)
    assert compiles_to_something_else(10) == 11
    second.__exit__(None, None, None)
    assert compiles_to_something_else(10) == 10


@pytest.mark.parametrize(("value", "enabled"), [("", True), ("0", True), (" 0 ", True), ("1", False)])
def test_the_switch(monkeypatch: pytest.MonkeyPatch, value: str, enabled: bool) -> None:
    def function(number: int) -> int:
        return number

    monkeypatch.setenv("NUMBA_DISABLE_JIT", value)
    assert is_compiling_enabled() is enabled
    assert (kernel(function) is function) is not enabled
    assert (kernel(label="a label")(function) is function) is not enabled


# Threads.


def test_many_threads_call_a_fresh_kernel(
    cache_dir: Path, monkeypatch: pytest.MonkeyPatch, capfd: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(cache, "_has_announced", False)
    text = "@kernel\ndef g(x): return x << np.uint64(1)\n@kernel\ndef f(x): return g(x) + np.uint64(1)"
    module = module_of(monkeypatch, text)
    gate = threading.Barrier(8)

    def call(number: int) -> Any:
        gate.wait()
        function = module.f if number % 2 else module.g
        return [function(np.uint64(number)) for _ in range(20)]

    with ThreadPoolExecutor(8) as threads:
        results = list(threads.map(call, range(8)))
    for number, result in enumerate(results):
        assert result == [np.uint64(2 * number + number % 2)] * 20
        assert {type(each) for each in result} == {np.uint64}
    assert len(module.f.dispatcher.signatures) == len(module.g.dispatcher.signatures) == 1
    (line,) = capfd.readouterr().err.splitlines()
    assert ANNOUNCEMENT.fullmatch(line)


def test_threads_that_meet_make_one_dispatcher(monkeypatch: pytest.MonkeyPatch) -> None:
    module = module_of(monkeypatch, "@kernel\ndef f(x): return x")
    made = []
    is_second_here = threading.Event()

    def make_slowly(function: Any) -> object:
        made.append(function)
        if len(made) > 1:
            is_second_here.set()
        is_second_here.wait(timeout=0.2)  # in vain, if all is well
        return object()

    monkeypatch.setattr(dispatchers, "make_whole", make_slowly)
    with ThreadPoolExecutor(2) as threads:
        first, second = threads.map(lambda _: module.f.dispatcher, range(2))
    assert first is second
    assert made == [module.f]


def test_threads_that_compile_different_versions(cache_dir: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    module = module_of(monkeypatch, "@kernel\ndef f(x): return x + x")
    values = [np.uint64(2**63 + 1), -1, 0.5, np.float32(2), 1j, np.int8(3)]
    gate = threading.Barrier(len(values))

    def call(value: Any) -> list[Any]:
        gate.wait()
        return [module.f(value) for _ in range(20)]

    with ThreadPoolExecutor(len(values)) as threads:
        results = list(threads.map(call, values))
    assert results == [[each] * 20 for each in (np.uint64(2), -2, 1.0, 4.0, 2j, 6)]
    assert len(module.f.dispatcher.signatures) == len(values)


# Announcements.


class Unheard:
    """A standard error stream that cannot be written to."""

    def write(self, text: str) -> NoReturn:
        raise BrokenPipeError

    def flush(self) -> None:
        pass


@pytest.mark.parametrize("stream", [None, Unheard()])
def test_nobody_has_to_listen(
    cache_dir: Path, monkeypatch: pytest.MonkeyPatch, capfd: pytest.CaptureFixture[str], stream: Any
) -> None:
    """A standard error that was closed is None, and then `print` would use standard output."""
    monkeypatch.setattr(cache, "_has_announced", False)
    with monkeypatch.context() as patch:
        patch.setattr("sys.stderr", stream)
        assert module_of(monkeypatch, "@kernel\ndef f(x): return x + 1").f(1) == 2
    assert capfd.readouterr() == ("", "")


def test_what_is_announced(
    cache_dir: Path, monkeypatch: pytest.MonkeyPatch, capfd: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(cache, "_has_announced", False)
    text = "@kernel(label='the rules')\ndef f(x): return x + {}"
    assert module_of(monkeypatch, text.format(1)).f(1) == 2
    assert capfd.readouterr() == ("", "plyground: compiling the rules once\n")  # nobody knows how long
    took = cache.seconds_known("the rules")
    assert took is not None
    cache.note_seconds("the rules", took + 7)  # on a slow machine
    monkeypatch.setattr(cache, "_has_announced", False)
    assert module_of(monkeypatch, text.format(2)).f(1) == 3
    again = f"plyground: compiling the rules once (about {max(took + 7, 1):.0f} s last time)\n"
    assert capfd.readouterr() == ("", again)
    assert cache.seconds_known("the rules") != took + 7, "measured again"


def test_a_time_that_cannot_be_kept_or_read_is_not_told(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("PLYGROUND_CACHE_DIR", str(tmp_path / "file"))
    (tmp_path / "file").write_text("")
    cache.note_seconds("the rules", 7)
    assert cache.seconds_known("the rules") is None
    monkeypatch.setenv("PLYGROUND_CACHE_DIR", str(tmp_path))
    cache.note_seconds("the rules", 7)
    assert cache.seconds_known("the rules") == 7
    [kept] = tmp_path.glob("*.seconds")
    kept.write_text("soon")
    assert cache.seconds_known("the rules") is None


def test_who_listens_hears_of_everything_that_is_compiled(
    cache_dir: Path, monkeypatch: pytest.MonkeyPatch, capfd: pytest.CaptureFixture[str]
) -> None:
    heard: list[tuple[str, float | None]] = []
    monkeypatch.setattr(cache, "_has_announced", False)
    monkeypatch.setattr(cache, "_listener", None)
    listen_to_compiler(lambda label, seconds: heard.append((label, seconds)))
    cache.note_seconds("one", 7)
    text = "@kernel(label='one')\ndef f(x): return x\n@kernel(label='two')\ndef g(x): return x"
    module = module_of(monkeypatch, text)
    assert (module.f(1), module.f(1), module.g(1)) == (1, 1, 1)
    assert heard == [("one", 7), ("two", None)]
    assert capfd.readouterr() == ("", "")


# What is not kept.

USE_SCALE = """
SCALE = {}
@kernel
def below(x): return x * SCALE
@kernel
def f(x): return below(x)
"""


def test_a_global_changed_by_hand_does_not_spoil_the_cache(
    cache_dir: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Numba keeps the values of its first look: `f` would be kept for 3 and compute with 2."""
    module = module_of(monkeypatch, USE_SCALE.format(2))
    assert module.below(10) == 20
    monkeypatch.setattr(module, "SCALE", 3)
    module.f(10)
    assert module_of(monkeypatch, USE_SCALE.format(3)).f(10) == 30
    assert module_of(monkeypatch, USE_SCALE.format(2)).f(10) == 20


USE_ADDED = """
ADDED = {}
@instruction("int64 -> int64", lambda code, x: x + ADDED)
def more(x): return x + ADDED
@kernel
def g(x): return more(x)
@kernel
def f(x): return more(x) + 0
"""


def test_an_instruction_changed_by_hand_does_not_spoil_the_cache(
    cache_dir: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Either value is right for this process; the cache must know of the first alone."""
    module = module_of(monkeypatch, USE_ADDED.format(2))
    assert module.g(10) == 12
    of_g = names_in(cache_dir)
    monkeypatch.setattr(module, "ADDED", 3)
    assert module.f(10) in (12, 13)
    assert names_in(cache_dir) == of_g
    assert module_of(monkeypatch, USE_ADDED.format(3)).f(10) == 13
    assert module_of(monkeypatch, USE_ADDED.format(2)).f(10) == 12
    assert names_in(cache_dir) > of_g


def test_a_kernel_replaced_by_hand_does_not_spoil_the_cache(
    cache_dir: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    text = USE_SCALE + "\n@kernel\ndef top(x): return f(x)"
    module = module_of(monkeypatch, text.format(2))
    assert module.f(10) == 20
    monkeypatch.setattr(module, "below", module_of(monkeypatch, text.format(3)).below)
    module.top(10)
    for scale in (2, 3):
        assert module_of(monkeypatch, text.format(scale)).top(10) == 10 * scale


def test_a_table_filled_later_does_not_spoil_the_cache(
    cache_dir: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    text = "TABLE = np.array([1, 2])\n@kernel\ndef f(x): return x + TABLE[0]"
    module = module_of(monkeypatch, text)
    assert module.f(10) == 11
    module.TABLE[0] = 5
    assert module.f(0.5) in (1.5, 5.5)
    assert module_of(monkeypatch, text).f(0.5) == 1.5


def test_what_would_not_work_elsewhere_is_not_kept(cache_dir: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    text = "V = np.arange(200_000)\n@kernel\ndef f(x): return V[x]"
    assert module_of(monkeypatch, text).f(7) == 7
    module = module_of(monkeypatch, "@kernel\ndef g(x): return x + 1\n@kernel\ndef f(h, x): return h(x)")
    assert module.f(module.g, 1) == 2
    of_g = names_in(cache_dir)
    module = module_of(monkeypatch, "@kernel\ndef f(x):\n  for y in range(x): yield y")
    assert list(module.f(3)) == [0, 1, 2]
    overloaded = """
    from numba.extending import overload
    def g(x): return x
    @overload(g)
    def other_g(x): return lambda x: x + 5
    @kernel
    def f(x): return g(x)
    """
    assert module_of(monkeypatch, overloaded).f(1) == 6
    assert names_in(cache_dir) == of_g
    assert len(of_g) == 1
