"""Another installed Plyground as a player, with a real second environment."""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path

import pytest

import plyground as ply
from plyground.core.position import game
from plyground.errors import OptionError, PlayerError
from plyground.players import make_player
from plyground.players.installed import Installation, clean_environment
from plyground.search.limit import Limit
from plyground.tournament.contest import Contest, read_entrant
from tests.installations import OLD_VERSION, make_installation
from tests.protocol.talking import Marked, ending_within
from tests.strangers import NIM
from tests.ui.cli.running import mistake, output_of, run_process

ON = game("breakthrough", size=4)
WITHIN = Limit(seconds=20)


@pytest.fixture(scope="module")
def old(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return make_installation(tmp_path_factory.mktemp("installed"))


@pytest.fixture(scope="module")
def older(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return make_installation(tmp_path_factory.mktemp("lacking"), lacks_options=True)


@pytest.fixture(autouse=True)
def _leaves_nothing(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    # Without a clean environment, the other Python would import this very Plyground.
    monkeypatch.setenv("PYTHONPATH", str(Path(ply.__file__).parents[1]))
    mark = Marked(monkeypatch)
    with ending_within(120):
        yield
    assert mark.processes() == []


def test_the_other_version_runs_and_not_this_one(old: Path) -> None:
    assert Installation.find(str(old)).version() == OLD_VERSION != ply.__version__
    assert not {"PYTHONPATH", "PYTHONHOME", "VIRTUAL_ENV"} & clean_environment().keys()
    player = make_player(f"plyground:{old},depth=2,hash=1", ON)
    player.begin(ON.start(), seed=0)
    assert player._protocol.identity["name"] == f"Plyground {OLD_VERSION}"  # type: ignore[attr-defined]
    player.close()


@pytest.mark.parametrize("inside", ["", "bin", "bin/plyground"])
def test_every_form_of_a_path_is_understood(old: Path, inside: str, monkeypatch: pytest.MonkeyPatch) -> None:
    assert Installation.find(str(old / inside)).executable == old / "bin" / "plyground"
    monkeypatch.chdir(old.parent)
    assert Installation.find(f"env/{inside}").executable == old / "bin" / "plyground"
    monkeypatch.setenv("HOME", str(old.parent))
    assert Installation.find(f"~/env/{inside}").executable == old / "bin" / "plyground"


@pytest.mark.parametrize(
    "settings",
    [
        "depth=3,evaluate=piece,hash=1",
        "nodes=500,evaluate=2*piece+mobility,hash=1",
        "depth=4,order=mobility,without=killers+tt,hash=1",
        "depth=3,evaluate=piece,threads=1,without=pruning",
    ],
)
def test_settings_mean_what_they_mean_to_the_engine(old: Path, settings: str) -> None:
    position = ON.start().play("b3xa2") if "nodes" not in settings else ON.start()
    choices = []
    for text in (f"engine:{settings}", f"plyground:{old},{settings}"):
        player = make_player(text, ON)
        player.begin(position, seed=1)
        choice = player.choose(position, WITHIN)
        choices.append((str(choice.move), choice.score, choice.depth, choice.nodes))
        player.close()
    assert choices[0] == choices[1]


def test_its_own_limit_and_that_of_the_game_both_count(old: Path) -> None:
    player = make_player(f"plyground:{old},depth=3,evaluate=piece,hash=1", ON)
    player.begin(ON.start(), seed=0)
    assert player.choose(ON.start(), Limit()).depth == 3
    assert player.choose(ON.start(), Limit(depth=2)).depth == 2
    player.close()


def test_a_game_in_a_file_is_played_with_its_options(old: Path) -> None:
    on = game(str(NIM))
    player = make_player(f"plyground:{old},depth=4", on)
    player.begin(on.start(), seed=0)
    assert str(player.choose(on.start(), WITHIN).move) in map(str, on.start().moves())
    player.close()


def test_a_match_names_both_versions(old: Path, tmp_path: Path) -> None:
    done = run_process(  # in a process of its own, since the pool of games leaves a helper behind
        *("match", "breakthrough", "--size", "4", "engine:depth=2,hash=1", f"plyground:{old},depth=2,hash=1"),
        *("--games", "4", "--processes", "2", "--store", str(tmp_path / "store"), "--json"),
    )
    assert done.code == 0, done.errors
    content = json.loads(done.output)
    names = {row["name"] for row in content["standings"]}
    assert names == {"engine:depth=2,hash=1", f"plyground {OLD_VERSION} (old/env):depth=2,hash=1"}
    assert content["terminations"] == {"normal": 4}


def test_two_installations_meet_in_a_test_and_a_tournament(old: Path, older: Path, tmp_path: Path) -> None:
    settings = "nodes=50,evaluate=piece,hash=1"
    result = ply.play_match(ON, f"plyground:{old},{settings}", "random", games=4)
    assert result.games == 4
    table = ply.play_tournament(
        ON, [f"new=plyground:{old},{settings}", f"old=plyground:{older},{settings}", "random"], games=2
    )
    assert {row.name for row in table.standings} == {"new", "old", "random"}
    output = output_of(
        *("match", "breakthrough", "--size", "4", f"strong=plyground:{old},{settings}", "random"),
        *("--sprt", "0,200", "--processes", "0", "--store", str(tmp_path / "store")),
    )
    assert "strong" in output
    assert "accept H1" in output


def test_a_contest_is_resumed_from_another_folder(old: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(old.parent)
    entrant = read_entrant("plyground:env,evaluate=my.py:zero,seconds=0.1")
    assert entrant.player == (f"plyground:{old}/bin/plyground,evaluate={old.parent}/my.py:zero,seconds=0.1")
    assert entrant.name == f"plyground {OLD_VERSION} (old/env):evaluate=my.py:zero,seconds=0.1"
    assert read_entrant("before=plyground:env").name == "before"


def check(player: str) -> None:
    Contest("breakthrough", {"size": "4"}, (read_entrant("first"), read_entrant(player))).check()


def test_an_old_version_that_lacks_an_option_is_told_before_the_first_game(older: Path) -> None:
    offered = "Game, Size, Hash, Threads, Evaluate, MultiPV"
    lacks = rf"^plyground \(old/env\) has no option 'Without'; it has: {offered}$"
    with pytest.raises(PlayerError, match=lacks):
        make_player(f"plyground:{older},without=killers", ON).begin(ON.start(), 0)
    with pytest.raises(OptionError, match=lacks):
        check(f"plyground:{older},without=killers")
    assert "has no option 'Order'" in mistake(
        "match", "breakthrough", "first", f"plyground:{older},order=piece"
    )


def test_what_the_other_version_refuses_stops_the_contest(old: Path) -> None:
    with pytest.raises(OptionError, match=r"refuses a setting: .*there is no heuristic 'lerned'"):
        check(f"plyground:{old},evaluate=lerned")
    with pytest.raises(OptionError, match=r"refuses a setting: .*the engine has no feature 'magic'"):
        check(f"plyground:{old},without=magic")


@pytest.mark.parametrize(
    ("text", "problem"),
    [
        ("plyground", "player plyground needs the path of an environment"),
        ("plyground:", "player plyground needs the path of an environment"),
        ("plyground:,seconds=1", "player plyground needs the path of an environment"),
        ("plyground:nowhere", "there is no Plyground at 'nowhere': no such file or folder"),
        ("plyground:empty", "'empty' is no environment with Plyground: it has no bin/plyground"),
        ("plyground:text", "'text' is neither an environment nor a program"),
        ("plyground:ENV,second=1", "player engine has no option 'second'"),
        ("plyground:ENV,1", "player plyground: '1' is no option; write it as name=value"),
        ("plyground:ENV,seconds=soon", "seconds 'soon' is not a number"),
        ("plyground:ENV,seconds=-1", "seconds"),
    ],
)
def test_mistakes_are_told_in_one_line(
    text: str, problem: str, old: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "empty").mkdir()
    (tmp_path / "text").write_text("")
    monkeypatch.chdir(tmp_path)
    with pytest.raises(OptionError) as caught:
        make_player(text.replace("ENV", str(old)), ON)
    assert problem in str(caught.value)
    assert "\n" not in str(caught.value)


@pytest.mark.parametrize(
    ("content", "problem"),
    [
        ("#!/bin/sh\necho cat 9.1\n", "is not Plyground: asked for the version, it says 'cat 9.1'"),
        ("#!/bin/sh\necho broken >&2\nexit 3\n", "is not Plyground: asked for the version, it says 'broken'"),
        ("#!/bin/sh\n", "is not Plyground: asked for the version, it says 'nothing'"),
        ("no program\n", "cannot be run: Exec format error"),
    ],
)
def test_another_program_is_not_taken_for_plyground(content: str, problem: str, tmp_path: Path) -> None:
    program = tmp_path / "plyground"
    program.write_text(content)
    program.chmod(0o755)
    with pytest.raises(OptionError) as caught:
        read_entrant(f"plyground:{program}")
    assert str(caught.value) == f"{program} {problem}"
