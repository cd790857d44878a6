"""Boards as pictures: what stands where, what is marked, what is said, and that nothing gets out."""

from __future__ import annotations

import dataclasses
import re
from collections import Counter

import pytest

import plyground as ply
from plyground.core.position import Game
from plyground.core.rules import Piece, Scenery
from tests.boards import ALL_BOARDS, board_name, random_game

from .reading import SVG, Seen, text_of

NASTY = '<script>alert("1")</script> & \x01\ud800'


def start(name: str, **options: object) -> ply.Position:
    return ply.game(name, **options).start()


@pytest.mark.parametrize(
    ("name", "size", "counts"),
    [
        ("breakthrough", 6, {"b": 12, "w": 12}),
        ("othello", 8, {"b": 2, "w": 2}),
        ("konane", "4x5", {"b": 10, "w": 10}),
        ("duel", 6, dict.fromkeys("WHMwhm", 2)),
    ],
)
def test_every_piece_is_drawn_once(name: str, size: object, counts: dict[str, int]) -> None:
    assert Seen(start(name, size=size).svg()).counts() == Counter(counts)


@pytest.mark.parametrize(("name", "size"), ALL_BOARDS, ids=board_name)
def test_every_board_shows_what_its_text_says(name: str, size: tuple[int, int]) -> None:
    *_, position = random_game(name, size, seed=1, plies=6)
    seen = Seen(position.svg())
    names, squares = position.game.grid.names, position.diagram.squares
    written = {square: letter for square, letter in zip(names, squares, strict=True) if letter != "."}
    assert {**seen.pieces, **seen.placed("scenery")} == written
    assert len(seen.layer("squares")) == len(squares)


def test_pieces_stand_where_the_notation_says() -> None:
    """Rows of Breakthrough count from the bottom, and those of Othello from the top."""
    pawns = Seen(start("breakthrough", size="5x3").svg()).places()
    (left, bottom), (right, top) = pawns["a1"], pawns["c5"]
    assert (right - left, bottom - top) == (200, 400)
    discs = Seen(start("othello", size=4).svg()).places()
    assert discs["b3"][1] - discs["b2"][1] == 100
    assert discs["c2"][0] - discs["b2"][0] == 100


def test_flipped_it_is_seen_from_the_other_side() -> None:
    position = start("breakthrough", size="5x3")
    seen, flipped = Seen(position.svg()), Seen(position.svg(flipped=True))
    assert flipped.pieces == seen.pieces
    assert flipped.places()["a1"] == seen.places()["c5"]
    assert flipped.places()["b2"] == seen.places()["b4"]
    labels = text_of(seen.layer("coordinates"), "text")
    assert labels == ["5", "4", "3", "2", "1", "a", "b", "c"]
    heights = {text.text or "": float(text.attrib["y"]) for text in flipped.layer("coordinates")}
    assert sorted("12345", key=lambda row: heights[row]) == ["1", "2", "3", "4", "5"]


def test_the_last_move_is_marked_and_what_it_changed() -> None:
    first = Seen(start("othello", size=4).svg())
    assert (first.marked("last"), first.marked("changed")) == (set(), set())
    disc = Seen(start("othello", size=4).play("b1").svg())
    assert (disc.marked("last"), disc.marked("changed")) == ({"b1"}, {"b2"})
    jump = start("konane", size=4).play("b2").play("b1").play("b4-b2")
    assert Seen(jump.svg()).marked("last") == {"b4", "b2"}
    assert Seen(jump.svg()).marked("changed") == {"b3"}
    assert Seen(jump.game.position(jump.text).svg()).marked("last") == set(), "without its past"


def test_targets_of_moves_are_outlined() -> None:
    position = start("othello", size=4)
    seen = Seen(position.svg(outlined=position.moves()))
    assert seen.marked("outlined") == {"b1", "a2", "d3", "c4"}
    assert Seen(position.svg()).marked("outlined") == set()


def test_pits_are_red_and_lie_below_everything() -> None:
    position = ply.game("duel", size=3).position("whm/1*1/WHM agent")
    seen = Seen(position.svg())
    assert seen.placed("scenery") == {"b2": "*"}
    assert {shape.attrib["fill"] for shape in seen.definition("b2")} == {"#d0402a", "#98210f", "#54100a"}
    layers = [each.attrib["data-layer"] for each in seen.root if "data-layer" in each.attrib]
    assert layers.index("scenery") < layers.index("outlines") < layers.index("pieces")


def test_the_sides_differ_in_shape_and_not_only_in_colour() -> None:
    """A picture printed in black and white can be read."""
    for position, pair in (
        (start("breakthrough", size=4), ("a4", "a1")),
        (start("othello", size=4), ("c2", "b2")),
        (start("konane", size=4), ("a1", "b1")),
        (start("duel", size=3), ("a3", "a1")),
    ):
        seen = Seen(position.svg())
        ways = [[(each.tag, each.get("d")) for each in seen.definition(square)] for square in pair]
        assert ways[0] != ways[1], position.game.name


def test_it_says_what_it_shows() -> None:
    position = ply.game("duel", size=3).position("w2/1*1/W1M adversary").play("a3-a2")
    seen = Seen(position.svg())
    assert seen.root.attrib["role"] == "img"
    assert seen.title == "Wumpus duel 3x3: agent to move"
    assert seen.label == f"{seen.title}. adversary wumpus: a2; adversary mage: c3; agent wumpus: a1; pit: b2"
    assert seen.caption == ["agent to move"]


def test_a_game_that_is_over_says_how() -> None:
    position = ply.game("breakthrough", size="4x3").position("1b1/w2/3/1w1 white").play("a3xb4")
    seen = Seen(position.svg())
    assert seen.caption == [str(position.outcome)]
    assert "white wins" in seen.title
    [disc] = seen.layer("caption").iter(f"{SVG}circle")
    assert disc.attrib["fill"] == "#fbfaf4", "the disc is that of the winner"


def test_the_size_is_that_of_the_longer_side() -> None:
    tall = Seen(start("breakthrough", size="8x2").svg(size=500)).root.attrib
    assert float(tall["height"]) == 500
    assert float(tall["width"]) < 500
    _, _, width, height = map(float, tall["viewBox"].split())
    assert float(tall["width"]) / 500 == pytest.approx(width / height, rel=1e-3)
    with pytest.raises(ply.OptionError, match="a picture of 0 pixels cannot be drawn"):
        start("breakthrough").svg(size=0)


def test_long_words_below_a_narrow_board_stay_inside() -> None:
    """Letters of usual fonts are half as wide as they are high, or a little more."""
    position = ply.game("breakthrough", size="8x2").position("b1/2/2/2/2/2/w1/1w white")
    while position.outcome is None:
        position = position.play(position.moves()[0])
    seen = Seen(position.svg())
    layer = seen.layer("caption")
    [text] = layer.iter(f"{SVG}text")
    size = float(layer.attrib["font-size"])
    width = float(seen.root.attrib["viewBox"].split()[2])
    assert float(text.attrib["x"]) >= 0
    assert float(text.attrib["x"]) + 0.55 * size * len(seen.caption[0]) < width


def test_nothing_is_fetched_and_no_style_gets_out() -> None:
    for name in ("breakthrough", "othello", "konane", "duel"):
        picture = start(name).play(start(name).moves()[0]).svg()
        assert "<style" not in picture
        assert " class=" not in picture
        assert "url(" not in picture
        assert re.findall(r'href="(?!#)', picture) == []
        assert "http" not in picture.replace('xmlns="http://www.w3.org/2000/svg"', "")


def test_an_id_means_the_same_in_every_picture() -> None:
    pictures = [
        Seen(start(name).svg(size=size, flipped=flipped))
        for name in ("breakthrough", "othello", "konane", "duel")
        for size, flipped in ((100, False), (300, True))
    ]
    meanings: dict[str, str] = {}
    for picture in pictures:
        for name, meaning in picture.ids().items():
            assert meanings.setdefault(name, meaning) == meaning
    assert len(meanings) == 3 * 2 + 6 + 1


def dressed(position: ply.Position, **replaced: object) -> ply.Position:
    """Return a position whose game has other names."""
    rules = dataclasses.replace(position.game.rules, **replaced)  # type: ignore[arg-type]
    game = Game(rules, rules.name, position.game.board, position.game.given_options)
    return ply.Position(game, position.state)


def test_a_piece_without_a_shape_is_its_letter_on_a_token() -> None:
    position = dressed(start("breakthrough", size=4), name="own", pieces=(Piece("tower", ("T", "&")),))
    seen = Seen(position.svg())
    assert seen.counts() == Counter({"T": 8, "&": 8})
    for square, letter, token in (("a4", "T", "circle"), ("a1", "&", "path")):
        drawn = seen.definition(square)
        assert text_of(drawn, "text") == [letter]
        assert drawn[0].tag == f"{SVG}{token}"


def test_scenery_without_a_shape_is_its_letter_on_a_slab() -> None:
    position = ply.game("duel", size=3).position("whm/1*1/WHM agent")
    seen = Seen(dressed(position, scenery=(Scenery("hedge", "#"),)).svg())
    assert seen.placed("scenery") == {"b2": "#"}
    assert text_of(seen.definition("b2"), "text") == ["#"]


def test_scenery_may_be_called_as_a_piece_is() -> None:
    position = ply.game("duel", size=3).position("whm/1*1/WHM agent")
    seen = Seen(dressed(position, scenery=(Scenery("hero", "*"),)).svg())
    assert len(seen.definition("b2")) > 1


def test_names_of_others_stay_text() -> None:
    position = dressed(
        start("breakthrough", size=4),
        title=NASTY,
        players=(NASTY, "white"),
        pieces=(Piece(NASTY, ("<", '"')),),
    )
    seen = Seen(position.svg())
    kept = NASTY.replace("\x01", "\ufffd").replace("\ud800", "\ufffd")
    assert seen.title == f"{kept} 4x4: {kept} to move"
    assert seen.counts() == Counter({"<": 8, '"': 8})
    assert list(seen.root.iter(f"{SVG}script")) == []
    position.svg().encode()  # what is no character cannot be written to a file


def test_a_notebook_asks_for_it() -> None:
    position = start("othello", size=4)
    assert position._repr_svg_() == position.svg()
