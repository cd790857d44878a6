"""What server and worker processes say to each other: jobs and orders one way, news the other."""

from __future__ import annotations

import msgspec

from plyground.core.history import GameHistory
from plyground.core.position import Position
from plyground.engine import DEFAULT_MEGABYTES
from plyground.players import Choice
from plyground.review.chances import USUAL_CURVE, ChanceCurve
from plyground.search.features import PRESETS, Features
from plyground.search.limit import Limit
from plyground.search.mcts import MctsFeatures
from plyground.search.proof import Proof
from plyground.search.report import Line, Report
from plyground.tables import Exact

PLAIN = "/plain"
"""After the name of a session: who thinks uncompiled is somebody else, and need not wait for a compiler."""

# Jobs


class Prepare(msgspec.Struct, frozen=True, tag="prepare"):
    """Make a player ready to choose a move: what takes long is done while nobody waits."""

    session: str
    history: GameHistory
    player: str
    seed: int


class ChooseMove(msgspec.Struct, frozen=True, tag="choose"):
    """Let a player choose a move.

    A player that is not there yet, or no longer, begins with the seed. One that `is_plain` thinks
    uncompiled and for a moment only: nothing is compiled for it, or loaded.
    """

    session: str
    history: GameHistory
    player: str
    seed: int
    limit: Limit
    is_plain: bool = False


class Analyse(msgspec.Struct, frozen=True, tag="analyse"):
    """Search a position, for its best `lines`; an engine that is to be `fresh` forgets what it knew.

    A search that `is_plain` runs uncompiled, and for a moment only. With `mcts` it is Monte Carlo tree search
    with these features, and as a `proof` proof-number search; else the engine with its features.
    """

    session: str
    history: GameHistory
    limit: Limit
    lines: int = 1
    evaluate: str | None = None
    order: str | None = None
    features: Features = PRESETS["engine"]
    mcts: MctsFeatures | None = None
    proof: bool = False
    threads: int = 1
    megabytes: int = DEFAULT_MEGABYTES
    is_fresh: bool = False
    is_plain: bool = False


class Prove(msgspec.Struct, frozen=True, tag="prove"):
    """Prove exact values: of a position and of what each move leads to, or of all positions of a line."""

    session: str
    history: GameHistory
    seconds: float
    is_line: bool = False
    megabytes: int = DEFAULT_MEGABYTES


Job = Prepare | ChooseMove | Analyse | Prove


def kind_of(job: Job) -> object:
    """Return what jobs that take about the same time have in common."""
    game = (job.history.game, tuple(job.history.options.items()))
    if isinstance(job, Analyse):
        searcher = (job.mcts, job.proof)
        return (*game, job.limit, job.evaluate, job.threads, job.is_plain, *searcher)
    if isinstance(job, Prove):
        return (*game, type(job), job.seconds)
    if isinstance(job, ChooseMove):
        return (*game, type(job), job.player, job.is_plain)
    return (*game, type(job), job.player)


USUAL_KERNELS = 75
"""How many kernels are compiled for an engine, where nobody has counted them yet."""


def engine_of(job: Job) -> str:
    """Name what is compiled for a job, to count its kernels."""
    options = " ".join(f"{name}={value}" for name, value in job.history.options.items())
    if isinstance(job, Analyse):
        features = "proof" if job.proof else job.mcts or job.features
        searcher = f"engine of {job.evaluate}, {job.order}, {features}"
    else:
        searcher = "prover" if isinstance(job, Prove) else job.player
    return f"{searcher} on {job.history.game} {options}"


# Orders


class Begin(msgspec.Struct, frozen=True, tag="begin"):
    """Begin a job; `number` tells it from others."""

    number: int
    job: Job


class StopJob(msgspec.Struct, frozen=True, tag="stop"):
    """End a job with the best so far."""

    number: int


class Forget(msgspec.Struct, frozen=True, tag="forget"):
    """Let go of what is kept for a session."""

    session: str


WorkerOrder = Begin | StopJob | Forget


# News


class Compiling(msgspec.Struct, frozen=True, tag="compiling"):
    """Something is compiled before the job can begin, which took so many seconds before, if it did.

    It comes after `done` kernels of about `expected` ones.
    """

    label: str
    seconds: float | None
    done: int = 0
    expected: int = USUAL_KERNELS

    @property
    def part(self) -> float:
        """How much is compiled, from 0 to 1; never all of it."""
        return self.done / max(self.expected, self.done + 1)


class Began(msgspec.Struct, frozen=True, tag="began"):
    """Everything is ready: from now on the player or engine thinks."""


class FoundLine(msgspec.Struct, frozen=True, array_like=True):
    """A line as the rules number its moves, and its score as the search counts."""

    codes: tuple[int, ...]
    exact_score: int
    proof: Proof | None
    visits: int | None

    def line(self, position: Position) -> Line:
        """Return the line, which begins at a position."""
        return Line(position, self.codes, self.exact_score, self.proof, self.visits)


class FinishedDepth(FoundLine, frozen=True, array_like=True):
    """The best line of a depth, and what it took from the beginning of the search to finish it."""

    nodes: int
    seconds: float


class Thought(msgspec.Struct, frozen=True, tag="thought"):
    """What a search has found so far; `finished` has every depth that was finished since the last thought.

    `curve` says what its scores mean.
    """

    lines: tuple[FoundLine, ...]
    depth: int
    current_depth: int
    nodes: int
    seconds: float
    table_fill: float
    finished: dict[int, FinishedDepth]
    curve: ChanceCurve = USUAL_CURVE

    @classmethod
    def of(
        cls, report: Report, finished: dict[int, FinishedDepth], curve: ChanceCurve = USUAL_CURVE
    ) -> Thought:
        """Write down a report."""
        return cls(
            lines=tuple(
                FoundLine(line.codes, line.exact_score, line.proof, line.visits) for line in report.lines
            ),
            depth=report.depth,
            current_depth=report.current_depth,
            nodes=report.nodes,
            seconds=report.seconds,
            table_fill=report.table_fill,
            finished=finished,
            curve=curve,
        )

    def report(self, position: Position) -> Report:
        """Return the report of a search of this position."""
        lines = tuple(found.line(position) for found in self.lines)
        return Report(lines, self.depth, self.current_depth, self.nodes, self.seconds, self.table_fill)


class Chosen(msgspec.Struct, frozen=True, tag="chosen"):
    """What a player chose, and in how many seconds; nobody has judged it yet."""

    choice: Choice
    seconds: float


class Proved(msgspec.Struct, frozen=True, tag="proved"):
    """The exact value of each position that was asked for, for the side to move; None is not proved."""

    values: tuple[Exact | None, ...]


class Done(msgspec.Struct, frozen=True, tag="done"):
    """The job is over."""


class Failed(msgspec.Struct, frozen=True, tag="failed"):
    """The job cannot be done, and why."""

    reason: str


News = Compiling | Began | Thought
"""What is told of a job before it is over."""

Ending = Chosen | Proved | Done | Failed


class WorkerMessage(msgspec.Struct, frozen=True):
    """News about a job."""

    number: int
    news: News | Ending
