"""Proof-number search as an engine: positions and limits go in, reports come out, and the value is proved."""

from __future__ import annotations

from collections.abc import Generator

from plyground.core.position import Game, Move, Position
from plyground.errors import OptionError
from plyground.search.limit import Limit
from plyground.search.proof import Proof, Value, final_proof
from plyground.search.report import Line, Report
from plyground.search.score import DRAW, LONGEST_LINE, UNIT, WIN
from plyground.search.searcher import DEFAULT_MEGABYTES, Searcher
from plyground.solving.dfpn import make_dfpn
from plyground.solving.search_run import SearchRun
from plyground.solving.searcher import ExactSearcher
from plyground.solving.solution import Solution

_TURNED: dict[Value, Value] = {"win": "loss", "draw": "draw", "loss": "win"}


class ProofEngine(Searcher):
    """Proves who wins by depth-first proof-number search, and plays the most promising move until it has.

    It needs no evaluation. Nodes are positions visited. A limit of depth cannot bound it, and games where
    repetition is a draw cannot be searched.

    >>> import plyground as ply
    >>> engine = ProofEngine(ply.game("konane", size=4))
    >>> *_, last = engine.search(engine.game.start(), ply.Limit(seconds=10))
    >>> last.value
    'loss'
    """

    def __init__(self, game: Game, *, threads: int = 1, megabytes: int = DEFAULT_MEGABYTES) -> None:
        super().__init__(game, threads)
        if game.rules.repetition_limit(game.board):
            raise OptionError(
                f"proof-number search cannot search {game.name}, where repeated positions are draws: "
                "the value of a position depends on those before it"
            )
        method = make_dfpn(game.rules, game.board)
        self._exact = ExactSearcher(game, method, megabytes=megabytes, threads=threads)

    def _think(self, position: Position, limit: Limit, lines: int) -> Generator[Report, None, None]:
        """Prove the position; for several lines, then also other moves."""
        if limit.depth is not None:
            raise OptionError("proof-number search takes seconds and nodes as limits, and no depth")
        self._exact.begin()
        if self._is_told_to_stop.is_set():
            self._exact.stop()
        deadline = _planned(limit)
        allowed = Limit(None if deadline is None else self._margin.before(deadline), nodes=limit.nodes)
        for solution in SearchRun(self._exact, position, allowed, only_winner=True).watch():
            found = self._lines(solution, lines)
            is_over = solution.is_proved and bool(solution.line)
            depth = len(found[0].codes) if is_over else 0
            yield Report(found, depth, depth + (not is_over), solution.nodes, solution.seconds)

    def _lines(self, solution: Solution, lines: int) -> tuple[Line, ...]:
        """Return what is proved, and the other moves by their proof numbers."""
        position = solution.position
        proved = [line_of(solution)] if solution.is_proved and solution.line else []
        first = proved[0].codes[0] if proved else None
        others = [move for move in position.moves() if move.code != first]
        others.sort(key=lambda move: self._hardness(position, move))
        guesses = [self._guess(position, move) for move in others]
        return (*proved, *guesses)[:lines]

    def _hardness(self, position: Position, move: Move) -> float:
        """Return how far a move is from being proved to win, compared with how far from losing."""
        child = position.play(move)
        if child.outcome is not None:
            return {"loss": 0.0, "draw": 1.0, "win": float("inf")}[final_proof(child).value]
        # After the move, the opponent asks for a draw or better: a disproof of that is a win here.
        proof, disproof = self._exact.proof_numbers(child, 0) or (1, 1)
        return disproof / proof if proof else float("inf")

    def _guess(self, position: Position, move: Move) -> Line:
        """Return a move that nothing is proved of, unless it ends the game."""
        child = position.play(move)
        if child.outcome is None:
            return Line(position, (move.code,), DRAW)
        end = final_proof(child)
        proof = Proof(_TURNED[end.value], None if end.margin is None else -end.margin, 1)
        score = {"win": WIN - UNIT, "draw": DRAW, "loss": UNIT - WIN}[proof.value]
        return Line(position, (move.code,), score, proof)

    def _prepare(self) -> None:
        self._exact.prepare()

    def _forget(self) -> None:
        self._exact.clear()

    def _halt(self) -> None:
        self._exact.stop()

    def _hear(self) -> None:
        self._exact.begin()


def line_of(solution: Solution) -> Line:
    """Return what is proved as a line, with the score of a game that ends where the line does."""
    position = solution.position
    is_over = position.play_all(solution.line).outcome is not None
    plies = len(solution.line) if is_over else LONGEST_LINE
    value = solution.value or "draw"
    score = {"win": WIN - plies * UNIT, "draw": DRAW, "loss": plies * UNIT - WIN}[value]
    codes = tuple(move.code for move in solution.line)
    return Line(position, codes, score, Proof(value, solution.margin, solution.distance))


def _planned(limit: Limit) -> float | None:
    """Return the seconds that a search takes: with a clock, as long as an ordinary move should."""
    planned = None if limit.clock is None else limit.clock.planned
    return min((each for each in (limit.seconds, planned) if each is not None), default=None)
