"""`--forbid engine`: hand-ins that want to play with Plyground's own search."""

from __future__ import annotations

import pkgutil
import re
from pathlib import Path

import pytest

import plyground
from plyground.grading.forbidden import is_forbidden
from plyground.grading.grading import Terms, prepare
from plyground.grading.limits import HandInLimits

from .grading import SMALL, START, graded, terms, written
from .hostile import scoring

WITH_ENGINE = """
{imports}
class Mine:
    def choose(self, position):
        {choice}
"""


def player(choice: str, imports: str = "import plyground as ply") -> str:
    return WITH_ENGINE.format(imports=imports, choice=choice)


HIDDEN_NAME = "'plyground.search.' + 'engine'"
SEARCH = "return Engine(position.game).best_move(position, ply.Limit(depth=2))"

NAMED = {
    "attribute": player("return ply.Engine(position.game).best_move(position, ply.Limit(depth=2))"),
    "name": player(SEARCH, "import plyground as ply\nfrom plyground import Engine"),
    "module": player(SEARCH, "import plyground as ply\nfrom plyground.search.engine import Engine"),
    "submodule": player("return None", "from plyground.search import textbook"),
    "late": player("import plyground.search.textbook"),
    "player": player("return ply.make_player('level:10', position.game).choose(position)"),
    "study": player("return None", "import plyground.study"),
    "heuristic": scoring("import plyground.search.engine\nreturn 0"),
}

OBFUSCATED = {
    "imported": player("return None", f"import importlib\nimportlib.import_module({HIDDEN_NAME})"),
    "attribute": player("return None", "import plyground as ply\ngetattr(ply, 'Eng' + 'ine')"),
    "copied": player(
        "return None",
        "import plyground as ply\nopen(ply.__path__[0] + '/search/' + 'engine.py').read()",
    ),
    "bytecode": player(
        "return None",
        "import glob, plyground as ply\n"
        "for path in glob.glob(ply.__path__[0] + '/search/**/engine.*', recursive=True):\n"
        "    open(path, 'rb').read()",
    ),
    "heuristic": f"import importlib\nimportlib.import_module({HIDDEN_NAME})\n" + scoring("return 0"),
}

ALLOWED = {
    "a player": player(
        "return max(position.moves(), key=lambda move: ply.evaluate(position.play(move), 'piece'))"
    ),
    "values": player(
        "return position.moves()[0]",
        "import plyground as ply\nfrom plyground import search\nply.Limit(depth=3), ply.Choice, ply.__path__",
    ),
    "a heuristic": scoring("return 1.0"),
    "an uncompiled heuristic": scoring("return {1: 2.0, 'a': 3}[1]"),
}


def forbidding(play_as: str = "greedy") -> Terms:
    limits = HandInLimits(seconds=30, memory=1024, games=2)
    return Terms(START, terms().field, play_as, pairs=1, limits=limits, forbidden=("engine",))


@pytest.mark.parametrize("name", NAMED)
def test_a_file_that_names_the_search_cannot_play(name: str, tmp_path: Path) -> None:
    grading = prepare(written(tmp_path, {"mine": NAMED[name]}), forbidding())
    [found] = grading.hand_ins
    assert found.problem.startswith("line ")
    assert found.problem.endswith(", which is forbidden")
    assert "it uses plyground." in found.problem


@pytest.mark.parametrize("name", OBFUSCATED)
def test_hiding_the_name_does_not_help(name: str, tmp_path: Path) -> None:
    grading = prepare(written(tmp_path, {"mine": OBFUSCATED[name]}), forbidding())
    [found] = grading.hand_ins
    assert found.problem.startswith("line ")
    assert re.search(r"ImportError: plyground\.(search\.)?engine is forbidden", found.problem)


def test_a_player_cannot_get_it_later_either(tmp_path: Path) -> None:
    late = player(f"import importlib; importlib.import_module({HIDDEN_NAME})")
    _, marks, _ = graded(tmp_path, {"mine": late}, forbidding())
    assert [each.why for each in marks["mine"].failures] == [
        "line 5: ImportError: plyground.search.engine is forbidden"
    ] * 2


def test_everything_else_plays(tmp_path: Path) -> None:
    files = {name.replace(" ", "_"): source for name, source in ALLOWED.items()}
    _, marks, _ = graded(tmp_path, files, forbidding("alphabeta:depth=2"))
    assert {name: mark.word for name, mark in marks.items()} == dict.fromkeys(files, "")
    assert {mark.total.games for mark in marks.values()} == {2}


def test_without_the_option_the_search_can_be_used(tmp_path: Path) -> None:
    grading = prepare(written(tmp_path, {"mine": NAMED["late"]}), terms(limits=SMALL))
    assert [each.problem for each in grading.hand_ins] == [""]


def test_every_package_of_plyground_is_either_allowed_or_forbidden_on_purpose() -> None:
    names = {each.name for each in pkgutil.iter_modules(plyground.__path__)}
    allowed = {name for name in names if not is_forbidden(f"plyground.{name}")}
    assert {"core", "evaluation", "games", "jit"} <= allowed
    assert names - allowed >= {"tournament", "players", "study", "protocol", "ui", "grading", "solving"}
    assert is_forbidden("plyground.solve.dfpn")  # whatever comes is forbidden until it is named


def test_former_names_are_as_free_as_the_present_ones() -> None:
    assert not any(is_forbidden(f"plyground.{name}") for name in ("position", "rules", "kernel", "bits"))
    assert is_forbidden("plyground.arena.running")
