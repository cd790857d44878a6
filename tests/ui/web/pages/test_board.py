"""The board by itself: what it shows, what it says, and what can be done on it."""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import Any

import msgspec
import pytest
from playwright.sync_api import BrowserContext, Page, expect

import plyground as ply
from plyground.ui.web.common.game_views import GameInfo, MoveInfo, Ply

from .playing import drag, square

MAKE = """async ([game, view]) => {
    const style = document.createElement("link");
    style.rel = "stylesheet";
    style.href = "/static/styles/board.css";
    await new Promise((resolve) => { style.onload = resolve; document.head.append(style); });
    const { Board } = await import("/static/scripts/board.js");
    const box = document.createElement("div");
    box.className = "board-box";
    document.querySelector("main").replaceChildren(box);
    window.heard = [];
    window.board = new Board(box, game, {
        onMove: (move) => heard.push(move.move),
        onPlace: (square) => window.setUp?.place(square),
        onCarry: (origin, target) => window.setUp?.carry(origin, target),
    });
    board.show(view);
}"""


def plain(value: object) -> Any:
    """Return what the page would get for a value."""
    return msgspec.to_builtins(value)


def view_of(position: ply.Position) -> dict[str, Any]:
    """Return all that a board shows of a position, with its legal moves."""
    return {**plain(Ply.of(position)), "moves": plain([MoveInfo.of(move) for move in position.moves()])}


def show(page: Page, position: ply.Position) -> None:
    """Put a board with a position on an otherwise empty page."""
    page.goto("/about")
    page.evaluate(MAKE, [plain(GameInfo.of(position.game)), view_of(position)])


def heard(page: Page) -> list[str]:
    """Return the moves that were made on the board."""
    moves: list[str] = page.evaluate("heard")
    return moves


@pytest.mark.parametrize(
    ("game", "size"),
    [
        ("breakthrough", "4x2"),
        ("breakthrough", "4x8"),
        ("breakthrough", "8x8"),
        ("othello", "4"),
        ("othello", "8"),
        ("konane", "3x3"),
        ("konane", "3x8"),
        ("konane", "8x5"),
        ("duel", "3"),
        ("duel", "15"),
    ],
)
def test_every_size_fits_its_box_and_every_piece_its_square(page: Page, game: str, size: str) -> None:
    position = ply.game(game, size=size).start()
    show(page, position)
    box = page.locator(".board-box").bounding_box()
    board = page.locator(".board").bounding_box()
    assert box is not None
    assert board is not None
    assert board["width"] <= box["width"] + 1
    assert board["height"] <= box["height"] + 1
    assert max(board["width"] / box["width"], board["height"] / box["height"]) == pytest.approx(1, abs=0.01)
    assert page.get_by_role("gridcell").count() == position.game.rows * position.game.columns
    outside = page.evaluate(
        """() => [...document.querySelectorAll(".layer-pieces > g, .layer-scenery > g")].filter((piece) => {
            const cell = document.querySelector(`.board-square[data-square="${piece.dataset.square}"]`);
            const [inner, outer] = [piece.getBoundingClientRect(), cell.getBoundingClientRect()];
            return inner.left < outer.left - 1 || inner.right > outer.right + 1
                || inner.top < outer.top - 1 || inner.bottom > outer.bottom + 1;
        }).length"""
    )
    assert outside == 0
    pieces = sum(letter.isalpha() or letter == "*" for letter in position.text.split(" ")[0])
    assert page.locator("[data-letter]").count() == pieces


def test_squares_say_what_stands_there_and_what_can_be_done(page: Page) -> None:
    show(page, ply.game("breakthrough", size="5x4").start().play("b4-b3"))
    expect(square(page, "b4")).to_have_attribute("aria-label", "b4, empty, last move")
    expect(square(page, "b3")).to_have_attribute("aria-label", "b3, black pawn, last move")
    expect(square(page, "a2")).to_have_attribute("aria-label", "a2, white pawn, can move")
    square(page, "a2").click()
    expect(square(page, "a2")).to_have_attribute("aria-label", "a2, white pawn, picked")
    expect(square(page, "a2")).to_have_attribute("aria-selected", "true")
    expect(square(page, "a3")).to_have_attribute("aria-label", "a3, empty, can be reached")
    expect(square(page, "b3")).to_have_attribute("aria-label", "b3, black pawn, can be reached, last move")


def test_scenery_has_a_name_and_no_owner(page: Page) -> None:
    show(page, ply.game("duel").position("whm3/6/2*3/6/6/3WHM adversary"))
    expect(square(page, "c3")).to_have_attribute("aria-label", "c3, pit")
    expect(square(page, "f6")).to_have_attribute("aria-label", "f6, adversary mage, can move")


def test_only_the_moves_of_the_picked_piece_are_outlined(page: Page) -> None:
    show(page, ply.game("breakthrough", size="5x4").start())
    outlines = page.locator(".layer-outlines > g")
    expect(outlines).to_have_count(0)
    square(page, "a4").click()
    expect(outlines).to_have_count(2)
    square(page, "b4").click()
    expect(outlines).to_have_count(3)
    page.keyboard.press("Escape")
    expect(outlines).to_have_count(0)
    assert heard(page) == []


def test_moves_of_one_square_are_outlined_at_once(page: Page) -> None:
    show(page, ply.game("othello", size="4").start())
    expect(page.locator(".layer-outlines > g")).to_have_count(4)
    square(page, "b1").click()
    assert heard(page) == ["b1"]


def test_outlines_can_be_switched_off(page: Page) -> None:
    show(page, ply.game("othello", size="4").start())
    expect(page.locator(".outline").first).to_be_visible()
    page.evaluate("board.hasOutlines = false")
    expect(page.locator(".outline").first).to_be_hidden()
    square(page, "b1").click()
    assert heard(page) == ["b1"]


def test_a_pass_is_a_button_that_leaves_the_board_free(page: Page) -> None:
    show(page, ply.game("othello", size="4").position("bbbw/bbbb/bbbb/bbb1 black"))
    assert page.locator(".board button").count() == 0
    page.evaluate("document.querySelector('main').append(board.passButton)")
    page.get_by_role("button", name="Pass").click()
    assert heard(page) == ["pass"]
    page.evaluate("view => board.show(view)", view_of(ply.game("othello", size="4").start()))
    expect(page.locator(".board-pass")).to_be_hidden()


def test_a_piece_dropped_anywhere_else_goes_back(page: Page) -> None:
    show(page, ply.game("breakthrough", size="5x4").start())
    pawn = page.locator(".layer-pieces [data-square='4']")
    place = pawn.bounding_box()
    drag(page, square(page, "a4"), square(page, "d1"))
    assert heard(page) == []
    assert pawn.bounding_box() == place
    drag(page, square(page, "a4"), square(page, "a3"))
    assert heard(page) == ["a4-a3"]
    assert pawn.bounding_box() != place


def test_flipped_the_board_is_seen_from_the_other_side(page: Page) -> None:
    show(page, ply.game("breakthrough", size="5x3").start())

    def names() -> list[str]:
        labels: list[str] = page.get_by_role("gridcell").evaluate_all(
            "cells => cells.map((cell) => cell.getAttribute('aria-label').split(',')[0])"
        )
        return labels

    assert names()[:4] == ["a5", "b5", "c5", "a4"]
    page.evaluate("board.isFlipped = true")
    assert names()[:4] == ["c1", "b1", "a1", "c2"]
    drag(page, square(page, "b4"), square(page, "b3"))
    assert heard(page) == ["b4-b3"]


def test_keys_begin_near_the_person_also_on_a_flipped_board(page: Page) -> None:
    show(page, ply.game("breakthrough", size="5x4").start())
    stop = page.locator(".board-square[tabindex='0']")
    expect(stop).to_have_attribute("aria-label", re.compile("^a1,"))
    page.evaluate("board.isFlipped = true")
    expect(stop).to_have_count(1)
    expect(stop).to_have_attribute("aria-label", re.compile("^d5,"))
    square(page, "b3").click()
    page.evaluate("board.isFlipped = false")  # who has been somewhere stays there
    expect(stop).to_have_attribute("aria-label", re.compile("^b3,"))


def test_keys_walk_as_the_eye_does(page: Page) -> None:
    show(page, ply.game("konane", size="3x4").start())
    page.evaluate("board.focus()")
    focused = page.locator(".board-square:focus")
    expect(focused).to_have_attribute("aria-label", "a3, black stone, can be played")
    for key, name in [
        ("ArrowUp", "a2"),
        ("End", "d2"),
        ("ArrowRight", "d2"),
        ("PageUp", "d1"),
        ("Home", "a1"),
        ("PageDown", "a3"),
        ("ArrowRight", "b3"),
    ]:
        page.keyboard.press(key)
        expect(focused).to_have_attribute("aria-label", re.compile(rf"^{name},"))
    page.keyboard.press("Home")
    page.keyboard.press("Enter")
    assert heard(page) == ["a3"]


ANIMATED = """([before, after]) => {
    board.show(before);
    board.show({ ...after, isAnimated: true });
    return document.getAnimations().filter((each) => each.effect.target.closest(".layer-pieces")).length;
}"""


@pytest.mark.parametrize(("motion", "is_animated"), [("no-preference", True), ("reduce", False)])
def test_moves_are_animated_unless_somebody_does_not_want_it(
    new_context: Callable[..., BrowserContext], motion: str, is_animated: bool
) -> None:
    page = new_context(reduced_motion=motion).new_page()
    start = ply.game("othello", size="4").start()
    show(page, start)
    count = page.evaluate(ANIMATED, [view_of(start), view_of(start.play("b1"))])
    assert (count > 0) == is_animated
    expect(page.locator("[data-letter]")).to_have_count(5)


MIDDLES = """([before, after]) => {
    board.show(before);
    board.show({ ...after, isAnimated: true });
    const { width } = document.querySelector(".board-square").getBoundingClientRect();
    const cells = [...document.querySelectorAll(".board-square")].map((cell) => cell.getBoundingClientRect());
    const moving = document.getAnimations().filter((each) => each.effect.target.closest(".layer-pieces"));
    return moving.map((animation) => {
        const { delay, duration } = animation.effect.getComputedTiming();
        animation.pause();
        animation.currentTime = delay + duration / 2;
        const box = animation.effect.target.querySelector(".piece-body").getBoundingClientRect();
        const distances = cells.map((cell) => Math.hypot(
            box.x + box.width / 2 - cell.x - cell.width / 2,
            box.y + box.height / 2 - cell.y - cell.height / 2,
        ));
        return Math.min(...distances) / width;
    });
}"""


@pytest.mark.parametrize(
    ("game", "size", "moves"),
    [
        pytest.param("othello", "4", ["b1"], id="a disc turns and another appears"),
        pytest.param("konane", "4x4", ["a1", "a2"], id="a stone vanishes"),
    ],
)
def test_pieces_turn_and_vanish_about_the_middle_of_their_square(
    page: Page, game: str, size: str, moves: list[str]
) -> None:
    before = ply.game(game, size=size).start()
    for move in moves[:-1]:
        before = before.play(move)
    show(page, before)
    away = page.evaluate(MIDDLES, [view_of(before), view_of(before.play(moves[-1]))])
    assert away
    assert max(away) < 0.05


def test_a_move_shown_in_the_midst_of_another_ends_that_first(page: Page) -> None:
    start = ply.game("othello", size="4").start()
    first = start.play("b1")
    show(page, start)
    still_moving = page.evaluate(
        """([first, second]) => {
            board.show({ ...first, isAnimated: true });
            const pieces = document.querySelector(".layer-pieces");
            const earlier = pieces.getAnimations({ subtree: true });
            board.show({ ...second, isAnimated: true });
            return [earlier.length, earlier.filter((each) => each.playState === "running").length];
        }""",
        [view_of(first), view_of(first.play(first.moves()[0]))],
    )
    assert still_moving[0] > 0
    assert still_moving[1] == 0
    page.evaluate("board.settled()")
    expect(page.locator("[data-letter]")).to_have_count(6)


def test_what_was_captured_is_marked(page: Page) -> None:
    position = ply.game("othello", size="4").start().play("b1")
    show(page, position)
    expect(page.locator(".mark-last")).to_have_count(1)
    expect(page.locator(".mark-changed")).to_have_count(1)


def test_arrows_and_values_are_drawn_where_they_belong(page: Page) -> None:
    show(page, ply.game("breakthrough", size="4x4").start())
    page.evaluate(
        """() => {
            board.showArrows([{ from: 4, to: 8 }, { from: null, to: 9, weight: 0.2, kind: "other" }]);
            board.showValues([{ square: 8, text: "+1.5", kind: "best" }]);
        }"""
    )
    expect(page.locator(".arrow-head")).to_have_count(1)
    expect(page.locator(".arrow-ring")).to_have_count(1)
    expect(page.locator(".value-text")).to_have_text("+1.5")
    page.evaluate("board.isFlipped = true")
    expect(page.locator(".arrow-head, .arrow-ring")).to_have_count(2)


def test_positions_are_set_up_by_hand(page: Page) -> None:
    show(page, ply.game("duel", size="3").start())
    page.evaluate(
        """async () => {
            const { SetUp } = await import("/static/scripts/board/setup.js");
            const palette = document.createElement("div");
            document.querySelector("main").append(palette);
            window.positions = [];
            window.setUp = new SetUp(board, palette, "whm/3/WHM adversary", (each) => positions.push(each));
        }"""
    )
    page.get_by_role("button", name="pit").click()
    square(page, "b2").click()
    drag(page, square(page, "a1"), square(page, "a2"))
    page.get_by_role("button", name="nothing").click()
    square(page, "c3").click()
    page.evaluate("setUp.player = 'agent'")
    assert page.evaluate("positions") == [
        "whm/1*1/WHM adversary",
        "1hm/w*1/WHM adversary",
        "1hm/w*1/WH1 adversary",
        "1hm/w*1/WH1 agent",
    ]
    assert heard(page) == []


def test_pictures_stand_by_themselves(page: Page) -> None:
    show(page, ply.game("duel").start())
    text = page.evaluate(
        """async () => {
            const { pictureAsSvg } = await import("/static/scripts/board/export.js");
            return pictureAsSvg(board.picture);
        }"""
    )
    assert "var(" not in text
    assert "class=" not in text
    assert "href" not in text
    size = page.evaluate(
        """async () => {
            const { pictureAsPng } = await import("/static/scripts/board/export.js");
            const image = await createImageBitmap(await pictureAsPng(board.picture, 600));
            return image.width;
        }"""
    )
    assert size == 600


def test_a_piece_without_a_drawing_is_a_disc_with_its_letter(page: Page) -> None:
    position = ply.game("breakthrough", size="4x4").start()
    info = plain(GameInfo.of(position.game))
    info["pieces"] = [{"name": "dragon", "letters": ["b", "w"]}]
    page.goto("/about")
    page.evaluate(MAKE, [info, view_of(position)])
    expect(page.locator(".piece-letter")).to_have_count(16)
    expect(page.locator(".piece-letter").first).to_have_text("b")
    expect(square(page, "a4")).to_have_attribute("aria-label", "a4, black dragon")
