"""Whole sessions over a pipe: commands, taking back, resigning, the end of a game."""

from __future__ import annotations

from pathlib import Path

import pytest

from plyground.store import EventKind, EventState, Store
from plyground.store.records import Termination, read_game, replay

from .playing import FIRST_MOVES, answer_to, kept_games, play, transcript

SMALL = ("breakthrough", "human", "first", "--size", "5x4")
FULL_GAMES = {
    "breakthrough": ("breakthrough", "human", "random", "--size", "5x4", "--seed", "3"),
    "duel": ("duel", "human", "first", "--size", "3"),
    "konane": ("konane", "human", "random", "--size", "4", "--seed", "5"),
    "othello": ("othello", "random", "human", "--size", "4", "--seed", "1"),
}


def test_a_short_session_word_by_word() -> None:
    assert transcript("a4\n1\nquit\n", *SMALL) == [
        "Breakthrough 5x4: you are black, white is first",
        "Type a move, or help.",
        "",
        "    a  b  c  d",
        " 5  b  b  b  b",
        " 4  b  b  b  b",
        " 3  .  .  .  .",
        " 2  w  w  w  w",
        " 1  w  w  w  w",
        "black to move",
        "black> a4",
        "",
        "    a  b  c  d",
        " 5  b  b  b  b",
        " 4  b  b  b  b",
        " 3 [.][.] .  .",
        " 2  w  w  w  w",
        " 1  w  w  w  w",
        "black to move",
        "  1 a4-a3    2 a4-b3",
        "black> 1",
        "black plays a4-a3",
        "white plays b2xa3 and takes on a3",
        "",
        "    a  b  c  d",
        " 5  b  b  b  b",
        " 4  .  b  b  b",
        " 3 (w) .  .  .",
        " 2  w (.) w  w",
        " 1  w  w  w  w",
        "black to move",
        "black> quit",
        "kept: 'plyground play --continue 1' resumes it",
    ]


@pytest.mark.parametrize("name", FULL_GAMES)
def test_a_full_game_is_played_to_its_end_and_kept(name: str, folder: Path) -> None:
    lines = transcript(FIRST_MOVES, *FULL_GAMES[name])
    [record] = kept_games(folder)
    end = replay(record)[-1]
    assert record.termination is Termination.NORMAL
    assert str(end.outcome) in lines
    assert lines[-1] == "kept as game 1"
    assert record.players == FULL_GAMES[name][1:3]
    assert all(move.seconds is not None for move in record.moves)
    assert transcript(FIRST_MOVES, *FULL_GAMES[name])[:-1] == lines[:-1], "the same script, the same game"


def test_the_event_says_how_far_the_game_has_come(folder: Path) -> None:
    def state() -> EventState:
        with Store(folder / "games.sqlite", read_only=True) as store:
            [event] = store.events(EventKind.PLAY)
            return event.state

    transcript("b4-b3\nquit\n", *SMALL)
    assert state() is EventState.STOPPED
    transcript("resign\n", "--continue")
    assert state() is EventState.DONE


def test_undo_takes_the_move_and_the_reply_back(folder: Path) -> None:
    lines = transcript("b4-b3\nundo\na4-a3\nquit\n", *SMALL)
    assert "taken back: b4-b3 b2-a3" in lines
    [record] = kept_games(folder)
    assert [move.text for move in record.moves] == ["a4-a3", "b2xa3"]


def test_between_people_undo_takes_one_move_back(folder: Path) -> None:
    transcript("b4-b3\nundo\na4-a3\nd2-d3\nundo\nquit\n", "breakthrough", "human", "human", "--size", "5x4")
    [record] = kept_games(folder)
    assert [move.text for move in record.moves] == ["a4-a3"]


@pytest.mark.parametrize(
    "words",
    [
        ("breakthrough", "human", "first", "--size", "5x4", "--play", "b4-b3 b2-a3"),
        ("breakthrough", "first", "human", "--size", "5x4"),
    ],
)
def test_what_was_given_or_is_not_mine_is_not_taken_back(words: tuple[str, ...]) -> None:
    assert answer_to("undo\n", *words) == ["you have no move to take back"]


def test_hint_names_a_legal_move(folder: Path) -> None:
    [told] = answer_to("hint\n", *SMALL)
    assert told.startswith("hint: ")
    move = told.split()[1]
    transcript(f"{move}\n", *SMALL)
    assert kept_games(folder)[0].moves[0].text == move
    assert answer_to("hint\n", *SMALL) == [told], "it is the same every time"


def test_analyse_shows_the_best_moves() -> None:
    rows = answer_to("analyse 0.3\n", *SMALL)
    assert rows[0].startswith("depth ")
    assert [row.split()[0] for row in rows[1:]] == ["1", "2", "3"]
    assert answer_to("analyse -1\n", *SMALL) == ["'-1' is not a number of seconds; write analyse 10"]
    assert answer_to("analyse soon\n", *SMALL) == ["'soon' is not a number of seconds; write analyse 10"]
    assert answer_to("analyse nan\n", *SMALL) == ["'nan' is not a number of seconds; write analyse 10"]


def test_flip_turns_the_board_for_good() -> None:
    lines = transcript("flip\nb4-b3\nflip\nquit\n", *SMALL)
    headers = [line.split() for line in lines if line.startswith("    ")]
    assert headers == [list("abcd"), list("dcba"), list("dcba"), list("abcd")]


def test_resign_ends_the_game(folder: Path) -> None:
    lines = transcript("b4-b3\nresign\n", *SMALL)
    assert lines[-2:] == ["white wins: black resigns", "kept as game 1"]
    [record] = kept_games(folder)
    assert (record.termination, record.winner) == (Termination.RESIGNATION, 1)


def test_save_writes_a_record_and_no_other_file_is_lost(folder: Path) -> None:
    mine, other = folder / "mine.txt", folder / "other.txt"
    other.write_text("precious")
    lines = transcript(f"b4-b3\nsave {mine}\nd4-d3\nsave {mine}\nsave {other}\nsave {folder}\n", *SMALL)
    assert lines.count(f"saved in {mine}") == 2
    assert other.read_text() == "precious"
    assert f"there is a file '{other}' already; take another name" in lines
    record = read_game(mine.read_text())
    assert [move.text for move in record.moves][::2] == ["b4-b3", "d4-d3"]
    assert record.termination is Termination.UNFINISHED


def test_save_finds_a_name_and_tells_what_cannot_be(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(folder)
    transcript("b4-b3\nsave\n", *SMALL)
    [file] = folder.glob("breakthrough-*.txt")
    assert read_game(file.read_text()).moves[0].text == "b4-b3"
    assert answer_to("save missing/file\n", *SMALL) == [
        "'missing/file' cannot be written: No such file or directory"
    ]
    [told] = answer_to("save ~nobody-of-this-name/file\n", *SMALL)
    assert "cannot be written" in told


def test_help_lists_every_command_and_fits_narrow_terminals() -> None:
    lines = answer_to("help\n", *SMALL)
    assert lines[0] == "Type a move such as b4-a3, the square of a piece to see where it can go, or"
    assert [line.split()[0] for line in lines[1:-1]] == [
        *("moves", "hint", "undo", "analyse", "flip", "save", "resign", "help", "quit")
    ]
    assert max(map(len, lines[1:-1])) <= 40
    assert answer_to("help\n", "othello", "human", "first")[0] == "Type a move such as d3, or"


def test_mistakes_are_one_line_each_and_nothing_is_lost(folder: Path) -> None:
    mistakes = ["xyz", "b9", "b4-b2", "99", "\x07", "b4-b3-b2", "", "undo undo", "a1"]
    lines = transcript("\n".join(["b4-b3", *mistakes, "d4-d3", "quit", ""]), *SMALL)
    [record] = kept_games(folder)
    assert [move.text for move in record.moves][::2] == ["b4-b3", "d4-d3"]
    assert "\x07" not in "".join(lines)
    for mistake in ("xyz", "b9", "b4-b2", "99", "a1"):
        place = lines.index(f"black> {mistake}")
        assert lines[place + 2].startswith("black>"), mistake


def test_bytes_that_are_no_text_are_a_mistake_like_others(folder: Path) -> None:
    finished = play("\udcff\udcfe\nb4-b3\n".encode("utf-8", "surrogateescape").decode("latin-1"), *SMALL)
    assert finished.code == 0
    assert len(kept_games(folder)[0].moves) == 2


def test_a_game_without_people_is_watched_to_its_end(folder: Path) -> None:
    lines = transcript("", "breakthrough", "greedy:piece", "random", "--size", "4x3", "--seed", "2")
    [record] = kept_games(folder)
    assert record.termination is Termination.NORMAL
    told = [line for line in lines if " plays " in line]
    assert len(told) == len(record.moves)
    boards = [line for line in lines if line.startswith("    a")]
    assert len(boards) == len(record.moves) + 1, "every position is shown"


def test_an_illegal_move_of_a_program_loses(folder: Path, tmp_path: Path) -> None:
    program = tmp_path / "cheat.py"
    program.write_text("class Cheat:\n    def choose(self, position):\n        return 'a1-a2'\n")
    lines = transcript("b4-b3\n", "breakthrough", "human", f"{program}:Cheat", "--size", "5x4")
    assert kept_games(folder)[0].termination is Termination.ILLEGAL_MOVE
    assert lines[-2].startswith("black wins: ")


def test_a_game_that_is_over_already_is_only_shown(folder: Path) -> None:
    lines = transcript("", "breakthrough", "human", "first", "--position", "2/2/1w/b1 white")
    assert lines[-1].startswith("black wins: ")
    assert not (folder / "games.sqlite").exists()
