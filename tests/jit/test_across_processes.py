"""The cache between processes: it hits, it notices every edit, and never mixes two functions up."""

from __future__ import annotations

from string import Template

from .lab import Lab, finish

SEVERAL_KINDS = """
import enum
from typing import NamedTuple
import numpy as np
import helpers
from plyground.core.bits import popcount
from plyground.jit import kernel

class State(NamedTuple):
    own: np.uint64
    count: int

class Direction(enum.IntEnum):
    UP = 8

class WrongError(Exception):
    pass

def make_checked(text):
    @kernel
    def checked(number):
        if number > 3:
            raise WrongError(text)
        return number
    return checked

@kernel
def plain(number):
    return number + Direction.UP

@kernel
def of_state(state):
    return State(state.own << np.uint64(1), state.count + popcount(state.own))

@kernel
def of_table(table):
    return table[1] + helpers.added(table[0])

def make_closure(step, function, board):
    @kernel
    def closure(number):
        return function(number) * step + board.count
    return closure

def make_recursive(base):
    @kernel
    def recursive(depth):
        return base if depth == 0 else recursive(depth - 1) + depth
    return recursive

@kernel
def with_default(number, step=3):
    return number * step
"""

USE_SEVERAL_KINDS = """
import kinds
state = kinds.State(np.uint64(6), 1)
tell(kinds.plain(1), kinds.of_state(state), kinds.of_table(np.array([3, 4])))
tell(kinds.make_closure(5, kinds.plain, state)(2), kinds.make_recursive(10)(4), kinds.with_default(7))
tell(kinds.of_state(kinds.of_state(state)), len(kinds.of_state.dispatcher.signatures))
try:
    kinds.make_checked("too large")(4)
except kinds.WrongError as error:
    tell(str(error))
"""


def test_a_second_process_compiles_nothing(lab: Lab) -> None:
    lab.write("kinds", SEVERAL_KINDS)
    lab.write("helpers", "from plyground.jit import kernel\n@kernel\ndef added(x): return x + 100\n")
    first = lab.run(USE_SEVERAL_KINDS)
    assert first.answers == [[9, [12, 3], 107], [51, 20, 21], [[24, 5], 1], ["too large"]]
    assert first.announcements == 1
    kept = lab.entries()
    assert len(kept) >= 6
    second = lab.run(USE_SEVERAL_KINDS)
    assert second.answers == first.answers
    assert second.said == ""
    assert lab.entries() == kept


# One kernel for each thing that a kernel can depend on, in two versions.
DEPENDING = """
from typing import NamedTuple
import numpy as np
import other
from plyground.jit import kernel

class Point(NamedTuple):
    $fields

WHOLE = $whole
REAL = $real
PAIR = (1, $whole)
POINT = Point(x=1, y=$whole)
SCALAR = np.uint64($whole)
TABLE = np.array([7, $whole])
RECORDS = np.array([(3, 4)], dtype=[$layout])

@kernel
def body(number): return number + $whole
@kernel
def below(number): return other.deep(number)
@kernel
def whole(number): return number + WHOLE
@kernel
def real(number): return number + REAL
@kernel
def pair(number): return number + PAIR[1]
@kernel
def point(number): return number + POINT.y
@kernel
def scalar(number): return np.uint64(number) + SCALAR
@kernel
def table(number): return number + TABLE[1]
@kernel
def record(number): return number + RECORDS[0].y
@kernel
def attribute(number): return number + other.CONSTANT
@kernel
def field(number): return Point(number, 100).x
@kernel
def argument_field(given): return given.x
@kernel
def default(number, step=$whole): return number + step

def make(value):
    @kernel
    def closure(number): return number + value
    return closure

def make_over_module():
    import other as imported
    @kernel
    def over_module(number): return number + imported.CONSTANT
    return over_module
"""

OTHER = """
from plyground.jit import kernel
CONSTANT = $whole
@kernel
def deeper(number): return number + $whole
@kernel
def deep(number): return deeper(number)
"""

USE_DEPENDING = """
import study as s
kernels = [s.body, s.below, s.whole, s.real, s.pair, s.point, s.scalar, s.table, s.record, s.attribute]
tell(*(each(1) for each in [*kernels, s.field, s.default, s.make($whole), s.make_over_module()]))
tell(s.argument_field(s.Point(1, 2)))
"""

VERSIONS = (
    {"whole": 3, "real": 0.5, "fields": "x: int; y: int", "layout": '("x", "i8"), ("y", "i8")'},
    {"whole": 5, "real": 0.25, "fields": "y: int; x: int", "layout": '("y", "i8"), ("x", "i8")'},
)


def test_every_edit_is_noticed(lab: Lab) -> None:
    def run_version(version: dict[str, object]) -> tuple[list[object], int]:
        lab.write("study", Template(DEPENDING).substitute(version))
        lab.write("other", Template(OTHER).substitute(version))
        ran = lab.run(Template(USE_DEPENDING).substitute(version))
        return ran.answers, ran.announcements

    before = [[4, 4, 4, 1.5, 4, 4, 4, 4, 5, 4, 1, 4, 4, 4], [1]]
    after = [[6, 6, 6, 1.25, 6, 6, 6, 6, 4, 6, 100, 6, 6, 6], [2]]
    assert run_version(VERSIONS[0]) == (before, 1)
    count = len(lab.entries())
    assert run_version(VERSIONS[1]) == (after, 1)
    kept = lab.entries()
    assert len(kept) == 2 * count  # nothing at all was taken over
    assert run_version(VERSIONS[0]) == (before, 0)
    assert lab.entries() == kept


def test_an_edit_elsewhere_costs_nothing(lab: Lab) -> None:
    text = """
from plyground.jit import kernel
import numpy as np
size = NUMBER
UNUSED = NUMBER
@kernel
def unrelated(number): return number + NUMBER
@kernel
def steady(table): return table.size + len(table)
"""
    use = "import study; tell(study.steady(np.array([1, 2])))"
    lab.write("study", text.replace("NUMBER", "1"))
    assert lab.run(use).announcements == 1
    kept = lab.entries()
    lab.write("study", "# One more line, and another one.\n\n" + text.replace("NUMBER", "2"))
    again = lab.run(use)
    assert (again.answers, again.said, lab.entries()) == ([[4]], "", kept)


# A function that calls itself twice cannot become part of the one that calls it: it stays a
# symbol in the machine code, by which the linker could take it for another one.
MANY_CLOSURES = """
from plyground.jit import kernel

def make(step):
    @kernel
    def tree(depth):
        return step if depth < 2 else tree(depth - 1) + tree(depth - 2)
    @kernel
    def closure(depth):
        return tree(depth) + tree(depth + 1)
    return closure
"""


def test_versions_of_one_closure_from_two_processes_keep_apart(lab: Lab) -> None:
    """Numba gives their symbols the same names: a third process must not mix them up."""
    lab.write("study", MANY_CLOSURES)
    use = "import study\ntell(*(study.make(step)(3) for step in {steps}))"
    lab.run(use.format(steps=[2, 3, 5]))
    lab.run(use.format(steps=[7, 11, 13]))
    for steps in ([2, 3, 5, 7, 11, 13], [13, 3, 11, 5, 7, 2]):
        both = lab.run(use.format(steps=steps))
        assert both.answers == [[step * 8 for step in steps]]
        assert both.said == ""


def test_equal_closures_in_one_process(lab: Lab) -> None:
    """The second one comes from the disk, with symbols that the process has already."""
    lab.write("study", MANY_CLOSURES)
    use = """
import gc, study
first, second = study.make(2), study.make(2)
tell(first(3), second(3))
del first
gc.collect()
tell(second(3), study.make(2)(3))
"""
    assert lab.run(use).answers == [[16, 16], [16, 16]]
    assert lab.run(use).answers == [[16, 16], [16, 16]]


def test_many_processes_may_compile_at_once(lab: Lab) -> None:
    lab.write("study", MANY_CLOSURES)
    use = "import study, json; print(json.dumps([study.make(step)(3) for step in (2, 3)]))"
    processes = [lab.start("-c", use) for _ in range(4)]
    for process in processes:
        assert finish(process).answers == [[16, 24]]
    again = lab.run("import study; tell(*(study.make(step)(3) for step in (2, 3)))")
    assert (again.answers, again.said) == ([[16, 24]], "")
    assert all(name.endswith(".kernel") and "writing" not in name for name in lab.entries())


CIRCLE = """
from plyground.jit import kernel
@kernel
def even(number): return True if number == 0 else odd(number - 1)
@kernel
def odd(number): return False if number == 0 else even(number - 1)
"""


def test_kernels_that_call_each_other(lab: Lab) -> None:
    """Neither has all of its machine code; loaded without the other it would crash."""
    lab.write("study", CIRCLE)
    assert lab.run("import study\ntell(study.even(8), study.odd(8))").answers == [[True, False]]
    assert lab.run("import study\ntell(study.odd(7), study.even(7))").answers == [[True, False]]
    assert lab.entries() == {}


NEEDY = """
import math
import numpy as np
from plyground.jit import kernel
@kernel
def of_libm(x): return math.erf(x) + math.gamma(x) + x % 0.75 + x**x
@kernel
def of_chance(seed):
    np.random.seed(seed)
    return np.random.random() + np.arange(seed)[::-1].copy()[0]
"""


def test_kernels_that_need_more_than_numbers(lab: Lab) -> None:
    lab.write("study", NEEDY)
    calls = ("study.of_libm(1.5)", "study.of_chance(7)")
    first = lab.run(f"import study\ntell({', '.join(calls)})").answers[0]
    kept = lab.entries()
    for call, answer in zip(calls, first, strict=True):
        alone = lab.run(f"import study\ntell({call})")
        assert (alone.answers, alone.said) == ([[answer]], "")
    assert lab.entries() == kept


SCRIPT = """
import json
from typing import NamedTuple
import numpy as np
from plyground.jit import kernel

class State(NamedTuple):
    own: np.uint64

def make():
    class Inner(NamedTuple):
        own: np.uint64
    @kernel
    def doubled(state): return Inner(state.own + state.own)
    return Inner, doubled

@kernel
def doubled(state): return State(state.own + state.own)

for kind, function in ((State, doubled), make()):
    twice = function(function(kind(np.uint64(3))))
    print(json.dumps([type(twice) is kind, int(twice.own), len(function.dispatcher.signatures)]))
"""


def test_classes_of_a_script_or_a_function_are_not_kept(lab: Lab) -> None:
    """Another process would get another class of that name."""
    script = str(lab.write("script", SCRIPT))
    for _ in range(2):
        ran = finish(lab.start(script))
        assert ran.answers == [[True, 12, 1], [True, 12, 1]]
        assert ran.announcements == 1
    assert lab.entries() == {}


def test_the_former_name_of_the_package_still_works(lab: Lab) -> None:
    """Game files of users say ``from plyground.jit import kernel``, as the tutorial once did."""
    lab.write(
        "study",
        "from plyground.jit import kernel, plain_python\n@kernel\ndef doubled(x): return 2 * x\n",
    )
    use = "import study, plyground.jit\ntell(study.doubled(4), study.kernel is plyground.jit.kernel)"
    assert lab.run(use).answers == [[8, True]]
