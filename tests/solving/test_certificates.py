"""Certificates: what is written holds, for both checkers, and is what the walk promises."""

from __future__ import annotations

import errno
import hashlib
import json
import math
import os
import random
import subprocess
import sys
from dataclasses import replace
from pathlib import Path
from typing import Any

import numpy as np
import pytest

import plyground as ply
from plyground.core.discovery import find_rules
from plyground.core.position import Position
from plyground.errors import CertificateError, EngineBusyError, OptionError
from plyground.solving import Solver
from plyground.solving.certificates import (
    CertificateWriter,
    Claim,
    SearchProver,
    ValuesProver,
    certificate_checking,
    check_certificate,
    claims_of,
    write_certificate,
)
from plyground.solving.stored_states import load_state_at, store_state_at
from plyground.solving.textbook import exact_margin
from tests.strangers import NIM

from .backwards import random_duels, values_from
from .boards import FLIPS
from .late import late_positions
from .noughts import RULES as NOUGHTS
from .proofs import TOOL, certify, in_order, is_proof, read_content, tool_refuses, unpack

LATE = [("othello", "8", 7), ("othello", "4", 9), ("konane", "8", 8), ("breakthrough", "6", 4)]


@pytest.fixture
def path(tmp_path: Path) -> Path:
    return tmp_path / "proof"


def check_all(position: Position, path: Path, margin: int) -> None:
    """Check a certificate in every way there is."""
    solution = check_certificate(path, position.game.rules).solution
    assert (solution.position.text, solution.low, solution.high) == (position.text, margin, margin)
    assert is_proof(read_content(path), position.game)
    assert not tool_refuses(path)


def certify_late(name: str, size: str, plies: int, count: int, path: Path, largest: float = math.inf) -> None:
    """Certify so many positions; those that random games leave too hard, or too large, are passed over."""
    done = 0
    for position in late_positions(ply.game(name, size=size), 4 * count, plies, seed=17):
        solution = certify(position, path, nodes=20_000)
        if solution.low == solution.high and done < count and path.stat().st_size <= largest:
            check_all(position, path, solution.low)
            done += 1
    assert done == count


def certify_duels(count: int, path: Path) -> None:
    for position in random_duels(count, seed=3):
        values = values_from(position)
        margin = values[position.repetition_key][0]
        prover = ValuesProver(position.game, values.get)
        *_, written = CertificateWriter(prover, position, claims_of(position, margin, margin), path).run()
        assert written.bytes == path.stat().st_size
        check_all(position, path, margin)


@pytest.mark.parametrize(("name", "size", "plies"), LATE)
def test_late_positions_of_each_game_are_certified(name: str, size: str, plies: int, path: Path) -> None:
    certify_late(name, size, plies, 6, path, largest=20_000)  # plain Python checks each position


def test_duels_are_certified_with_repetition(path: Path) -> None:
    certify_duels(8, path)


@pytest.mark.parametrize(
    ("text", "margin"),
    [
        ("5w/3*2/*5/5*/2*3/H5 adversary", 1),  # in 13 plies
        ("w5/1*4/H*4/*5/2*3/6 agent", 0),  # it stays out of reach
    ],
)
def test_two_pieces_on_the_usual_board_of_the_duel(text: str, margin: int, path: Path) -> None:
    position = ply.game("duel").position(text)
    solution = ply.solve(position, megabytes=16, certificate=path)
    assert (solution.method, solution.low, solution.high) == ("retrograde", margin, margin)
    check_all(position, path, margin)


@pytest.mark.long
@pytest.mark.parametrize(("name", "size", "plies"), LATE)
def test_a_hundred_late_positions_of_each_game(name: str, size: str, plies: int, path: Path) -> None:
    certify_late(name, size, plies, 100, path)


@pytest.mark.long
def test_a_hundred_duels(path: Path) -> None:
    certify_duels(100, path)


@pytest.mark.parametrize(
    ("name", "size", "value"),
    [("konane", "5", 1), ("konane", "4x5", -1), ("breakthrough", "4x3", -1), ("othello", "4", -8)],
)
def test_whole_boards_are_certified(name: str, size: str, value: int, path: Path) -> None:
    position = ply.game(name, size=size).start()
    certify(position, path)
    check_all(position, path, value)


def test_a_proof_takes_the_shortest_of_the_ways_that_a_game_decides(path: Path) -> None:
    """A pawn cannot be stopped here: a winner that dawdles allows the opponent many more positions."""
    rules, counts = find_rules("breakthrough"), []
    for loss_distance in (rules.loss_distance, None):
        game = ply.Game.of(replace(rules, loss_distance=loss_distance), {"size": "6"})
        position = game.position("b3bb/bw2bb/3bb1/b1bb1w/1www1w/4w1 black")
        solver = Solver(game, megabytes=64)
        *_, solution = solver.run(position)
        *_, written = write_certificate(solver, solution, path)
        counts.append(written.positions)
        if loss_distance is not None:
            check_all(position, path, 1)
    assert 100 * counts[0] < counts[1]


def test_a_margin_is_two_proofs_and_a_win_is_one(path: Path) -> None:
    certify(ply.game("othello", size=4).start(), path)
    claims = [(proof.player, proof.at_least) for proof in read_content(path).header.proofs]
    assert claims == [("black", -8), ("white", 8)]
    certify(ply.game("konane", size=5).start(), path)
    assert [(proof.player, proof.at_least) for proof in read_content(path).header.proofs] == [("black", 1)]


def test_a_draw_is_a_proof_for_each_side(path: Path) -> None:
    game = ply.Game.of(NOUGHTS, {})
    certify(game.start(), path)
    content = read_content(path)
    assert [(proof.player, proof.at_least) for proof in content.header.proofs] == [
        ("crosses", 0),
        ("noughts", 0),
    ]
    assert is_proof(content, game)
    checked = check_certificate(path, NOUGHTS)
    assert checked.solution.value == "draw"


def test_passes_are_moves_of_either_side(path: Path) -> None:
    """In all these positions a side has to pass at some time, and one begins with a pass."""
    for text in ("bbbb/bwww/bwww/1ww1 black", "1wb1/wwb1/wbb1/bbb1 white", "1bbb/wbbb/wwwb/www1 white"):
        position = ply.game("othello").position(text)
        certify(position, path)
        check_all(position, path, exact_margin(position))


def test_a_finished_game_needs_no_positions(path: Path) -> None:
    position = ply.game("othello").position("wwww/wwww/wwww/wwwb black")
    certify(position, path)
    check_all(position, path, -14)
    assert read_content(path).lines == ((), ())


@pytest.mark.parametrize(("file", "size"), [(NIM, "1x7"), (FLIPS, "1x9")])
def test_games_of_others_are_certified(file: Path, size: str, path: Path) -> None:
    game = ply.game(str(file), size=size)
    for position in late_positions(game, 3, 5, seed=1):
        certify(position, path)
        margin = exact_margin(position)
        checked = check_certificate(path, game.rules)
        assert (checked.solution.low, checked.solution.high) == (margin, margin)
        assert is_proof(read_content(path), game)


def test_the_list_is_what_the_moves_lead_to_with_the_longest_distances(path: Path) -> None:
    """The plain twin of the compiled walk: follow the moves, and count from the end."""
    position = ply.game("konane", size="4x5").start()
    certify(position, path)
    header, (lines,) = read_content(path)
    (proof,), player = header.proofs, 1
    moves, distances = {}, {}
    for line in lines:
        listed = unpack(line.packed, header, proof, position.game, player)
        moves[listed.text], distances[listed.text] = str(in_order(listed)[line.move]), line.distance
    longest: dict[str, int] = {}

    def follow(here: Position) -> int:
        """Return how many moves of the claimant are left at most."""
        if here.outcome is not None:
            return 0
        if here.player != player:
            return max(follow(here.play(move)) for move in here.moves())
        if here.text not in longest:
            longest[here.text] = 1 + follow(here.play(moves[here.text]))
        return longest[here.text]

    assert follow(position) == proof.longest
    assert longest == distances


def test_plain_python_writes_the_same_bytes(tmp_path: Path) -> None:
    program = (
        "import sys, plyground as ply; "
        "ply.solve(ply.game('konane', size='4x5').start(), megabytes=1, certificate=sys.argv[1])"
    )
    compiled, plain = tmp_path / "compiled", tmp_path / "plain"
    for file, is_plain in ((compiled, "0"), (plain, "1")):
        environment = {**os.environ, "NUMBA_DISABLE_JIT": is_plain}
        subprocess.run([sys.executable, "-c", program, str(file)], check=True, env=environment)
    assert compiled.read_bytes() == plain.read_bytes()


@pytest.mark.parametrize("game", ["duel", "othello"])
def test_states_are_stored_and_loaded_again(game: str) -> None:
    position = ply.game(game).start()
    memory = np.zeros(64, np.uint64)
    store_state_at(position.state, np.uint64(memory.ctypes.data))
    form = position.play(position.moves()[0]).state
    assert load_state_at(form, np.uint64(memory.ctypes.data)) == position.state


def test_a_table_that_has_lost_everything_is_searched_again(tmp_path: Path) -> None:
    position = ply.game("konane", size=5).start()
    solver = Solver(position.game, megabytes=0)
    *_, solution = solver.run(position)
    *_, written = write_certificate(solver, solution, tmp_path / "small")
    assert written.positions > 100
    check_all(position, tmp_path / "small", 1)


def test_the_header_identifies_everything(path: Path) -> None:
    certify(ply.game("konane", size="4x5", opening="any").start(), path)
    first, second, body = path.read_bytes().split(b"\n", 2)
    header = json.loads(first)
    assert (header["format"], header["version"]) == ("plyground certificate", 1)
    assert (header["game"], header["options"]) == ("konane", {"size": "4x5", "opening": "any"})
    assert (header["position"], header["letters"]) == ("bwbwb/wbwbw/bwbwb/wbwbw black", "bw")
    assert (header["method"], header["program"]) == ("dfpn", f"plyground {ply.__version__}")
    assert header["sha256"] == hashlib.sha256(body).hexdigest()
    assert second.decode() == hashlib.sha256(first).hexdigest()


def run_tool(*words: str) -> subprocess.CompletedProcess[str]:
    """Run Python without the packages that are installed for it."""
    command = [sys.executable, "-I", "-S", *words]
    return subprocess.run(command, capture_output=True, text=True, check=False)


def test_the_checker_in_tools_needs_no_plyground(path: Path) -> None:
    certify(ply.game("othello", size=4).start(), path)
    finished = run_tool("-X", "importtime", str(TOOL), str(path))
    assert finished.returncode == 0
    assert finished.stdout.splitlines() == [
        "valid: othello 4x4, 4/1wb1/1bw1/4 black",
        "black gets at least -8: 121 positions",
        "white gets at least +8: 98 positions",
    ]
    assert "hashlib" in finished.stderr
    assert not any(name in finished.stderr for name in ("plyground", "numpy", "numba"))
    assert "plyground" not in "".join(
        line for file in TOOL.parent.glob("certificates/*.py") for line in file.read_text().lower()
    )


def test_the_checker_in_tools_tells_what_is_wrong(path: Path) -> None:
    path.write_bytes(b"nothing\n")
    finished = run_tool(str(TOOL), str(path))
    assert finished.returncode == 1
    assert finished.stderr.splitlines() == [f"{path}: not valid: it is damaged, or not a certificate"]
    assert run_tool(str(TOOL)).returncode == 2


def test_lists_longer_than_memory_are_sorted_in_files(monkeypatch: pytest.MonkeyPatch, path: Path) -> None:
    from .proofs import tool

    monkeypatch.setattr(certificate_checking, "RECORDS_IN_MEMORY", 50)
    monkeypatch.setattr(tool(), "HELD", 50)
    position = ply.game("konane", size=5).start()
    certify(position, path)
    check_all(position, path, 1)
    chance = random.Random(1)
    with certificate_checking.RecordSorter(2) as sorter:
        given = [chance.randbytes(2) for _ in range(20_000)]
        for record in given:
            sorter.add(record)
        assert list(sorter) == sorted(set(given))


class _Circling:
    """A prover of a game that goes round in circles, though it does not say so."""

    def __init__(self, prover: ValuesProver) -> None:
        self.game, self.method, self.repetition = prover.game, prover.method, True
        self.find_move, self.workspace = prover.find_move, prover.workspace

    def make_room(self, size: int) -> bool:
        return True

    def stop(self) -> None: ...

    def prove_move(self, state: Any, goal: int) -> int:
        moves = np.zeros(64, np.int32)
        count = self.game.rules.legal_moves(self.game.board, state, moves)
        return int(moves[:count][-1])


def test_a_win_is_not_proved_by_going_round_in_circles(path: Path) -> None:
    """A hero cannot be killed by a wumpus: to wander about is enough for a draw, and no more."""
    position = ply.game("duel").position("w2/3/2H adversary")
    prover = _Circling(ValuesProver(position.game, {}.get))
    writer = CertificateWriter(prover, position, (Claim(0, 1),), path)
    with pytest.raises(CertificateError, match="positions repeat"):
        list(writer.run())
    assert not path.exists()
    list(CertificateWriter(prover, position, (Claim(0, 0),), path).run())
    assert check_certificate(path).solution.low == 0
    assert not tool_refuses(path)


def test_a_wrong_claim_cannot_be_written(path: Path) -> None:
    position = ply.game("konane", size=5).start()
    solver = Solver(position.game, megabytes=1)
    solver.prepare()
    with solver.searching(), pytest.raises(CertificateError, match="cannot prove"):
        list(CertificateWriter(SearchProver(solver.searcher), position, (Claim(1, 1),), path).run())
    assert list(path.parent.iterdir()) == []
    with pytest.raises(OptionError, match="nothing is proved"):
        CertificateWriter(SearchProver(solver.searcher), position, claims_of(position, -1, 1), path)


def test_a_writer_that_is_stopped_leaves_nothing(path: Path) -> None:
    position = ply.game("konane", size=5).start()
    solver = Solver(position.game, megabytes=1)
    *_, solution = solver.run(position)
    with solver.searching():
        writer = CertificateWriter(SearchProver(solver.searcher), position, claims_of(position, 1, 1), path)
        writer.stop()
        with pytest.raises(CertificateError, match="it was stopped"):
            list(writer.run())
        with pytest.raises(EngineBusyError):
            list(write_certificate(solver, solution, path))
    assert list(path.parent.iterdir()) == []


def test_solve_writes_a_certificate(path: Path) -> None:
    position = ply.game("konane", size=5).start()
    solution = ply.solve(position, certificate=path, megabytes=1)
    assert solution.certificate == str(path)
    check_all(position, path, 1)
    assert ply.solve(position, ply.Limit(nodes=5), certificate=path.with_name("none")).certificate is None
    assert not path.with_name("none").exists()


def test_a_pipe_or_a_device_is_not_replaced(tmp_path: Path) -> None:
    pipe, position = tmp_path / "pipe", ply.game("konane", size=4).start()
    os.mkfifo(pipe)
    with pytest.raises(OSError, match="needs a file to be read back") as raised:
        ply.solve(position, certificate=pipe)
    assert raised.value.filename == str(pipe)
    solver = Solver(position.game, megabytes=1)
    *_, solution = solver.run(position)
    with pytest.raises(OSError, match="needs a file to be read back"):
        list(write_certificate(solver, solution, pipe))
    assert pipe.is_fifo()
    assert list(tmp_path.iterdir()) == [pipe]


def test_a_place_that_cannot_be_written_is_told_before_anything_is_solved(tmp_path: Path) -> None:
    position = ply.game("othello").start()
    for place, number in ((tmp_path, errno.EISDIR), (tmp_path / "no" / "file", errno.ENOENT)):
        with pytest.raises(OSError, match=str(place)) as raised:
            ply.solve(position, certificate=place)
        assert raised.value.errno == number
