"""Thinking outside the server: processes that choose moves and analyse positions.

Nothing that takes long runs in the process of the server. It gives jobs to a pool:

    async with Pool(processes=2, most_waiting=100) as pool:
        job = Analyse("analysis-7", position.history, Limit(seconds=10), lines=3)
        running = pool.submit(job, hear, Urgency.ANALYSIS)  # BusyError where too many wait
        ...
        running.stop()                        # it ends soon, with the best so far
        await running                         # Done, Chosen or Proved, by its kind; JobError if it failed

`hear` is called in the event loop with the news of the job as they come: `Compiling` if
something is compiled first, `Began` when the search begins, and then a `Thought`, at most ten a
second; the last one is what the job ends with. `thought.report(position)` is the report that the
engine gave, of which `thought.finished` tells every depth that was finished since the last thought.

- A job is a small value that names everything: the game, the position and its past (`GameHistory`), the
  player or the settings of the engine. It travels to the process as JSON, and so do the news.
- `session` is a word of the caller's. A process keeps the players and engines of its last
  few sessions, so that they find their tables again. Jobs of a session are done one after the
  other, by the process that had the last one if it is free. A player or engine with other settings
  is a new one. `pool.forget(session)` lets go of what is kept.
- The most urgent job goes first; of equal ones, that of the session which has had the least time
  (`fair_queue.py`). Processes can be reserved for urgent jobs (`Lane`), so that people need not wait for
  what others have long searches for.
- What is compiled is kept on disk, for every process. A job that `is_plain` needs nothing compiled and runs
  for a moment only, with the same rules as plain Python; a lane that takes only what is not urgent compiles.
- `running.cancel()`, or cancelling a task that awaits it, ends a job that nobody wants any more.
- A process that does not end a stopped job in time is killed. One that dies fails its job with
  `WorkerLostError`. Either is replaced. All end when the server does, however it does.
"""

from plyground.ui.web.workers.fair_queue import Lane, Urgency
from plyground.ui.web.workers.jobs import (
    PLAIN,
    Analyse,
    Began,
    ChooseMove,
    Chosen,
    Compiling,
    Done,
    FinishedDepth,
    Job,
    News,
    Prepare,
    Prove,
    Proved,
    Thought,
    engine_of,
    kind_of,
)
from plyground.ui.web.workers.pool import Ended, JobError, Pool, Running, WorkerLostError

__all__ = [
    "PLAIN",
    "Analyse",
    "Began",
    "ChooseMove",
    "Chosen",
    "Compiling",
    "Done",
    "Ended",
    "FinishedDepth",
    "Job",
    "JobError",
    "Lane",
    "News",
    "Pool",
    "Prepare",
    "Prove",
    "Proved",
    "Running",
    "Thought",
    "Urgency",
    "WorkerLostError",
    "engine_of",
    "kind_of",
]
