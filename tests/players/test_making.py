"""Players from texts: every kind, its options, and what is told about mistakes."""

from __future__ import annotations

import pytest

from plyground.core.position import game
from plyground.errors import PlygroundError
from plyground.games.breakthrough import ONE_PLY_PLAYERS
from plyground.players import known_kinds, make_player
from plyground.search.limit import Limit
from tests.boards import ALL_BOARDS

SMALL = {"breakthrough": 4, "othello": 4, "konane": 4, "duel": 3}
TEXTS = (
    "first",
    "random",
    "greedy:best",
    "greedy:evaluate=best",
    "minimax",
    "minimax:2",
    "minimax:depth=2,evaluate=best",
    "alphabeta:depth=2,order=best",
    "engine:nodes=50",
    "engine:depth=2,evaluate=2*best,threads=2,hash=1,without=killers+history",
    "level:1",
    "level:strength=6",
)


def test_every_kind_has_a_name_and_a_line_about_it() -> None:
    kinds = known_kinds()
    assert {"first", "random", "greedy", "minimax", "alphabeta", "engine", "level", "human"} <= kinds.keys()
    assert all(kind.summary.endswith(".") for kind in kinds.values())


@pytest.mark.parametrize("name", sorted({name for name, _ in ALL_BOARDS}))
@pytest.mark.parametrize("text", TEXTS)
def test_every_player_plays_every_game(text: str, name: str) -> None:
    on = game(name, size=SMALL[name])
    player = make_player(text, on)
    position = on.start()
    player.begin(position, seed=3)
    for _ in range(2):
        choice = player.choose(position, Limit())
        position = position.play(str(choice.move))
    player.close()


def test_the_one_ply_players_of_breakthrough() -> None:
    on = game("breakthrough")
    names = ONE_PLY_PLAYERS
    assert set(names) == {
        *("naive", "mobility", "defensive", "reckless", "position", "killer", "cautious", "comprehensive"),
    }
    for name, text in names.items():
        first, second = make_player(name, on), make_player(text, on)
        for player in (first, second):
            player.begin(on.start(), seed=5)
        assert first.choose(on.start(), Limit()) == second.choose(on.start(), Limit())


def test_naive_plays_any_legal_move() -> None:
    position = game("breakthrough", size="4x2").position("b1/1b/w1/1w black")
    naive = make_player("naive", position.game)
    naive.begin(position, seed=1)
    played = {naive.choose(position, Limit()).move for _ in range(60)}
    assert played == set(position.moves())  # also those that lose a pawn


@pytest.mark.parametrize(
    ("text", "problem"),
    [
        ("enigne", "there is no player 'enigne'; there are: first, random"),
        ("enigne", "did you mean 'engine'?"),
        ("engine:second=1", "player engine has no option 'second'; it has: seconds, depth"),
        ("engine:seconds=soon", "player engine: seconds 'soon' is not a number"),
        ("minimax:depth=1.5", "player minimax: depth '1.5' is not a whole number"),
        ("minimax:depth=0", "depth 0 cannot be searched"),
        ("engine:depth=2,depth=3", "depth is given twice"),
        ("engine:depth=2,fast", "'fast' is no option; write it as name=value"),
        ("engine:without=magic", "magic"),
        ("greedy", "player greedy needs evaluate"),
        ("greedy:nothing", "nothing"),
        ("level:11", "there is no level 11; allowed: 1 to 10"),
        ("first:1", "'1' is no option"),
        ("killer", "there is no player 'killer'"),  # in Othello
        ("human", "a human cannot play here"),
        ("program:", "a program needs a command"),
        ("program:'", "cannot be read"),
        ("player.py", "which class of player.py?"),
    ],
)
def test_mistakes_are_told(text: str, problem: str) -> None:
    with pytest.raises(PlygroundError) as caught:
        make_player(text, game("othello"))
    assert problem in str(caught.value)
    assert "\n" not in str(caught.value)
