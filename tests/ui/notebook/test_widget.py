"""The board of a notebook as its page talks to it, without a page."""

from __future__ import annotations

import random
import subprocess
import sys

import pytest

import plyground as ply
from plyground.core.discovery import known_games
from plyground.ui.notebook.widget import BoardWidget

LIMIT = ply.Limit(nodes=2000)


def tell(widget: BoardWidget, **message: object) -> None:
    widget._hear(widget, message, [])


def click(widget: BoardWidget, *names: str) -> None:
    for name in names:
        tell(widget, type="click", square=widget.position.game.grid.read_square(name))


def marked(widget: BoardWidget, does: str) -> set[str]:
    return {label.split(",")[0] for label in widget.view["squares"] if label.endswith(f", {does}")}


def test_a_piece_is_picked_up_and_moved() -> None:
    widget = ply.board(ply.game("breakthrough", size=4))
    assert marked(widget, "can move") == {"a3", "b3", "c3", "d3"}
    click(widget, "b3")
    assert marked(widget, "picked") == {"b3"}
    targets = {move.text[3:] for move in widget.position.moves() if move.text.startswith("b3")}
    assert marked(widget, "outlined") == targets
    assert widget.view["svg"].count('data-mark="outlined"') == len(targets)
    click(widget, "b3")  # lets it go
    assert marked(widget, "outlined") == set()
    click(widget, "b3", "d4")  # nobody goes there
    assert widget.moves == []
    move = widget.position.moves()[0]
    click(widget, move.text[:2], move.text[3:5])
    assert widget.moves == [move.text]
    assert widget.position == ply.game("breakthrough", size=4).start().play(move)
    assert widget.view["status"].startswith(f"Black plays {move}")


def test_moves_are_taken_back_and_the_board_is_reset() -> None:
    widget = ply.board(ply.game("othello", size=4).start().play("b1"))
    assert not widget.view["can_take_back"]
    tell(widget, type="back")  # what was played before the board is kept
    assert widget.position.last_move is not None
    for _ in range(3):
        click(widget, str(widget.position.moves()[0]))
    assert len(widget.moves) == 3
    tell(widget, type="back")
    assert len(widget.moves) == 2
    tell(widget, type="reset")
    assert widget.moves == []
    assert str(widget.position.last_move) == "b1"


def test_a_player_answers_and_its_reply_is_taken_back_too() -> None:
    widget = ply.board(ply.game("konane", size=4), against="first", limit=LIMIT)
    seen: list[str] = []
    widget.observe(lambda change: seen.append(change["new"]["status"]), "view")
    click(widget, str(widget.position.moves()[0]))
    assert len(widget.moves) == 2
    assert any("First thinks." in status for status in seen)
    tell(widget, type="back")
    assert widget.moves == []


def test_the_engine_tells_its_best_move() -> None:
    widget = ply.board(ply.game("breakthrough", size=4).position("4/1b2/4/2w1 black"), limit=LIMIT)
    tell(widget, type="analyse")
    assert "black" in widget.view["analysis"]
    best = widget._session.suggested
    assert best in widget.position.moves()
    assert marked(widget, "outlined") == {best.text[-2:]}
    click(widget, best.text[-2:])  # the piece itself has to be picked up first
    assert widget.moves == []
    click(widget, best.text[:2], best.text[-2:])
    assert widget.moves == [best.text]
    assert widget.view["analysis"] == ""


def test_a_pass_has_a_button() -> None:
    position = next(each for each in _positions("othello") if str(each.moves()[0]) == "pass")
    widget = ply.board(position)
    assert widget.view["can_pass"]
    tell(widget, type="pass")
    assert widget.moves == ["pass"]


def _positions(name: str) -> list[ply.Position]:
    """Positions of random games that are not over."""
    found = []
    for seed in range(30):
        chance, position = random.Random(seed), ply.game(name, size=4).start()
        while moves := position.moves():
            found.append(position)
            position = position.play(chance.choice(moves))
    return found


@pytest.mark.parametrize("name", sorted(known_games()))
def test_any_clicks_play_legal_games_to_their_end(name: str) -> None:
    widget, chance = ply.board(ply.Game.of(known_games()[name], {}), against="random"), random.Random(1)
    for _ in range(1000):
        if widget.view["is_over"]:
            break
        labels = enumerate(widget.view["squares"])
        live = [square for square, label in labels if label.endswith((", can move", ", outlined"))]
        if live:
            tell(widget, type="click", square=chance.choice(live))
        else:
            tell(widget, type="pass")
    assert widget.view["is_over"]
    assert str(widget.position.outcome)[1:] in widget.view["status"]
    assert widget.position.line()[0].play_all(widget.moves) == widget.position


@pytest.mark.parametrize(
    "message",
    [{}, {"type": "click"}, {"type": "click", "square": "a1"}, {"type": "click", "square": -5}, {"type": []}],
)
def test_what_makes_no_sense_changes_nothing(message: dict[str, object]) -> None:
    widget = ply.board(ply.game("othello", size=4))
    before = dict(widget.view)
    tell(widget, **message)
    assert widget.view == before


def test_wrong_use_is_told() -> None:
    with pytest.raises(ply.WrongTypeError, match="needs a position or a game"):
        ply.board("othello")  # type: ignore[arg-type]
    with pytest.raises(ply.OptionError, match="100 to 2000 pixels"):
        ply.board(ply.game("othello"), size=5)
    with pytest.raises(ply.PlygroundError, match="nobody"):
        ply.board(ply.game("othello"), against="nobody")


def test_without_anywidget_one_line_says_what_to_install() -> None:
    code = """
import sys
sys.modules["anywidget"] = None
import plyground as ply
try:
    ply.board(ply.game("othello"))
except ply.PlygroundError as error:
    print(error)
"""
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert done.stdout == "a board needs anywidget: pip install 'plyground[widget]'\n"
