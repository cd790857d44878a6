"""A wrong game: reported with its line before compiled code runs, and never a write out of bounds."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pytest

import plyground as ply
from plyground.core import position as position_module
from plyground.core.guards import guarded, is_trusted
from plyground.core.perft import LeafCounter
from plyground.search.limit import Limit
from tests.strangers import NIM

ORIGINALS = {
    "write": "        moves[fewer] = fewer\n",
    "listed": "    return count\n\n\ndef play",
    "play": "    return State(state.tokens - np.uint64(move + 1), state.player ^ np.uint64(1))",
    "result": "    return ONGOING if count > 0 else -1",
    "cell": "    return SCENERY if column < tokens_of(state) else 0",
    "squares": "    return NO_SQUARE, tokens_of(state) - move - 1",
    "board": "    return Board(rows, columns, most)",
    "start": "    return State(np.uint64(board.columns), np.uint64(0))",
    "codes": "    move_codes=lambda board: board.most,",
    "moves": "    most_moves=lambda board: board.most,",
    "end": "    move_squares=move_squares,\n)",
    "explain": 'explain=lambda board, state: "no token is left"',
}


def wrong_game(folder: Path, what: str, new: str) -> tuple[str, int]:
    """Write Nim with one mistake; return the file, and the line of the mistake."""
    source, original = NIM.read_text(encoding="utf-8"), ORIGINALS[what]
    assert source.count(original) == 1
    file = folder.resolve() / "mine.py"
    file.write_text(source.replace(original, new), encoding="utf-8")
    return str(file), source[: source.index(original)].count("\n") + 1


def line_of(file: str, text: str) -> int:
    """Return the number of the line that a text stands on."""
    source = Path(file).read_text(encoding="utf-8")
    assert source.count(text) == 1
    return source[: source.index(text)].count("\n") + 1


def problem_of(file: str, **options: object) -> str:
    with pytest.raises(ply.GameFileError) as caught:
        ply.game(file, **options).start().moves()
    assert "\n" not in str(caught.value)
    return str(caught.value)


@pytest.mark.parametrize(
    ("what", "new", "function", "problem"),
    [
        ("write", "        moves[fewer] = fewer + 1\n", "legal_moves", "lists the code 3; move_codes says"),
        ("write", "        moves[fewer] = -1\n", "legal_moves", "lists the code -1; move_codes says"),
        ("listed", "    return count + 1\n\n\ndef play", "legal_moves", "lists 4 moves; most_moves says 3"),
        ("listed", "    return -1\n\n\ndef play", "legal_moves", "lists -1 moves; most_moves says 3"),
        ("listed", "    return None\n\n\ndef play", "legal_moves", "returns None, not the number of moves"),
        ("play", "    return (state.tokens, state.player)", "play", "makes a state that is (np.uint64(7),"),
        (
            "play",
            "    return state._replace(tokens=7)",
            "play",
            "the field 'tokens' is 7; it must be",
        ),
        ("play", "    return state._replace(player=np.uint64(2))", "play", "whose player is neither"),
        ("result", "    return None", "result", "returns None, not a whole number"),
        ("result", "    return ONGOING", "result", "the game is not over, and there is no legal move"),
        ("result", "    return 1", "result", "says that the game is over at its start (at ttttttt first)"),
        ("cell", "    return 5", "cell", "returns 5, which stands for no piece"),
        ("squares", "    return 0", "move_squares", "returns 0, not origin and target"),
        ("squares", "    return NO_SQUARE, 7", "move_squares", "returns the square 7; they are from 0 to 6"),
        (
            "board",
            "    return (rows, columns, most)",
            "make_board",
            "makes a board that is (1, 7, 3); it",
        ),
        ("board", "    return Board(1, 7, [most])", "make_board", "makes a board that changes"),
        (
            "board",
            "    return Board(1, 7.0, most)",
            "make_board",
            "makes a board with columns=7.0, which",
        ),
        ("start", "    return State(7, np.uint64(0))", "start", "the field 'tokens' is 7; it must be a"),
    ],
)
def test_what_compiled_code_relies_on(
    tmp_path: Path, what: str, new: str, function: str, problem: str
) -> None:
    file, _ = wrong_game(tmp_path, what, new)
    told = problem_of(file)
    assert told.startswith(f"{file}: line ")
    assert problem in told
    assert f": line {line_of(file, f'def {function}(')}: {function} " in told


def test_a_distance_is_a_whole_number(tmp_path: Path) -> None:
    new = "    move_squares=move_squares,\n    loss_distance=lambda board, state: 1.5,\n)"
    file, _ = wrong_game(tmp_path, "end", new)
    assert " returns 1.5, not a number of plies (at ttttttt first)" in problem_of(file)


@pytest.mark.parametrize("numbers", ["1", "(1, 2, 3)", "(1, 0.5)"])
def test_leaf_numbers_are_two_whole_numbers(tmp_path: Path, numbers: str) -> None:
    new = f"    move_squares=move_squares,\n    leaf_numbers=lambda board, state, count: {numbers},\n)"
    file, _ = wrong_game(tmp_path, "end", new)
    assert f" returns {numbers}, not two whole numbers (at ttttttt first)" in problem_of(file)


@pytest.mark.parametrize(
    ("what", "new", "problem"),
    [
        ("result", "    return count // 0", "ZeroDivisionError: "),
        ("play", "    return no_such_name", "NameError: name 'no_such_name' is not defined"),
        ("cell", "    return (1, 2)[state.tokens]", "IndexError: tuple index out of range"),
        ("start", "    raise SystemExit", "SystemExit"),
        ("squares", "    return move_squares(board, state, move)", "RecursionError: "),
        ("write", "        moves[fewer + 1000] = fewer\n", "IndexError: index 1000 is out of bounds"),
    ],
)
def test_a_rule_that_raises_is_told_with_its_line(tmp_path: Path, what: str, new: str, problem: str) -> None:
    file, line = wrong_game(tmp_path, what, new)
    assert problem_of(file).startswith(f"{file}: line {line}: {problem}")


def test_a_problem_is_told_with_its_position(tmp_path: Path) -> None:
    file, _ = wrong_game(tmp_path, "result", "    return ONGOING if count // (count - 2) else -1")
    assert problem_of(file).endswith("(at ttt4 second)") or "(at tt5 " in problem_of(file)


@pytest.mark.parametrize(
    ("what", "number"), [("codes", "65536"), ("codes", "0"), ("moves", "2.5"), ("moves", "65536")]
)
def test_limits_that_a_search_cannot_keep(tmp_path: Path, what: str, number: str) -> None:
    name = {"codes": "move_codes", "moves": "most_moves"}[what]
    file, line = wrong_game(tmp_path, what, f"    {name}=lambda board: {number},")
    told = problem_of(file)
    assert told.startswith(f"{file}: line {line}: ")
    assert f"{name} is {number}, not a whole number from 1 to 65535" in told


def test_a_rule_that_does_not_return(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("plyground.core.soundness.LONGEST_RULE_SECONDS", 1.0)
    endless = "    while state.tokens < 5:\n        pass\n    return ONGOING if count > 0 else -1"
    file, line = wrong_game(tmp_path, "result", endless)
    told = problem_of(file)
    assert f"{file}: line {line}" in told or f"{file}: line {line + 1}" in told
    assert "this rule did not return within 1 seconds (at t" in told


def test_a_position_of_a_text_has_the_right_types(tmp_path: Path) -> None:
    file, _ = wrong_game(tmp_path, "start", ORIGINALS["start"])
    text = Path(file).read_text(encoding="utf-8")
    Path(file).write_text(text.replace("State(np.uint64(tokens), np", "State(tokens, np"), encoding="utf-8")
    game = ply.game(file)
    with pytest.raises(ply.GameFileError, match="set_up makes a state of the wrong type: the field 'tokens'"):
        game.position("ttt4 first")


@pytest.fixture
def untried(monkeypatch: pytest.MonkeyPatch) -> None:
    """Let games through that are wrong only where a trial has not come to."""
    monkeypatch.setattr(position_module, "check_soundness", lambda rules, options: None)


def searched(file: str) -> None:
    game = ply.game(file, size="1x20")
    list(ply.Engine(game, megabytes=1).search(game.start(), Limit(depth=8)))


LATE = {  # they go wrong in positions that a search comes to and the moves of the first one do not
    "far code": ("write", "        moves[fewer] = fewer if state.tokens > 14 else 30000\n"),
    "negative code": ("write", "        moves[fewer] = fewer if state.tokens > 14 else -30000\n"),
    "far write": ("write", "        moves[fewer if state.tokens > 14 else 1 << 28] = fewer\n"),
    "many": ("listed", "    return count if state.tokens > 14 else 1 << 28\n\n\ndef play"),
    "negative": ("listed", "    return count if state.tokens > 14 else -(1 << 28)\n\n\ndef play"),
}


@pytest.mark.usefixtures("untried")
@pytest.mark.parametrize("what", LATE)
def test_compiled_code_stays_in_bounds(tmp_path: Path, what: str) -> None:
    file, _ = wrong_game(tmp_path, *LATE[what])
    expected = IndexError if what == "far write" else ply.GameFileError
    with pytest.raises(expected) as caught:
        searched(file)
    if expected is ply.GameFileError:
        assert str(caught.value).startswith(f"{file}: line {line_of(file, 'def legal_moves(')}: legal_moves ")


@pytest.mark.usefixtures("untried")
def test_perft_stays_in_bounds(tmp_path: Path) -> None:
    file, _ = wrong_game(tmp_path, *LATE["many"])
    game = ply.game(file, size="1x20")
    with pytest.raises(ply.GameFileError, match="legal_moves returns more moves than most_moves says"):
        LeafCounter(game).count(game.start(), 8)


@pytest.mark.usefixtures("untried")
def test_a_player_out_of_bounds(tmp_path: Path) -> None:
    strange = "state.player ^ np.uint64(1 if state.tokens > 14 else 1 << 40)"
    new = ORIGINALS["play"].replace("state.player ^ np.uint64(1)", strange)
    file, _ = wrong_game(tmp_path, "play", new)
    with pytest.raises(ply.GameFileError, match="play returns a state whose player is neither 0 nor 1"):
        searched(file)


@pytest.mark.parametrize("name", ["breakthrough", "duel", "konane", "othello"])
def test_built_in_games_are_asked_without_guards(name: str) -> None:
    game = ply.game(name)
    assert guarded(game.rules, game.board) is game.rules


def test_one_foreign_function_makes_a_game_foreign() -> None:
    rules = replace(ply.game("othello").rules, name="mine", explain=lambda board, state: "over")
    assert not is_trusted(rules)
    assert guarded(rules) is not rules


def test_a_limit_of_repetitions_needs_a_key(tmp_path: Path) -> None:
    given = "    move_squares=move_squares,\n    repetition_limit=lambda board: 3,\n)"
    file, line = wrong_game(tmp_path, "end", given)
    told = "<lambda> asks for draws by repetition, and there is no repetition_key"
    assert problem_of(file).startswith(f"{file}: line {line + 1}: {told}")
