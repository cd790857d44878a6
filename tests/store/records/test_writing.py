"""Records as text: what people see."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest

import plyground as ply
from plyground.core.options import Number
from plyground.errors import RecordError
from plyground.store.records import GameRecord, PlayedMove, Termination, read_game, write_game, write_games
from plyground.store.records.text_writing import LONGEST_TEXT, MOST_MOVES, HeaderNames, write_thoughts
from tests.strangers import NIM

from .games import line_of, record_of, small_record

SMALL = small_record()


def test_the_text_of_a_game() -> None:
    thoughts = PlayedMove("d4-c3", 0.12, 3.5, 8, 12345)
    record = replace(
        SMALL, moves=(thoughts, *SMALL.moves[1:]), opening=2, tags={"Event": "a match", "clock": "60+1"}
    )
    assert write_game(record) == (
        '[Game "breakthrough"]\n'
        '[Size "5x4"]\n'
        '[Black "engine:seconds=1"]\n'
        '[White "random"]\n'
        '[Result "white"]\n'
        '[Termination "normal"]\n'
        '[Reason "white broke through"]\n'
        '[Date "2026-07-24T12:30:00+00:00"]\n'
        '[Given "2"]\n'
        '[Event "a match"]\n'
        '[clock "60+1"]\n'
        "\n"
        "1. d4-c3 {0.12s d8 +3.5 n12345} c2-b3 2. a4-a3 b2xa3 3. c5-d4 c1-c2 4. c3xd2\n"
        "c2-d3 5. d4-c3 d3xc4 6. c3-c2 c4xb5 white\n"
    )


def test_the_options_of_a_game_stand_under_their_names() -> None:
    lines = write_game(record_of(line_of("duel", (3, 3), 1))).splitlines()
    assert lines[:7] == [
        '[Game "duel"]',
        '[Size "3"]',
        '[Seed "0"]',
        '[Quiet "50"]',
        '[Repetitions "3"]',
        '[Adversary "engine:seconds=1"]',
        '[Agent "random"]',
    ]
    konane = replace(record_of(line_of("konane", (4, 4), 1)), opening=3)
    assert {'[Opening "corners"]', '[Given "3"]'} < set(write_game(konane).splitlines())


def test_a_start_of_its_own_is_written_and_only_that() -> None:
    line = line_of("othello", (4, 4), 1)
    assert "[Start" not in write_game(record_of(line))
    later = write_game(record_of(line, first=1))
    assert f'[Start "{line[1].text}"]' in later
    first, second, *_ = record_of(line, first=1).moves
    assert f"\n\n1... {first.text} 2. {second.text} " in later, "white moves first"


def test_no_line_of_moves_is_longer_than_80_columns() -> None:
    thoughts: dict[str, Any] = {"seconds": 1 / 3, "score": 2 / 3, "nodes": 10**12}
    thoughtful = replace(SMALL, moves=tuple(replace(each, **thoughts) for each in SMALL.moves))
    for each in (SMALL, thoughtful):
        text = write_game(each).partition("\n\n")[2]
        assert text.count("\n") > 1
        assert max(map(len, text.splitlines())) <= 80
        assert not any(text_line.endswith(".") for text_line in text.splitlines()), (
            "a number stays with its move"
        )


@pytest.mark.parametrize(
    ("played", "comment"),
    [
        (PlayedMove("a1"), ""),
        (PlayedMove("a1", seconds=2), "{2.0s}"),
        (PlayedMove("a1", score=-1.25), "{-1.25}"),
        (PlayedMove("a1", score=0), "{+0.0}"),
        (PlayedMove("a1", seconds=3.9e-05, score=-1e-05), "{0.000039s -0.00001}"),
        (PlayedMove("a1", seconds=1e-300, score=1e300), "{1e-300s +1e+300}"),
        (PlayedMove("a1", depth=12, nodes=3), "{d12 n3}"),
        (PlayedMove("a1", nodes=3, proved=-12), "{n3 p-12}"),
        (PlayedMove("a1", proved=0), "{p+0}"),
        (PlayedMove("a1", seconds=float("nan"), score=float("inf"), depth=1), "{d1}"),
    ],
)
def test_what_a_player_thought_is_a_comment(played: PlayedMove, comment: str) -> None:
    assert write_thoughts(played) == comment


def test_games_are_separated_by_an_empty_line() -> None:
    text = "".join(write_games([SMALL, small_record(2)]))
    assert text == f"{write_game(SMALL)}\n{write_game(small_record(2))}"
    assert list(write_games([])) == []


def test_results_of_all_kinds() -> None:
    stopped = record_of(line_of("breakthrough", (5, 4), 1)[:3])
    drawn = replace(stopped, termination=Termination.MOVE_LIMIT)
    for record, result in ((stopped, "*"), (drawn, "draw"), (SMALL, "white")):
        text = write_game(record)
        assert f'[Result "{result}"]' in text
        assert text.endswith(f" {result}\n")


@pytest.mark.parametrize(
    ("changes", "problem"),
    [
        ({"game": "chess"}, "there is no game 'chess'"),
        ({"options": {"size": "99x9"}}, "size 99x9 is not played"),
        ({"start": "nowhere"}, "is neither a piece"),
        (
            {"players": ("x" * (LONGEST_TEXT + 1), "b")},
            "the name of black has 10001 characters, 10000 are allowed",
        ),
        ({"reason": "x" * 10**6}, "the reason has 1000000 characters"),
        ({"tags": {"x" * 10**6: ""}}, "the name of a tag has 1000000 characters"),
        ({"tags": {"notes": "x" * 10**6}}, "notes has 1000000 characters"),
        ({"tags": {f"t{n}": "x" * 9000 for n in range(500)}}, "characters is too large; 4000000 are allowed"),
        ({"moves": (PlayedMove("a1"),) * (MOST_MOVES + 1)}, "a game of 10001 moves is too long"),
        ({"moves": (PlayedMove("a1} black"),)}, "move 1: 'a1} black' is not a move"),
        ({"moves": (PlayedMove("a4-a3"), PlayedMove(""))}, "move 2: '' is not a move"),
        ({"moves": (PlayedMove("[Game"),)}, "move 1: '[Game' is not a move"),
    ],
    ids=lambda value: value if isinstance(value, str) else "",
)
def test_what_cannot_be_written_is_refused(changes: dict[str, Any], problem: str) -> None:
    with pytest.raises(ply.PlygroundError) as caught:
        write_game(replace(SMALL, **changes))
    assert problem in str(caught.value)
    assert str(caught.value).isprintable()


def test_the_longest_name_is_written_and_read() -> None:
    record = replace(SMALL, players=("\x00" * LONGEST_TEXT, "\U000e0001" * LONGEST_TEXT))
    assert read_game(write_game(record)) == record


def nim_record(rules: Any) -> GameRecord:
    game = ply.Game.of(rules, {"size": (1, 4)})
    line = [position := game.start()]
    while not position.outcome:
        line.append(position := position.play(position.moves()[0]))
    return record_of(line)


def test_a_game_of_a_file_has_its_own_headers(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("plyground.core.discovery._from_files", {})
    rules = ply.game(str(NIM)).rules
    record = nim_record(rules)
    assert write_game(record).startswith(
        '[Game "nim"]\n[Size "1x4"]\n[Most "3"]\n[First "engine:seconds=1"]\n[Second'
    )
    assert read_game(write_game(record)) == record
    monkeypatch.setattr("plyground.core.discovery._from_files", {})
    with pytest.raises(RecordError, match="line 1, column 7: there is no game 'nim'"):
        read_game(write_game_known(rules, record, monkeypatch))


def write_game_known(rules: Any, record: GameRecord, monkeypatch: pytest.MonkeyPatch) -> str:
    with monkeypatch.context() as patch:
        patch.setattr("plyground.core.discovery._from_files", {"nim": rules})
        return write_game(record)


def test_names_that_are_taken_or_cannot_be_written_get_numbers(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("plyground.core.discovery._from_files", {})
    rules = ply.game(str(NIM)).rules
    most = rules.options[1]
    assert isinstance(most, Number)
    strange = replace(
        rules,
        name="strange",
        aliases=(),
        players=("the first", "game"),
        options=(replace(most, name="result"), replace(most, name="RESULT")),
    )
    names = HeaderNames.of(strange)
    assert names.players == ("Player1", "Player2")
    assert names.options == {"Option1": "result", "Option2": "RESULT"}
    assert not names.is_free("player1")
    assert names.is_free("First")
