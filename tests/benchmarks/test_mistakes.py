"""Which mistakes are among the worst moves."""

from __future__ import annotations

from pathlib import Path

import pytest
from benchmarks.kept_rows import KeptRows
from benchmarks.mistakes import Tally, share_among_worst, tally_of

from plyground.core.position import game
from plyground.players import make_player


@pytest.mark.parametrize(
    ("score", "share"),
    [(1, 1.0), (2, 1.0), (3, 0.5), (9, 0.0)],
)
def test_equally_bad_moves_share_the_places_of_the_worst(score: int, share: float) -> None:
    assert share_among_worst(score, [9, 8, 3, 3, 2, 1, 7, 8]) == share


def test_random_moves_are_among_the_worst_as_often_as_others() -> None:
    on = game("breakthrough", size=5)
    tally = tally_of(on, 0, make_player("random", on), positions=60)
    assert tally.judged == 60
    assert tally.mistakes > 10
    assert tally.share > 0.15


def test_what_was_measured_is_not_measured_again(tmp_path: Path) -> None:
    row, path = Tally("othello", 2, 50, 7, 0.5), tmp_path / "rows.csv"
    KeptRows(path, Tally).get("othello", 2, lambda: row)

    def fail() -> Tally:
        raise AssertionError("it was measured again")

    kept = KeptRows(path, Tally)
    assert kept.get("othello", 2, fail) == row
    with pytest.raises(AssertionError):
        kept.get("othello", 3, fail)
