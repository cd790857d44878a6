"""Proved is what plain minimax finds too: no report ever claims more."""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Iterator

import pytest

from plyground.core.position import Game, Position, game
from plyground.search.engine import SearchEngine
from plyground.search.features import EXACT, PRESETS, Features
from plyground.search.limit import Limit
from plyground.search.report import Line
from tests.search.oracle import Exact, Oracle
from tests.solving.late import late_positions, with_numbers

QUARRELS = 8
LIMITS = [Limit(depth=2), Limit(depth=5), Limit(nodes=20_000), Limit(nodes=60), Limit(nodes=1500)]


def quarrels(on: Game, count: int, seed: int) -> Iterator[Position]:
    """Yield positions of the duel with two pieces and a few moves behind them."""
    chance = random.Random(seed)
    while count:
        squares = chance.sample(range(9), 2)
        letters = dict(zip(squares, [chance.choice("WHM"), chance.choice("whm")], strict=True))
        cells = "".join(letters.get(square, ".") for square in range(9))
        rows = "/".join(with_numbers(cells[row : row + 3]) for row in (0, 3, 6))
        position = on.position(f"{rows} adversary")
        for _ in range(chance.randrange(2, 4)):
            if position.outcome is None:
                position = position.play(chance.choice(position.moves()))
        if position.outcome is None:
            count -= 1
            yield position


def check_line(line: Line, exact: Exact) -> None:
    assert line.value == exact.value, (line.position.text, line.move)
    assert line.margin in (None, exact.margin)
    assert line.distance in (None, exact.distance)
    if line.plies_to_end is not None:
        assert exact.distance <= line.plies_to_end


def check_reports(
    engine: SearchEngine, oracle: Oracle, position: Position, limit: Limit, lines: int
) -> Counter[str]:
    """Compare everything that a search claims to be proved, and count it."""
    claims: Counter[str] = Counter()
    for report in engine.search(position, limit, lines=lines):
        for line in report.lines:
            if line.proved:
                check_line(line, oracle.after(position, line.move))
                claims["with distance"] += line.distance is not None
        if report.proved:
            assert report.value == oracle.exact(position).value, position.text
            claims[f"{report.value}"] += 1
    return claims


@pytest.mark.parametrize("features", [PRESETS["engine"], EXACT], ids=["engine", "exact"])
@pytest.mark.parametrize(
    ("name", "size", "plies", "count"),
    [("breakthrough", "4x2", 4, 20), ("othello", "4", 7, 30), ("konane", "4x4", 9, 30)],
)
def test_what_is_proved_is_true(name: str, size: str, plies: int, count: int, features: Features) -> None:
    on = game(name, size=size)
    engine, oracle, chance = SearchEngine(on, features=features, megabytes=1), Oracle(), random.Random(plies)
    claims: Counter[str] = Counter()
    for position in late_positions(on, count, plies, seed=7):
        for lines in (1, 3):
            claims += check_reports(engine, oracle, position, chance.choice(LIMITS), lines)
    assert min(claims["win"], claims["loss"], claims["with distance"]) > 0


@pytest.mark.parametrize(("repetitions", "quiet"), [(2, 3), (3, 4)])
def test_repetitions_are_no_proof(repetitions: int, quiet: int) -> None:
    on = game("duel", size=3, quiet=quiet, repetitions=repetitions)
    engine, oracle, chance = SearchEngine(on, megabytes=1), Oracle(), random.Random(1)
    claims: Counter[str] = Counter()
    for position in quarrels(on, QUARRELS, seed=repetitions):
        claims += check_reports(engine, oracle, position, chance.choice(LIMITS), chance.choice([1, 2]))
    assert repetitions == 2 or min(claims["win"], claims["loss"], claims["draw"]) > 0


def test_a_draw_is_proved_where_the_whole_tree_is_searched() -> None:
    on = game("othello", size=4)
    engine, oracle, drawn = SearchEngine(on, megabytes=1), Oracle(), 0
    for position in late_positions(on, 200, 3, seed=1):
        if position.outcome is None and oracle.exact(position).value == "draw":
            *_, last = engine.search(position, Limit(depth=20))
            assert (last.proved, last.value, last.score, last.depth < 20) == (True, "draw", 0, True)
            assert last.lines[0].told_score == "proved draw"
            drawn += 1
    assert drawn > 0


def test_a_finished_game_is_its_own_proof() -> None:
    on = game("othello", size=4)
    position = on.start()
    while position.outcome is None:
        position = position.play(position.moves()[0])
    *_, report = SearchEngine(on, megabytes=1).search(position, Limit(depth=3))
    counts = [position.text.split()[0].count(letter) for letter in "bw"]
    own, other = counts if position.player == 0 else counts[::-1]
    assert (report.margin, report.distance) == (own - other, 0)


def test_it_can_be_read_by_programs() -> None:
    on = game("breakthrough", size="4x2")
    *_, report = SearchEngine(on, "piece", megabytes=1).search(on.start(), Limit(depth=30), lines=2)
    told = report.to_dict()
    assert list(told) == [
        *("move", "score", "depth", "nodes", "seconds", "line"),
        *("proved", "value", "margin", "distance", "lines"),
    ]
    assert (told["proved"], told["value"], told["margin"]) == (True, "loss", None)
    frame = report.to_dataframe()
    assert list(frame["value"]) == [line.value for line in report.lines]
