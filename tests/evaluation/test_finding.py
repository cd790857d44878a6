"""Evaluations as people write them: names, sums, and what is said where a text is wrong."""

from __future__ import annotations

from pathlib import Path

import pytest

import plyground as ply
from plyground.evaluation import as_heuristic, find_evaluation, known_heuristics
from plyground.evaluation._by_board import BoardHeuristic
from plyground.evaluation._notation import Term, read_terms, write_file, write_sum

from .own import written

MISSING = "the name of a heuristic, or FILE.py:NAME, is missing"
QUOTES = " (a path with signs in it needs quotes)"
NUMBER = "a number is a weight: write * and a heuristic behind it"


@pytest.mark.parametrize(
    ("text", "terms"),
    [
        ("piece", [(1, None, "piece")]),
        (" piece ", [(1, None, "piece")]),
        ("+piece", [(1, None, "piece")]),
        ("-piece", [(-1, None, "piece")]),
        (" - piece", [(-1, None, "piece")]),
        (
            "2*defensive+0.5*reckless+piece",
            [(2, None, "defensive"), (0.5, None, "reckless"), (1, None, "piece")],
        ),
        ("a-b", [(1, None, "a"), (-1, None, "b")]),
        ("-0.5*a - .5*b", [(-0.5, None, "a"), (-0.5, None, "b")]),
        ("1e-2*a+2.*b+1.5E+2 * c", [(0.01, None, "a"), (2, None, "b"), (150, None, "c")]),
        ("a*2-b * .5", [(2, None, "a"), (-0.5, None, "b")]),
        # What a program writes that puts numbers into a text.
        ("a+-0.5*b--2*c", [(1, None, "a"), (-0.5, None, "b"), (2, None, "c")]),
        ("a*-2", [(-2, None, "a")]),
        ("a\n+\tb", [(1, None, "a"), (1, None, "b")]),
        ("my.py:a", [(1, "my.py", "a")]),
        ("2*my.py:a+b", [(2, "my.py", "a"), (1, None, "b")]),
        ("my.py:a*3-b", [(3, "my.py", "a"), (-1, None, "b")]),
        ("2048.py:a", [(1, "2048.py", "a")]),
        ("2*2048.py:a", [(2, "2048.py", "a")]),
        ("~/my dir-2/a file-1.py:a - b", [(1, "~/my dir-2/a file-1.py", "a"), (-1, None, "b")]),
        (r"C:\mine\my.py:a", [(1, r"C:\mine\my.py", "a")]),
        # A minus inside a path belongs to it; with a space beside it, it is a sign.
        ("b-my.py:a", [(1, "b-my.py", "a")]),
        ("b - my.py:a", [(1, None, "b"), (-1, "my.py", "a")]),
        ("b -my.py:a", [(1, None, "b"), (-1, "my.py", "a")]),
        ("b- my.py:a", [(1, None, "b"), (-1, "my.py", "a")]),
        ("b-0.5*my.py:a", [(1, None, "b"), (-0.5, "my.py", "a")]),
        ("b+my-own.py:a-c", [(1, None, "b"), (1, "my-own.py", "a"), (-1, None, "c")]),
        ("2*'c++/a - b.py':a+b", [(2, "c++/a - b.py", "a"), (1, None, "b")]),
        ("'c++/my.py:a'*2", [(2, "c++/my.py", "a")]),
        ('"it\'s.py":a', [(1, "it's.py", "a")]),
    ],
)
def test_texts(text: str, terms: list[tuple[float, str | None, str]]) -> None:
    assert read_terms(text) == [Term(*each) for each in terms]


@pytest.mark.parametrize(
    ("text", "problem", "character"),
    [
        ("", MISSING, 1),
        ("  ", MISSING, 2),
        ("a+", MISSING, 2),
        ("a++b", MISSING, 3),
        ("a+-b", MISSING, 3),
        ("2*", MISSING, 2),
        ("2*(a+b)", MISSING, 3),
        ("2*3*a", MISSING, 3),
        ("2*-a", MISSING, 3),
        ("*a", MISSING, 1),
        (".py:a", MISSING + QUOTES, 1),
        ("/c++/my.py:a", MISSING + QUOTES, 1),
        ("'my.py", MISSING + QUOTES, 1),
        ("2", NUMBER, 1),
        ("a+2", NUMBER, 3),
        ("2a", NUMBER, 2),
        ("2 a", NUMBER, 2),
        ("a b", "+ or - is missing", 3),
        ("a,b", "+ or - is missing", 2),
        ("a.b", "+ or - is missing", 2),
        ("my:a", "+ or - is missing", 3),
        ("my.pyx:a", "+ or - is missing", 3),
        ("my.py:a.b", "+ or - is missing", 8),
        ("a*b", "* needs a number on one side", 2),
        ("a*2b", "* needs a number on one side", 2),
        ("a*2*3", "* needs a number on one side", 4),
        ("2*a*3", "one weight is enough", 5),
        ("a+1e999*b", "this weight is too large", 3),
        ("my.py", "which function of it? Write my.py:NAME", 5),
        ("2*my.py + a", "which function of it? Write my.py:NAME", 8),
        ("my.py:", "which function of it? Write my.py:NAME", 6),
        ("a+'my.py'", "which function of it? Write 'my.py':NAME", 9),
    ],
)
def test_malformed_texts(text: str, problem: str, character: int) -> None:
    with pytest.raises(ply.NotationError) as caught:
        find_evaluation("breakthrough", text)
    assert str(caught.value) == f"{problem} (character {character} of {text!r})"


def test_a_sum_is_named_as_it_is_read() -> None:
    parts = [(-2.0, "a"), (1.0, "b"), (-0.5, "my.py:c"), (1e-7, "d"), (0.0, "e"), (1e20, "f")]
    text = write_sum(parts)
    assert text == "-2*a + b - 0.5*my.py:c + 1e-07*d + 0*e + 100000000000000000000*f"
    again = [
        (term.weight, f"{term.file}:{term.name}" if term.file else term.name) for term in read_terms(text)
    ]
    assert again == parts


@pytest.mark.parametrize("path", ["my.py", "a b/c-d.py", "c++/a.py", "a - b.py", "-a.py", " a.py", "it's.py"])
def test_a_path_is_written_as_it_is_read(path: str) -> None:
    assert read_terms(f"2*{write_file(path, 'x')} - y") == [Term(2, path, "x"), Term(-1, None, "y")]


def test_a_name_alone_is_the_heuristic_itself() -> None:
    for game in ("breakthrough", "duel", "konane", "othello"):
        for name, heuristic in known_heuristics(game).items():
            assert find_evaluation(game, name) is heuristic
    assert find_evaluation("breakthrough", "+1*piece") is known_heuristics("breakthrough")["piece"]


def test_games_by_alias_and_as_they_are() -> None:
    pieces = known_heuristics("duel")["pieces"]
    assert find_evaluation("wumpus", "pieces") is pieces
    assert find_evaluation(ply.game("duel", size=9), "pieces") is pieces
    with pytest.raises(ply.UnknownGameError, match="did you mean 'konane'"):
        find_evaluation("konan", "mobility")


@pytest.mark.parametrize(
    ("text", "problem"),
    [
        (
            "peice",
            "there is no heuristic 'peice' for breakthrough; did you mean 'piece'? (there are: piece, ",
        ),
        ("2*piece+Mobility", "there is no heuristic 'Mobility' for breakthrough; did you mean 'mobility'? "),
        ("xyz", "there is no heuristic 'xyz' for breakthrough (there are: piece, mobility, position, "),
        ("squares", "there is no heuristic 'squares' for breakthrough (there are: "),
    ],
)
def test_unknown_names_suggest_the_nearest(text: str, problem: str) -> None:
    with pytest.raises(ply.UnknownHeuristicError) as caught:
        find_evaluation("breakthrough", text)
    assert str(caught.value).startswith(problem)
    assert "\n" not in str(caught.value)


def test_a_heuristic_of_another_game_is_refused() -> None:
    squares = known_heuristics("othello")["squares"]
    for given in (squares, squares.function):
        with pytest.raises(ply.HeuristicError) as caught:
            as_heuristic("breakthrough", given)
        assert str(caught.value) == "squares is a heuristic of othello, not of breakthrough"


def test_only_public_modules_hold_heuristics(tmp_path: Path) -> None:
    known = [each for game in ply_games() for each in known_heuristics(game).values()]
    modules = {each.function.__module__ for each in known if not isinstance(each, BoardHeuristic)}
    assert {each.rpartition(".")[0] for each in modules} == {"plyground.evaluation"}
    assert not any(each.rpartition(".")[2].startswith("_") for each in modules)


def ply_games() -> list[str]:
    return ["breakthrough", "duel", "konane", "othello"]


def test_a_name_of_ours_is_never_taken(tmp_path: Path) -> None:
    ours = known_heuristics("breakthrough")["piece"]
    source = "@heuristic('breakthrough')\ndef piece(board, state):\n    return 7\n"
    path = written(tmp_path, source)
    theirs = find_evaluation("breakthrough", f"{path}:piece")
    assert theirs.function is not ours.function
    assert find_evaluation("breakthrough", "piece") is ours

    def decorated_here(board: object, state: object) -> int:
        return 7

    decorated_here.__name__ = "piece"
    ply.heuristic("breakthrough")(decorated_here)
    assert find_evaluation("breakthrough", "piece") is ours


def test_a_misspelt_game_of_a_decorator_is_told_with_the_nearest(tmp_path: Path) -> None:
    file = tmp_path / "mine.py"
    file.write_text(
        'from plyground import heuristic\n\n@heuristic("breakthru")\ndef mine(board, state):\n    return 0\n'
    )
    problem = r"mine is a heuristic of 'breakthru', which is no game; did you mean 'breakthrough'\?$"
    with pytest.raises(ply.HeuristicError, match=problem):
        find_evaluation("breakthrough", f"{file}:mine")


def test_every_game_can_be_searched_without_a_heuristic() -> None:
    for name in ("othello", "duel"):
        assert find_evaluation(name, "neutral").function(None, None) == 0
        assert "neutral" not in known_heuristics(name)
