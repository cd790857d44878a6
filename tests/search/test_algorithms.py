"""The algorithms of the textbooks beside minimax: they find its value, and keep limits as the engine does."""

from __future__ import annotations

import random
import threading
import time
from collections.abc import Iterator

import pytest

from plyground.algorithms import ALGORITHMS, MCTS, PNS, Settings, make_engine
from plyground.core.position import Game, Position, game
from plyground.errors import OptionError
from plyground.players.making import make_player
from plyground.search import textbook
from plyground.search.constants import Constants
from plyground.search.features import ALIASES, PRESETS
from plyground.search.limit import Limit
from plyground.search.report import Report
from plyground.search.score import as_points
from plyground.search.searcher import Searcher
from tests.search.agreeing import scorer, seen_from_above
from tests.search.oracle import Oracle
from tests.search.positions import random_positions

# Game, size, evaluation, depth: one board of every game.
BOARDS = [
    ("breakthrough", "5x4", "comprehensive", 4),
    ("othello", "4", "squares", 4),
    ("konane", "4x5", "mobility", 4),
    ("duel", "3", "manhattan", 3),
]
EVERY_BOARD = pytest.mark.parametrize(("name", "size", "heuristic", "depth"), BOARDS)
WIDE = Constants(beam_width=1024)
FIXED_DEPTH = [name for name in PRESETS if name != "engine"]
FEW = ["failhard-aspiration", "mtdf", "sss", "beam"]  # where compiling all of them would take too long
COUNT = 12


def settings(heuristic: str, constants: Constants = WIDE) -> Settings:
    return Settings(heuristic, megabytes=1, constants=constants)


def searched(engine: Searcher, position: Position, limit: Limit, lines: int = 1) -> Report:
    return list(engine.search(position, limit, lines=lines))[-1]


def late_positions(on: Game, plies: int) -> Iterator[Position]:
    """Yield positions some random moves after the start."""
    chance = random.Random(plies)
    for _ in range(8):
        position = on.start()
        for _ in range(plies):
            if position.outcome is None:
                position = position.play(chance.choice(position.moves()))
        if position.outcome is None:
            yield position


def textbook_results(position: Position, depth: int, score: textbook.Evaluation) -> Iterator[textbook.Found]:
    yield textbook.fail_hard(position, depth, score)
    yield textbook.negascout(position, depth, score)
    yield textbook.aspiration(position, depth, score)
    yield textbook.mtdf(position, depth, score)
    yield textbook.mtdf(position, depth, score, guess=10**6)
    yield textbook.sss(position, depth, score)
    yield textbook.beam(position, depth, 1000, score)


@EVERY_BOARD
def test_every_textbook_finds_the_value_of_minimax(name: str, size: str, heuristic: str, depth: int) -> None:
    on = game(name, size=size)
    score = scorer(on, heuristic)
    for position in random_positions(on, COUNT, seed=3):
        plain = textbook.minimax(position, depth - 1, score)
        for found in textbook_results(position, depth - 1, score):
            assert found.score == plain.score, position.text
            if found.move is not None:
                reply = textbook.minimax(position.play(found.move), depth - 2, score)
                assert seen_from_above(reply.score) == plain.score, position.text


@EVERY_BOARD
def test_every_compiled_one_finds_the_value_of_minimax(
    name: str, size: str, heuristic: str, depth: int
) -> None:
    on = game(name, size=size)
    score = scorer(on, heuristic)
    chosen = FIXED_DEPTH if name == "breakthrough" else FEW
    engines = {each: make_engine(on, each, settings(heuristic)) for each in chosen}
    for position in random_positions(on, COUNT, seed=5):
        plain = textbook.minimax(position, depth, score)
        for label, engine in engines.items():
            found = searched(engine, position, Limit(depth=depth))
            assert found.score == as_points(plain.score), (label, position.text)
            assert found.move is not None
            reply = textbook.minimax(position.play(found.move), depth - 1, score)
            assert seen_from_above(reply.score) == plain.score, (label, position.text, found.move)


def test_negascout_and_fail_hard_visit_what_the_textbook_visits() -> None:
    on = game("breakthrough", size="5x4")
    score = scorer(on, "piece")
    for name, search in (("negascout", textbook.negascout), ("failhard", textbook.fail_hard)):
        engine = make_engine(on, name, settings("piece"))
        for position in random_positions(on, COUNT, seed=9):
            assert searched(engine, position, Limit(depth=4)).nodes == search(position, 4, score).nodes


@pytest.mark.parametrize("width", [1, 2, 3])
@EVERY_BOARD
def test_a_narrow_beam_is_that_of_the_textbook(
    name: str, size: str, heuristic: str, depth: int, width: int
) -> None:
    on = game(name, size=size)
    score = scorer(on, heuristic)
    engine = make_engine(on, "beam", settings(heuristic, Constants(beam_width=width)))
    for position in random_positions(on, COUNT, seed=width):
        found = searched(engine, position, Limit(depth=depth))
        expected = textbook.beam(position, found.depth, width, score)  # less deep where a win is proved
        assert found.score == as_points(expected.score), position.text


def test_a_narrow_beam_visits_fewer_nodes_and_never_proves_what_is_wrong() -> None:
    on, oracle = game("konane", size=4), Oracle()
    narrow, wide = (make_engine(on, "beam", settings("mobility", Constants(beam_width=n))) for n in (1, 1024))
    visited = [0, 0]
    for position in random_positions(on, 30, seed=2):
        for index, engine in enumerate((narrow, wide)):
            found = searched(engine, position, Limit(depth=20))
            visited[index] += found.nodes
            assert not found.proved or found.value == oracle.exact(position).value
    assert visited[0] < visited[1]


@pytest.mark.parametrize(
    ("name", "size", "plies"), [("breakthrough", "4x3", 4), ("othello", "4", 6), ("konane", "4x4", 2)]
)
def test_proof_numbers_find_the_exact_value(name: str, size: str, plies: int) -> None:
    on, oracle = game(name, size=size), Oracle()
    engine = make_engine(on, PNS, Settings(megabytes=1))
    late = list(late_positions(on, plies))
    assert len(late) > 3
    for position in late:
        found = searched(engine, position, Limit(), lines=3)
        exact = oracle.exact(position)
        assert found.proved
        assert found.value == exact.value
        assert found.move is not None
        assert oracle.after(position, found.move).value == exact.value
        assert len({line.codes[0] for line in found.lines}) == min(3, len(position.moves()))


def test_proof_numbers_refuse_repetitions_evaluations_and_depths() -> None:
    with pytest.raises(OptionError, match="repeated positions are draws"):
        make_engine(game("duel"), PNS)
    on = game("konane", size=4)
    with pytest.raises(OptionError, match="pns does not take evaluate"):
        make_engine(on, PNS, Settings("mobility"))
    with pytest.raises(OptionError, match="no depth"):
        searched(make_engine(on, PNS), on.start(), Limit(depth=3))


@pytest.mark.parametrize("algorithm", ["mtdf", "sss", "beam", "negascout-aspiration", PNS])
def test_limits_of_nodes_and_stops_are_kept(algorithm: str) -> None:
    on = game("breakthrough")
    engine = make_engine(on, algorithm, Settings(megabytes=1))
    few = searched(engine, on.start(), Limit(nodes=3000))
    assert few.nodes <= 4000
    assert few.move in on.start().moves()
    threading.Timer(0.2, engine.stop).start()
    began = time.perf_counter()
    last = searched(engine, on.start(), Limit(seconds=60))
    assert time.perf_counter() - began < 30  # it would have been 60
    assert last.move in on.start().moves()


@pytest.mark.parametrize("algorithm", ["mtdf", "sss", "beam", "negascout"])
def test_several_lines_are_those_of_minimax(algorithm: str) -> None:
    on = game("breakthrough", size="5x4")
    score = scorer(on, "comprehensive")
    engine = make_engine(on, algorithm, settings("comprehensive"))
    for position in random_positions(on, 6, seed=4):
        replies = [textbook.minimax(position.play(move), 2, score).score for move in position.moves()]
        best = sorted(map(seen_from_above, replies), reverse=True)[:3]
        found = searched(engine, position, Limit(depth=3), lines=3)
        assert [line.score for line in found.lines] == [as_points(each) for each in best]


def test_every_algorithm_is_a_player() -> None:
    on = game("breakthrough", size=4)
    for name in (*PRESETS, *ALIASES, *MCTS, PNS):
        player = make_player(f"{name}:nodes=50,hash=1", on)
        player.begin(on.start(), 0)
        assert player.choose(on.start(), Limit()).move in on.start().moves()


def test_unknown_names_and_useless_settings_are_refused() -> None:
    on = game("breakthrough", size=4)
    with pytest.raises(OptionError, match="did you mean 'mtdf'"):
        make_engine(on, "mtdff")
    with pytest.raises(OptionError, match="mcts does not take order"):
        make_engine(on, "mcts", Settings(order="piece"))
    assert len(set(ALGORITHMS)) == len(ALGORITHMS)
