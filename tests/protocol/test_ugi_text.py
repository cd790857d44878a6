"""What is written in the protocol is read again as the same."""

from __future__ import annotations

import random

import pytest

from plyground.core.position import Move, Position, game
from plyground.engine import Engine
from plyground.errors import IllegalMoveError, NotationError, PositionError
from plyground.protocol.ugi_text import (
    facts_about,
    read_go,
    read_info,
    read_position,
    write_go,
    write_info,
    write_position,
    write_progress,
)
from plyground.search.limit import Clock, Limit
from plyground.search.proof import Proof
from plyground.search.report import Line, Report
from plyground.search.score import LARGEST_EVALUATION, UNIT, WIN

START = game("breakthrough", size=4).start()


def walk(position: Position, plies: int, seed: int) -> Position:
    chance = random.Random(seed)
    for _ in range(plies):
        if position.outcome is None:
            position = position.play(chance.choice(position.moves()))
    return position


@pytest.mark.parametrize("name", ["breakthrough", "duel", "konane", "othello"])
def test_a_position_keeps_its_past(name: str) -> None:
    on = game(name)
    position = walk(on.start(), 15, seed=4)
    command, _, text = write_position(position).partition(" ")
    assert command == "position"
    read = read_position(on, text).position
    assert [each.text for each in read.line()] == [each.text for each in position.line()]


def test_a_position_text_brings_its_size_and_its_pits() -> None:
    other = game("duel", size=6, seed=3).start()
    text = write_position(other).removeprefix("position ")
    assert read_position(game("duel", size=3), text).position == other


def test_the_start_is_that_of_the_game() -> None:
    assert read_position(START.game, "startpos").position == START
    played = read_position(START.game, "startpos moves b3xa2 b1xa2").position
    assert played == START.play("b3xa2").play("b1xa2")
    assert read_position(START.game, f"fen {START.text} moves").position == START


@pytest.mark.parametrize("name", ["breakthrough", "duel", "konane", "othello"])
def test_what_was_told_before_is_not_played_again(name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    line = walk(game(name).start(), 12, seed=5).line()
    texts = [write_position(each).removeprefix("position ") for each in line]
    play, played = Position.play, list[object]()

    def spy(position: Position, move: Move | str) -> Position:
        played.append(move)
        return play(position, move)

    monkeypatch.setattr(Position, "play", spy)
    told = None
    for text, expected in zip(texts, line, strict=True):
        told = read_position(game(name), text, told)
        assert [each.text for each in told.position.line()] == [each.text for each in expected.line()]
    assert len(played) == len(line) - 1
    assert played[-1] == str(line[-1].last_move)


@pytest.mark.parametrize(
    "text",
    [
        "startpos moves b3xa2",  # taken back
        "startpos moves b3xa2 b1xa2 c3xb2",
        "startpos moves b3xc2 b1xc2",  # another move
        "startpos moves b3xc2 b1xc2 a3xb2",
        "startpos",
        f"fen {START.text} moves b3xa2 b1xa2",  # told in other words
        "fen 4b/5/2b2/1w3/w4 black moves c3xb2",
    ],
)
def test_it_does_not_matter_what_was_told_before(text: str) -> None:
    last = read_position(START.game, "startpos moves b3xa2 b1xa2")
    assert read_position(START.game, text, last) == read_position(START.game, text)


@pytest.mark.parametrize(
    ("text", "problem"),
    [
        ("", NotationError),
        ("startpos b3xa2", NotationError),
        ("fen", NotationError),
        ("fen 4/4/4/5 black", NotationError),
        ("fen 4/4 black", PositionError),
        ("startpos moves a9", NotationError),
        ("startpos moves a3-a1", IllegalMoveError),
        ("moves a3-a2", NotationError),
    ],
)
def test_a_position_that_cannot_be_is_refused(text: str, problem: type[Exception]) -> None:
    with pytest.raises(problem):
        read_position(START.game, text)


@pytest.mark.parametrize(
    "limit",
    [
        Limit(),
        Limit(seconds=1.5),
        Limit(depth=7),
        Limit(nodes=1000),
        Limit(clock=Clock(60, 0.5)),
        Limit(seconds=2, depth=3, nodes=4, clock=Clock(5)),
    ],
)
@pytest.mark.parametrize("player", [0, 1])
def test_a_limit_is_read_as_it_was_written(limit: Limit, player: int) -> None:
    command, _, text = write_go(limit).partition(" ")
    assert command == "go"
    assert text
    assert read_go(text, player) == limit


def test_only_the_clock_of_the_player_to_move_matters() -> None:
    text = "p1time 1000 p2time 2500 p1inc 10 p2inc 30"
    assert read_go(text, 0).clock == Clock(1, 0.01)
    assert read_go(text, 1).clock == Clock(2.5, 0.03)
    assert read_go("p1time 1000 p1inc 10", 1).clock is None


def test_numbers_out_of_bounds_are_taken_for_the_nearest() -> None:
    text = "depth 0 nodes 0 movetime -5 p1time -10 p1inc -3"
    assert read_go(text, 0) == Limit(0.001, 1, 1, Clock(0.001, 0.0))
    assert read_go("depth 100000", 0) == Limit(depth=128)
    assert write_go(Limit(seconds=0.0001, clock=Clock(0.0001))) == (
        "go p1time 1 p2time 1 p1inc 0 p2inc 0 movetime 1"
    )


@pytest.mark.parametrize(
    "text", ["", "infinite", "depth", "depth x", "searchmoves a b", f"depth {'9' * 5000}"]
)
def test_words_without_sense_limit_nothing(text: str) -> None:
    assert read_go(text, 0) == Limit()


@pytest.mark.parametrize(
    ("score", "text"),
    [
        (0, "cp 0"),
        (1500, "cp 150"),
        (-20, "cp -2"),
        (WIN - 3 * UNIT, "mate 3"),
        (4 * UNIT - WIN, "mate -4"),
        (LARGEST_EVALUATION, f"cp {LARGEST_EVALUATION // 10}"),
    ],
)
def test_a_score_is_in_hundredths_or_in_plies_to_the_end(score: int, text: str) -> None:
    line = Line(START, (START.moves()[0].code,), score)
    written = write_info(Report((line,), 5, 5, 1000, 0.5, 0.25))
    move = START.moves()[0]
    assert written == f"info depth 5 score {text} nodes 1000 nps 2000 time 500 hashfull 250 pv {move}"
    read = read_info(written.removeprefix("info "))
    assert (read.exact_score, read.depth, read.nodes, read.seconds) == (score, 5, 1000, 0.5)
    assert (read.table_fill, read.rank, read.line) == (0.25, 1, (str(move),))


def test_several_lines_have_their_rank() -> None:
    *_, report = Engine(START.game, "piece", megabytes=1).search(START, Limit(depth=2), lines=2)
    infos = [read_info(write_info(report, rank).removeprefix("info ")) for rank in (1, 2)]
    assert [info.rank for info in infos] == [1, 2]
    assert [info.line for info in infos] == [tuple(map(str, line.moves)) for line in report.lines]
    progress = read_info(write_progress(report).removeprefix("info "))
    assert (progress.depth, progress.exact_score, progress.line) == (2, None, ())


@pytest.mark.parametrize(
    "text", ["", "depth", "score", "score cp", "score cp x mate y", f"nodes {'9' * 5000}"]
)
def test_an_info_without_sense_tells_nothing(text: str) -> None:
    info = read_info(text)
    assert (info.exact_score, info.depth, info.nodes, info.line) == (None, None, None, ())


def test_counts_below_nothing_are_not_believed() -> None:
    info = read_info("depth -3 nodes -1 time -5 score cp -7")
    assert (info.depth, info.nodes, info.seconds, info.exact_score) == (None, None, None, -70)


def test_facts_about_a_position() -> None:
    assert facts_about(START) == {"p1turn": "true", "gameover": "false", "result": "none"}
    won = game("breakthrough").position("6/6/6/6/6/b4w white")
    assert facts_about(won) == {"p1turn": "false", "gameover": "true", "result": "p1win"}
    drawn = game("othello", size=4).position("bbbb/bbbb/wwww/wwww black")
    assert facts_about(drawn)["result"] == "draw"


@pytest.mark.parametrize(
    "proof", [None, Proof("draw"), Proof("win", margin=12), Proof("loss", distance=4), Proof("loss", -2, 0)]
)
def test_proofs_are_read_as_they_were_written(proof: Proof | None) -> None:
    position = game("othello").start()
    line = Line(position, (position.moves()[0].code,), 0, proof)
    written = write_info(Report((line,), 5, 5, 1000, 0.5, 0.25))
    read = read_info(written.removeprefix("info "))
    assert (read.proof, read.depth, read.exact_score) == (proof, 5, 0)
    assert ("proved" in written) == (proof is not None)


def test_a_claim_that_is_none_is_passed_over() -> None:
    assert read_info("depth 3 score cp 5 proved nonsense pv d3").proof is None
    assert read_info("depth 3 score cp 5 proved").proof is None
