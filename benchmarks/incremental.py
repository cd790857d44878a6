"""Would pattern entries be cheaper to update from parent to child than to sum anew?

    python -m benchmarks.incremental othello breakthrough konane

A leaf is evaluated in both ways, on children of positions of random games. Incrementally, the entries of the
parent, as the side sees it that moves at the leaf, are given; what squares changed is added and taken away,
and the weights are looked up. What it would cost to keep the entries of every inner node is left out, so
this is the most that there is to gain. Times are of the processor, the least of several rounds.
"""

from __future__ import annotations

import argparse
import ctypes
import time
from collections.abc import Callable
from typing import TYPE_CHECKING, Any

import numpy as np

import plyground as ply
from plyground.core.bits import lowest, popcount, without_lowest
from plyground.core.hashing import leaves
from plyground.core.instructions import at
from plyground.core.pointers import address_of, load_int16, load_int32
from plyground.core.position import Game, Position
from plyground.evaluation import find_evaluation
from plyground.evaluation.learned import LearnedEvaluation, Model
from plyground.evaluation.learned.indexing import LANES, QUARTER
from plyground.evaluation.learned.model import make_planes_of
from plyground.jit import instruction, kernel
from plyground.solving.stored_states import load_state, store_state

if TYPE_CHECKING:
    from plyground.jit.machine import Code, Value

PAIRS, ROUNDS, REPEATS = 2000, 9, 20


def children(game: Game, count: int) -> list[tuple[Position, Position]]:
    """Return positions of random games, each with one of its children."""
    chance = np.random.default_rng(1)
    found: list[tuple[Position, Position]] = []
    while len(found) < count:
        position = game.start()
        while position.outcome is None:
            moves = position.moves()
            child = position.play(moves[int(chance.integers(len(moves)))])
            if len(moves) > 1 and child.outcome is None and child.player != position.player:
                found.append((position, child))
            position = child
    return found[:count]


def lanes_of(model: Model) -> int:
    """Return how many numbers there are for the entries of a position: whole vectors."""
    return -(-model.instance_count // LANES) * LANES


def square_rows(model: Model) -> Any:
    """Return what a piece on a square adds to each entry: by side, digit and square."""
    squares = model.game.rows * model.game.columns
    rows = aligned((2, model.base - 1, squares, lanes_of(model)), np.uint16)
    for side in (0, 1):
        for lane, (_, instance) in enumerate(model.tables.instances(side)):
            for power, square in enumerate(instance):
                for digit in range(1, model.base):
                    rows[side, digit - 1, square, lane] += digit * model.base**power
    return rows


def numbers_at(address: Any, count: int) -> Any:
    """Return the numbers of 16 bits at an address as an array."""
    return np.ctypeslib.as_array((ctypes.c_uint16 * count).from_address(int(address)))


def make_row_sum(lanes: int, sign: int) -> Callable[[Any, Any], None]:
    """Make the function that adds a row to the entries at an address, or takes it away."""

    def emit(code: Code, entries: Value, row: Value) -> None:
        for vector in range(lanes // LANES):
            some = code.load_vector(row, LANES, "int16", vector)
            before = code.load_vector(entries, LANES, "int16", vector)
            code.store(before + some if sign > 0 else before - some, entries, vector)

    @instruction("uint64, uint64 -> none", emit)
    def sum_row(entries: Any, row: Any) -> None:
        numbers_at(entries, lanes)[:] += np.uint16(sign & 0xFFFF) * numbers_at(row, lanes)

    return sum_row


def make_lookup(instances: int, lanes: int) -> Callable[[Any, Any, Any], int]:
    """Make the function that adds up the weights of the entries at an address."""

    def emit(code: Code, entries: Value, offsets: Value, weights: Value) -> Value:
        found = [code.load_vector(entries, LANES, "int16", vector) for vector in range(lanes // LANES)]
        places: list[Value] = []
        for lane in range(0, instances, QUARTER):
            some = code.widened(code.part_of(found[lane // LANES], lane % LANES, QUARTER), "int32")
            place = some + code.load_vector(offsets, QUARTER, "int32", lane // QUARTER)
            for pair in code.lanes(code.as_words(place)):
                places += [pair & 2**32 - 1, pair >> 32]
        worths = [code.cast(code.load(weights, place, "int16"), "int64") for place in places[:instances]]
        return sum(worths[1:], start=worths[0])

    @instruction("uint64, uint64, uint64 -> int64", emit)
    def look_up(entries: Any, offsets: Any, weights: Any) -> int:
        found = numbers_at(entries, instances).tolist()
        places = [load_int32(offsets, lane) + entry for lane, entry in enumerate(found)]
        return sum(load_int16(weights, place) for place in places)

    return look_up


def make_loops(model: Model) -> tuple[Callable[..., float], Callable[..., float], Callable[..., None]]:
    """Make the kernels that evaluate all children in one way and in the other, and one that fills entries."""
    board = model.game.board
    evaluate, planes_of = model.kernel(), make_planes_of(model.game.rules, board)
    lanes, squares = lanes_of(model), board.rows * board.columns
    digits, bytes_of = model.base - 1, np.uint64(2 * lanes)
    add_row, take_row = make_row_sum(lanes, 1), make_row_sum(lanes, -1)
    look_up, clear_row = make_lookup(model.instance_count, lanes), make_copy(lanes)

    @kernel
    def change(old: Any, new: Any, rows: Any, out: Any) -> None:
        word = new & ~old
        while word != np.uint64(0):
            add_row(out, rows + np.uint64(lowest(word)) * bytes_of)
            word = without_lowest(word)
        word = old & ~new
        while word != np.uint64(0):
            take_row(out, rows + np.uint64(lowest(word)) * bytes_of)
            word = without_lowest(word)

    @kernel(label="evaluations anew")
    def anew(form: Any, children: Any, address: Any) -> float:
        total = 0.0
        for row in range(len(children)):
            total += evaluate(board, load_state(form, children, row), address)
        return total

    @kernel(label="evaluations from the parent")
    def updated(
        form: Any,
        befores: Any,
        children: Any,
        entries: Any,
        rows: Any,
        out: Any,
        offsets: Any,
        phases: Any,
        weights: Any,
        weight_bytes: Any,
    ) -> float:
        total = 0.0
        for row in range(len(children)):
            state = load_state(form, children, row)
            side, pieces, digit = np.uint64(state.player), 0, 0
            clear_row(out, entries + np.uint64(row) * bytes_of)
            for plane in planes_of(board, state):
                first = rows + (side * np.uint64(digits) + np.uint64(digit)) * np.uint64(squares) * bytes_of
                change(befores[at(row), at(digit)], plane[0], first, out)
                pieces += popcount(plane[0])
                digit += 1  # noqa: SIM113  # Numba does not enumerate tuples
            of_phase = weights + np.uint64(phases[at(pieces)]) * weight_bytes
            total += look_up(out, offsets + side * np.uint64(4 * lanes), of_phase)
        return total

    @kernel(label="entries of positions")
    def fill(words: Any, sides: Any, rows: Any, entries: Any) -> None:
        for row in range(len(words)):
            for digit in range(digits):
                first = rows + np.uint64((sides[at(row)] * digits + digit) * squares) * bytes_of
                change(np.uint64(0), words[at(row), at(digit)], first, entries + np.uint64(row) * bytes_of)

    return anew, updated, fill


def make_copy(lanes: int) -> Callable[[Any, Any], None]:
    """Make the function that copies entries from one address to another."""

    def emit(code: Code, target: Value, source: Value) -> None:
        for vector in range(lanes // LANES):
            code.store(code.load_vector(source, LANES, "int16", vector), target, vector)

    @instruction("uint64, uint64 -> none", emit)
    def copy(target: Any, source: Any) -> None:
        numbers_at(target, lanes)[:] = numbers_at(source, lanes)

    return copy


def aligned(shape: tuple[int, ...], kind: type) -> Any:
    """Return zeros that begin where a cache line does, as vectors are stored whole."""
    size = int(np.prod(shape)) * np.dtype(kind).itemsize
    raw = np.zeros(size + 64, np.uint8)
    return raw[-raw.ctypes.data % 64 :][:size].view(kind).reshape(shape)


def measure(name: str, rounds: int = ROUNDS) -> None:
    """Print what a leaf costs in both ways; both have to come to the same sum."""
    game = ply.game(name)
    learned = find_evaluation(game, "learned")
    assert isinstance(learned, LearnedEvaluation)
    model = Model(game, learned.model.patterns, learned.model.phases)
    tables = np.ascontiguousarray(learned.weights.tables[:, model.tables.classes])
    block, pairs, planes_of = (
        model.block(tables),
        children(game, PAIRS),
        make_planes_of(game.rules, game.board),
    )
    form = game.start().state
    words = np.zeros((PAIRS, len(list(leaves(form)))), np.uint64)
    befores = np.zeros((PAIRS, model.base - 1), np.uint64)
    for row, (parent, child) in enumerate(pairs):
        store_state(child.state, words, row)
        # As the other side sees the parent, who moves at the child.
        seen = planes_of(game.board, parent.state._replace(player=child.state.player))
        planes = [int(plane[0]) for plane in seen]
        befores[row] = _turned(planes)
    lanes = lanes_of(model)
    offsets = aligned((2, lanes), np.int32)
    for side in (0, 1):
        offsets[side, : model.instance_count] = [table.offset for table, _ in model.tables.instances(side)]
    rows, out, entries = square_rows(model), aligned((lanes,), np.uint16), aligned((PAIRS, lanes), np.uint16)
    phases = np.array(model.phases, np.int32)
    anew, updated, fill = make_loops(model)
    fill(
        befores,
        np.array([int(child.state.player) for _, child in pairs]),
        address_of(rows),
        address_of(entries),
    )
    place, read = address_of(block), [address_of(each) for each in (entries, rows, out, offsets)]
    ways: dict[str, Callable[[], float]] = {
        "anew": lambda: anew(form, words, place),
        "from the parent": lambda: updated(
            form, befores, words, *read, phases, address_of(tables), np.uint64(tables.strides[0])
        ),
    }
    values = {way: run() for way, run in ways.items()}
    assert len(set(values.values())) == 1, values
    times = {way: min(_seconds(run) for _ in range(rounds)) / (PAIRS * REPEATS) for way, run in ways.items()}
    told = ", ".join(f"{way} {1e9 * seconds:.1f} ns" for way, seconds in times.items())
    print(f"{name}: {told}, ratio {times['anew'] / times['from the parent']:.2f}", flush=True)


def _turned(planes: list[int]) -> list[int]:
    """Return the planes of the side to move and its opponent as the opponent sees them."""
    return planes[::-1] if len(planes) == 2 else planes


def _seconds(run: Callable[[], float]) -> float:
    began = time.process_time()
    for _ in range(REPEATS):
        run()
    return time.process_time() - began


def main() -> None:
    """Measure the games that are named."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawTextHelpFormatter)
    parser.add_argument("games", nargs="*", default=["othello", "breakthrough", "konane"])
    for name in parser.parse_args().games:
        measure(name)


if __name__ == "__main__":
    main()
