"""Pattern entries from a parent: both ways of evaluating a leaf come to the same."""

from __future__ import annotations

import pytest
from benchmarks import incremental


@pytest.mark.parametrize("name", ["breakthrough", "konane"])
def test_both_ways_come_to_the_same(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], name: str
) -> None:
    monkeypatch.setattr(incremental, "PAIRS", 40)
    incremental.measure(name, rounds=1)
    assert capsys.readouterr().out.startswith(f"{name}: anew ")
