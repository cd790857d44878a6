"""Players that search, and levels of strength."""

from __future__ import annotations

from typing import Any

from plyground.core.position import game
from plyground.players import make_player
from plyground.players.searching import tighter
from plyground.search.limit import Clock, Limit
from plyground.search.report import Report


def test_the_first_limit_to_be_reached_counts() -> None:
    assert tighter(Limit(seconds=2, depth=5), Limit(seconds=1, nodes=7)) == Limit(1, 5, 7)
    clock = Clock(10)
    assert tighter(Limit(depth=5), Limit(clock=clock)) == Limit(depth=5, clock=clock)


def test_a_search_tells_what_it_thinks() -> None:
    on = game("breakthrough", size=4)
    player = make_player("engine:depth=4", on)
    player.begin(on.start(), 0)
    seen: list[Report] = []
    player.watch(seen.append)
    choice = player.choose(on.start(), Limit())
    assert (choice.depth, choice.score, choice.nodes) == (seen[-1].depth, seen[-1].score, seen[-1].nodes)
    assert choice.depth == 4
    player.watch(None)
    count = len(seen)
    player.choose(on.start(), Limit(depth=2))
    assert len(seen) == count


def test_one_player_plays_on_several_boards() -> None:
    """Every duel has its own pits."""
    player = make_player("engine:nodes=200", game("duel", seed=1))
    for seed in (1, 2):
        start = game("duel", seed=seed).start()
        player.begin(start, 0)
        assert start.play(str(player.choose(start, Limit()).move))


def test_a_new_game_begins_with_an_empty_memory() -> None:
    on = game("othello", size=6)
    player = make_player("engine:nodes=3000", on)

    def first_choices() -> list[object]:
        position = on.start()
        found: list[object] = []
        player.begin(position, 0)
        for _ in range(3):
            choice = player.choose(position, Limit())
            found.append((str(choice.move), choice.score, choice.nodes))
            position = position.play(str(choice.move))
        return found

    assert first_choices() == first_choices()


def test_the_seed_of_a_game_decides_about_playouts() -> None:
    on = game("breakthrough", size=5)
    player: Any = make_player("uct:nodes=300", on)

    def visits(seed: int) -> object:
        player.begin(on.start(), seed)
        player.choose(on.start(), Limit())
        return player._engine.tree().visits()

    first, other = visits(1), visits(2)
    assert first != other
    assert visits(1) == first
