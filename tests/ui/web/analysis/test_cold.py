"""The first report of the analysis where nothing is compiled yet."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.ui.web.running import Server

from .talking import SMALL, analysing

LIMITS = {"depth": 4}


def test_the_first_report_does_not_wait_for_the_compiler(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("PLYGROUND_CACHE_DIR", str(tmp_path / "cache"))
    server = Server(tmp_path / "games.db")
    server.start()
    try:
        with analysing(server) as analyst:
            analyst.send(type="analyse", request=1, line=SMALL, lines=100, effort=LIMITS)
            heard = analyst.hear_until("report", is_done=True)
        reports = [message for message in heard if message["type"] == "report"]
        first, last = reports[0], reports[-1]
        parts = [message["part"] for message in heard if message["type"] == "compiling"]
        assert first["is_plain"]
        assert first["lines"]
        assert first["finished"] == []  # what it took tells nothing about the search
        assert parts == sorted(parts)
        assert 0 <= parts[0] < parts[-1] < 1
        plain = [report["is_plain"] for report in reports]
        assert plain == sorted(plain, reverse=True)  # once the engine is ready, it alone is heard
        assert (last["is_plain"], last["depth"]) == (False, 4)
        with analysing(server) as analyst:
            analyst.send(type="analyse", request=1, line=SMALL, lines=100, effort=LIMITS)
            heard = analyst.hear_until("report", is_done=True)
        assert all(message["type"] == "report" and not message["is_plain"] for message in heard)
        assert heard[-1]["lines"] == last["lines"]
    finally:
        server.stop()
