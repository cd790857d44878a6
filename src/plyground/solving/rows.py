"""States as rows of an array of words: how compiled code keeps millions of them."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from plyground.hashing import formed, leaves, machine_words
from plyground.jit import Operation, instruction


def _build_store_state() -> Operation:
    from numba.core import types

    def store(typing_context: Any, state: Any, rows: Any, row: Any) -> Any:
        def generate(context: Any, llvm: Any, signature: Any, arguments: Any) -> Any:
            pointers = _pointers(context, llvm, signature, arguments)
            for word, pointer in zip(machine_words(llvm, arguments[0]), pointers, strict=False):
                llvm.store(word, pointer)
            return context.get_dummy_value()

        return types.none(state, rows, row), generate

    return store


@instruction(_build_store_state)
def store_state(state: Any, rows: Any, row: int) -> None:
    """Write the words of a state into a row."""
    rows[int(row)] = list(leaves(state))


def _build_load_state() -> Operation:
    from numba.core import types

    def load(typing_context: Any, form: Any, rows: Any, row: Any) -> Any:
        def generate(context: Any, llvm: Any, signature: Any, arguments: Any) -> Any:
            pointers = _pointers(context, llvm, signature, arguments)

            def build(kind: Any) -> Any:
                if isinstance(kind, types.BaseTuple):
                    return context.make_tuple(llvm, kind, [build(each) for each in kind.types])
                return llvm.load(next(pointers))

            return build(form)

        return form(form, rows, row), generate

    return load


@instruction(_build_load_state)
def load_state(form: Any, rows: Any, row: int) -> Any:
    """Return the state whose words are in a row; `form` is any state of the game."""
    return formed(form, iter(map(int, rows[int(row)])))


def _pointers(context: Any, llvm: Any, signature: Any, arguments: Any) -> Iterator[Any]:
    """Go through the places of a row in code that is being generated."""
    from numba.core import types
    from numba.np.arrayobj import make_array

    _, rows_type, row_type = signature.args
    rows = make_array(rows_type)(context, llvm, arguments[1])
    row = context.cast(llvm, arguments[2], row_type, types.intp)
    begin = llvm.mul(row, llvm.extract_value(rows.shape, 1))
    place = 0
    while True:
        yield llvm.gep(rows.data, [llvm.add(begin, context.get_constant(types.intp, place))])
        place += 1
