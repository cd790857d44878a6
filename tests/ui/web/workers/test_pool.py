"""Jobs done by real processes."""

from __future__ import annotations

import asyncio
import itertools
import os
import signal
import subprocess
import sys
import threading
import time
from collections.abc import Awaitable, Callable, Sequence
from dataclasses import replace
from pathlib import Path
from typing import TypeVar

import msgspec
import pytest
from msgspec.structs import replace as replace_struct

from plyground.core.position import Position, game
from plyground.engine import Engine
from plyground.search.features import preset
from plyground.search.limit import Limit
from plyground.ui.web.errors import BusyError
from plyground.ui.web.workers import (
    Analyse,
    Began,
    ChooseMove,
    Chosen,
    Compiling,
    Done,
    Ended,
    Job,
    JobError,
    Lane,
    News,
    Pool,
    Prepare,
    Running,
    Thought,
    Urgency,
    WorkerLostError,
    pool,
)
from plyground.ui.web.workers.job_runner import JobRunner
from tests.ui.web.asynchronous import run_among_others, run_async

from .sharing import shared_pool

START = game("breakthrough", size=4).start()
LARGE = game("breakthrough", size=8).start()
PATIENCE = 120  # seconds; the machine may be busy

AnswerT = TypeVar("AnswerT")


def with_pool(work: Callable[[Pool], Awaitable[AnswerT]]) -> AnswerT:
    """Do something with a process that other tests use as well."""

    async def run() -> AnswerT:
        async with shared_pool(1) as workers, asyncio.timeout(PATIENCE):
            return await work(workers)

    return run_among_others(run())


def with_own_pool(
    work: Callable[[Pool], Awaitable[AnswerT]],
    processes: int = 1,
    waiting: int = 50,
    reserved: Sequence[Lane] = (),
) -> AnswerT:
    """Do something with processes that nobody else uses."""

    async def run() -> AnswerT:
        async with Pool(processes, waiting, reserved) as workers, asyncio.timeout(PATIENCE):
            return await work(workers)

    return run_async(run())


def choose(player: str, position: Position = START, session: str = "a", seed: int = 1) -> ChooseMove:
    return ChooseMove(session, position.history, player, seed, Limit())


def endless(session: str = "a") -> Analyse:
    return Analyse(session, LARGE.history, Limit())


async def begun(workers: Pool, job: Analyse | ChooseMove) -> Running:
    """Begin a job, and wait until it is being thought about."""
    has_begun = asyncio.Event()

    def hear(news: News) -> None:
        if isinstance(news, Began):
            has_begun.set()

    running = workers.submit(job, hear)
    await has_begun.wait()
    return running


def test_players_choose_moves() -> None:
    async def work(workers: Pool) -> list[Ended]:
        texts = ("first", "greedy:piece", "level:10", "engine:depth=4")
        return [await workers.submit(choose(text)) for text in texts]

    answers = with_pool(work)
    moves = START.moves()
    assert all(
        isinstance(each, Chosen) and each.choice.move in moves and each.seconds > 0 for each in answers
    )
    first, *_, engine = answers
    assert isinstance(first, Chosen)
    assert (first.choice.move, first.choice.score, first.choice.depth) == (moves[0], None, None)
    assert isinstance(engine, Chosen)
    assert (engine.choice.depth, engine.choice.score is None) == (4, False)


def test_what_is_left_to_chance_follows_from_the_seed() -> None:
    async def work(workers: Pool) -> list[str]:
        found = []
        for number in range(12):
            answer = await workers.submit(choose("random", session=f"s{number}", seed=number % 6))
            assert isinstance(answer, Chosen)
            found.append(str(answer.choice.move))
        return found

    moves = with_pool(work)
    assert moves[:6] == moves[6:]
    assert len(set(moves)) > 1


def test_a_player_goes_on_where_it_was() -> None:
    async def work(workers: Pool) -> list[str]:
        found = []
        for _ in range(8):
            answer = await workers.submit(choose("random", seed=5))
            assert isinstance(answer, Chosen)
            found.append(str(answer.choice.move))
        return found

    assert len(set(with_pool(work))) > 1  # a player that began anew would choose the same each time


def test_a_job_tells_what_it_finds() -> None:
    news: list[News] = []
    job = Analyse("a", START.history, Limit(depth=6), lines=3, evaluate="piece")

    async def work(workers: Pool) -> Ended:
        return await workers.submit(job, news.append)

    assert with_pool(work) == Done()
    assert Began() in news
    thoughts = [each for each in news if isinstance(each, Thought)]
    report = thoughts[-1].report(START)
    *_, expected = Engine(START.game, "piece").search(START, Limit(depth=6), lines=3)
    assert (report.lines, report.depth, report.nodes) == (expected.lines, 6, expected.nodes)
    finished = {depth: found for each in thoughts for depth, found in each.finished.items()}
    assert sorted(finished) == list(range(1, 7))
    assert finished[6].line(START) == report.lines[0]


def test_thoughts_are_not_more_than_ten_a_second() -> None:
    times: list[float] = []

    async def work(workers: Pool) -> None:
        def hear(news: News) -> None:
            if isinstance(news, Thought):
                times.append(news.seconds)
                if len(times) >= 3 and news.seconds >= 1.5:
                    running.stop()

        running = workers.submit(endless(), hear)
        await running

    with_pool(work)
    *early, last = times
    assert len(early) <= 10 * last + 2


def test_an_engine_keeps_its_table_until_it_is_forgotten() -> None:
    async def work(workers: Pool) -> list[int]:
        nodes: list[int] = []

        async def search(job: Analyse) -> None:
            last: list[News] = []
            await workers.submit(job, last.append)
            assert isinstance(last[-1], Thought)
            nodes.append(last[-1].nodes)

        job = Analyse("a", LARGE.history, Limit(depth=6), megabytes=8)
        await search(job)
        await search(job)
        await search(msgspec.structs.replace(job, is_fresh=True))
        workers.forget("a")
        await search(job)
        await search(msgspec.structs.replace(job, megabytes=4))
        for number in range(10):
            await workers.submit(choose("first", session=f"other {number}"))
        await search(job)
        return nodes

    first, again, *others = with_pool(work)
    assert again < first
    assert [nodes == first for nodes in others] == [True] * 4


def test_features_are_those_of_the_job() -> None:
    async def work(workers: Pool) -> list[int]:
        nodes = []
        for features in (preset("engine"), preset("alphabeta"), preset("alphabeta").having("killers")):
            last: list[News] = []
            job = Analyse("a", START.history, Limit(depth=5), features=features, megabytes=1)
            await workers.submit(job, last.append)
            assert isinstance(last[-1], Thought)
            nodes.append(last[-1].nodes)
        return nodes

    assert len(set(with_pool(work))) == 3


def test_a_session_goes_to_the_process_that_knows_it() -> None:
    async def work(workers: Pool) -> list[bool]:
        async def nodes_of(job: Analyse) -> int:
            last: list[News] = []
            await workers.submit(job, last.append)
            assert isinstance(last[-1], Thought)
            return last[-1].nodes

        jobs = [Analyse(name, LARGE.history, Limit(depth=6), megabytes=8) for name in ("a", "b")]
        first = await asyncio.gather(*map(nodes_of, jobs))
        assert len(workers.pids) == 2
        return [await nodes_of(job) < first[0] for job in (*jobs, *reversed(jobs))]

    assert with_own_pool(work, processes=2) == [True] * 4


def test_a_job_waits_for_the_one_before_it_of_its_session() -> None:
    async def work(workers: Pool) -> None:
        running = await begun(workers, endless("a"))
        same, other = (
            workers.submit(choose("first", session="a")),
            workers.submit(choose("first", session="b")),
        )
        await other
        assert len(workers.pids) == 2
        assert not same.is_over
        running.stop()
        await same
        assert len(workers.pids) == 2

    with_own_pool(work, processes=3)


def test_a_reserved_process_is_ready_when_the_others_are_busy() -> None:
    async def work(workers: Pool) -> Ended:
        running = await begun(workers, endless("a"))
        while len(workers.pids) < 2:
            await asyncio.sleep(0.01)
        waiting = workers.submit(choose("first", session="b"), urgency=Urgency.WATCHED)
        answer = await workers.submit(choose("first", session="c"), urgency=Urgency.PERSON)
        assert not waiting.is_over
        running.stop()
        await waiting
        assert len(workers.pids) == 2
        return answer

    assert isinstance(with_own_pool(work, reserved=[Lane(1, Urgency.HINT, niceness=7)]), Chosen)


def test_the_first_process_is_started_before_there_is_a_job() -> None:
    async def work(workers: Pool) -> None:
        workers.start_ahead()
        workers.start_ahead()
        while not workers.pids:
            await asyncio.sleep(0.01)
        before = workers.pids
        await workers.submit(choose("first"))
        assert workers.pids == before

    with_own_pool(work, processes=2)


def test_a_plain_job_compiles_nothing_and_ends_soon(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    news: list[News] = []

    async def work(workers: Pool) -> None:
        move = replace_struct(choose("engine", LARGE), is_plain=True)
        assert isinstance(await workers.submit(move, news.append), Chosen)
        search = replace_struct(endless("b"), is_plain=True)
        assert isinstance(await workers.submit(search, news.append), Done)

    monkeypatch.setenv("PLYGROUND_CACHE_DIR", str(tmp_path))
    with_own_pool(work)
    assert not any(isinstance(each, Compiling) for each in news)
    assert any(isinstance(each, Thought) for each in news)
    assert list(tmp_path.iterdir()) == []


def test_a_plain_player_is_not_kept_as_the_compiled_one() -> None:
    runner = JobRunner()
    job = choose("engine:nodes=50")
    for each in (replace_struct(job, is_plain=True), job):
        assert isinstance(runner.do(each, lambda news: None, threading.Event()), Chosen)
    [kept] = runner._kept.values()
    assert not kept.made_for[-1]


def test_the_most_urgent_job_is_done_next() -> None:
    async def work(workers: Pool) -> list[str]:
        running = await begun(workers, endless("a"))
        ended: list[str] = []

        async def wait(urgency: Urgency) -> None:
            await workers.submit(choose("first", session=urgency.name), urgency=urgency)
            ended.append(urgency.name)

        waiting = [asyncio.create_task(wait(urgency)) for urgency in reversed(Urgency)]
        await asyncio.sleep(0)
        running.stop()
        await asyncio.gather(*waiting)
        return ended

    assert with_own_pool(work) == [urgency.name for urgency in Urgency]


def test_a_stopped_job_ends_with_the_best_so_far() -> None:
    async def work(workers: Pool) -> tuple[Ended, ...]:
        analysis = await begun(workers, endless())
        analysis.stop()
        analysis.stop()
        moving = await begun(workers, choose("minimax:30", LARGE))
        moving.stop()
        return await analysis, await moving

    done, chosen = with_pool(work)
    assert done == Done()
    assert isinstance(chosen, Chosen)
    assert chosen.choice.move in LARGE.moves()


def test_a_job_stopped_before_it_began_still_finds_a_move() -> None:
    async def work(workers: Pool) -> tuple[Ended, ...]:
        moving = workers.submit(choose("minimax:30", LARGE))
        moving.stop()
        waiting, search = workers.submit(choose("minimax:30", LARGE)), workers.submit(endless())
        waiting.stop()
        search.stop()
        return await moving, await waiting, await search

    first, second, third = with_pool(work)
    assert isinstance(first, Chosen)
    assert isinstance(second, Chosen)
    assert third == Done()


def test_a_stop_does_not_hit_the_next_job() -> None:
    async def work(workers: Pool) -> int:
        deepest = 0
        for _ in range(20):
            running = workers.submit(choose("engine:depth=3"))
            running.stop()
            await running
            answer = await workers.submit(choose("engine:depth=3"))
            assert isinstance(answer, Chosen)
            deepest += answer.choice.depth == 3
        return deepest

    assert with_pool(work) == 20


def test_a_cancelled_job_makes_room_for_others() -> None:
    async def work(workers: Pool) -> Ended:
        running, waiting = await begun(workers, endless()), workers.submit(endless())
        running.cancel()
        waiting.cancel()
        task = asyncio.create_task(asyncio.wait_for(workers.submit(endless()), 0.01))
        with pytest.raises(TimeoutError):
            await task
        with pytest.raises(asyncio.CancelledError):
            await running
        return await workers.submit(choose("first"))

    assert isinstance(with_pool(work), Chosen)


def test_only_so_many_jobs_wait() -> None:
    async def work(workers: Pool) -> list[Ended]:
        running = await begun(workers, endless())
        waiting = [workers.submit(choose("first", session=str(number))) for number in range(3)]
        with pytest.raises(BusyError):
            workers.submit(choose("first"))
        running.stop()
        return [await each for each in waiting]

    assert len(with_own_pool(work, waiting=3)) == 3


def test_a_job_that_cannot_be_done_says_why() -> None:
    async def work(workers: Pool) -> list[str]:
        reasons = []
        history = START.history
        jobs: list[Job] = [
            choose("level:99"),
            Prepare("a", history, "nobody", 1),
            msgspec.structs.replace(choose("first"), history=replace(history, moves=("a1-a9",))),
            Analyse("a", history, Limit(depth=1), evaluate="wisdom"),
            Analyse("a", history, Limit(depth=1), lines=0),
        ]
        for job in jobs:
            with pytest.raises(JobError) as raised:
                await workers.submit(job)
            reasons.append(str(raised.value))
        await workers.submit(choose("first"))
        return reasons

    reasons = with_pool(work)
    assert reasons[0] == "there is no level 99; allowed: 1 to 10"
    assert all(reason and "\n" not in reason for reason in reasons)


def test_a_listener_that_fails_is_heard_of() -> None:
    def hear(news: News) -> None:
        raise ZeroDivisionError

    async def work(workers: Pool) -> None:
        with pytest.raises(ZeroDivisionError):
            await workers.submit(endless(), hear)
        await workers.submit(choose("first"))

    with_pool(work)


def test_a_process_that_dies_fails_its_job_and_is_replaced() -> None:
    async def work(workers: Pool) -> Ended:
        running = await begun(workers, endless())
        waiting = workers.submit(choose("first"))
        [process] = workers.pids
        os.kill(process, signal.SIGKILL)
        with pytest.raises(WorkerLostError, match="ended unexpectedly"):
            await running
        answer = await waiting
        assert workers.pids != [process]
        return answer

    assert isinstance(with_own_pool(work), Chosen)


def test_a_process_that_does_not_come_back_is_killed(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(pool, "PATIENCE", 0.2)

    async def work(workers: Pool) -> Ended:
        running = await begun(workers, endless())
        os.kill(workers.pids[0], signal.SIGSTOP)
        running.stop()
        with pytest.raises(WorkerLostError):
            await running
        return await workers.submit(choose("first"))

    assert isinstance(with_own_pool(work), Chosen)


def test_processes_end_with_the_pool() -> None:
    async def work(workers: Pool) -> list[int]:
        await asyncio.gather(begun(workers, endless("a")), begun(workers, endless("b")))
        workers.submit(choose("first"))
        return workers.pids

    processes = with_own_pool(work, processes=2)
    assert len(processes) == 2
    assert not any(map(is_alive, processes))


KILLED = """
import asyncio
from plyground.core.position import game
from plyground.search.limit import Limit
from plyground.ui.web.workers import Analyse, Pool

async def main():
    async with Pool(1, 1) as workers:
        history = game("breakthrough", size=8).start().history
        told = lambda news: print(*workers.pids, flush=True)
        await workers.submit(Analyse("a", history, Limit()), told)

asyncio.run(main())
"""


def test_processes_end_when_the_server_is_killed() -> None:
    server = subprocess.Popen([sys.executable, "-c", KILLED], stdout=subprocess.PIPE, text=True)
    with server:
        assert server.stdout is not None
        process = int(server.stdout.readline())
        assert is_alive(process)
        server.kill()
    deadline = time.monotonic() + PATIENCE
    while is_alive(process):
        assert time.monotonic() < deadline
        time.sleep(0.05)


def is_alive(process: int) -> bool:
    """Tell whether a process runs; one that is dead but not buried does not."""
    try:
        status = Path(f"/proc/{process}/stat").read_text()
    except OSError:
        return False
    return status.rpartition(")")[2].split()[0] != "Z"


def test_workers_stand_behind_the_server_in_line() -> None:
    async def work(workers: Pool) -> int:
        await workers.submit(choose("first"))
        return os.getpriority(os.PRIO_PROCESS, workers.pids[0])

    assert with_pool(work) > os.getpriority(os.PRIO_PROCESS, 0)


def test_compiling_is_told_and_not_printed(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capfd: pytest.CaptureFixture[str]
) -> None:
    news: list[News] = []

    async def work(workers: Pool) -> None:
        await workers.submit(job, news.append)
        await workers.submit(job, news.append)

    job = choose("greedy:2.125*piece + mobility")
    capfd.readouterr()  # what was compiled here, to write the job down
    monkeypatch.setenv("PLYGROUND_CACHE_DIR", str(tmp_path))
    with_own_pool(work)
    kinds = [kind for kind, _ in itertools.groupby(news, type)]
    assert kinds == [Compiling, Began]
    parts = [each.part for each in news if isinstance(each, Compiling)]
    assert parts == sorted(parts)
    assert 0 == parts[0] < parts[-1] < 1
    assert isinstance(news[0], Compiling)
    assert news[0].label
    assert news[0].seconds is None  # nothing of the kind was compiled here before
    assert capfd.readouterr() == ("", "")
