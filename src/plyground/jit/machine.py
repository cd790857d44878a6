"""Machine forms of small functions: what stands in a kernel where it calls an `@instruction`.

An emitter is a Python function that runs while a kernel is compiled. It gets a `Code`, and a `Value` for
each argument, and returns the `Value` of the result. Operators on values write instructions of the machine;
nothing is computed yet. So its loops are unrolled, and what it decides with ``if`` is decided then.

Only this module knows the interfaces of Numba and LLVM for that. It is imported when something is compiled.
"""

from __future__ import annotations

import itertools
from collections.abc import Callable, Iterator, Sequence
from typing import Any

import numba
import numpy as np
from llvmlite import ir
from numba.core import cgutils, types
from numba.extending import intrinsic
from numba.np.arrayobj import make_array, populate_array

_WORD = ir.IntType(64)
_ALL_ONES = (1 << 64) - 1
_BYTE = ir.IntType(8)


class Value:
    """A number, a vector of numbers, an address or a tuple in the kernel that is compiled.

    Numbers may be mixed with plain ones, which become constants of the same width. All wrap around, and
    ``>>`` moves zeros in from above: they are words unless an operation says that it takes them as signed.
    """

    __slots__ = ("_builder", "ir", "kind")
    __array_ufunc__ = None  # NumPy's words leave an operator with a value to the value

    def __init__(self, builder: Any, value: Any, kind: Any = None) -> None:
        self._builder = builder
        self.ir = value
        self.kind = kind  # Numba's type, where it is known

    def __and__(self, other: Any) -> Value:
        return self._write("and_", self.ir, self._same(other))

    def __or__(self, other: Any) -> Value:
        return self._write("or_", self.ir, self._same(other))

    def __xor__(self, other: Any) -> Value:
        return self._write("xor", self.ir, self._same(other))

    def __invert__(self) -> Value:
        return self._write("not_", self.ir)

    def __lshift__(self, other: Any) -> Value:
        return self._write("shl", self.ir, self._same(other))

    def __rshift__(self, other: Any) -> Value:
        return self._write("lshr", self.ir, self._same(other))

    def __add__(self, other: Any) -> Value:
        return self._write("add", self.ir, self._same(other))

    def __sub__(self, other: Any) -> Value:
        return self._write("sub", self.ir, self._same(other))

    def __rsub__(self, other: Any) -> Value:
        return self._write("sub", self._same(other), self.ir)

    def __mul__(self, other: Any) -> Value:
        return self._write("mul", self.ir, self._same(other))

    def __bool__(self) -> bool:
        raise TypeError("a value of compiled code is not known while it is compiled")

    def _same(self, other: Any) -> Any:
        return other.ir if isinstance(other, Value) else _constant(self.ir.type, int(other))

    def _write(self, operation: str, *operands: Any) -> Value:
        return Value(self._builder, getattr(self._builder, operation)(*operands))


class Code:
    """Writes instructions into the kernel that is compiled. Kinds are Numba's names of types: ``"int16"``."""

    def __init__(self, context: Any, builder: Any, signature: Any) -> None:
        self._context = context
        self._builder = builder
        self._signature = signature

    # Numbers.

    def constant(self, number: int, kind: str = "uint64") -> Value:
        """Return a number that is known."""
        numba_type = getattr(types, kind)
        return Value(self._builder, self._context.get_constant(numba_type, number), numba_type)

    def cast(self, number: Value, kind: str) -> Value:
        """Return an argument, or what was loaded, as a number of another kind."""
        numba_type = getattr(types, kind)
        cast = self._context.cast(self._builder, number.ir, number.kind, numba_type)
        return Value(self._builder, cast, numba_type)

    def is_signed(self, number: Value) -> bool:
        """Tell whether an argument is a signed whole number: this is known while a kernel is compiled."""
        return isinstance(number.kind, types.Integer) and bool(number.kind.signed)

    def is_equal(self, first: Value, second: Value | int) -> Value:
        """Compare two numbers."""
        return self._value(self._builder.icmp_unsigned("==", first.ir, first._same(second)))

    def is_less(self, first: Value, second: Value) -> Value:
        """Compare two signed numbers."""
        return self._value(self._builder.icmp_signed("<", first.ir, second.ir))

    def choose(self, condition: Value, if_true: Value, if_false: Value) -> Value:
        """Return one of two values, without a jump."""
        return self._value(self._builder.select(condition.ir, if_true.ir, if_false.ir))

    def all_ones_unless_zero(self, number: Value) -> Value:
        """Return -1 for a number, or each lane of a vector, that is not 0, and 0 for one that is."""
        is_any = self._builder.icmp_signed("!=", number.ir, number._same(0))
        return self._value(self._builder.sext(is_any, number.ir.type))

    def popcount(self, word: Value) -> Value:
        """Count the bits that are set."""
        return self._value(self._builder.ctpop(word.ir))

    def trailing_zeros(self, word: Value) -> Value:
        """Count the zeros below the lowest bit that is set; 64 if none is."""
        return self._value(self._builder.cttz(word.ir, ir.Constant(ir.IntType(1), 0)))

    def leading_zeros(self, word: Value) -> Value:
        """Count the zeros above the highest bit that is set; 64 if none is."""
        return self._value(self._builder.ctlz(word.ir, ir.Constant(ir.IntType(1), 0)))

    def product(self, first: Value, second: Value) -> tuple[Value, Value]:
        """Return the lower and the upper half of the 128 bits of a product."""
        double = ir.IntType(128)
        whole = self._builder.mul(*(self._builder.zext(each.ir, double) for each in (first, second)))
        upper = self._builder.lshr(whole, ir.Constant(double, 64))
        lower, upper = (self._builder.trunc(each, _WORD) for each in (whole, upper))
        return self._value(lower), self._value(upper)

    # Vectors.

    def vector(self, words: Sequence[Value]) -> Value:
        """Return a vector of words, one a lane."""
        vector = ir.Constant(ir.VectorType(_WORD, len(words)), ir.Undefined)
        for lane, word in enumerate(words):
            vector = self._builder.insert_element(vector, word.ir, ir.Constant(ir.IntType(32), lane))
        return self._value(vector)

    def part_of(self, vector: Value, first: int, lanes: int) -> Value:
        """Return this many lanes of a vector from the lane `first` on, as a vector."""
        half = ir.IntType(32)
        chosen = ir.Constant(ir.VectorType(half, lanes), [half(first + lane) for lane in range(lanes)])
        return self._value(self._builder.shuffle_vector(vector.ir, vector.ir, chosen))

    def widened(self, vector: Value, kind: str) -> Value:
        """Return a vector with the same lanes as wider numbers, zeros above."""
        element = self._context.get_data_type(getattr(types, kind))
        return self._value(self._builder.zext(vector.ir, ir.VectorType(element, vector.ir.type.count)))

    def as_words(self, vector: Value) -> Value:
        """Return the same bits as a vector of words, lower lanes in lower bits."""
        kind = vector.ir.type
        count = kind.element.width * kind.count // _WORD.width
        return self._value(self._builder.bitcast(vector.ir, ir.VectorType(_WORD, count)))

    def lanes(self, vector: Value) -> list[Value]:
        """Return the numbers of a vector."""
        numbers = (ir.Constant(ir.IntType(32), lane) for lane in range(vector.ir.type.count))
        return [self._value(self._builder.extract_element(vector.ir, number)) for number in numbers]

    def leading_zeros_of_lanes(self, vector: Value) -> Value:
        """Count the zeros above the highest bit of each lane; every lane has a bit that is set."""
        kind = ir.FunctionType(vector.ir.type, [vector.ir.type, ir.IntType(1)])
        name = f"llvm.ctlz.v{vector.ir.type.count}i64"
        count = cgutils.get_or_insert_function(self._builder.module, kind, name)
        return self._value(self._builder.call(count, [vector.ir, ir.Constant(ir.IntType(1), 1)]))

    # Tuples.

    def members(self, value: Value) -> list[Value]:
        """Return the members of a tuple."""
        kinds = getattr(value.kind, "types", [None] * len(value.ir.type))
        return [
            Value(self._builder, self._builder.extract_value(value.ir, index), kind)
            for index, kind in enumerate(kinds)
        ]

    def leaves(self, value: Value) -> Iterator[Value]:
        """Go through the numbers of a tuple, and of the tuples in it."""
        if not isinstance(value.kind, types.BaseTuple):
            yield value
            return
        for member in self.members(value):
            yield from self.leaves(member)

    def tuple_like(self, form: Value, leaves: Iterator[Value]) -> Value:
        """Return a tuple of the type of another one, made of the numbers that come next."""
        return self._value(self._made(form.kind, leaves))

    def _made(self, kind: Any, leaves: Iterator[Value]) -> Any:
        if not isinstance(kind, types.BaseTuple):
            return next(leaves).ir
        members = [self._made(each, leaves) for each in kind.types]
        return self._context.make_tuple(self._builder, kind, members)

    # Memory.

    def load(self, address: Value, index: Value | int, kind: str) -> Value:
        """Read one of the numbers that lie at an address."""
        numba_type = getattr(types, kind)
        pointer = self._pointer(address, self._context.get_data_type(numba_type))
        loaded = self._builder.load(self._builder.gep(pointer, [_index(index)]))
        return Value(self._builder, loaded, numba_type)

    def store(self, number: Value, address: Value, index: Value | int) -> None:
        """Write one of the numbers that lie at an address."""
        pointer = self._pointer(address, number.ir.type)
        self._builder.store(number.ir, self._builder.gep(pointer, [_index(index)]))

    def atomic_add(self, number: Value, address: Value, index: Value | int) -> Value:
        """Add to one of the words at an address in one step that no thread can divide; return what it was."""
        return self._atomic("add", number, address, index, "monotonic")

    def atomic_exchange(self, number: Value, address: Value, index: Value | int) -> Value:
        """Write a word and return what it was; what was written before is seen by whoever reads it."""
        return self._atomic("xchg", number, address, index, "seq_cst")

    def load_acquire(self, address: Value, index: Value | int) -> Value:
        """Read a word, and see everything that was written before it was."""
        place = self._builder.gep(self._pointer(address, _WORD), [_index(index)])
        return self._value(self._builder.load_atomic(place, ordering="acquire", align=_WORD.width // 8))

    def _atomic(self, operation: str, number: Value, address: Value, index: Value | int, order: str) -> Value:
        place = self._builder.gep(self._pointer(address, _WORD), [_index(index)])
        return self._value(self._builder.atomic_rmw(operation, place, number.ir, order))

    def load_like(self, form: Value, address: Value) -> Value:
        """Read a tuple of the type of another one; its words lie at an address, one after the other."""
        return self.tuple_like(form, (self.load(address, index, "uint64") for index in itertools.count()))

    def load_vector(self, address: Value, lanes: int, kind: str = "uint64", index: Value | int = 0) -> Value:
        """Read one of the vectors of whole numbers that lie at an address, one after the other."""
        element = self._context.get_data_type(getattr(types, kind))
        pointer = self._pointer(address, ir.VectorType(element, lanes))
        place = self._builder.gep(pointer, [_index(index)])
        return self._value(self._builder.load(place, align=element.width // 8))

    def prefetch(self, address: Value) -> None:
        """Have memory brought into the caches, without waiting for it."""
        number, pointer = ir.IntType(32), self._pointer(address, _BYTE)
        to_read, into_all_caches, data = number(0), number(3), number(1)
        kind = ir.FunctionType(ir.VoidType(), [pointer.type, number, number, number])
        function = self._builder.module.declare_intrinsic("llvm.prefetch", [pointer.type], kind)
        self._builder.call(function, [pointer, to_read, into_all_caches, data])

    def place_in(self, array: Value, index: Value) -> Value:
        """Return the address of an element of an array whose elements lie one after the other."""
        data = make_array(array.kind)(self._context, self._builder, array.ir).data
        return self._value(self._builder.gep(data, [index.ir]))

    def length(self, array: Value, axis: int) -> Value:
        """Return the length of an array along an axis."""
        shape = make_array(array.kind)(self._context, self._builder, array.ir).shape
        return self._value(self._builder.extract_value(shape, axis))

    def array_at(self, address: Value, length: Value) -> Value:
        """Return the array that the instruction returns: elements at an address, which it does not own."""
        kind = self._signature.return_type
        array = make_array(kind)(self._context, self._builder)
        pointer = self._builder.inttoptr(address.ir, array.data.type)
        size = self._context.get_constant(types.intp, self._context.get_abi_sizeof(pointer.type.pointee))
        populate_array(array, pointer, shape=[length.ir], strides=[size], itemsize=size, meminfo=None)
        return self._value(array._getvalue())

    # Python.

    def call_python(self, module: str, name: str, number: Value, words: Iterator[Value]) -> Value:
        """Call a function of a module with whole numbers: a signed one, then words. It returns a float.

        What it raises comes out of the kernel.
        """
        builder = self._builder
        python = self._context.get_python_api(builder)
        lock = python.gil_ensure()
        found = python.import_module(self._context.insert_const_string(builder.module, module))
        function = python.object_getattr_string(found, name)
        given = [
            python.long_from_longlong(number.ir),
            *(python.long_from_ulonglong(each.ir) for each in words),
        ]
        result = python.call_function_objargs(function, given)
        for each in (*given, function, found):
            python.decref(each)
        with builder.if_then(cgutils.is_null(builder, result), likely=False):
            # What the function raised waits in Python; from here on it travels as any other.
            python.gil_release(lock)
            self._context.call_conv.return_exc(builder)
        returned = python.float_as_double(result)
        python.decref(result)
        python.gil_release(lock)
        return self._value(returned)

    def _value(self, value: Any) -> Value:
        return Value(self._builder, value)

    def _pointer(self, address: Value, element: Any) -> Any:
        is_number = isinstance(address.ir.type, ir.IntType)
        convert = self._builder.inttoptr if is_number else self._builder.bitcast
        return convert(address.ir, element.as_pointer())


def machine_form(emit: Callable[..., Any], signature: str, dtype: np.dtype[Any] | None) -> Any:
    """Return what Numba writes into each kernel that calls a function with this emitter and signature."""
    arguments, _, result = (part.strip() for part in signature.partition("->"))
    kinds = [each.strip() for each in arguments.split(",")]

    def write(context: Any, builder: Any, signature: Any, given: Any) -> Any:
        values = (Value(builder, *pair) for pair in zip(given, signature.args, strict=True))
        emitted = emit(Code(context, builder, signature), *values)
        return context.get_dummy_value() if emitted is None else emitted.ir

    def typed(*given: Any) -> Any:
        types_given = [
            one if kind == "any" else getattr(types, kind) for kind, one in zip(kinds, given, strict=True)
        ]
        return _result_type(result, given, dtype)(*types_given), write

    return intrinsic(_with_arguments(typed, len(kinds)))


def traced(python: Callable[..., Any]) -> Callable[..., Any]:
    """Return an emitter that runs a Python function itself, which must not look at what values are."""

    def emit(code: Code, *values: Value) -> Value:
        result = python(*(_unpacked(code, each) for each in values))
        return code.tuple_like(values[0], iter(result)) if isinstance(result, tuple) else result

    return emit


def _unpacked(code: Code, value: Value) -> Any:
    is_tuple = isinstance(value.kind, types.BaseTuple)
    return tuple(_unpacked(code, each) for each in code.members(value)) if is_tuple else value


def _result_type(result: str, given: Sequence[Any], dtype: np.dtype[Any] | None) -> Any:
    if result == "first":
        return given[0]
    if result == "array":
        return types.Array(numba.from_dtype(dtype), 1, "C")
    return getattr(types, result)


def _with_arguments(typed: Callable[..., Any], count: int) -> Callable[..., Any]:
    """Return a function with this many arguments after the typing context: Numba counts them."""
    forms: tuple[Callable[..., Any], ...] = (
        lambda context, a: typed(a),
        lambda context, a, b: typed(a, b),
        lambda context, a, b, c: typed(a, b, c),
        lambda context, a, b, c, d: typed(a, b, c, d),
    )
    return forms[count - 1]


def _constant(kind: Any, number: int) -> Any:
    if isinstance(kind, ir.VectorType):
        return ir.Constant(kind, [number & _ALL_ONES] * kind.count)
    return ir.Constant(kind, number)


def _index(index: Value | int) -> Any:
    return index.ir if isinstance(index, Value) else ir.Constant(_WORD, index)
