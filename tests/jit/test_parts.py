"""Kernels inside kernels: brought into LLVM's language once, and compiled where they are called."""

from __future__ import annotations

import pytest

from .lab import Lab

SHARED = """
from plyground.jit import kernel
@kernel
def checked(number):
    if number > 3:
        raise ValueError("too large", number)
    return number + 1
@kernel
def twice(number): return checked(checked(number))
@kernel
def thrice(number): return checked(twice(number))
"""

RAISE = """
try:
    study.{}(3)
except ValueError as error:
    tell(error.args)
"""


def test_a_part_is_used_again_in_another_process(lab: Lab) -> None:
    lab.write("study", SHARED)
    use = "import study\ntell(study.{}(1), study.twice.part.stats.cache_hits.total())"
    assert lab.run(use.format("thrice")).answers == [[4, 0]]
    lab.write("study", SHARED + "@kernel\ndef more(number): return twice(number) + 10\n")
    assert lab.run(use.format("more")).answers == [[13, 1]]


@pytest.mark.parametrize("name", ["twice", "thrice"])
def test_an_error_deep_inside_arrives_with_its_arguments(lab: Lab, name: str) -> None:
    """The arguments are made from Python objects that belong to the part."""
    lab.write("study", SHARED)
    for _ in ("compiled", "loaded"):
        assert lab.run("import study" + RAISE.format(name)).answers == [[["too large", 4]]]


def test_a_kernel_that_calls_itself_inside_another(lab: Lab) -> None:
    lab.write(
        "study",
        "from plyground.jit import kernel\n"
        "@kernel\ndef factorial(n): return 1 if n == 0 else n * factorial(n - 1)\n"
        "@kernel\ndef choose(n, k): return factorial(n) // (factorial(k) * factorial(n - k))\n",
    )
    use = "import study\ntell(study.choose(6, 2), study.factorial(5), study.choose(5, 1))"
    for _ in ("compiled", "loaded"):
        assert lab.run(use).answers == [[15, 120, 5]]


def test_a_kernel_that_is_called_instead_of_put_in_place(lab: Lab) -> None:
    lab.write("study", SHARED.replace("@kernel\ndef checked", "@kernel(is_inlined=False)\ndef checked"))
    for _ in ("compiled", "loaded"):
        found = lab.run("import study\ntell(study.thrice(1), study.twice(1))" + RAISE.format("thrice"))
        assert found.answers == [[4, 3], [["too large", 4]]]
