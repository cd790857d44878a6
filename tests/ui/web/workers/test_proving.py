"""Proofs of exact values within a short time."""

from __future__ import annotations

import asyncio
import threading

import pytest

from plyground.core.position import game
from plyground.errors import OptionError
from plyground.solving.textbook import exact_margin
from plyground.ui.web.workers import Began, News, Pool, Prove, Proved
from plyground.ui.web.workers.proving import Prover
from tests.ui.web.asynchronous import run_async

SMALL = game("othello", size=4)
LARGE = game("breakthrough", size=8)
PATIENCE = 120


def test_what_is_proved_is_remembered() -> None:
    prover = Prover(SMALL, megabytes=1)
    position = SMALL.start()
    line = [position := position.play(position.moves()[0]) for _ in range(4)]
    values = prover.prove(line, [1] * len(line), seconds=PATIENCE)
    assert [exact and exact.margin for exact in values] == [exact_margin(each) for each in line]
    assert prover.prove(line, [1] * len(line), seconds=1e-9) == values  # there is no time to prove it again


def test_what_takes_too_long_is_not_known() -> None:
    prover = Prover(LARGE, megabytes=1)
    assert prover.prove([LARGE.start()], [1], seconds=0.01) == [None]


def test_a_proof_can_be_stopped() -> None:
    prover = Prover(LARGE, megabytes=1)
    prover.prepare()
    ended = threading.Event()

    def stop() -> None:
        while not ended.wait(0.05):
            prover.stop()

    stopper = threading.Thread(target=stop)
    stopper.start()
    assert prover.prove([LARGE.start()] * 3, [1, 1, 1], seconds=10 * PATIENCE) == [None] * 3
    ended.set()
    stopper.join()


def test_games_in_which_positions_repeat_are_left_out() -> None:
    with pytest.raises(OptionError, match="repeated positions"):
        Prover(game("duel", size=3), megabytes=1)


def test_a_process_is_free_again_when_nobody_wants_its_proof() -> None:
    def hear(news: News) -> None:
        if isinstance(news, Began):
            has_begun.set()

    has_begun = asyncio.Event()
    last = SMALL.position("wbbb/bbbb/bbbb/bbb1 white")

    async def work() -> object:
        async with Pool(1, most_waiting=5) as workers, asyncio.timeout(PATIENCE):
            endless = Prove("a", LARGE.start().history, seconds=10 * PATIENCE, megabytes=1)
            running = workers.submit(endless, hear)
            await has_begun.wait()
            running.cancel()
            return await workers.submit(Prove("b", last.history, seconds=PATIENCE, megabytes=1))

    proved = run_async(work())
    assert isinstance(proved, Proved)
    exact = proved.values[0]
    assert exact is not None
    assert exact.margin == exact_margin(last)
