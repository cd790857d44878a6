"""Openings: random, even and different, or from a file."""

from __future__ import annotations

from pathlib import Path

import pytest

from plyground.core.position import game
from plyground.engine import Engine
from plyground.errors import OptionError
from plyground.review.chances import chance_of_line, curve_of
from plyground.tournament.openings import (
    BIASED,
    BORDER,
    GivenOpenings,
    OpeningsInTurn,
    RandomOpenings,
    read_openings,
)

BOARD = game("breakthrough", size="5x4")


def test_the_same_seed_gives_the_same_openings_in_any_order() -> None:
    one, other = RandomOpenings(BOARD.start(), 4, seed=3), RandomOpenings(BOARD.start(), 4, seed=3)
    backwards = [other.opening(number).text for number in (5, 4, 3, 2, 1, 0)]
    assert [one.opening(number).text for number in range(6)] == backwards[::-1]
    assert RandomOpenings(BOARD.start(), 4, seed=4).opening(0) != one.opening(0)


def test_openings_are_unfinished_and_differ() -> None:
    openings = RandomOpenings(BOARD.start(), 5, seed=1)
    found = [openings.opening(number) for number in range(12)]
    assert len({position.text for position in found}) == 12
    assert all(position.outcome is None and len(position.line()) == 6 for position in found)


def test_a_tiny_board_repeats_itself() -> None:
    openings = RandomOpenings(game("othello", size=4).start(), 1, seed=1)
    assert len({openings.opening(number).text for number in range(8)}) == 4


def test_without_plies_every_game_begins_at_the_start() -> None:
    assert RandomOpenings(BOARD.start(), 0, seed=1).opening(7) == BOARD.start()


def test_biased_openings_are_between_win_and_draw() -> None:
    start = game("duel", size=6, seed=2).start()
    curve, engine = curve_of(start.game, None), Engine(start.game, megabytes=1)

    def expected(openings: RandomOpenings) -> list[float]:
        """Return the scores that the better side is expected to make."""
        found = []
        for number in range(6):
            engine.clear()
            *_, last = engine.search(openings.opening(number), BIASED.look)
            chance = chance_of_line(last.lines[0], curve)
            found.append(max(chance, 1 - chance))
        return found

    even, biased = RandomOpenings(start, 6, seed=1), RandomOpenings(start, 6, seed=1, is_biased=True)
    assert max(expected(even)) < min(expected(biased))
    assert max(abs(chance - BORDER) for chance in expected(biased)) < 0.1


def test_openings_of_several_sources_in_turn() -> None:
    positions = [BOARD.start(), BOARD.position("3b/4/bb2/ww2/4 white"), BOARD.position("bb2/4/4/w3/4 black")]
    openings = OpeningsInTurn([GivenOpenings([each]) for each in positions])
    first = [openings.opening(number) for number in range(3)]
    assert first == positions
    assert [openings.opening(number) for number in range(3, 6)] == first


def test_openings_that_cannot_be() -> None:
    with pytest.raises(OptionError, match="an opening of 61 plies"):
        RandomOpenings(BOARD.start(), 61, seed=1)
    with pytest.raises(OptionError, match="is over within 40 random plies"):
        RandomOpenings(game("konane", size=3).start(), 40, seed=1).opening(0)


def test_openings_from_a_file(tmp_path: Path) -> None:
    file = tmp_path / "openings.txt"
    file.write_text("# two openings\n\n3b/4/bb2/ww2/4 white\n bb2/4/4/w3/4 black\n")
    texts = read_openings(BOARD, file)
    assert texts == ["3b/4/bb2/ww2/4 white", "bb2/4/4/w3/4 black"]
    given = GivenOpenings([BOARD.position(text) for text in texts])
    assert [given.opening(number).text for number in range(3)] == [*texts, texts[0]]


@pytest.mark.parametrize(
    ("content", "problem"),
    [
        (b"", "has no positions"),
        (b"bb2/4/4/w3/4 black\nnonsense", "line 2: "),
        (b"4/4/4/4/b2w white", "line 1: the game is over"),
        (b"\xff\xfe", "cannot be read"),
    ],
)
def test_files_that_cannot_be_used(tmp_path: Path, content: bytes, problem: str) -> None:
    file = tmp_path / "openings.txt"
    file.write_bytes(content)
    with pytest.raises(OptionError, match=problem):
        read_openings(BOARD, file)
    with pytest.raises(OptionError, match="cannot be read"):
        read_openings(BOARD, tmp_path / "none")
