"""Values as people read them."""

from __future__ import annotations

import math

import pytest

from plyground.study.content import Column, Kind, Table, Value, shown


@pytest.mark.parametrize(
    ("value", "kind", "text"),
    [
        (None, Kind.COUNT, ""),
        (True, Kind.TEXT, "yes"),
        (False, Kind.TEXT, "no"),
        ("table", Kind.TEXT, "table"),
        (1234567, Kind.COUNT, "1,234,567"),
        (2.6, Kind.COUNT, "3"),
        (0.00195, Kind.SECONDS, "1.95 ms"),
        (173.96, Kind.SECONDS, "2 min 54 s"),
        (13.81, Kind.TIMES, "13.8"),
        (0.98, Kind.TIMES, "0.980"),
        (0.6249, Kind.SHARE, "62.5%"),
        (-12.4, Kind.ELO, "-12"),
        (12.4, Kind.ELO, "+12"),
        (math.inf, Kind.ELO, "∞"),
        (-math.inf, Kind.ELO, "-∞"),
        (3.5, Kind.NUMBER, "3.50"),
    ],
)
def test_a_value_is_written_by_its_kind(value: Value, kind: Kind, text: str) -> None:
    assert shown(value, kind) == text


def test_a_row_of_another_length_is_refused() -> None:
    with pytest.raises(ValueError, match="another length"):
        Table("a table", [Column("a", "a")], [(1, 2)])
