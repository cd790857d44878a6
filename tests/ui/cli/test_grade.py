"""`plyground grade`: from files to a table, also in two goes."""

from __future__ import annotations

import csv
import json
from pathlib import Path

import pytest

from plyground.grading import sandbox
from plyground.store import EventKind, EventState, Selection, Store
from plyground.store.records import GameRecord
from plyground.tournament.contest_running import KeptContest
from tests.strangers import NIM

from .running import json_of, mistake, output_of, run

LAST = "class Last:\n    def choose(self, position):\n        return position.moves()[-1]\n"
FAILING = "class Failing:\n    def choose(self, position):\n        raise ValueError('no')\n"
SCORING = (
    'from plyground.core.heuristics import heuristic\n\n@heuristic("breakthrough")\n'
    "def more(board, state):\n    return state.own > state.opponent\n"
)
SMALL = (
    "breakthrough",
    "--size",
    "4",
    "--against",
    "first",
    "--games",
    "2",
    "--processes",
    "0",
    "--sandbox",
    "never",
)


@pytest.fixture
def files(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Put some hand-ins into the current folder, of somebody who is not root."""
    monkeypatch.chdir(tmp_path)
    monkeypatch.setattr("plyground.ui.cli.grade.is_root", lambda: False)
    for name, source in {"last": LAST, "failing": FAILING, "scoring": SCORING, "broken": "x = ("}.items():
        Path(f"{name}.py").write_text(source)
    return tmp_path


def test_a_class_is_graded_and_shown_again(files: Path) -> None:
    names = ("last.py", "failing.py", "scoring.py", "broken.py")
    words = ("grade", *SMALL, *names, "--seconds", "30", "--store", "games.db")
    report = json_of(*words, "--csv", "marks.csv", "--html", "page.html")
    made = {each["name"]: each for each in report["hand_ins"]}
    assert set(made) == set(names)
    assert (made["last.py"]["kind"], made["last.py"]["plays"], made["last.py"]["games"]) == (
        "player",
        "Last",
        2,
    )
    assert (made["scoring.py"]["kind"], made["scoring.py"]["failures"]) == ("heuristic", [])
    assert [each["why"] for each in made["failing.py"]["failures"]] == ["line 3: ValueError: no"] * 2
    assert made["broken.py"]["problem"] == "line 1: SyntaxError: '(' was never closed"
    assert [row["name"] for row in csv.DictReader(Path("marks.csv").read_text().splitlines())] == [*made]
    assert "ValueError: no" in Path("page.html").read_text()
    with Store(files / "games.db") as store:
        [event] = store.events(EventKind.GRADING)
        games = list(store.games(Selection(event=event.id)))
    assert len(games) == 6
    assert {game.record.reason for game in games if "failing.py" in game.record.players} == {
        "failing.py: line 3: ValueError: no"
    }
    # Over is over: nothing is run again, though the files are gone.
    Path("last.py").unlink()
    assert json_of("resume", report["id"], "--store", "games.db") == report
    assert "failing.py: crashed in game " in output_of("resume", report["id"], "--store", "games.db")


def test_what_is_left_is_played_later(files: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    words = ("grade", *SMALL, "last.py", "failing.py", "--seconds", "30", "--store", "games.db")
    keep = KeptContest.keep

    def interrupted(kept: KeptContest, number: int, record: GameRecord) -> None:
        keep(kept, number, record)
        if number == 1:
            raise KeyboardInterrupt

    with monkeypatch.context() as patch:
        patch.setattr(KeptContest, "keep", interrupted)
        assert run(*words).code == 130
    with Store(files / "games.db") as store:
        [event] = store.events(EventKind.GRADING)
        assert event.state is EventState.STOPPED
        assert len(list(store.games(Selection(event=event.id)))) == 2
    Path("last.py").write_text(f"# easier now\n{LAST}")
    problem = "last.py has changed since the grading began"
    assert problem in mistake("resume", event.id, "--store", "games.db", "--processes", "0")
    Path("last.py").write_text(LAST)
    report = json_of("resume", event.id, "--store", "games.db", "--processes", "0")
    assert {**json_of(*words), "id": event.id} == report


@pytest.mark.filterwarnings("default")  # as on the command line
def test_a_folder_is_graded_with_its_class(files: Path) -> None:
    Path("class/anna").mkdir(parents=True)
    for name, source in {"anna/mine": LAST, "bert": FAILING, "carl": "x = ("}.items():
        Path(f"class/{name}.py").write_text(source)
    Path("class/notes.txt").write_text("")
    small = [word for word in SMALL if word not in ("--against", "first")]
    words = ("grade", *small, "class", "--class", "--seconds", "30", "--forbid", "engine")
    done = run(*words, "--gradescope", "results", "--json")
    assert done.code == 0
    assert "warning: not graded, since they do not end in .py: notes.txt" in done.errors
    report = json.loads(done.output)
    made = {each["name"]: each for each in report["hand_ins"]}
    assert {name: (each["points"], each["games"]) for name, each in made.items()} == {
        "mine.py": (2, 2),
        "bert.py": (0, 2),
        "carl.py": (0, 0),
    }
    assert (report["class"], report["forbidden"], report["field"]) == (True, ["engine"], [])
    assert made["mine.py"]["class"]["bert.py"]["wins"] == 2
    written = {each.name: json.loads(each.read_text()) for each in Path("results").iterdir()}
    assert {name: each["score"] for name, each in written.items()} == {
        "mine.json": 2,
        "bert.json": 0,
        "carl.json": 0,
    }


def test_one_hand_in_for_gradescope(files: Path) -> None:
    Path("submission").mkdir()
    Path("submission/broken.py").write_text("x = (")
    output_of("grade", *SMALL, "submission", "--gradescope", "results.json")
    content = json.loads(Path("results.json").read_text())
    assert (content["score"], content["tests"][0]["status"]) == (0, "failed")
    assert "was never closed" in content["output"]


@pytest.mark.parametrize("is_root", [True, False])
def test_root_is_warned(files: Path, is_root: bool, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("plyground.ui.cli.grade.is_root", lambda: is_root)
    errors = run("grade", *SMALL, "broken.py").errors
    assert ("warning: do not grade as root" in errors) is is_root


def test_mistakes_of_the_one_who_grades(files: Path) -> None:
    against = ("--against", "random")
    for words, problem in {
        ("last.py",): "no opponents: give --against PLAYER, --class, or both",
        against: "Missing argument 'FILE...'.",
        ("none.py", *against): "none.py is not there",
        ("none", *against): "none is not there",
        ("last.py", "broken.py", *against, "--gradescope", "x.json"): "give a folder for several",
        ("last.py", *against, "--forbid", "cheating"): "'cheating' is not 'engine'",
        ("last.py", "last.py", *against): "last.py is handed in twice",
        ("last.py", "--against", "rndom"): "did you mean 'random'?",
        ("last.py", *against, *against): "two players are called 'random'",
        ("last.py", *against, "--as", "random"): "a heuristic cannot play as 'random'; it can as: greedy,",
        ("last.py", *against, "--as", "alphabeta:deep=2"): "player alphabeta has no option 'deep'",
        ("last.py", *against, "--as", "greedy:evaluate=piece"): "leave evaluate out",
        ("last.py", *against, "--as", "alphabeta:depth=x"): "is not a whole number",
        ("last.py", *against, "--as", "alphabeta:order=last.py:x"): "names a file, which hand-ins cannot see",
        ("last.py", *against, "--seconds", "0"): "0 s for a move is no time",
        ("last.py", *against, "--memory", "10"): "10 MB of memory are too little",
    }.items():
        assert problem in mistake("grade", "breakthrough", "--sandbox", "never", *words), words


def test_no_hand_in_is_taken_for_a_game(files: Path) -> None:
    Path("loaded.py").write_text("open('was-loaded', 'w')\n")
    for more in ((), ("--help",)):
        words = ("grade", "loaded.py", "last.py", "--against", "random", *more)
        assert mistake(*words).startswith("which game? loaded.py comes first; ")
    assert not Path("was-loaded").exists()


def test_a_game_of_ones_own(files: Path) -> None:
    words = ("grade", "nim", "--game", str(NIM), *SMALL[3:], "last.py", "--seconds", "30")
    [made] = json_of(*words)["hand_ins"]
    assert (made["problem"], made["games"], made["failures"]) == (None, 2, [])
    if sandbox.why_not() is None:
        assert json_of(*words, "--sandbox", "always")["hand_ins"] == [made]


def test_help_for_a_game(files: Path) -> None:
    assert "--repetitions" in output_of("grade", "duel", "--help")
    assert "--repetitions" not in output_of("grade", "othello", "--help")


def test_a_sandbox_that_must_be_there(files: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("shutil.which", lambda name: None)
    sandbox.why_not.cache_clear()
    try:
        for choice in ((), ("--sandbox", "always")):
            told = mistake("grade", "breakthrough", "last.py", "--against", "first", *choice)
            problem = "there is no sandbox: the program bwrap (bubblewrap) is not installed"
            assert told == f"{problem}; --sandbox never runs hand-ins without one"
    finally:
        sandbox.why_not.cache_clear()


def test_a_grading_is_no_contest(files: Path) -> None:
    report = json_of("grade", *SMALL, "broken.py", "--store", "games.db")
    assert [each["games"] for each in report["hand_ins"]] == [0]
    finished = run("resume", report["id"], "--store", "games.db", "--cluster", "tcp://nowhere:1")
    assert (finished.code, "is a grading" in finished.errors) == (2, True)
    assert json.loads(run("resume", report["id"], "--store", "games.db", "--json").output) == report
