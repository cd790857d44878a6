"""Positions are listed, linked and sorted by several threads as one thread would do it."""

from __future__ import annotations

import contextlib
import random
import threading
from itertools import pairwise
from typing import Any

import numpy as np
import pytest

import plyground as ply
from plyground.core.hashing import formed, hash_state, leaves
from plyground.core.position import Position
from plyground.solving.retrograde import analysis as retrograde_analysis
from plyground.solving.retrograde import propagation, table_packing
from plyground.solving.retrograde.analysis import Retrograde
from plyground.solving.retrograde.propagation import Links
from plyground.solving.retrograde.state_index import SHARDS, Batch, Index, put_into_batch
from plyground.solving.retrograde.table_packing import (
    Layout,
    find_layout,
    numbers_of,
    pack_entries,
    sort_by_number,
)
from plyground.solving.retrograde.thread_crew import Crew

from .boards import FLIPS

ROOTS = {
    "konane": "bwbw/wbwb/bwbw black",
    "breakthrough": "bb/bb/ww/ww black",
    "othello": "wwww/wbb1/wb2/4 black",
    "duel": "w1m/3/1H1 agent",
}


def root_of(name: str) -> Position:
    return ply.game(name).position(ROOTS[name])


def listed_plainly(root: Position) -> tuple[list[Any], list[int], list[int]]:
    """List positions breadth first: their keys, how many moves each has, and where the moves lead."""
    keys, numbers, degrees, edges = [root.repetition_key], {root.repetition_key: 0}, [], []
    for key in keys:
        position = Position(root.game, key)
        after = [position.play(move).repetition_key for move in position.moves()]
        for child in after:
            if child not in numbers:
                numbers[child] = len(keys)
                keys.append(child)
        degrees.append(len(after))
        edges += [numbers[child] for child in after]
    return keys, degrees, edges


def listed(root: Position, threads: int) -> Retrograde:
    analysis = Retrograde(root, 64, threads=threads)
    for _ in analysis.explore():
        pass
    return analysis


@pytest.mark.parametrize("rows", [1, 3, 64])
@pytest.mark.parametrize("threads", [1, 2, 3])
@pytest.mark.parametrize("name", ROOTS)
def test_numbers_are_those_of_a_plain_list(
    name: str, threads: int, rows: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    """With batches so small that most positions come again in another one."""
    monkeypatch.setattr(retrograde_analysis, "MOST_ROWS", rows)
    root = root_of(name)
    analysis, (keys, degrees, edges) = listed(root, threads), listed_plainly(root)
    found = analysis.listed(analysis.counts.tolist())
    assert found["states"].tolist() == [[int(word) for word in leaves(key)] for key in keys]
    assert found["degrees"].tolist() == degrees
    assert found["edges"].tolist() == edges
    assert [analysis._index.find(key) for key in keys] == list(range(len(keys)))


def test_a_run_that_was_interrupted_within_a_batch_is_repeated(monkeypatch: pytest.MonkeyPatch) -> None:
    root = root_of("konane")
    analysis = Retrograde(root, 64, threads=2)
    steps = analysis.explore()
    next(steps)
    before = analysis.counts.tolist()

    def interrupt(*arguments: object) -> None:
        raise KeyboardInterrupt

    with monkeypatch.context() as patch:
        patch.setattr(Index, "number", interrupt)
        with pytest.raises(KeyboardInterrupt):
            next(steps)
    assert analysis.counts.tolist() == before
    for _ in analysis.steps():
        pass
    whole = listed(root, 1)
    assert len(analysis) == len(whole)
    assert (analysis.states[: len(whole)] == whole.states[: len(whole)]).all()


def test_an_index_grows_and_keeps_what_it_has() -> None:
    """States in batches of all sizes, many of them twice; a dictionary knows better."""
    form, chance, crew = root_of("konane").state, random.Random(3), Crew(3)
    words = len(list(leaves(form)))
    states, edges = np.zeros((20_000, words), np.uint64), np.zeros(60_000, np.uint32)
    index, numbers = Index(states, form), dict[tuple[int, ...], int]()
    expected: list[int] = []
    with crew:
        for size in (0, 1, 40, 1000, 5, 4000):
            batch = Batch(3, size + 1, words)
            count = len(numbers)
            for part in range(3):
                some = chance.randrange(size + 1)
                for place in range(some):
                    row = (chance.randrange(50), chance.randrange(50), *([1] * (words - 2)))
                    state = formed(form, iter(row))
                    put_into_batch(
                        state, hash_state(state), batch.states, batch.keys, part * batch.room + place
                    )
                    expected.append(numbers.setdefault(row, len(numbers)))
                batch.sort(part, some)
            index.make_room(count, batch, crew)
            index.insert(batch, crew)
            assert count + batch.news.sum() == len(numbers)
            index.number(batch, count, edges, len(expected) - int(batch.sizes.sum()), crew)
    assert edges[: len(expected)].tolist() == expected
    assert states[: len(numbers)].tolist() == [list(row) for row in numbers]
    assert all(index.find(formed(form, iter(row))) == number for row, number in numbers.items())
    assert index.find(formed(form, iter([99] * words))) == -1


@pytest.mark.parametrize("threads", [1, 2, 3])
def test_edges_are_turned_round_as_by_hand(threads: int, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(propagation, "LINK_CHUNK", 700)
    chance = np.random.default_rng(4)
    degrees = chance.integers(0, 6, 5000).astype(np.uint16)
    edges = chance.integers(0, 5000, int(degrees.sum())).astype(np.uint32)
    links = Links(edges, degrees)
    with Crew(threads) as crew:
        done = list(links.steps(crew))
    assert done == sorted(done)
    assert done[-1] == 5000
    sources: list[list[int]] = [[] for _ in degrees]
    places = iter(edges.tolist())
    for row, degree in enumerate(degrees.tolist()):
        for _ in range(degree):
            sources[next(places)].append(row)
    bounds = [0, *links.offsets.tolist()]
    assert [links.sources[begin:end].tolist() for begin, end in pairwise(bounds)] == sources


@pytest.mark.parametrize("threads", [1, 2, 3])
@pytest.mark.parametrize("count", [1, 2, 100, 3000])
def test_numbers_are_sorted_with_what_belongs_to_them(count: int, threads: int) -> None:
    chance = random.Random(count)
    numbers = np.array(
        chance.sample([*chance.sample(range(1 << 60), count - 1), (1 << 64) - 1], count), np.uint64
    )
    others = np.arange(count, dtype=np.int16)
    with Crew(threads) as crew:
        found, (along,) = sort_by_number(numbers, [others], crew)
    order = np.argsort(numbers)
    assert found.tolist() == numbers[order].tolist()
    assert along.tolist() == others[order].tolist()


@pytest.mark.parametrize("threads", [1, 3])
def test_packing_does_not_depend_on_slices(threads: int, monkeypatch: pytest.MonkeyPatch) -> None:
    root = root_of("duel")
    analysis = listed(root, 1)
    states = analysis.states[: len(analysis)]
    places = np.arange(1000, dtype=np.uint32) % 29

    def packed() -> tuple[Layout, list[int], list[int]]:
        with Crew(threads) as crew:
            layout = find_layout(states, root.repetition_key, crew)
            numbers = numbers_of(states, layout, crew)
            return layout, numbers.tolist(), pack_entries(places, 5, crew).tolist()

    whole = packed()
    monkeypatch.setattr(table_packing, "_SLICE", 64)
    assert packed() == whole


@pytest.mark.parametrize("threads", [1, 2, 5])
def test_a_crew_does_every_part_once(threads: int) -> None:
    done, lock = list[int](), threading.Lock()

    def work(part: int) -> None:
        with lock:
            done.append(part)

    with Crew(threads) as crew:
        for parts in (0, 1, 3, 100):
            done.clear()
            crew.run(work, parts)
            assert sorted(done) == list(range(parts))


@pytest.mark.parametrize("threads", [1, 3])
def test_a_crew_tells_of_errors(threads: int) -> None:
    done = list[int]()

    def work(part: int) -> None:
        if part == 5:
            raise ValueError("five")
        done.append(part)

    with Crew(threads) as crew, pytest.raises(ValueError, match="five"):
        crew.run(work, 1_000_000)
    assert len(done) < 1_000_000


def test_threads_of_a_crew_end_with_it() -> None:
    before = threading.active_count()
    with contextlib.closing(Retrograde(root_of("konane"), 64, threads=3).explore()) as steps:
        next(steps)
    assert threading.active_count() == before


def test_a_solver_passes_its_threads_on() -> None:
    position = ply.game(str(FLIPS), size="1x6").start()
    one, three = (ply.solve(position, method="retrograde", threads=threads) for threads in (1, 3))
    assert (one.margin, one.line, one.nodes) == (three.margin, three.line, three.nodes)
    with pytest.raises(ply.OptionError, match="-1 threads"):
        ply.solve(position, method="retrograde", threads=-1)


def test_shards_share_out_all_hashes() -> None:
    """A state of each shard is found in it: the first and the last bits of a hash are used."""
    analysis = listed(ply.game("konane", size="4").start(), 1)
    assert (analysis._index._fills > 0).sum() == SHARDS
