"""Runs of learning over HTTP: listed and shown as they stand, whoever runs them."""

from __future__ import annotations

import os
from pathlib import Path

import plyground as ply
from plyground.store import Store
from tests import nim
from tests.report.reading import read_html
from tests.ui.web.learning.made_up import PROGRESS, begun, ended, generation
from tests.ui.web.running import Server


def test_a_run_that_is_over_is_listed_and_shown(own_server: Server) -> None:
    generations = [
        generation(1),
        generation(2, wrong_moves=0.25),
        generation(3, is_accepted=False, strength=None),
    ]
    run = ended(own_server.store, generations)
    (listed,) = own_server.get("/api/learned").json()["runs"]
    assert (listed["id"], listed["board"], listed["state"]) == (run, "breakthrough 5x4", "over")
    assert (listed["generations"], listed["games"], listed["elo"]) == (3, 300, 100.0)
    view = own_server.get(f"/api/learned/{run}").json()
    assert [each["wrong_moves"] for each in view["generations"]] == [None, 0.25, None]
    assert [each["is_accepted"] for each in view["generations"]] == [True, True, False]
    assert view["progress"] is None
    assert view["error_unit"] == "cross-entropy of the chance to win"
    facts = {each["name"]: each["told"] for each in view["facts"]}
    assert facts["seed"] == "7"
    assert facts["learned from"] == "400 games"
    assert facts["weights"] == "own.weights", "where files lie is nobody's business"


def test_a_run_is_seen_learning_until_nothing_is_heard_of_it(own_server: Server) -> None:
    with Store(own_server.store) as store:
        kept = begun(store, [generation(1)])
        path = f"/api/learned/{kept.id}"
        assert own_server.get(path).json()["state"] == "interrupted"
        kept.tell_progress(PROGRESS)
        view = own_server.get(path).json()
        assert view["state"] == "running"
        assert view["progress"] == {
            "told": "generation 3 of 4: 1,200 games of self-play",
            "elapsed": 30.0,
            "seconds_left": 90.0,
        }
        file = kept.folder / "progress.json"
        os.utime(file, (0, 0))
        view = own_server.get(path).json()
        assert (view["state"], view["progress"]) == ("interrupted", None)
        file.write_text("no JSON")
        assert own_server.get(path).json()["state"] == "interrupted"
        kept.stop()
        assert own_server.get(path).json()["state"] == "stopped"


def test_the_report_is_the_page_that_learn_writes(own_server: Server) -> None:
    run = ended(own_server.store, [generation(1), generation(2)])
    answer = own_server.get(f"/api/learned/{run}/report")
    assert answer.status_code == 200
    assert "sandbox" in answer.headers["Content-Security-Policy"]
    assert answer.headers["Content-Disposition"] == f'attachment; filename="learned-{run}.html"'
    assert "2 of 2 generations beat the one before." in read_html(answer.text).text


def test_a_game_in_a_file_that_the_server_was_not_given_is_not_run(
    own_server: Server, tmp_path: Path
) -> None:
    file = tmp_path / "nim.py"
    file.write_text(Path(nim.__file__).read_text("utf-8"), "utf-8")
    with Store(own_server.store) as store:
        kept = begun(store, [generation(1)], ply.game(str(file)))
    file.write_text("raise SystemExit('somebody ran this')", "utf-8")
    view = own_server.get(f"/api/learned/{kept.id}").json()
    assert view["error_unit"] == ""
    assert len(view["generations"]) == 1
    answer = own_server.get(f"/api/learned/{kept.id}/report")
    assert answer.status_code == 400
    assert "there is no game" in answer.json()["error"]


def test_what_there_is_not_is_told(own_server: Server) -> None:
    assert own_server.get("/api/learned").json() == {"runs": [], "total": 0, "damaged": []}
    answer = own_server.get("/api/learned/deadbeef")
    assert answer.status_code == 404
    assert "deadbeef" in answer.json()["error"]
