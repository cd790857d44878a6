"""Extensions see more than the depth says, and claim nothing that is not so."""

from __future__ import annotations

import random
from collections import Counter
from typing import Any

import numpy as np
import pytest

from plyground.core.hashing import hash_state
from plyground.core.position import Position, game
from plyground.core.rules import NO_SQUARE
from plyground.search import tt as entries
from plyground.search.constants import Constants
from plyground.search.engine import SearchEngine
from plyground.search.extensions import SINGULAR_FROM_DEPTH, Extensions, about_half, make_extensions
from plyground.search.features import BY_GAME, EXACT, PRESETS, Features
from plyground.search.limit import Limit
from plyground.search.report import Report
from plyground.search.score import INFINITY, LARGEST_EVALUATION, UNIT
from plyground.search.tt import EXACT_SCORE, LOWER_BOUND, UPPER_BOUND, make_table
from plyground.search.workspace import MOST_PLIES, NO_MOVE, make_workspace
from tests.search.oracle import Oracle
from tests.search.positions import random_positions
from tests.search.test_proof import LIMITS, QUARRELS, check_reports, quarrels
from tests.solving.late import late_positions

ENGINE = PRESETS["engine"]
BOTH = ("singular", "recaptures")
EAGER = Constants(singular_margin=0.01)
LAZY = Constants(singular_margin=100.0)

# Black takes on b2, and white takes back.
EXCHANGE = "bbbbb/b1b1b/b1b2/wwwww/1wwww black"


def reports(
    position: Position, features: Features, depth: int, evaluate: str, constants: Constants = EAGER
) -> list[Report]:
    engine = SearchEngine(position.game, evaluate, features=features, megabytes=1, constants=constants)
    return list(engine.search(position, Limit(depth=depth)))


def made(name: str, *features: str, size: int = 5) -> tuple[Extensions, Any, Any]:
    """Return the kernels of a game with some extensions, a workspace and the table that it points to."""
    on, table = game(name, size=size), make_table(1)
    extensions = make_extensions(on.rules, on.board, EXACT.having(*features))
    workspace = make_workspace(on.rules, on.board, table)
    workspace["singular_margin"] = 2 * UNIT
    return extensions, workspace, table


@pytest.mark.parametrize(
    ("name", "size", "plies", "count"),
    [("breakthrough", "4x2", 9, 15), ("othello", "4", 7, 30), ("konane", "4x4", 9, 30)],
)
@pytest.mark.parametrize(
    "features", [ENGINE, EXACT, EXACT.having("tt_deeper")], ids=["engine", "exact", "tt_deeper"]
)
def test_what_is_proved_is_true(name: str, size: str, plies: int, count: int, features: Features) -> None:
    on, oracle, chance = game(name, size=size), Oracle(), random.Random(plies)
    engine = SearchEngine(on, features=features.having(*BOTH), megabytes=1, constants=EAGER)
    claims: Counter[str] = Counter()
    for position in late_positions(on, count, plies, seed=7):
        for lines in (1, 3):
            claims += check_reports(engine, oracle, position, chance.choice(LIMITS), lines)
    assert min(claims["win"], claims["loss"], claims["with distance"]) > 0


@pytest.mark.parametrize("features", [EXACT.having(*BOTH), ENGINE.having(*BY_GAME)], ids=["exact", "all"])
def test_what_is_proved_of_quarrels_is_true(features: Features) -> None:
    on, oracle, chance = game("duel", size=3, quiet=4, repetitions=3), Oracle(), random.Random(1)
    engine = SearchEngine(on, features=features, megabytes=1, constants=EAGER)
    claims: Counter[str] = Counter()
    for position in quarrels(on, QUARRELS, seed=3):
        claims += check_reports(engine, oracle, position, chance.choice(LIMITS), chance.choice([1, 2]))
    assert min(claims["win"], claims["loss"]) > 0


@pytest.mark.parametrize(
    ("feature", "name", "text", "evaluate", "value", "depth", "sooner"),
    [
        ("recaptures", "breakthrough", EXCHANGE, "piece", "win", 5, 4),
        ("recaptures", "breakthrough", "2b1b/bw2b/1wwbb/w2ww/5 black", "piece", "loss", 4, 3),
        ("recaptures", "duel", "w1m/1h1/1HM adversary", "pieces", "loss", 8, 7),
        ("singular", "konane", "bw2b/wbwb1/bwbwb/wbwbw/bwbwb white", "mobility", "loss", 14, 12),
    ],
)
def test_the_end_is_seen_sooner(
    feature: str, name: str, text: str, evaluate: str, value: str, depth: int, sooner: int
) -> None:
    position = game(name).position(text)
    constants = Constants(singular_margin=0.5)
    for features, first in ((EXACT, depth), (EXACT.having(feature), sooner)):
        found = reports(position, features, depth, evaluate, constants)
        assert [report.proved for report in found] == [False] * (first - 1) + [True]
        assert (found[-1].value, found[-1].lines[0].plies_to_end) == (value, depth)
        # Beyond the depth a quicker way might have been missed.
        assert found[-1].distance == (depth if features == EXACT else None)


def test_looking_for_singular_moves_keeps_the_value() -> None:
    """With a margin that hardly anything exceeds, singular moves are looked for and not found."""
    on = game("breakthrough", size=6)
    nodes = [0, 0]
    for position in random_positions(on, 12, seed=11):
        last = [
            reports(position, features, 8, "comprehensive", LAZY)[-1]
            for features in (EXACT, EXACT.having("singular"))
        ]
        assert last[0].score == last[1].score, position.text
        nodes = [sum(pair) for pair in zip(nodes, (each.nodes for each in last), strict=True)]
    assert nodes[0] < nodes[1]


def test_nothing_is_stored_of_a_search_without_the_best_move() -> None:
    """A node that is interrupted on the way leaves the promise of the table as it was."""
    on = game("breakthrough", size=5)
    state, promise = on.start().state, 50 * UNIT  # no other move reaches what is promised for this one
    key, move = hash_state(state), on.start().moves()[-1].code
    engine = SearchEngine(on, "piece", features=EXACT.having("singular"), megabytes=1)
    pool = engine._pool
    workspace, table = pool.workspaces[0], pool.table.view(np.recarray)
    stops = Counter[bool]()
    for nodes in (*range(20, 2000, 60), 10**6):
        engine.clear()
        entries.store_entry(table, key, promise, move, 7, LOWER_BOUND, np.uint64(0))
        stored = int(entries.find_entry(table, key))
        workspace["nodes"], workspace["node_limit"], workspace["stop"] = 0, nodes, 0
        pool.search(state, 8, 1, -INFINITY, INFINITY, workspace)
        assert (int(entries.find_entry(table, key)) == stored) == bool(workspace["stop"])
        stops[bool(workspace["stop"])] += 1
    assert min(stops[True], stops[False]) > 0


@pytest.mark.parametrize("name", ["othello", "konane"])
def test_games_without_noisy_moves_have_no_recaptures(name: str) -> None:
    start = game(name, size=6).start()
    nodes = [
        [report.nodes for report in reports(start, features, 8, "handmade")]
        for features in (ENGINE, ENGINE.having("recaptures"))
    ]
    assert nodes[0] == nodes[1]


def test_there_are_no_singular_moves_without_a_table() -> None:
    start, features = game("breakthrough", size=5).start(), EXACT.without("tt")
    nodes = [reports(start, each, 7, "piece")[-1].nodes for each in (features, features.having("singular"))]
    assert nodes[0] == nodes[1]


@pytest.mark.parametrize("feature", BOTH)
def test_they_are_off_unless_a_game_wants_them(feature: str) -> None:
    assert feature in BY_GAME
    assert not getattr(ENGINE, feature)
    assert not getattr(EXACT, feature)
    assert not Features().having(feature).is_selective


def test_a_line_is_extended_at_every_second_ply_at_most() -> None:
    extensions, workspace, _ = made("breakthrough", "singular")
    state, move, depth, plies = game("breakthrough", size=5).start().state, 25, 20, 0
    while depth > 1:  # every move is singular
        extension = extensions.extension_of(state, move, plies, move, workspace)
        extensions.note_move(state, move, plies, extension, workspace)
        plies, depth = plies + 1, depth - 1 + extension
        assert workspace.extensions[plies] <= plies / 2
    assert 30 < plies <= 40


def test_a_recapture_goes_where_the_last_capture_went() -> None:
    extensions, workspace, _ = made("breakthrough", "recaptures")
    position = game("breakthrough", size=5).position(EXCHANGE)
    first = position.find_move("a3xb2")
    extensions.note_move(position.state, first.code, 0, 0, workspace)
    assert workspace.recapture_square[1] == first.target
    after = position.play(first)
    by_text = {
        str(move): extensions.extension_of(after.state, move.code, 1, NO_MOVE, workspace)
        for move in after.moves()
    }
    extended = {text for text, extension in by_text.items() if extension}
    assert extended == {text for text in by_text if text.endswith("xb2")} != set()
    quiet = next(move for move in after.moves() if "-" in str(move))
    extensions.note_move(after.state, quiet.code, 1, 0, workspace)
    assert workspace.recapture_square[2] == NO_SQUARE
    extensions.note_move(position.state, first.code, 0, 0, workspace)
    extensions.note_null_move(0, workspace)
    assert workspace.recapture_square[1] == NO_SQUARE


@pytest.mark.parametrize(
    ("score", "depth", "bound", "is_asked"),
    [
        (0, 7, LOWER_BOUND, True),
        (0, 7, EXACT_SCORE, True),
        (0, 6, EXACT_SCORE, True),
        (0, 255, EXACT_SCORE, True),
        (0, 5, LOWER_BOUND, False),
        (0, 7, UPPER_BOUND, False),
        (LARGEST_EVALUATION, 7, LOWER_BOUND, False),
        (UNIT - LARGEST_EVALUATION, 7, LOWER_BOUND, False),
    ],
)
def test_which_entries_of_the_table_promise_a_singular_move(
    score: int, depth: int, bound: int, is_asked: bool
) -> None:
    extensions, workspace, table = made("breakthrough", "singular")
    key, entry = hash_state(game("breakthrough", size=5).start().state), table.view(np.recarray)
    assert extensions.singular_candidate(key, 8, 1, workspace)[0] == NO_MOVE
    entries.store_entry(entry, key, score, 25, depth, bound, np.uint64(1))
    found, bar, shallow = extensions.singular_candidate(key, 8, 1, workspace)
    assert found == (25 if is_asked else NO_MOVE)
    if is_asked:
        assert bar == score - 2 * UNIT
        assert shallow == about_half(min(depth, 8))
    assert extensions.singular_candidate(key, SINGULAR_FROM_DEPTH - 1, 1, workspace)[0] == NO_MOVE
    assert (
        extensions.singular_candidate(key, 8, 0, workspace)[0] == NO_MOVE
    )  # nothing is extended at the root


def test_the_shallow_search_ends_with_the_same_side() -> None:
    for depth in range(SINGULAR_FROM_DEPTH - 2, MOST_PLIES):
        shallow = about_half(depth)
        assert (depth - shallow) % 2 == 0
        assert 2 <= shallow <= depth / 2 + 1


def test_moves_of_a_shared_out_root_follow_no_capture() -> None:
    on = game("breakthrough", size=5)
    engine = SearchEngine(
        on, "piece", features=ENGINE.having("root_splitting", "recaptures"), threads=2, megabytes=1
    )
    for workspace in engine._pool.workspaces:
        workspace.recapture_square[1] = 7
    list(engine.search(on.start(), Limit(depth=4)))
    assert [int(workspace.recapture_square[1]) for workspace in engine._pool.workspaces] == [NO_SQUARE] * 2
