"""Programs as players: good ones play, and bad ones end with a named error and leave nothing behind."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import threading
import time
from collections.abc import Iterator
from pathlib import Path

import pytest

from plyground.core.position import Game, Move, Position, game
from plyground.engine import Engine
from plyground.errors import (
    IllegalMoveError,
    OptionError,
    PlayerCrashError,
    PlayerError,
    PlayerGarbageError,
    PlayerTimeoutError,
)
from plyground.players import program
from plyground.players.program import ProgramPlayer
from plyground.protocol.known import ugi
from plyground.protocol.ugi_text import write_go
from plyground.search.limit import Clock, Limit
from plyground.search.report import Report
from tests.protocol.talking import BOT, Marked, ending_within, engine, resident_megabytes

HOSTILE = Path(__file__).with_name("hostile.py")
ON = game("breakthrough", size=4)
QUICK, PATIENT = Limit(seconds=0.2), Limit(seconds=20)
LONGEST = 30.0  # seconds in which every game with a bad program has to be over


@pytest.fixture(autouse=True)
def mark(monkeypatch: pytest.MonkeyPatch) -> Iterator[Marked]:
    """Let no test hang, and none leave a process behind."""
    monkeypatch.setattr(program, "GRACE", 0.3)
    ON.start().play("b3xa2").moves()  # what the rules take of our own memory and time is not the program's
    mark = Marked(monkeypatch)
    with ending_within(2 * LONGEST):
        yield mark
    assert mark.processes() == []


def hostile(kind: str, start_seconds: float = 30.0) -> ProgramPlayer:
    return ProgramPlayer([sys.executable, str(HOSTILE), kind], ON, name=kind, start_seconds=start_seconds)


def texts(on: Game) -> list[Move | str]:
    """Return the first moves of a game."""
    return [str(move) for move in on.start().moves()]


def play(player: ProgramPlayer, start: Position, plies: int, limit: Limit) -> Position:
    """Let a program play both sides for a while."""
    position = start
    player.begin(start, seed=1)
    for _ in range(plies):
        if position.outcome is None:
            position = position.play(str(player.choose(position, limit).move))
    return position


BAD_PROGRAMS = [
    ("dead", PlayerCrashError, "dead ended with code 3: no such model file"),
    ("half-hearted", PlayerCrashError, "half-hearted ended with code 0"),
    ("mute", PlayerTimeoutError, "mute did not say 'ugiok' within 0.5 s"),
    ("flooding-start", PlayerGarbageError, "flooding-start wrote [0-9]+ lines, [0-9]+ bytes and no answer"),
    ("unreadable-options", PlayerGarbageError, "unreadable-options: an option has a name"),
    ("silent", PlayerTimeoutError, "silent did not say 'bestmove' within 0.5 s"),
    ("crashing", PlayerCrashError, "crashing ended with code 1: index out of range"),
    ("killed", PlayerCrashError, r"killed was killed by signal 11 \(Segmentation fault\)"),
    ("output-closed", PlayerCrashError, "output-closed closed its output"),
    ("no-move", PlayerGarbageError, "no-move plays 'banana', which is no move"),
    ("nothing", PlayerGarbageError, "nothing plays '', which is no move"),
    ("noisy", PlayerGarbageError, r"noisy plays '\\x00\\x1b\[2J', which is no move"),
    ("endless-line", PlayerGarbageError, "endless-line wrote a line that does not end"),
    ("flooding", PlayerGarbageError, "flooding wrote [0-9]+ lines, [0-9]+ bytes and no answer"),
    ("flooding-errors", PlayerTimeoutError, "flooding-errors did not say 'bestmove' within 0.5 s"),
    ("forking", PlayerCrashError, "forking ended with code 0"),
    ("daemon", PlayerCrashError, "daemon ended with code 0"),
    ("forking-and-silent", PlayerTimeoutError, "forking-and-silent did not say 'bestmove'"),
]


@pytest.mark.parametrize(("kind", "error", "message"), BAD_PROGRAMS, ids=[kind for kind, *_ in BAD_PROGRAMS])
def test_a_bad_program_ends_with_a_named_error(
    kind: str, error: type[PlayerError], message: str, mark: Marked
) -> None:
    player = hostile(kind, start_seconds=0.5 if kind == "mute" else 30.0)
    before, began = resident_megabytes(), time.monotonic()
    with pytest.raises(error, match=f"^{message}"):
        play(player, ON.start(), 1, QUICK if error is PlayerTimeoutError else PATIENT)
    assert resident_megabytes() - before < 50
    assert time.monotonic() - began < LONGEST
    assert mark.processes() == [], "it is gone even before the player is closed"
    player.close()


def test_a_program_that_crashed_is_started_again_for_the_next_game() -> None:
    player = hostile("crashing")
    for _ in range(2):
        player.begin(ON.start(), 0)
        with pytest.raises(PlayerCrashError, match="index out of range"):
            player.choose(ON.start(), PATIENT)


def test_a_program_that_never_answers_is_given_up_soon_and_only_once(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(ugi, "SILENT_SECONDS", 0.5)
    starts = tmp_path / "starts"
    silent = f"open({str(starts)!r}, 'a').write('x'); import time; time.sleep(1000)"
    player = ProgramPlayer([sys.executable, "-c", silent], ON, name="silent")
    for _ in range(3):
        with pytest.raises(PlayerTimeoutError, match=r"^silent did not say 'ugiok' within 0\.5 s$"):
            player.begin(ON.start(), 0)
    assert len(starts.read_text() if starts.exists() else "") <= 1


def test_a_program_that_says_something_may_take_its_time(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(ugi, "SILENT_SECONDS", 3.0)
    slow = (
        "import time; print('info string loading', flush=True); time.sleep(3.5); input(); "
        "print('ugiok', flush=True)\nwhile True: print('readyok' if input() == 'isready' else '', flush=True)"
    )
    player = ProgramPlayer([sys.executable, "-c", slow], ON)
    player.begin(ON.start(), 0)
    player.close()


def test_whether_a_move_is_legal_is_for_the_referee_to_say() -> None:
    player = hostile("illegal")
    choice = player.choose(ON.start(), PATIENT)
    player.close()
    assert isinstance(choice.move, str)
    with pytest.raises(IllegalMoveError):
        ON.start().find_move(choice.move)


def test_a_legal_move_is_looked_up_once() -> None:
    player = hostile("twice")
    assert player.choose(ON.start(), PATIENT).move == ON.start().find_move("b3xa2")
    player.close()


def test_a_second_answer_is_not_taken_for_that_to_the_next_question() -> None:
    player = hostile("twice")
    for _ in range(3):
        assert str(player.choose(ON.start(), PATIENT).move) == "b3xa2"
    player.close()


def test_a_program_that_no_longer_reads_is_given_up() -> None:
    player = hostile("deaf")
    assert str(player.choose(ON.start(), PATIENT).move) == "b3xa2"
    with pytest.raises(PlayerTimeoutError, match="deaf did not say 'readyok'"):
        player.choose(ON.start(), QUICK)
    assert str(hostile("deaf").choose(ON.start(), PATIENT).move) == "b3xa2"  # closed by nobody but Python


@pytest.mark.parametrize("close", ["close", "garbage collection"])
def test_a_program_that_ignores_quit_and_signals_is_killed(close: str, mark: Marked) -> None:
    player = hostile("stubborn")
    player.begin(ON.start(), 0)
    assert mark.wait_until_there(1)
    if close == "close":
        player.close()
        player.close()
    else:
        del player
    assert mark.processes() == []


@pytest.mark.parametrize("end", ["raise ValueError", "import sys; sys.exit(3)", "import os; os.abort()"])
def test_nothing_is_left_behind_when_the_runner_fails(end: str, mark: Marked, tmp_path: Path) -> None:
    script = tmp_path / "runner.py"
    kind = "good" if "abort" in end else "stubborn"  # an abort leaves no time; the end of input does it
    script.write_text(
        "import sys, plyground as ply\n"
        "from plyground.players.program import ProgramPlayer\n"
        "on = ply.game('breakthrough', size=4)\n"
        f"player = ProgramPlayer([sys.executable, {str(HOSTILE)!r}, {kind!r}], on)\n"
        "player.begin(on.start(), 0)\n"
        "print('begun')\n"
        f"{end}\n"
    )
    done = subprocess.run([sys.executable, str(script)], capture_output=True, encoding="utf-8", check=False)
    assert "begun" in done.stdout or "abort" in end
    assert done.returncode != 0
    assert mark.wait_until_gone(5)


def test_a_fork_of_the_runner_does_not_end_its_program(tmp_path: Path) -> None:
    script = tmp_path / "forker.py"
    script.write_text(
        "import os, sys, plyground as ply\n"
        "from plyground.players.program import ProgramPlayer\n"
        "on = ply.game('breakthrough', size=4)\n"
        f"player = ProgramPlayer([sys.executable, {str(HOSTILE)!r}, 'good'], on)\n"
        "player.begin(on.start(), 0)\n"
        "if os.fork() == 0:\n"
        "    del player\n"
        "    os._exit(0)\n"
        "os.wait()\n"
        "print(player.choose(on.start(), ply.Limit(seconds=1)).move)\n"
        "player.close()\n"
    )
    done = subprocess.run(
        [sys.executable, "-W", "ignore", str(script)], capture_output=True, encoding="utf-8", check=False
    )
    assert (done.stdout, done.returncode) == ("b3xa2\n", 0), done.stderr


def test_our_engine_ends_when_its_runner_is_killed(mark: Marked, tmp_path: Path) -> None:
    script = tmp_path / "runner.py"
    script.write_text(
        "import sys, plyground as ply\n"
        "from plyground.players.program import ProgramPlayer\n"
        "on = ply.game('breakthrough', size=4)\n"
        f"player = ProgramPlayer({engine('breakthrough')!r}, on)\n"
        "player.begin(on.start(), 0)\n"
        "print('begun', flush=True)\n"
        "player.choose(ply.game('breakthrough').start(), ply.Limit(seconds=100))\n"
    )
    runner = subprocess.Popen([sys.executable, str(script)], stdout=subprocess.PIPE)
    assert runner.stdout is not None
    assert runner.stdout.readline() == b"begun\n"
    runner.kill()
    runner.communicate()
    assert mark.wait_until_gone(20)


def test_a_program_that_is_not_there_is_a_mistake() -> None:
    with pytest.raises(OptionError, match="there is no program 'no-such-program'"):
        ProgramPlayer(["no-such-program"], ON)
    with pytest.raises(OptionError, match="there is no program ''"):
        ProgramPlayer([], ON)


def test_a_program_that_cannot_be_run_has_crashed(tmp_path: Path) -> None:
    file = tmp_path / "text"
    file.write_text("this is no program\n")
    file.chmod(0o755)
    with pytest.raises(PlayerCrashError, match="cannot be started: Exec format error"):
        ProgramPlayer([str(file)], ON).begin(ON.start(), 0)


def test_a_program_for_another_game_says_so() -> None:
    with pytest.raises(PlayerError, match="Game 'othello' is not offered; allowed: breakthrough"):
        hostile("good").begin(game("othello", size=4).start(), 0)


def test_options_of_the_program_are_set_and_others_refused_by_name() -> None:
    command = engine("breakthrough")
    position = ON.position("bbb1/bbb1/4/2w1 black")
    player = ProgramPlayer(command, ON, options={"hash": "1", "Evaluate": "7*piece"}, name="ours")
    expected = Engine(ON, "7*piece", megabytes=1)
    *_, report = expected.search(position, Limit(depth=2))
    choice = player.choose(position, Limit(depth=2))
    assert (str(choice.move), choice.score) == (str(report.move), report.score)
    assert report.score != 0
    player.close()
    with pytest.raises(PlayerError, match="ours has no option 'Hsh'; it has: Game, Size, Hash,"):
        ProgramPlayer(command, ON, options={"Hsh": "1"}, name="ours").begin(ON.start(), 0)
    with pytest.raises(PlayerError, match="ours: Hash '-3' is not offered"):
        ProgramPlayer(command, ON, options={"Hash": "-3"}, name="ours").begin(ON.start(), 0)


BOARDS = [
    game("breakthrough", size="5x4"),
    game("konane", size="4x3", opening="any"),
    game("duel", size=3).position("w1m/1*1/W1M agent").game,
]


@pytest.mark.parametrize("board", BOARDS, ids=lambda board: f"{board.name}-{board.rows}x{board.columns}")
def test_our_engine_plays_as_a_program(board: Game) -> None:
    player = ProgramPlayer([*engine(board.name), "--hash", "1"], board)
    end = play(player, board.start(), 12, Limit(depth=2))
    player.close()
    assert len(end.line()) > 4


def test_what_the_engine_tells_comes_through() -> None:
    player = ProgramPlayer([*engine("breakthrough"), "--evaluate", "piece", "--hash", "1"], ON)
    for text in ("bbbb/bbbb/wwww/wwww black", "4/1b2/4/1w1w white", "b3/4/3w/4 black"):
        position = ON.position(text)
        told: list[Report] = []
        player.begin(position, 0)
        player.watch(told.append)
        choice = player.choose(position, Limit(depth=3))
        found = list(Engine(ON, "piece", megabytes=1).search(position, Limit(depth=3)))
        expected = {(each.depth, each.score, each.line, each.nodes) for each in found if each.is_complete}
        assert {(each.depth, each.score, each.line, each.nodes) for each in told} == expected
        last = told[-1]
        assert (str(choice.move), choice.score, choice.depth) == (str(last.move), last.score, last.depth)
        player.watch(None)
        player.choose(position, Limit(depth=3))
        assert len(told) == len(expected)
    player.close()


def test_stop_ends_the_thinking_with_a_move() -> None:
    on = game("othello")
    player = ProgramPlayer([*engine("othello"), "--hash", "1"], on)
    player.begin(on.start(), 0)
    began = time.monotonic()
    player.watch(lambda report: player.stop())
    assert str(player.choose(on.start(), Limit(seconds=50)).move) in texts(on)
    player.watch(None)
    threading.Timer(0.3, player.stop).start()
    assert str(player.choose(on.start(), Limit(seconds=50)).move) in texts(on)
    assert time.monotonic() - began < LONGEST
    player.close()
    player.stop()  # there is nobody to be stopped


def test_a_stop_before_the_program_was_asked_is_not_lost(monkeypatch: pytest.MonkeyPatch) -> None:
    on = game("othello")
    player = ProgramPlayer([*engine("othello"), "--hash", "1"], on)
    player.begin(on.start(), 0)
    began = time.monotonic()

    def stop_and_write(limit: Limit) -> str:
        player.stop()
        return write_go(limit)

    monkeypatch.setattr("plyground.protocol.known.ugi.write_go", stop_and_write)
    assert str(player.choose(on.start(), Limit(seconds=50)).move) in texts(on)
    assert time.monotonic() - began < LONGEST
    player.close()


def test_clocks_and_no_limit_at_all() -> None:
    player = ProgramPlayer([sys.executable, str(BOT)], ON)
    start = ON.start()
    for limit in (Limit(clock=Clock(1, 0.1)), Limit(), Limit(nodes=10)):
        assert str(player.choose(start, limit).move) in texts(ON)
    player.close()


def test_who_listens_hears_what_the_program_says_to_people() -> None:
    heard: list[str] = []
    player = ProgramPlayer([sys.executable, str(HOSTILE), "crashing"], ON, listener=heard.append)
    with pytest.raises(PlayerCrashError):
        player.choose(ON.start(), PATIENT)
    assert heard == ["index out of range"]


def test_an_interrupt_ends_the_program_too(mark: Marked) -> None:
    player = hostile("silent")
    player.begin(ON.start(), 0)
    threading.Timer(0.2, os.kill, (os.getpid(), signal.SIGINT)).start()
    with pytest.raises(KeyboardInterrupt):
        player.choose(ON.start(), Limit(seconds=20))
    assert mark.processes() == []
