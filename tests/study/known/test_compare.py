"""Compare: the same position, the same value, whoever searches."""

from __future__ import annotations

import pytest

from plyground.core.position import game
from plyground.study.declared import make_study
from plyground.study.known import compare
from plyground.study.study_running import answer
from tests.study.asking import SMALL_BOARDS, answered, rows_of


@pytest.mark.parametrize(("name", "size"), SMALL_BOARDS)
def test_all_programs_find_the_same_value(name: str, size: str) -> None:
    [section] = answered("compare", name, size, depth=3)
    rows = {row["program"]: row for row in rows_of(section)}
    assert "easyAI" in rows
    assert "OpenSpiel" not in rows
    engine = rows["Plyground, engine"]
    trees = ("Plyground, alpha-beta", "Plyground, textbook in Python", "easyAI")
    assert len({rows[program]["nodes"] for program in trees}) == 1
    assert len({rows[program]["value"] for program in (*trees, "Plyground, engine without guesses")}) == 1
    assert all(row["seconds_ratio"] == row["seconds"] / engine["seconds"] for row in rows.values())
    board = f"{name} {'x'.join(size.split('x') * 2)[:3]}"
    assert section.sentences[-1] == f"OpenSpiel does not have {board}."
    assert section.sentences[0].endswith("and finds the same value.")


def test_open_spiel_takes_part_where_it_has_the_game() -> None:
    start = game("othello").start()
    [section] = answer(make_study("compare", start.play(start.moves()[0]), depth=3))
    values = {row["program"]: row["value"] for row in rows_of(section)}
    assert values["OpenSpiel"] == values["easyAI"] == values["Plyground, textbook in Python"]
    assert len(section.sentences) == 2


def test_without_any_other_library_it_says_so(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(compare, "_is_installed", lambda module: False)
    [section] = answered("compare", "konane", "4x4", depth=2)
    assert [row["program"][:9] for row in rows_of(section)] == ["Plyground"] * 4
    assert list(section.sentences) == [
        "No other library could be compared with: OpenSpiel is not installed (pip install open_spiel); "
        "easyAI is not installed (pip install easyAI)."
    ]
