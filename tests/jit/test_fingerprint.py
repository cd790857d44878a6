"""The digest of a kernel's content: what changes it, what does not, and what cannot be told."""

from __future__ import annotations

import importlib
import pkgutil
from types import ModuleType

import pytest

import plyground
from plyground.jit import Kernel
from plyground.jit.fingerprint import UnknownContentError, content_of

from .modules import module_of


def digest_of(monkeypatch: pytest.MonkeyPatch, text: str) -> str:
    """Return the digest of the kernel `f` in a module of this text."""
    return content_of(module_of(monkeypatch, text).f).digest


# In bytecode a `try` is nothing but an entry in a table beside it.
TRY = "def g(x):\n  try: return 1 // x\n  except Exception: return 9\n"
UNTRIED = "g.__code__ = g.__code__.replace(co_exceptiontable=b'')\n"

# Two texts that differ in one thing, which changes what the kernel `f` computes or may return.
DIFFERENT = {
    "where it is put": ("@kernel\ndef f(x): return x", "@kernel(is_inlined=False)\ndef f(x): return x"),
    "an operator": ("@kernel\ndef f(x): return x + 1", "@kernel\ndef f(x): return x - 1"),
    "a constant": ("@kernel\ndef f(x): return x + 1", "@kernel\ndef f(x): return x + 2"),
    "an int and a float": ("@kernel\ndef f(x): return x + 1", "@kernel\ndef f(x): return x + 1.0"),
    "an int and a bool": ("@kernel\ndef f(x): return (x, 1)", "@kernel\ndef f(x): return (x, True)"),
    "the sign of zero": ("@kernel\ndef f(x): return 0.0", "@kernel\ndef f(x): return -0.0"),
    "the sign of a complex zero": (
        "V = 0j\n@kernel\ndef f(x): return V",
        "V = -0j\n@kernel\ndef f(x): return V",
    ),
    "text and bytes": ("@kernel\ndef f(x): return 'a'", "@kernel\ndef f(x): return b'a'"),
    "a field": ("@kernel\ndef f(x): return x.left", "@kernel\ndef f(x): return x.right"),
    "a method": ("@kernel\ndef f(x): return x.min()", "@kernel\ndef f(x): return x.max()"),
    "a function of numpy": ("@kernel\ndef f(x): return np.sin(x)", "@kernel\ndef f(x): return np.cos(x)"),
    "a function of math": (
        "g = math.sin\n@kernel\ndef f(x): return g(x)",
        "g = math.cos\n@kernel\ndef f(x): return g(x)",
    ),
    "a type of numpy": (
        "T = np.int8\n@kernel\ndef f(x): return T(x)",
        "T = np.int16\n@kernel\ndef f(x): return T(x)",
    ),
    "what a try covers": (TRY + "f = kernel(g)", TRY + UNTRIED + "f = kernel(g)"),
    "the order of parameters": ("@kernel\ndef f(x, y): return x - y", "@kernel\ndef f(y, x): return x - y"),
    "names of parameters": (
        "@kernel\ndef g(x, y): return x - y\n@kernel\ndef f(z): return g(x=z, y=1)",
        "@kernel\ndef g(y, x): return y - x\n@kernel\ndef f(z): return g(x=z, y=1)",
    ),
    "kinds of parameters": ("@kernel\ndef f(*x): return x", "@kernel\ndef f(**x): return x"),
    "a default": ("@kernel\ndef f(x=1): return x", "@kernel\ndef f(x=2): return x"),
    "a default by name": ("@kernel\ndef f(*, x=1): return x", "@kernel\ndef f(*, x=2): return x"),
    "a default, int and float": ("@kernel\ndef f(x=1): return x", "@kernel\ndef f(x=1.0): return x"),
    "a set of literals": ("@kernel\ndef f(x): return x in {1, 2}", "@kernel\ndef f(x): return x in {1, 3}"),
    "types in a set of literals": (
        "@kernel\ndef f(x): return x in {1, 2}",
        "@kernel\ndef f(x): return x in {1.0, 2}",
    ),
    "a function inside": (
        "@kernel\ndef f(x):\n  def g(y): return y + 1\n  return g(x)",
        "@kernel\ndef f(x):\n  def g(y): return y + 2\n  return g(x)",
    ),
    "a global of a function inside": (
        "V = 1\n@kernel\ndef f(x):\n  def g(y): return y + V\n  return g(x)",
        "V = 2\n@kernel\ndef f(x):\n  def g(y): return y + V\n  return g(x)",
    ),
    "a comprehension": (
        "@kernel\ndef f(x): return sum([y + 1 for y in range(x)])",
        "@kernel\ndef f(x): return sum([y + 2 for y in range(x)])",
    ),
    "a loop by hand and by yield": ("@kernel\ndef f(x): return x", "@kernel\ndef f(x): yield x"),
    "a builtin that is overruled": (
        "@kernel\ndef f(x): return abs(x)",
        "@kernel\ndef abs(x): return -x\n@kernel\ndef f(x): return abs(x)",
    ),
    "what is emitted": (
        "@instruction('any -> first', lambda code, x: x + 1)\ndef f(x): pass",
        "@instruction('any -> first', lambda code, x: x + 2)\ndef f(x): pass",
    ),
    "what an emitter calls": (
        "def g(x): return x + 1\n@instruction('any -> first', lambda code, x: g(x))\ndef f(x): pass",
        "def g(x): return x + 2\n@instruction('any -> first', lambda code, x: g(x))\ndef f(x): pass",
    ),
    "the signature of what is emitted": (
        "@instruction('int64 -> first', lambda code, x: x)\ndef f(x): pass",
        "@instruction('uint64 -> first', lambda code, x: x)\ndef f(x): pass",
    ),
    "the elements of what is emitted": (
        "@instruction('any -> array', lambda code, x: x, dtype=np.dtype('i4'))\ndef f(x): pass",
        "@instruction('any -> array', lambda code, x: x, dtype=np.dtype('i8'))\ndef f(x): pass",
    ),
    "what emits itself": (
        "@instruction('any -> first')\ndef f(x): return x + 1",
        "@instruction('any -> first')\ndef f(x): return x + 2",
    ),
    "below what emits": (
        "V = 1\ndef g(x): return x + V\n@instruction('any -> first', lambda code, x: g(x))\ndef f(x): pass",
        "V = 2\ndef g(x): return x + V\n@instruction('any -> first', lambda code, x: g(x))\ndef f(x): pass",
    ),
}

# A value that a kernel may use as a global, and another one that must not be taken for it.
DIFFERENT_VALUES = {
    "ints": ("1", "2"),
    "int and bool": ("1", "True"),
    "int and float": ("1", "1.0"),
    "floats": ("0.1", "0.1000000000000001"),
    "int and numpy's int": ("1", "np.int64(1)"),
    "sizes of numpy's ints": ("np.int32(1)", "np.int64(1)"),
    "signs of numpy's ints": ("np.uint64(1)", "np.int64(1)"),
    "numpy's numbers": ("np.uint64(1)", "np.uint64(2)"),
    "numpy's bools": ("np.bool_(True)", "np.bool_(False)"),
    "members of a tuple": ("(1, 2)", "(1, 3)"),
    "types in a tuple": ("(1, 2)", "(1, 2.0)"),
    "shapes of tuples": ("((1, 2), 3)", "(1, (2, 3))"),
    "where tuples end": ("((1, 2), 3)", "((1, 2, 3),)"),
    "texts": ("'ab'", "'ba'"),
    "where texts end": ("('ab', 'c')", "('a', 'bc')"),
    "elements of a table": ("np.array([1, 2])", "np.array([1, 3])"),
    "types of a table": ("np.array([1, 2])", "np.array([1, 2], np.uint64)"),
    "shapes of a table": ("np.zeros((2, 3))", "np.zeros((3, 2))"),
    "shapes of a repeated number": ("np.broadcast_to(1.0, (2, 3))", "np.broadcast_to(1.0, (3, 2))"),
    "layouts of a table": ("np.ones((2, 2))", "np.ones((2, 2), order='F')"),
    "byte orders of a table": ("np.zeros(2, '<i4')", "np.zeros(2, '>i4')"),
    "fields of a record": (
        "np.zeros(1, [('a', 'i4'), ('b', 'i4')])",
        "np.zeros(1, [('b', 'i4'), ('a', 'i4')])",
    ),
    "types of fields": ("np.zeros(1, [('a', 'i4')])", "np.zeros(1, [('a', 'f4')])"),
    "one record": (
        "np.zeros(1, [('a', 'i4'), ('b', 'i4')])[0]",
        "np.zeros(1, [('b', 'i4'), ('a', 'i4')])[0]",
    ),
    "kinds of records": ("np.dtype([('a', 'i4')])", "np.dtype([('a', 'i4', (2,))])"),
    "places of fields": (
        "np.dtype({'names': ['a', 'b'], 'formats': ['i4', 'i4'], 'offsets': [0, 4]})",
        "np.dtype({'names': ['a', 'b'], 'formats': ['i4', 'i4'], 'offsets': [4, 0]})",
    ),
    "members of an enum": ("enum.IntEnum('E', {'A': 1}).A", "enum.IntEnum('E', {'A': 2}).A"),
    "enums": (
        "enum.IntEnum('V', {'A': 1, 'B': 2}, module=__name__)",
        "enum.IntEnum('V', {'A': 2, 'B': 1}, module=__name__)",
    ),
    "fields of a class": ("NamedTuple('V', [('a', int)])", "NamedTuple('V', [('b', int)])"),
    "kernels": ("kernel(lambda x: x + 1)", "kernel(lambda x: x + 2)"),
    "kernels in a tuple": ("(kernel(lambda x: x + 1), 1)", "(kernel(lambda x: x + 2), 1)"),
    "slices": ("slice(1, 2)", "slice(1, 3)"),
    "none and a number": ("None", "0"),
}

for _difference, (_one, _other) in DIFFERENT_VALUES.items():
    _use = "\n@kernel\ndef f(x): return (x, V)"
    DIFFERENT[f"a global: {_difference}"] = (f"V = {_one}{_use}", f"V = {_other}{_use}")
    _close = "def make(v):\n  @kernel\n  def f(x): return (x, v)\n  return f\n"
    DIFFERENT[f"a closure: {_difference}"] = (
        f"{_close}V = {_one}\nf = make(V)",
        f"{_close}V = {_other}\nf = make(V)",
    )


@pytest.mark.parametrize("difference", DIFFERENT)
def test_what_changes_the_digest(monkeypatch: pytest.MonkeyPatch, difference: str) -> None:
    one, other = DIFFERENT[difference]
    assert digest_of(monkeypatch, one) != digest_of(monkeypatch, other)
    # The same text gives the same digest, or the cache would never hit.
    assert digest_of(monkeypatch, one) == digest_of(monkeypatch, one)


SAME = {
    "lines and comments": ("@kernel\ndef f(x): return x", "# why\n\n@kernel\ndef f(x):\n\n    return x"),
    "annotations": ("@kernel\ndef f(x: int) -> int: return x", "@kernel\ndef f(x: float) -> float: return x"),
    "another global": ("V = 1\n@kernel\ndef f(x): return x", "V = 2\n@kernel\ndef f(x): return x"),
    "a global with the name of a field": (
        "own = 1\n@kernel\ndef f(x): return x.own",
        "own = open\n@kernel\ndef f(x): return x.own",
    ),
    "another kernel": (
        "@kernel\ndef g(x): return x\n@kernel\ndef f(x): return x",
        "@kernel\ndef g(x): return -x\n@kernel\ndef f(x): return x",
    ),
    "how it is announced": (
        "@kernel\ndef f(x): return x",
        "@kernel(label='rules')\ndef f(x): return x",
    ),
    "the Python form beside an emitter": (
        "@instruction('any -> first', lambda code, x: x)\ndef f(x): return x",
        "@instruction('any -> first', lambda code, x: x)\ndef f(x): return 0 + x",
    ),
}


@pytest.mark.parametrize("difference", SAME)
def test_what_does_not_change_the_digest(monkeypatch: pytest.MonkeyPatch, difference: str) -> None:
    one, other = SAME[difference]
    assert digest_of(monkeypatch, one) == digest_of(monkeypatch, other)


USE_OTHER = "import other\n@kernel\ndef f(x): return {}"
ALIAS = "import other\n@kernel\ndef f(x):\n  alias = other\n  return alias.V + x"
CLOSURE = "def make():\n  import other\n  @kernel\n  def f(x): return other.V + x\n  return f\nf = make()"


@pytest.mark.parametrize(
    ("use", "one", "other"),
    [
        (USE_OTHER.format("other.V + x"), "V = 1", "V = 2"),
        (USE_OTHER.format("other.g(x)"), "@kernel\ndef g(x): return x", "@kernel\ndef g(x): return -x"),
        (
            USE_OTHER.format("other.g(x)"),
            "V = 1\n@kernel\ndef g(x): return h(x)\n@kernel\ndef h(x): return x + V",
            "V = 2\n@kernel\ndef g(x): return h(x)\n@kernel\ndef h(x): return x + V",
        ),
        (
            USE_OTHER.format("other.inner.V + x"),
            "class inner(enum.IntEnum): V = 1",
            "class inner(enum.IntEnum): V = 2",
        ),
        (ALIAS, "V = 1", "V = 2"),
        (USE_OTHER.format("sum([other.V + y for y in range(x)])"), "V = 1", "V = 2"),
        (CLOSURE, "V = 1", "V = 2"),
    ],
)
def test_other_modules(monkeypatch: pytest.MonkeyPatch, use: str, one: str, other: str) -> None:
    digests = []
    for text in (one, other, one):
        module_of(monkeypatch, text, name="other")
        digests.append(digest_of(monkeypatch, use))
    assert digests[0] == digests[2] != digests[1]


def test_a_module_with_a_name_of_the_standard_library(monkeypatch: pytest.MonkeyPatch) -> None:
    """Python finds somebody's own file first."""
    digests = []
    for text in ("V = 1\nclass P(NamedTuple):\n  a: int", "V = 2\nclass P(NamedTuple):\n  b: int"):
        module_of(monkeypatch, text, name="code")
        digests.append(digest_of(monkeypatch, "import code\n@kernel\ndef f(x): return code.V"))
        digests.append(digest_of(monkeypatch, "from code import P\n@kernel\ndef f(x): return P(x)"))
    assert len(set(digests)) == 4


def test_modules_that_name_each_other(monkeypatch: pytest.MonkeyPatch) -> None:
    def joined(value: int) -> ModuleType:
        other = module_of(monkeypatch, f"V = {value}", name="other")
        study = module_of(monkeypatch, "import other\n@kernel\ndef f(x): return other.study.other.V + x")
        other.__dict__.update(study=study, other=other)
        return study

    assert content_of(joined(1).f).digest == content_of(joined(1).f).digest != content_of(joined(2).f).digest


def test_equal_code_in_two_modules_is_told_apart(monkeypatch: pytest.MonkeyPatch) -> None:
    """What comes back from the disk looks for its module, which may not be there any more."""
    text = "@kernel\ndef f(x): return x"
    one, other = (module_of(monkeypatch, text, name).f for name in ("study", "other"))
    assert content_of(one).digest != content_of(other).digest


CIRCLE = """
V = {}
@kernel
def f(x): return g(x)
@kernel
def g(x): return h(x) + f(x)
@kernel
def h(x): return f(x) + g(x) + V
"""


def test_kernels_that_call_in_circles(monkeypatch: pytest.MonkeyPatch) -> None:
    digests = [digest_of(monkeypatch, CIRCLE.format(value)) for value in (1, 2, 1)]
    assert digests[0] == digests[2] != digests[1]


def test_which_of_two_kernels_is_called(monkeypatch: pytest.MonkeyPatch) -> None:
    kernels = "def make(n):\n  @kernel\n  def g(x): return x + n\n  return g\na, b = make(1), make(2)\n"
    orders = ("a, b, a", "a, b, b", "b, a, a", "b, a, b", "a, a, a", "b, b, b")
    calls = [kernels + f"first, second, third = {order}\n" for order in orders]
    use = "@kernel\ndef f(x): return first(x) - 2 * second(x) + 3 * third(x)"
    assert len({digest_of(monkeypatch, call + use) for call in calls}) == len(calls)


# Values whose content cannot be told: a kernel that names one is compiled in every process.
UNKNOWN = {
    "a plain function": "def V(x): return x",
    "a class": "class V: pass",
    "a class of a function": "def make():\n  class V(NamedTuple):\n    a: int\n  return V\nV = make()",
    "a tuple of such a class": "def make():\n  class V(NamedTuple):\n    a: int\n  return V(1)\nV = make()",
    "a list": "V = [1]",
    "a dict": "V = {1: 2}",
    "a set": "V = {1}",
    "an int that prints as something else": "class I(int):\n  def __repr__(self): return '1'\nV = I(1)",
    "a table of objects": "V = np.array([1, 'a'], dtype=object)",
    "a masked table": "V = np.ma.masked_array([1, 2], [0, 1])",
    "a function with arguments": "V = functools.partial(max, 1)",
    "a function compiled by hand": "import numba\nV = numba.njit(lambda x: x)",
    "an intrinsic": "from numba.extending import intrinsic\n@intrinsic\ndef V(context, x): return None",
    "a method": "V = [1].count",
    "an object that lies": "V = type('V', (), {'__module__': 'math', '__qualname__': 'sin'})()",
}


@pytest.mark.parametrize("kind", UNKNOWN)
def test_what_cannot_be_told(monkeypatch: pytest.MonkeyPatch, kind: str) -> None:
    with pytest.raises(UnknownContentError):
        digest_of(monkeypatch, UNKNOWN[kind] + "\n@kernel\ndef f(x): return V")


def test_what_an_emitter_imports_cannot_be_told(monkeypatch: pytest.MonkeyPatch) -> None:
    module_of(monkeypatch, "V = 1", name="other")
    use = "\n@instruction('any -> first', emit)\ndef f(x): pass"
    direct = "def emit(code, x):\n  from other import V\n  return x + V" + use
    inside = "def emit(code, x):\n  def g():\n    import other\n  return x" + use
    above = direct + "\nh = f\n@kernel\ndef f(x): return h(x)"
    for text in (direct, inside, above):
        with pytest.raises(UnknownContentError, match="imports other"):
            digest_of(monkeypatch, text)


def test_a_closure_that_is_not_complete(monkeypatch: pytest.MonkeyPatch) -> None:
    text = "def make():\n  @kernel\n  def f(x): return later(x)\n  yield f\n  later = f\nf = next(make())"
    with pytest.raises(UnknownContentError, match="later is used before it has a value"):
        digest_of(monkeypatch, text)


def test_every_kernel_of_plyground_can_be_kept() -> None:
    found = {}
    for module in pkgutil.walk_packages(plyground.__path__, "plyground."):
        if module.name != "plyground.__main__":  # it runs the command line
            values = vars(importlib.import_module(module.name))
            found.update({id(value): value for value in values.values() if isinstance(value, Kernel)})
    assert len(found) > 40
    digests = {content_of(each).digest for each in found.values()}
    assert len(digests) == len(found)
