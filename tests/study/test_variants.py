"""Variants of the engine: what each is without, and how their nodes are drawn."""

from __future__ import annotations

import pytest

from plyground.errors import OptionError
from plyground.search.features import PRESETS, Features
from plyground.study.known.ablation import NAMES, features_without, nodes_over_depth

FULL = [[10, 20, 40], [10, 40, 80]]
MOST = 1000


def test_features_are_named_by_what_is_missing() -> None:
    assert features_without("") == PRESETS["engine"]
    assert features_without("+".join(NAMES)) == Features()
    with pytest.raises(OptionError):
        features_without("tabel")


def test_a_line_is_the_ratio_of_the_means() -> None:
    plot = nodes_over_depth("nodes", {"all": FULL, "half": [[5, 10, 20], [5, 20, 40]]}, FULL, MOST)
    assert [[point.y for point in line.points] for line in plot.lines] == [[1, 1, 1], [0.5, 0.5, 0.5]]
    assert [point.x for point in plot.lines[0].points] == [1, 2, 3]
    assert (plot.caption, plot.axes.is_log) == ("", False)


def test_a_line_ends_where_one_of_the_searches_gave_up() -> None:
    plot = nodes_over_depth("nodes", {"slow": [[10, 500, 1001], [10, 500, 600]]}, FULL, MOST)
    assert [point.y for point in plot.lines[0].points] == [1, pytest.approx(500 / 30)]
    assert plot.caption == "A line ends where a search gave up."
    assert plot.axes.is_log, "so many times more, that the others would look the same"


def test_nothing_is_drawn_beyond_where_the_full_engine_gave_up() -> None:
    plot = nodes_over_depth("nodes", {"quick": [[1, 1, 1]]}, [[2, 2, 2000]], MOST)
    assert len(plot.lines[0].points) == 2
