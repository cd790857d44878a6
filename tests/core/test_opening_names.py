"""Names of openings: every line is legal, and found however it is turned or transposed."""

from __future__ import annotations

from collections import Counter
from dataclasses import replace

import pytest

import plyground as ply
from plyground.core.discovery import known_games
from plyground.core.opening_names import check_openings, longest_line, opening_name, symmetric_key
from plyground.core.position import Game
from plyground.core.rules import NamedOpening
from plyground.errors import IllegalMoveError

NAMED = [
    (game, opening)
    for game in (ply.game(name) for name in known_games())
    for opening in game.rules.openings(game.board)
]


@pytest.mark.parametrize(("game", "opening"), NAMED, ids=[opening.name for _, opening in NAMED])
def test_a_named_opening_is_legal_and_found(game: Game, opening: NamedOpening) -> None:
    position = game.start().play_all(opening.moves)
    assert opening_name(position) == opening.name
    for symmetry in position.symmetries():
        assert opening_name(position.transformed(symmetry)) == opening.name
    assert len(opening.moves) <= longest_line(game)


def test_there_are_names_and_each_is_of_one_position() -> None:
    assert len(NAMED) > 60
    assert max(Counter(opening.name for _, opening in NAMED).values()) == 1
    places = Counter(symmetric_key(game.start().play_all(opening.moves)) for game, opening in NAMED)
    assert max(places.values()) == 1


@pytest.mark.parametrize(
    ("moves", "name"),
    [
        ("", None),
        ("f5", None),
        ("f5 d6", "Perpendicular"),
        ("c4 e3", "Perpendicular"),
        ("f5 f6", "Diagonal"),
        ("f5 f4", "Parallel"),
        ("f5 d6 c3 d3 c4", "Tiger"),
        ("f5 d6 c4 d3 c3", "Tiger"),  # another order
        ("d3 c5 f6 f5 e6", "Tiger"),  # another way up
        ("f5 d6 c3 d3 c4 b5", "Tiger"),  # whatever follows
        ("f5 f6 e6 f4 e3", "Cow"),
        ("f5 f6 e6 f4 g5", "Heath"),
        ("f5 f6 e6 f4 c3", "Buffalo"),
        ("f5 d6 c5 f4 e3 c6 e6", "Inoue"),
        ("f5 d6 c5 f4 e3 c6 f3", "Shaman"),
        ("f5 d6 c4 d3 c5", "Cat"),
    ],
)
def test_well_known_openings(moves: str, name: str | None) -> None:
    assert opening_name(ply.game("othello").start().play_all(moves.split())) == name


def test_an_opening_that_cannot_be_played_is_told() -> None:
    rules = replace(
        ply.game("othello").rules, openings=lambda board: (NamedOpening("Nonsense", ("f5", "f5")),)
    )
    with pytest.raises(IllegalMoveError, match="the opening Nonsense of othello: move 2: f5 is not legal"):
        check_openings(Game.of(rules, {}))
    for name in known_games():
        check_openings(ply.game(name))


def test_other_boards_and_games_have_no_names() -> None:
    assert opening_name(ply.game("othello", size=6).start().play("c2")) is None
    assert opening_name(ply.game("breakthrough").start()) is None


@pytest.mark.parametrize("name", sorted(known_games()))
def test_a_symmetric_key_is_that_of_all_images_and_of_nothing_else(name: str) -> None:
    position = ply.game(name).start()
    for _ in range(6):
        keys = {symmetric_key(position.transformed(symmetry)) for symmetry in position.symmetries()}
        assert keys == {symmetric_key(position)}
        before, position = position, position.play(position.moves()[-1])
        assert symmetric_key(before) != symmetric_key(position)
