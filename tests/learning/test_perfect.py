"""Small games that are learned from nothing and played perfectly, by the exact values of all positions."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

import plyground as ply
from plyground.evaluation import Evaluation
from plyground.learning import generations
from plyground.learning.gating import Gate
from plyground.learning.mistakes import good_moves, wrong_moves
from plyground.search.engine import SearchEngine
from plyground.solving.retrograde.table_building import build_table
from plyground.tables.finding import find_table
from plyground.tables.table import Table
from tests.learning.twin import negamax

TICTACTOE = Path(__file__).with_name("tictactoe.py")
ONE_PLY = ply.Limit(depth=1)


@pytest.fixture(autouse=True)
def _own_tables(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("PLYGROUND_DATA_DIR", str(tmp_path))


def table_of(game: ply.Game) -> Table:
    for _step in build_table(game.start()):
        pass
    found = find_table(game)
    assert isinstance(found, Table)
    return found


def positions_of(game: ply.Game) -> Iterator[ply.Position]:
    """Yield every position that can be reached and has moves."""
    seen, remaining = {game.start().text}, [game.start()]
    while remaining:
        position = remaining.pop()
        if position.outcome is None:
            yield position
            for following in map(position.play, position.moves()):
                if following.text not in seen:
                    seen.add(following.text)
                    remaining.append(following)


def mistakes_of(game: ply.Game, evaluation: Evaluation, table: Table) -> tuple[int, int]:
    """Return how many positions have moves that lose something, and how often such a move is chosen."""
    engine, asked, wrong = SearchEngine(game, evaluation, megabytes=1), 0, 0
    for position in positions_of(game):
        good = good_moves(table, position)
        assert good is not None
        if len(good) < len(position.moves()):
            engine.clear()
            asked += 1
            wrong += str(engine.best_move(position, ONE_PLY)) not in good
    return asked, wrong


def test_tictactoe_is_learned_from_nothing_and_played_perfectly(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(generations, "Gate", lambda: Gate(most_pairs=100))
    game = ply.game(str(TICTACTOE))
    table = table_of(game)
    found = ply.learn(game, games=2400, processes=2)
    assert mistakes_of(game, found, table) == (3191, 0)
    assert wrong_moves(game, found, seed=1) == 0.0
    before, wrong = mistakes_of(game, "neutral", table)
    assert before == 3191
    assert wrong > 500, "without what was learned, one ply is not enough"


def test_good_moves_keep_the_exact_value() -> None:
    game = ply.game("othello", size=4)
    table = table_of(game)
    position = game.start()
    for _ in range(6):
        position = position.play(position.moves()[-1])
    values = {str(move): -negamax(position.play(move)) for move in position.moves()}
    best = {move for move, value in values.items() if value == max(values.values())}
    assert good_moves(table, position) == best


def test_the_share_of_wrong_moves_falls_with_the_depth() -> None:
    game = ply.game("konane", size=4)
    assert wrong_moves(game, "handmade", seed=1) is None, "there is no table"
    table = table_of(game)
    one_ply = wrong_moves(game, "mobility", seed=1)
    assert one_ply is not None
    assert 0 < one_ply < 0.5
    assert wrong_moves(game, "mobility", seed=1, solved=table) == one_ply
    assert wrong_moves(game, "mobility", seed=1, limit=ply.Limit(depth=16)) == 0.0
