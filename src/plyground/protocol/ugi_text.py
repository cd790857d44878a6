"""The text of UGI: positions, limits and reports of a search, written and read.

Reading is forgiving where the protocol asks for it: words that are not known are skipped.
"""

from __future__ import annotations

import itertools
import re
from collections.abc import Sequence
from dataclasses import dataclass
from typing import get_args

from plyground.core.position import Game, Position
from plyground.errors import NotationError
from plyground.protocol.protocol import SearchInfo
from plyground.search.limit import Clock, Limit
from plyground.search.proof import Proof, Value
from plyground.search.report import Report
from plyground.search.score import LARGEST_EVALUATION, LONGEST_LINE, UNIT, WIN, plies_to_end
from plyground.search.workspace import MOST_PLIES

_CENTIPOINT = UNIT // 100
_NUMBER = re.compile(r"-?\d{1,15}", re.ASCII)


def write_position(position: Position) -> str:
    """Write a position with everything that led to it: repetitions count."""
    first, moves = position.line()[0], position.history.moves
    return " ".join(["position fen", first.text, *(["moves", *moves] if moves else [])])


@dataclass(frozen=True)
class ToldPosition:
    """A position as it was received: the words for where its line begins, the moves, and where they lead."""

    first: list[str]
    moves: list[str]
    position: Position


def read_position(game: Game, text: str, last: ToldPosition | None = None) -> ToldPosition:
    """Read what follows the word ``position``.

    In a game everything is sent again with every move. What was received `last` is not played again: in a
    long game that would take longer than most searches.

    Raises:
        PlygroundError: the text is malformed, or the position or a move is impossible.
    """
    words = text.split()
    end = words.index("moves") if "moves" in words else len(words)
    first, moves = words[:end], words[end + 1 :]
    if last is not None and last.first == first and last.moves == moves[: len(last.moves)]:
        position, new_moves = last.position, moves[len(last.moves) :]
    else:
        position, new_moves = _first_position(game, first, text), moves
    return ToldPosition(first, moves, position.play_all(new_moves))


def _first_position(game: Game, words: list[str], text: str) -> Position:
    if words == ["startpos"]:
        return game.start()
    if words[:1] == ["fen"]:
        return game.position(" ".join(words[1:]))
    raise NotationError("a position begins with startpos or fen", text, 0)


def facts_about(position: Position) -> dict[str, str]:
    """Return what every query about a position is answered with."""
    outcome = position.outcome
    winner = None if outcome is None else outcome.winner
    unwon = "draw" if outcome else "none"
    return {
        "p1turn": "true" if position.player == 0 else "false",
        "gameover": "true" if outcome else "false",
        "result": unwon if winner is None else f"p{position.game.players.index(winner) + 1}win",
    }


def write_go(limit: Limit) -> str:
    """Write a limit.

    A player knows its own clock and not that of the opponent, so both are sent as alike.
    """
    words = ["go"]
    if limit.clock is not None:
        left, more = (_milliseconds(each) for each in (limit.clock.seconds, limit.clock.increment))
        words += [f"p1time {left or 1} p2time {left or 1} p1inc {more} p2inc {more}"]
    if limit.seconds is not None:
        words += [f"movetime {_milliseconds(limit.seconds) or 1}"]
    if limit.depth is not None:
        words += [f"depth {limit.depth}"]
    if limit.nodes is not None:
        words += [f"nodes {limit.nodes}"]
    return " ".join(words if len(words) > 1 else ["go", "infinite"])


def read_go(text: str, player: int) -> Limit:
    """Read what follows the word ``go``; numbers out of bounds are taken for the nearest ones.

    Of the two clocks only that of the player to move matters.
    """
    given = _numbers(text.split())
    time, increment = (given.get(f"p{player + 1}{what}") for what in ("time", "inc"))
    seconds, depth, nodes = (given.get(what) for what in ("movetime", "depth", "nodes"))
    return Limit(
        seconds=None if seconds is None else max(seconds, 1) / 1000,
        depth=None if depth is None else min(max(depth, 1), MOST_PLIES),
        nodes=None if nodes is None else max(nodes, 1),
        clock=None if time is None else Clock(max(time, 1) / 1000, max(increment or 0, 0) / 1000),
    )


def write_info(report: Report, rank: int = 1) -> str:
    """Write one of the lines that a search found; the best one has rank 1."""
    line = report.lines[rank - 1]
    score = " ".join([_write_score(line.exact_score), *_write_proof(line.proof)])
    several = [f"multipv {rank}"] if len(report.lines) > 1 else []
    moves = ["pv", *map(str, line.moves)] if line.moves else []
    return " ".join([f"info depth {report.depth}", *several, f"score {score}", _effort(report), *moves])


def write_progress(report: Report) -> str:
    """Write where a search stands that has found nothing new."""
    return f"info depth {report.current_depth} {_effort(report)}"


def read_info(text: str) -> SearchInfo:
    """Read what follows the word ``info``."""
    words = text.split()
    end = words.index("pv") if "pv" in words else len(words)
    numbers = _numbers(words[:end])
    counts = {name: number for name, number in numbers.items() if number >= 0}
    time, fill = counts.get("time"), counts.get("hashfull")
    return SearchInfo(
        exact_score=_read_score(numbers),
        depth=counts.get("depth"),
        nodes=counts.get("nodes"),
        seconds=None if time is None else time / 1000,
        table_fill=None if fill is None else fill / 1000,
        rank=counts.get("multipv", 1),
        line=tuple(words[end + 1 :]),
        proof=_read_proof(words[:end], numbers),
    )


def _effort(report: Report) -> str:
    time, fill = _milliseconds(report.seconds), int(1000 * report.table_fill)
    return f"nodes {report.nodes} nps {int(report.speed)} time {time} hashfull {fill}"


def _write_score(score: int) -> str:
    plies = plies_to_end(score)
    if plies is None:
        return f"cp {round(score / _CENTIPOINT)}"
    return f"mate {plies if score > 0 else -plies}"


def _write_proof(proof: Proof | None) -> list[str]:
    if proof is None:
        return []
    numbers = {"margin": proof.margin, "distance": proof.distance}
    known = [f"{name} {number}" for name, number in numbers.items() if number is not None]
    return [f"proved {proof.value}", *known]


def _read_proof(words: Sequence[str], numbers: dict[str, int]) -> Proof | None:
    values = dict(itertools.pairwise(words))
    value = next((each for each in get_args(Value) if each == values.get("proved")), None)
    return None if value is None else Proof(value, numbers.get("margin"), numbers.get("distance"))


def _read_score(numbers: dict[str, int]) -> int | None:
    if "mate" in numbers:
        plies = numbers["mate"]
        distance = min(abs(plies), LONGEST_LINE) * UNIT
        return WIN - distance if plies > 0 else distance - WIN
    if "cp" in numbers:
        score = numbers["cp"] * _CENTIPOINT
        return min(max(score, -LARGEST_EVALUATION), LARGEST_EVALUATION)
    return None


def _numbers(words: Sequence[str]) -> dict[str, int]:
    """Return the words that a number follows, with the number."""
    pairs = itertools.pairwise(words)
    return {name: int(value) for name, value in pairs if _NUMBER.fullmatch(value)}


def _milliseconds(seconds: float) -> int:
    return int(1000 * seconds)
