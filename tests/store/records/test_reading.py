"""Reading records: what people write is understood, and what is wrong is told with its place."""

from __future__ import annotations

from dataclasses import replace

import pytest

from plyground.errors import PlygroundError, RecordError
from plyground.store.records import GameRecord, PlayedMove, Termination, read_game, read_games, write_game
from plyground.store.records.scanning import read_thoughts
from plyground.store.records.text_writing import LARGEST_GAME, LONGEST_TEXT, MOST_MOVES
from tests.strangers import NIM

from .games import small_record

PLAIN = """[Game "othello"]
[Size "4"]
[Black "Ann"]
[White "Bob"]

1. b1 a1 2. a2 *
"""


def moves_of(record: GameRecord) -> list[str]:
    return [played.text for played in record.moves]


def test_a_game_written_by_hand() -> None:
    assert read_game(PLAIN) == GameRecord(
        game="othello",
        options={"size": "4"},
        start="4/1wb1/1bw1/4 black",
        players=("Ann", "Bob"),
        moves=(PlayedMove("b1"), PlayedMove("a1"), PlayedMove("a2")),
        termination=Termination.UNFINISHED,
    )


def test_little_is_needed() -> None:
    record = read_game('[Game "othello"] *')
    assert record.players == ("?", "?")
    assert record.options == {"size": "8"}
    assert record.moves == ()


def test_what_is_left_out_of_the_end_is_taken_from_the_result() -> None:
    text = write_game(small_record())
    for header in ('[Termination "normal"]\n', '[Result "white"]\n'):
        assert header in text
        text = text.replace(header, "")
    assert read_game(text) == small_record()


def test_names_and_moves_come_out_as_the_game_writes_them() -> None:
    text = '[Game "WUMPUS"]\n[Size "3x3"]\n[Start "whm/3/WHM adversary 0"]\n1.a3a2 a1a2 draw'
    text = text.replace("draw", "*")
    record = read_game(text)
    assert record.game == "duel"
    assert record.options == {"size": "3", "seed": "0", "quiet": "50", "repetitions": "3"}
    assert record.start == "whm/3/WHM adversary"
    assert moves_of(record) == ["a3-a2", "a1xa2"]


def test_a_start_brings_its_size() -> None:
    record = read_game('[Game "othello"]\n[Start "4/1wb1/1bw1/4 black"]\n*')
    assert record.options == {"size": "4"}


def test_numbers_may_be_left_out_and_lines_broken_anywhere() -> None:
    for moves in (
        "b1 a1 a2 *",
        "1.b1 a1 2.a2 *",
        "1. b1 1... a1 2. a2 *",
        "1.\nb1\n\n\ta1 a2\n*",
        "b1 1... a1 a2 *",
    ):
        assert read_game(PLAIN.partition("1.")[0] + moves) == read_game(PLAIN)


def test_comments_of_people_are_skipped() -> None:
    text = """; by hand
[Game "othello"] ; the game
{of a small board}
[Size "4"]
[Black "Ann"]
[White "Bob"]
{ [Tag "a" "b"] ; }
1. b1 {a fine
move} {0.5s} ; a1 a1 a1 } {
a1 2. {why not?} a2 {} {d3 is better} * {adjourned}
; the end
"""
    assert read_game(text) == read_game(PLAIN)


def test_thoughts_stand_directly_behind_their_move() -> None:
    text = PLAIN.replace("b1", "b1 {0.5s d3}").replace(
        "a1 2. a2", "a1 {+1.5} 2. {0.5s} a2\n{0.25s d12 -1e-05 n99}"
    )
    assert read_game(text).moves == (
        PlayedMove("b1", seconds=0.5, depth=3),
        PlayedMove("a1", score=1.5),
        PlayedMove("a2", 0.25, -1e-05, 12, 99),
    )


@pytest.mark.parametrize(
    "comment",
    ["{}", "{ }", "{good}", "{d8 0.5s}", "{d8 d8}", "{0.5s good}", "{0.5}", "{1e999s}", "{n1.5}", "{d٣}"],
)
def test_other_comments_are_no_thoughts(comment: str) -> None:
    assert read_thoughts("a1", comment) is None


def test_tags_are_kept() -> None:
    text = PLAIN.replace("[Black", '[Event "club"]\n[Tag "Game" "night"]\n[Tag "" "\\u2028\\x00\\n"]\n[Black')
    assert read_game(text).tags == {"Event": "club", "Game": "night", "": "\u2028\x00\n"}


def test_windows_line_ends_and_blanks_do_no_harm() -> None:
    assert list(read_games(PLAIN.replace("]\n", "] \t\n"))) == [read_game(PLAIN)]


def test_many_games() -> None:
    games = [small_record(seed) for seed in range(4)]
    text = "; four of them\n" + "\n".join(map(write_game, games)) + "\n; no more\n"
    assert list(read_games(text)) == games
    assert list(read_games("")) == list(read_games("\n; nothing\n")) == []


def test_a_problem_in_a_later_game_has_its_line() -> None:
    text = write_game(small_record()) + "\n" + PLAIN.replace("a2", "a3")
    games = read_games(text)
    assert next(games) == small_record()
    with pytest.raises(RecordError) as caught:
        next(games)
    lines = text.splitlines()
    assert caught.value.line == len(lines)
    assert caught.value.column == lines[-1].index("a3") + 1


def headers(more: str, moves: str = "1. b1 a1 2. a2 *") -> str:
    return f'[Game "othello"]\n[Size "4"]\n{more}\n{moves}'


WRONG = [
    ("", 1, 1, 'a game begins with its name, such as [Game "othello"]'),
    ("1. b1", 1, 1, "a game begins with its name"),
    ('[Size "4"]\n*', 1, 1, "a game begins with its name"),
    ("[Game", 1, 6, 'a header looks like [Name "value"]'),
    ('[Game "othello]\n*', 1, 16, 'a header looks like [Name "value"]'),
    ('[Game "othello"\n*', 1, 16, 'a header looks like [Name "value"]'),
    ("[Game othello]\n*", 1, 7, 'a header looks like [Name "value"]'),
    ('[Game"othello"]\n*', 1, 6, 'a header looks like [Name "value"]'),
    ('[Game "oth\\ello"]\n*', 1, 11, 'a header looks like [Name "value"]'),
    ('[Game "chess"]\n*', 1, 7, "there is no game 'chess' (there are: breakthrough, "),
    (f'[Game "{NIM}"]\n*', 1, 7, "there is no game "),
    ('[Game "othello"]\n[Size "5"]\n*', 2, 7, "size 5 is not played; allowed: 4, 6, 8"),
    ('[Game "duel"]\n[Repetitions "1"]\n*', 1, 7, "repetitions 1 is not allowed"),
    (headers('[Start "4/4/4/4 black"]'), 3, 8, "0 discs are too few"),
    (headers('[Start "4/4"]'), 3, 8, "the player to move is missing: black or white"),
    (headers('[Start "6/6/2wb2/2bw2/6/6 black"]'), 3, 8, "the first position is 6x6, but the size is 4"),
    (headers('[size "4"]'), 3, 7, "this header is written Size, not size"),
    (headers('[Size "4"]'), 3, 1, "'Size' is there twice"),
    (headers('[Event "a"]\n[Event "b"]'), 4, 1, "'Event' is there twice"),
    (headers('[Event "a"]\n[Tag "Event" "b"]'), 4, 14, "'Event' is there twice"),
    (headers('[Tag "Event"]'), 3, 6, "only [Tag ...] has two values"),
    (headers('[Event "a" "b"]'), 3, 12, "only [Tag ...] has two values"),
    (headers('[Event "a" "b" "c"]'), 3, 16, 'a header looks like [Name "value"]'),
    (headers('[Tag "a" b]'), 3, 10, 'a header looks like [Name "value"]'),
    (headers('[É "a"]'), 3, 2, 'a header looks like [Name "value"]'),
    (headers('[Given "few"]'), 3, 8, "'few' is not a number of moves"),
    (headers('[Given "-1"]'), 3, 8, "'-1' is not a number of moves"),
    (headers('[Given "4"]'), 4, 16, "4 moves were given, but there are 3"),
    (headers('[Result "black wins"]'), 3, 9, "this is no result: black, white, draw, *"),
    (headers('[Result "draw"]'), 4, 16, "the header says that the result is draw, here it is *"),
    (headers('[Termination "tim"]'), 3, 14, "no game ends by 'tim'; did you mean 'time'?"),
    (headers('[Termination "time"]'), 4, 16, "the result * does not fit the termination 'time'"),
    (headers('[Termination "unfinished"]', "b1 draw"), 4, 4, "the result draw does not fit the termination"),
    (headers("", "b1 a1 {unfinished"), 4, 7, "this comment does not end"),
    (headers("", "b1 a1"), 4, 4, "a game ends with its result: black, white, draw, *"),
    (headers(""), None, 0, ""),
    (headers("", "* b1"), 4, 3, "a game ends with its result"),
    (headers("", "b1 a1 } *"), 4, 7, "'}' cannot stand here"),
    (headers("", 'b1 "a1" *'), 4, 4, "'\"' cannot stand here"),
    (headers("", 'b1 [Black "Ann"] *'), 4, 4, "headers stand before the moves"),
    (headers("", "1. b1 3. a1 *"), 4, 7, "the next move has the number 1..."),
    (headers("", "1. b1 a1 3. a2 *"), 4, 10, "the next move has the number 2."),
    (headers("", "1. b1 b1 *"), 4, 7, "b1 is not legal: white can play a1, c1, a3"),
    (headers("", "1. b1 e9 *"), 4, 7, "there is no square e9"),
    (headers("", "1. b1 O-O *"), 4, 7, "a move looks like d3, c1-e1, b5xc4 or pass"),
    (headers("", "1. b1 black"), 4, 7, "the game is not over by the rules"),
    (headers("", "1. b1 \x1b[31m *"), 4, 7, "the character '\\x1b' cannot stand in a record"),
    (headers('[Event "\ud800"]'), 3, 9, "the character '\\ud800' cannot stand in a record"),
    (headers("", "1. b1 a1\r2. a2 *"), 4, 9, "the character '\\r' cannot stand in a record"),
    (
        headers(f'[Event "{"x" * (LONGEST_TEXT + 1)}"]'),
        3,
        8,
        "a value of more than 10000 characters is too long",
    ),
    (headers("", "b1 " * (MOST_MOVES + 2)), 4, 3 * (MOST_MOVES + 1) + 1, "a game of more than 10000 moves"),
    (headers("", ";" + "x" * LARGEST_GAME), 1, 1, "a game of more than 4000000 characters is too large"),
]


@pytest.mark.parametrize(("text", "line", "column", "problem"), WRONG, ids=[each[3] for each in WRONG])
def test_what_is_wrong_is_told_with_its_place(text: str, line: int | None, column: int, problem: str) -> None:
    if line is None:
        assert moves_of(read_game(text)) == ["b1", "a1", "a2"], "the others differ from a game that is right"
        return
    with pytest.raises(RecordError) as caught:
        read_game(text)
    error = caught.value
    assert (error.line, error.column) == (line, column), str(error)
    assert error.problem.startswith(problem) or problem in error.problem
    assert str(error) == f"line {line}, column {column}: {error.problem}"
    assert str(error).isprintable()
    assert isinstance(error, PlygroundError)


def test_a_result_against_the_rules_is_refused() -> None:
    text = write_game(small_record())
    wrong = text.replace('"white"', '"black"').replace(" white\n", " black\n")
    with pytest.raises(RecordError, match="by the rules the result is another one"):
        read_game(wrong)
    lost = text.replace('"normal"', '"time"')
    with pytest.raises(RecordError, match="the game is over by the rules"):
        read_game(lost)


def test_moves_behind_the_end_are_refused() -> None:
    text = write_game(small_record()).replace(" white\n", " a3-a2 white\n")
    with pytest.raises(RecordError, match="a3-a2 is not legal: the game is over"):
        read_game(text)


def test_a_text_makes_no_file_run(monkeypatch: pytest.MonkeyPatch) -> None:
    def fail(*arguments: object) -> None:
        raise AssertionError("a file was loaded")

    monkeypatch.setattr("plyground.core.discovery.load_module", fail)
    for name in (str(NIM), "nim.py", "./nim.py"):
        with pytest.raises(RecordError, match="there is no game"):
            read_game(f'[Game "{name}"]\n*')


def test_an_error_travels_between_processes() -> None:
    import pickle

    error = RecordError("wrong", 3, 4)
    again = pickle.loads(pickle.dumps(error))  # noqa: S301  # made here
    assert (str(again), again.line, again.column) == ("line 3, column 4: wrong", 3, 4)
    assert str(RecordError("wrong")) == "wrong"


def test_unfinished_games_come_back() -> None:
    record = replace(
        small_record(), moves=small_record().moves[:5], termination=Termination.UNFINISHED, winner=None
    )
    assert read_game(write_game(record)) == record
