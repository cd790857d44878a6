"""Work in threads: compiled code lets go of the interpreter, so threads use all cores."""

from __future__ import annotations

import itertools
import threading
from collections.abc import Callable

from plyground.search.parallel import run_side_by_side


def run_blocks(work: Callable[[int], None], count: int, threads: int) -> None:
    """Call `work` with 0 to `count` - 1, in as many threads as given; each takes the next one left."""
    if threads <= 1:
        for number in range(count):
            work(number)
        return
    numbers, lock = itertools.count(), threading.Lock()

    def take(index: int) -> None:
        while True:
            with lock:
                number = next(numbers)
            if number >= count:
                return
            work(number)

    run_side_by_side(take, min(threads, count))
