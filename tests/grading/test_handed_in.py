"""What is found in a file, and a clear word on what is not."""

from __future__ import annotations

import os
from pathlib import Path

import pytest

from plyground.errors import OptionError
from plyground.grading.grading import Terms, prepare
from plyground.grading.handed_in import HandIn, inspect, read_hand_ins
from plyground.grading.limits import HandInLimits

from .grading import START, terms, written
from .hostile import scoring

PLAYER = "class {}:\n    def choose(self, position):\n        return position.moves()[0]\n"

FILES = {
    "a player": (PLAYER.format("Mine"), ("player", "Mine", "")),
    "a heuristic": (scoring("return 0"), ("heuristic", "mine", "")),
    "a player with its heuristic": (scoring("return 0") + PLAYER.format("Mine"), ("player", "Mine", "")),
    "a private class beside it": (PLAYER.format("_Base") + PLAYER.format("Mine"), ("player", "Mine", "")),
    "no Python": ("x = 1\ndef f(:\n", "line 2: SyntaxError: invalid syntax"),
    "an error": ("x = 1\n\ny = 1 / 0\n", "line 3: ZeroDivisionError: division by zero"),
    "a missing module": ("import no_such_module\n", "line 1: ModuleNotFoundError: No module named"),
    "nothing": ("", "it has no heuristic of breakthrough and no player"),
    "no decorator": ("def mine(board, state):\n    return 0\n", "no player: mine has no @heuristic"),
    "no method": ("class Mine:\n    pass\n", "no player: Mine has no method choose"),
    "another game": (
        scoring("return 0").replace("breakthrough", "othello"),
        "no player: mine is a heuristic of othello",
    ),
    "a misspelt game": (
        scoring("return 0").replace("breakthrough", "breakthru"),
        "mine is a heuristic of 'breakthru', which is no game; did you mean 'breakthrough'?",
    ),
    "several players": (
        PLAYER.format("A") + PLAYER.format("B"),
        "it has several players: A, B; say which, as in ",
    ),
    "a score that is too large": (
        scoring("return 2**70"),
        "mine: line 5: it returned 1.181e+21, and scores go",
    ),
    "no score": (scoring("return float('nan')"), "mine: line 5: it returned nan, which is not finite"),
    "an endless loop": (
        scoring("while True:\n        pass"),
        "mine: line 5: it does not return within 2 s, in the position bbbb/bbbb/wwww/wwww black",
    ),
    "an endless loop later": (
        scoring("while int(state.opponent | state.own) != 65535:\n    pass\nreturn 0"),
        "mine: line 5: it does not return within 2 s, in the position ",
    ),
    "a crash": (
        "import ctypes\n" + scoring("return ctypes.string_at(0)[0]"),
        "bbbb/bbbb/wwww/wwww black: it was killed by signal 11 (Segmentation fault)",
    ),
    "a failing object": (
        PLAYER.format("Mine") + "    def __init__(self):\n        raise ValueError('no')\n",
        "line 5: ValueError: no",
    ),
}


@pytest.mark.parametrize("name", FILES)
def test_what_a_file_holds(name: str, tmp_path: Path) -> None:
    source, expected = FILES[name]
    [path] = written(tmp_path, {"mine": source})
    on = Terms(START, (), limits=HandInLimits(seconds=30, games=1))
    [given] = read_hand_ins([path])
    found = inspect(given, on.order(given))
    assert given.name == found.name == "mine.py"
    if isinstance(expected, str):
        assert expected in found.problem
        assert not found.can_play
    else:
        assert (found.kind, found.wanted, found.problem) == expected


def test_a_heuristic_that_cannot_be_compiled_is_noted(tmp_path: Path) -> None:
    source = scoring("return {1: 2.0, 'a': 3}[1]")
    [path] = written(tmp_path, {"mine": source})
    [given] = read_hand_ins([path])
    found = inspect(given, Terms(START, (), limits=HandInLimits(seconds=30, games=1)).order(given))
    assert (found.kind, found.wanted, found.problem) == ("heuristic", "mine", "")
    assert found.note.startswith("mine runs uncompiled, and slower: Numba cannot compile line 5 of mine.py: ")
    assert found.note.isprintable()


def test_a_name_chooses(tmp_path: Path) -> None:
    [path] = written(tmp_path, {"mine": PLAYER.format("First") + PLAYER.format("Second")})
    grading = prepare([f"{path}:Second", f"{path}:Secon"], terms())
    assert [(each.name, each.kind, each.problem) for each in grading.hand_ins] == [
        ("mine.py:Second", "player", ""),
        ("mine.py:Secon", None, "it has no heuristic or player 'Secon'; did you mean 'Second'?"),
    ]
    assert grading.contest is not None
    assert [each.name for each in grading.contest.entrants] == ["mine.py:Second", "random"]


def test_what_cannot_be_handed_in(tmp_path: Path) -> None:
    fine = tmp_path / "fine.py"
    fine.write_text("")
    (tmp_path / "empty").mkdir()
    for texts, problem in {
        (str(tmp_path / "none.py"),): "is not there",
        (str(tmp_path / "empty"),): "is a folder without Python files",
        (f"{fine}:a b",): "'a b' is no name of a heuristic or player",
        (str(fine), f"{tmp_path}/./fine.py"): "is handed in twice",
    }.items():
        with pytest.raises(OptionError, match=problem):
            read_hand_ins(texts)


def test_what_can_be_no_hand_in_cannot_play_and_says_why(tmp_path: Path) -> None:
    (tmp_path / "large.py").write_bytes(b"#" * (2**20 + 1))
    (tmp_path / "script.sh").write_text("echo\n")
    os.mkfifo(tmp_path / "pipe.py")
    names = ("large.py", "script.sh", "pipe.py")
    found = read_hand_ins([str(tmp_path / name) for name in names])
    assert [(each.name, each.problem) for each in found] == [
        ("large.py", "it is larger than 1 MB"),
        ("script.sh", "it does not end in .py"),
        ("pipe.py", "it is not a file"),
    ]


def test_a_folder_stands_for_the_files_in_it_and_below(tmp_path: Path) -> None:
    for name in ("b/mine.py", "a/mine.py", "c.py", "a/.hidden.py", "__MACOSX/c.py", "b/__pycache__/d.py"):
        (tmp_path / name).parent.mkdir(exist_ok=True)
        (tmp_path / name).write_text("")
    (tmp_path / "b/link.py").symlink_to("/etc/passwd")
    (tmp_path / "b/notes.txt").write_text("")
    with pytest.warns(UserWarning, match=r"not graded, since they do not end in \.py: b/notes\.txt"):
        found = read_hand_ins([str(tmp_path)])
    assert [(each.name, each.problem) for each in found] == [
        ("a/mine.py", ""),
        ("link.py", "it is a link and not a file"),
        ("b/mine.py", ""),
        ("c.py", ""),
    ]
    assert [Path(each.file).name for each in found if not each.problem] == ["mine.py", "mine.py", "c.py"]


def test_a_script_cannot_play_and_the_others_can(tmp_path: Path) -> None:
    scripts = {
        "asking": "input('your name? ')\n",
        "printing": "print('hello')\n" * 3,
        "ending": "import sys\nsys.exit()\n",
        "leaving": "import os\nos._exit(0)\n",
        "closing": "import os\nos.closerange(0, 64)\n",
        "binary": "\0\0",
    }
    grading = prepare(written(tmp_path, {**scripts, "fine": PLAYER.format("Mine")}), terms())
    assert [each.name for each in grading.hand_ins if each.can_play] == ["fine.py"]
    assert all(each.problem.isprintable() for each in grading.hand_ins)
    assert grading.contest is not None


def test_files_of_one_name_are_told_apart(tmp_path: Path) -> None:
    for folder in ("a", "b"):
        (tmp_path / folder).mkdir()
        (tmp_path / folder / "mine.py").write_text("")
    (tmp_path / "b" / "other.py").write_text("")
    paths = [str(tmp_path / each) for each in ("a/mine.py", "b/mine.py", "b/other.py")]
    assert [each.name for each in read_hand_ins(paths)] == [*paths[:2], "other.py"]


def test_a_file_that_changed_is_refused(tmp_path: Path) -> None:
    [path] = written(tmp_path, {"mine": PLAYER.format("Mine")})
    [given] = read_hand_ins([path])
    given.check_unchanged()
    Path(path).write_text(PLAYER.format("Other"))
    with pytest.raises(OptionError, match=r"mine\.py has changed since the grading began"):
        given.check_unchanged()


def test_a_hand_in_without_a_problem_can_play() -> None:
    assert HandIn("a", "a.py", "").can_play
    assert not HandIn("a", "a.py", "", problem="no").can_play
