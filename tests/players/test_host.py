"""Somebody's own class as a player: a process of its own, and one line about what it does wrong."""

from __future__ import annotations

import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

from plyground.core.position import Game, game
from plyground.errors import PlayerCrashError, PlayerError, PlayerGarbageError, PlayerTimeoutError
from plyground.players import program
from plyground.players.host import own_player_command
from plyground.players.program import ProgramPlayer
from plyground.search.limit import Limit
from tests.protocol.talking import Dialogue, Marked, ending_within
from tests.strangers import NIM

FILE = Path(__file__).with_name("own_players.py")
ON = game("breakthrough", size=4)
START = ON.start()
QUICK, PATIENT = Limit(seconds=0.2), Limit(seconds=20)


@pytest.fixture(autouse=True)
def mark(monkeypatch: pytest.MonkeyPatch) -> Iterator[Marked]:
    """Let no test hang, and none leave a process behind."""
    monkeypatch.setattr(program, "GRACE", 0.3)
    mark = Marked(monkeypatch)
    with ending_within(60):
        yield mark
    assert mark.processes() == []


def own(name: str, on: Game = ON, file: Path = FILE, **options: object) -> ProgramPlayer:
    return ProgramPlayer(own_player_command(f"{file}:{name}", on, options), on, name=name)


@pytest.mark.parametrize("name", ["Random", "NumpyRandom"])
def test_chance_comes_from_the_seed(name: str) -> None:
    player = own(name)
    games = []
    for seed in (5, 5, 6, 5):
        player.begin(START, seed)
        games.append([player.choose(START, PATIENT).move for _ in range(8)])
    player.close()
    assert games[0] == games[1] == games[3] != games[2]


def test_options_limits_and_prints() -> None:
    heard: list[str] = []
    command = own_player_command(f"{FILE}:Last", ON, {"skip": 2, "bold": True, "name": "a b"})
    player = ProgramPlayer(command, ON, listener=heard.append)
    for _ in range(2):
        player.begin(START, 0)
        assert str(player.choose(START, Limit(seconds=9)).move) == str(START.moves()[-2])
    player.close()
    seen = [line for line in heard if line.startswith("seen")]
    assert seen[0] == "seen (2, True, 'a b', 1, 9.0, '')"
    assert all("'a b', 1," in line for line in seen), "every game has an object of its own"
    assert {"this file was loaded", "bestmove printed", "bestmove echoed"} <= set(heard)


def test_a_class_may_resign() -> None:
    player = own("Resigning")
    assert player.choose(START, PATIENT).move == "resign"
    player.close()


def told_in_line(part: str) -> str:
    """Return how a message begins about the line of the file that has something in it."""
    [number] = [n for n, line in enumerate(FILE.read_text().splitlines(), 1) if part in line]
    return rf"ended with code 1: \S+own_players.py: line {number}"


BAD_PLAYERS = [
    ("Impatient", PlayerCrashError, f"{told_in_line('a1-a1-a1')}: NotationError: a move looks like d3,"),
    ("Leaving", PlayerCrashError, f"{told_in_line('sys.exit')}: SystemExit: enough"),
    ("Broken", PlayerCrashError, f"{told_in_line('weights')}: KeyError: 'weights'"),
    ("Looping", PlayerTimeoutError, "did not say 'bestmove' within 0.5 s"),
    ("Nothing", PlayerGarbageError, "plays 'none', which is no move: .*: choose returned 'None'"),
    ("Talkative", PlayerGarbageError, r"plays 'none', .*: choose returned 'I think\\nquit'"),
    ("Idle", PlayerCrashError, r"ended with code 1: \S+: Idle has no method choose\(self, position\)"),
    ("Randon", PlayerCrashError, "ended with code 1: .*: there is no class 'Randon'; did you mean 'Random'?"),
]


@pytest.mark.parametrize(("name", "error", "message"), BAD_PLAYERS, ids=[name for name, *_ in BAD_PLAYERS])
def test_what_a_class_does_wrong_is_told_in_one_line(
    name: str, error: type[PlayerError], message: str, mark: Marked
) -> None:
    player = own(name)
    with pytest.raises(error, match=f"^{name} {message}") as caught:
        player.choose(START, QUICK if error is PlayerTimeoutError else PATIENT)
    assert "\n" not in str(caught.value)
    assert mark.processes() == []


def test_options_that_a_class_does_not_take_are_refused_by_name() -> None:
    with pytest.raises(
        PlayerCrashError, match="Last has no option 'skp'; it has: skip, bold, name; did you mean"
    ):
        own("Last", skp=3).begin(START, 0)


@pytest.mark.parametrize(
    ("source", "message"),
    [
        ("class Mine(:\n", "line 1: SyntaxError: invalid syntax"),
        ("x = 1\nx / 0\n", "line 2: ZeroDivisionError: division by zero"),
        (None, "it is not there, and a player stands in a Python file"),
    ],
)
def test_a_file_that_cannot_be_loaded_is_told_in_one_line(
    source: str | None, message: str, tmp_path: Path
) -> None:
    file = tmp_path / "mine.py"
    if source is not None:
        file.write_text(source)
    with pytest.raises(PlayerCrashError, match=f"mine.py: {message}"):
        own("Mine", file=file).begin(START, 0)


def test_a_class_may_use_modules_that_stand_beside_it(tmp_path: Path) -> None:
    (tmp_path / "random_helper.py").write_text("def pick(moves):\n    return moves[1]\n")
    (tmp_path / "random.py").write_text("raise ImportError('this is not Python's random')\n")
    file = tmp_path / "mine.py"
    file.write_text(
        "from random_helper import pick\n\n\n"
        "class Mine:\n    def choose(self, position):\n        return pick(position.moves())\n"
    )
    player = own("Mine", file=file)
    assert str(player.choose(START, PATIENT).move) == str(START.moves()[1])
    player.close()


def test_a_class_plays_a_game_from_a_file() -> None:
    nim = game(str(NIM), size="1x9", most=2)
    player = own("Last", nim)
    position = nim.start()
    player.begin(position, 0)
    while position.outcome is None:
        position = position.play(str(player.choose(position, PATIENT).move))
    player.close()
    assert len(position.line()) > 3


def test_the_host_ends_with_its_input_even_if_the_class_does_not(mark: Marked) -> None:
    command = own_player_command(f"{FILE}:Looping", ON, {})
    with Dialogue(command) as host:
        host.say("isready", "position startpos")
        assert host.hear("readyok") == ["id name Looping", "readyok"]
        host.say("go infinite")
        assert host.end()[:2] == (0, "")


def test_the_command_is_one_that_runs_here() -> None:
    command = own_player_command("my_player.py:Mine", ON, {"depth": 3})
    assert command[0] == sys.executable
    assert command[-3:] == ["my_player.py:Mine", "breakthrough", "depth=3"]
