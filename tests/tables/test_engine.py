"""The engine answers from a table of its board."""

from __future__ import annotations

import random

import pytest

import plyground as ply
from plyground.players.levels import LevelPlayer
from plyground.search.features import preset
from plyground.solving.retrograde.table_building import build_table, table_path
from tests.search.oracle import Oracle


def build(game: ply.Game) -> None:
    for _ in build_table(game.start()):
        pass


@pytest.mark.parametrize(("name", "size"), [("konane", "4x4"), ("breakthrough", "4x2")])
def test_every_line_is_exact(name: str, size: str) -> None:
    game = ply.game(name, size=size)
    build(game)
    engine, oracle, chance = ply.Engine(game), Oracle(), random.Random(2)
    for _ in range(5):
        position = game.start()
        while position.outcome is None:
            (report,) = engine.search(position, ply.Limit(nodes=1000), lines=3)
            exact = oracle.exact(position)
            assert (report.value, report.distance, len(report.line)) == (*exact[::2], exact.distance)
            for line in report.lines:
                assert line.move is not None
                after = oracle.after(position, line.move)
                assert (line.value, line.distance, line.plies_to_end) == (*after[::2], after.distance)
            position = position.play(chance.choice(position.moves()))


def test_a_depth_a_switch_and_a_level_do_without() -> None:
    game = ply.game("konane", size=4)
    build(game)
    start = game.start()
    *_, shallow = ply.Engine(game).search(start, ply.Limit(depth=2))
    assert not shallow.proved
    without = ply.Engine(game, features=preset("engine").without("tablebases"))
    *_, searched = without.search(start, ply.Limit(nodes=100))
    assert not searched.proved
    player = LevelPlayer(game, 4)
    player.begin(start, 1)
    assert player.choose(start, ply.Limit()).proved is None


def test_draws_of_the_duel_are_proved() -> None:
    game = ply.game("duel", size=3)
    build(game)
    (report,) = ply.Engine(game).search(game.start(), ply.Limit(seconds=1))
    assert (report.value, report.distance, report.lines[0].told_score) == ("draw", None, "proved draw")


def test_a_damaged_table_is_a_warning() -> None:
    game = ply.game("konane", size=4)
    build(game)
    engine = ply.Engine(game)
    engine.prepare()
    path = table_path(game.start())
    content = bytearray(path.read_bytes())
    content[len(content) // 2 :] = bytes(len(content) - len(content) // 2)
    path.write_bytes(content)
    with pytest.warns(ply.TableWarning):
        *_, report = ply.Engine(game).search(game.start(), ply.Limit(depth=None, nodes=500))
    assert report.move is not None
