"""The eight ways to lay a board on itself."""

from __future__ import annotations

import pytest

from plyground.core.notation import Diagram
from plyground.core.symmetry import Symmetry, symmetries_of

INVERSES = {Symmetry.LEFT_TURN: Symmetry.RIGHT_TURN, Symmetry.RIGHT_TURN: Symmetry.LEFT_TURN}

# Where the letters of a board of 2 rows and 3 columns go, to be checked by eye.
IMAGES = {
    Symmetry.IDENTITY: "abc/def",
    Symmetry.MIRROR: "cba/fed",
    Symmetry.FLIP: "def/abc",
    Symmetry.HALF_TURN: "fed/cba",
    Symmetry.TRANSPOSE: "ad/be/cf",
    Symmetry.ANTITRANSPOSE: "fc/eb/da",
    Symmetry.LEFT_TURN: "cf/be/ad",
    Symmetry.RIGHT_TURN: "da/eb/fc",
}


def transformed(letters: str, symmetry: Symmetry) -> str:
    rows = letters.split("/")
    diagram = Diagram(len(rows), len(rows[0]), "".join(rows), player=0)
    return diagram.transformed(symmetry).write(("x", "y")).split()[0]


@pytest.mark.parametrize("symmetry", Symmetry)
def test_every_symmetry_by_eye(symmetry: Symmetry) -> None:
    assert transformed("abc/def", symmetry) == IMAGES[symmetry]
    assert symmetry.swaps_axes == (IMAGES[symmetry].count("/") == 2)


@pytest.mark.parametrize("symmetry", Symmetry)
@pytest.mark.parametrize("board", ["abc/def", "abc/def/ghi", "abcd", "a/b"])
def test_every_symmetry_can_be_undone(symmetry: Symmetry, board: str) -> None:
    assert transformed(transformed(board, symmetry), INVERSES.get(symmetry, symmetry)) == board


def test_a_square_board_has_eight_symmetries_and_another_one_four() -> None:
    assert set(symmetries_of(6, 6)) == set(Symmetry)
    kept = {Symmetry.IDENTITY, Symmetry.MIRROR, Symmetry.FLIP, Symmetry.HALF_TURN}
    assert set(symmetries_of(6, 5)) == kept
