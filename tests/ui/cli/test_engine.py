"""`plyground engine`, in conversation."""

from __future__ import annotations

import re
import signal
import subprocess
import time
from collections.abc import Iterator
from pathlib import Path

import pytest

from plyground.algorithms import ALGORITHMS
from plyground.core.position import game
from tests.docs.blocks import blocks_of, read_page, section
from tests.protocol.talking import Dialogue, ending_within, engine
from tests.strangers import NIM

from .running import mistake

ON = game("breakthrough", size=4)


@pytest.fixture(autouse=True)
def _ends() -> Iterator[None]:
    with ending_within(120):
        yield


def small(*words: str) -> Dialogue:
    return Dialogue(engine("breakthrough", "--size", "4", "--hash", "1", *words))


def test_a_whole_conversation() -> None:
    algorithms = [f"var {name}" for name in ALGORITHMS]
    with small("--evaluate", "piece") as program:
        program.say("ugi")
        assert program.hear("ugiok") == [
            "id name Plyground 0.1.0",
            "id author The Plyground developers",
            "option name Game type combo default breakthrough var breakthrough",
            "option name Size type string default 4x4",
            "option name Hash type spin default 1 min 0 max 1048576",
            "option name Threads type spin default 1 min 0 max 256",
            "option name Evaluate type string default piece",
            "option name Order type string default <empty>",
            "option name With type string default <empty>",
            "option name Without type string default <empty>",
            "option name Constants type string default <empty>",
            " ".join(["option name Algorithm type combo default engine", *algorithms]),
            "option name MultiPV type spin default 1 min 1 max 500",
            "ugiok",
        ]
        assert program.ask("isready", "readyok") == "readyok"
        program.say("uginewgame", "position startpos moves b3xa2", "isready")
        assert program.hear("readyok") == ["readyok"]
        program.say("go depth 3")
        *infos, best = program.hear("bestmove")
        complete = [line for line in infos if " pv " in line]
        form = r"score (cp|mate) -?\d+ nodes \d+ nps \d+ time \d+ hashfull \d+ pv .+"
        for depth, line in enumerate(complete, 1):
            assert re.fullmatch(f"info depth {depth} {form}", line)
        assert len(complete) == 3
        move = best.removeprefix("bestmove ")
        assert complete[-1].split(" pv ")[1].split()[0] == move
        after = ON.start().play("b3xa2")
        assert move in map(str, after.moves())
        assert program.ask("query p1turn", "response") == "response false"
        assert program.ask("query gameover", "response") == "response false"
        assert program.ask("query result", "response") == "response none"
        program.say("quit")
        assert program.end() == (0, "", "")


def test_the_conversation_on_the_page_is_what_comes_out() -> None:
    page = section(read_page("docs/reference/ugi.md"), "## A conversation")
    [block] = blocks_of(page)
    with Dialogue(engine("breakthrough")) as program:
        for line in block.text.splitlines():
            if line.startswith("> "):
                program.say(line.removeprefix("> "))
                continue
            [heard] = program.hear(line.split()[0])
            while heard.startswith("info depth") and " pv " not in heard:  # it only takes its time
                [heard] = program.hear("info")
            assert re.fullmatch(re.escape(line).replace(r"\.\.\.", ".+"), heard)
        assert program.end()[:2] == (0, "")


def test_a_search_without_end_is_stopped_and_answers_meanwhile() -> None:
    with Dialogue(engine("othello", "--hash", "1")) as program:
        program.say("position startpos", "isready", "go infinite")
        assert program.hear("readyok") == ["readyok"]
        program.hear("info")
        assert program.ask("isready", "readyok") == "readyok"
        assert program.ask("stop", "bestmove").split()[1] in map(str, game("othello").start().moves())


def test_a_stop_right_behind_the_question_is_heard() -> None:
    with Dialogue(engine("othello", "--hash", "1")) as program:
        for _ in range(20):
            program.say("position startpos", "go infinite", "stop")
            assert program.hear("bestmove")
        program.say("stop", "stop")
        assert program.ask("isready", "readyok") == "readyok"


@pytest.mark.parametrize("end", ["quit", "end of input"])
def test_it_ends_during_a_search_with_the_best_move_so_far(end: str) -> None:
    with Dialogue(engine("othello", "--hash", "1")) as program:
        program.say("isready", "position startpos", "go infinite")
        program.hear("info")
        if end == "quit":
            program.say("quit")
        code, output, errors = program.end()
        assert code == 0
        assert output.splitlines()[-1].startswith("bestmove ")
        assert "Traceback" not in errors


def test_questions_may_all_be_asked_at_once() -> None:
    with small() as program:
        program.say(
            "ugi", "isready", "position startpos", "go depth 2", "query p1turn", "go depth 1", "isready"
        )
        heard = program.hear("bestmove") + program.hear("bestmove")
        assert len([line for line in heard if line.startswith("bestmove")]) == 2
        assert "response true" in heard
        code, _, _ = program.end()
        assert code == 0


GARBAGE = {
    "hello": "there is no command 'hello'",
    "position": "a position begins with startpos or fen (character 1 of '')",
    "position fen 4/4/4 black": "breakthrough: size 3x4 is not played; allowed: 4 to 8 rows",
    "position startpos moves a9-a1": "move 1: there is no square a9 on 4 rows by 4 columns",
    "setoption Hash 3": "an option is set by: setoption name NAME value VALUE (character 1 of 'Hash 3')",
    "setoption name Hsh value 3": "there is no option 'Hsh'; did you mean 'hash'?",
    "setoption name Hash value -3": "Hash '-3' is not offered; allowed: 0 to 1048576",
    "setoption name Evaluate value nice": "there is no heuristic 'nice' for breakthrough",
    "setoption name Size value 99": "size 99x99 is not played; allowed: 4 to 8 rows by 2 to 8 columns",
    "setoption name Game value othello": "Game 'othello' is not offered; allowed: breakthrough",
    "query weather": "there is no query 'weather'; there are: p1turn, gameover, result",
    "\x00\x07": r"there is no command '\x00\x07'",
    "x" * 70_000: "a line is too long and was skipped",
}


def test_garbage_is_answered_and_changes_nothing() -> None:
    with small() as program:
        program.say("isready", "position startpos moves b3xa2")
        program.hear("readyok")
        for line, problem in GARBAGE.items():
            program.say(line)
            [answer] = program.hear("info")
            assert answer.startswith(f"info string {problem}"), line[:50]
        program.say("", "   ", "stop", "query p1turn")
        assert program.hear("response") == ["response false"]
        program.say("go depth 1 nodes x p1time")
        assert program.hear("bestmove")[-1].split()[1] in map(str, ON.start().play("b3xa2").moves())
        program.say("quit")
        assert program.end() == (0, "", "")


def test_options_change_the_board_the_lines_and_the_evaluation() -> None:
    with small() as program:
        program.say("position startpos", "setoption name size value 5x4", "setoption name MultiPV value 2")
        program.say("setoption name EVALUATE value 3*piece", "setoption name Threads value 2")
        program.say("isready", "position startpos", "go depth 2")
        assert program.hear("readyok") == ["readyok"]
        *infos, best = program.hear("bestmove")
        assert best.split()[1] in map(str, game("breakthrough", size="5x4").start().moves())
        ranks = [re.search(r"multipv (\d)", line) for line in infos if " pv " in line]
        assert [rank and rank[1] for rank in ranks] == ["1", "2"] * (len(ranks) // 2)
        program.say("ugi")
        offered = program.hear("ugiok")
        assert "option name Size type string default 5x4" in offered
        assert "option name Evaluate type string default 3*piece" in offered
        program.say("setoption name Evaluate value <empty>", "position fen b3/4/4/3w black", "go depth 1")
        assert program.hear("bestmove")[-1].split()[1] in map(str, ON.position("b3/4/4/3w black").moves())


def test_a_finished_game_has_no_move() -> None:
    with small() as program:
        program.say("position fen 4/4/4/b2w white", "query gameover", "query result", "go depth 3")
        heard = program.hear("bestmove")
        assert heard[:2] == ["response true", "response p1win"]
        assert heard[2].startswith("info string the game is over: black wins: ")
        assert heard[3] == "bestmove none"


def test_a_win_is_told_in_plies() -> None:
    with small() as program:
        program.say("position fen 4/4/b3/3w black", "go depth 5")
        *_, info, best = program.hear("bestmove")
        assert " score mate 1 " in info
        assert info.endswith(f"pv {best.removeprefix('bestmove ')}")


def test_clocks_are_kept() -> None:
    with Dialogue(engine("othello", "--hash", "1")) as program:
        program.say("isready")
        program.hear("readyok")
        began = time.monotonic()
        for line in (
            "go p1time 500 p2time 99999999 p1inc 0 p2inc 0",
            "go movetime 100",
            "go p1time 1",
            "go nodes 10",
        ):
            program.say("position startpos", line)
            program.hear("bestmove")
        assert time.monotonic() - began < 20


def test_the_position_of_the_command_line_is_where_it_begins() -> None:
    with Dialogue(engine("breakthrough", "--position", "b3/4/4/3w white", "--hash", "1")) as program:
        assert program.ask("query p1turn", "response") == "response false"
        program.say("uginewgame")
        assert program.ask("query p1turn", "response") == "response true"


def test_a_game_from_a_file_is_played_too() -> None:
    with Dialogue(engine(str(NIM), "--size", "1x9")) as program:
        program.say("ugi")
        assert "option name Most type spin default 3 min 1 max 5" in program.hear("ugiok")
        program.say("setoption name Most value 2", "position startpos", "go depth 9")
        assert program.hear("bestmove")[-1].startswith("bestmove ")


def test_an_interrupt_ends_it_in_one_line() -> None:
    with Dialogue(engine("othello", "--hash", "1")) as program:
        program.say("isready", "position startpos", "go infinite")
        program.hear("info")
        program.process.send_signal(signal.SIGINT)
        code, _, errors = program.end()
        assert code == 130
        complaints = [line for line in errors.splitlines() if "compiling" not in line]
        assert complaints == ["plyground: interrupted"]


def test_a_closed_pipe_ends_it_quietly() -> None:
    command = engine("breakthrough", "--size", "4", "--hash", "1")
    process = subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.PIPE)
    assert process.stdin is not None
    assert process.stdout is not None
    process.stdout.close()
    process.stdin.write(b"ugi\nisready\n")
    process.stdin.flush()
    assert process.wait(60) == 0
    assert process.stderr is not None
    assert b"Traceback" not in process.stderr.read()
    process.stdin.close()
    process.stderr.close()


def test_a_heuristic_that_fails_ends_it_with_one_line(tmp_path: Path) -> None:
    file = tmp_path / "mine.py"
    file.write_text("def bad(board, state):\n    print('bestmove a1')\n    return [][int(state.player)]\n")
    with small("--evaluate", f"{file}:bad") as program:
        code, output, errors = program.end()
        assert (code, output) == (2, "")
        assert "line 3: IndexError: list index out of range" in errors.splitlines()[-1]


def test_mistakes_on_the_command_line() -> None:
    assert mistake("engine", "breakthrough", "--threads", "9999").startswith("9999 threads cannot search")
    assert mistake("engine", "breakthrough", "--evaluate", "nice").startswith("there is no heuristic 'nice'")
    assert mistake("engine", "breakthrough", "--hash", "-1").startswith("a table of -1 MB cannot be made")


def test_a_proof_is_told_and_an_infinite_search_waits_for_stop() -> None:
    with small("--evaluate", "piece") as program:
        program.say("position fen b3/3w/4/4 white", "isready", "go infinite")
        assert program.hear("readyok")
        assert " score mate 1 proved win distance 1 " in program.hear("info")[-1]
        time.sleep(0.3)  # it would have answered by then
        program.say("isready")
        assert program.hear("readyok") == ["readyok"]
        program.say("stop")
        assert program.hear("bestmove")[-1].startswith("bestmove d3-")
