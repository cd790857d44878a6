"""Values as people read them."""

from __future__ import annotations

import math

import pytest

from plyground.study.content import StudyColumn, StudyTable, Value, ValueKind, shown


@pytest.mark.parametrize(
    ("value", "kind", "text"),
    [
        (None, ValueKind.COUNT, ""),
        (True, ValueKind.TEXT, "yes"),
        (False, ValueKind.TEXT, "no"),
        ("table", ValueKind.TEXT, "table"),
        (1234567, ValueKind.COUNT, "1,234,567"),
        (2.6, ValueKind.COUNT, "3"),
        (0.00195, ValueKind.SECONDS, "1.95 ms"),
        (173.96, ValueKind.SECONDS, "2 min 54 s"),
        (13.81, ValueKind.TIMES, "13.8"),
        (0.98, ValueKind.TIMES, "0.980"),
        (0.6249, ValueKind.SHARE, "62.5%"),
        (-12.4, ValueKind.ELO, "-12"),
        (12.4, ValueKind.ELO, "+12"),
        (math.inf, ValueKind.ELO, "∞"),
        (-math.inf, ValueKind.ELO, "-∞"),
        (3.5, ValueKind.NUMBER, "3.50"),
    ],
)
def test_a_value_is_written_by_its_kind(value: Value, kind: ValueKind, text: str) -> None:
    assert shown(value, kind) == text


def test_a_row_of_another_length_is_refused() -> None:
    with pytest.raises(ValueError, match="another length"):
        StudyTable("a table", [StudyColumn("a", "a")], [(1, 2)])
