"""The exercise on a board: every attempt is judged, and may be repeated."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from playwright.sync_api import Page, expect

import plyground as ply
from plyground.ui.web.common.game_views import GameInfo

from .playing import square
from .test_board import plain, view_of

MAKE = """async ([game, stand, after]) => {
    for (const name of ["board", "find-move"]) {
        const style = document.createElement("link");
        style.rel = "stylesheet";
        style.href = `/static/styles/${name}.css`;
        await new Promise((resolve) => { style.onload = resolve; document.head.append(style); });
    }
    const { FindMove } = await import("/static/scripts/board/find-move.js");
    window.endings = [];
    window.asked = [];
    const onEnd = (ending) => endings.push(ending);
    const finder = new FindMove(document.querySelector("main"), game, { onEnd });
    finder.pose({
        stand,
        prompt: "Find a capture.",
        judge: async (move, accepted) => {
            asked.push([move.move, accepted.length]);
            if (move.move === "a1-a2") throw new Error("the judge is away");
            const isAccepted = Boolean(after[move.move]);
            const { views = [], next = null } = after[move.move] ?? {};
            return { isAccepted, told: isAccepted ? "Right." : "That gives a pawn away.", views, next };
        },
        hint: () => ({ told: "Look at b2.", squares: [9] }),
        solution: async () => ({ told: "b2 takes c3.", views: after["b2xc3"].views }),
    });
}"""

START = "1b2/2b1/1w2/w3 white"


@pytest.fixture
def exercise(page: Page) -> Page:
    """An exercise of two moves: white takes on c3, black replies, and white takes again."""
    start = ply.game("breakthrough", size="4x4").position(START)
    first = start.play("b2xc3")
    reply = first.play("b4xc3")
    last = reply.play("a1-b2")
    after = {
        "b2xc3": {"views": [view_of(first), view_of(reply)], "next": view_of(reply)},
        "a1-b2": {"views": [view_of(last)]},
    }
    page.goto("/about")
    page.evaluate(MAKE, [plain(GameInfo.of(start.game)), view_of(start), after])
    return page


def test_a_wrong_move_is_explained_and_another_one_tried(exercise: Page) -> None:
    status = exercise.locator(".find-card [role=status]")
    expect(status).to_have_text("Find a capture.")
    square(exercise, "b2").click()
    square(exercise, "b3").click()
    expect(status).to_have_text("That gives a pawn away.")
    exercise.get_by_role("button", name="Try again").click()
    expect(status).to_have_text("Find a capture.")
    square(exercise, "b2").click()
    square(exercise, "c3").click()
    expect(status).to_have_text("Right.")
    expect(square(exercise, "a1")).to_have_attribute("aria-label", "a1, white pawn, can move")
    square(exercise, "a1").click()
    square(exercise, "b2").click()
    expect(exercise.locator(".find-card")).to_have_attribute("data-state", "solved")
    assert exercise.evaluate("asked") == [["b2-b3", 0], ["b2xc3", 0], ["a1-b2", 1]]
    assert exercise.evaluate("endings") == [{"isSolved": True, "mistakes": 1, "hints": 0}]


def test_an_exercise_is_solved_with_the_keyboard_alone(exercise: Page) -> None:
    exercise.evaluate("document.querySelector('.board-square[tabindex=\"0\"]').focus()")
    to_b2 = ["ArrowUp", "ArrowLeft"] * 3 + ["ArrowDown", "ArrowDown", "ArrowRight"]
    for key in (*to_b2, "Enter", "ArrowUp", "ArrowRight", "Enter"):
        exercise.keyboard.press(key)
    expect(exercise.locator(".find-told")).to_have_text("Right.")


def test_a_hint_rings_squares_and_the_solution_ends_the_exercise(exercise: Page) -> None:
    exercise.get_by_role("button", name="Hint").click()
    expect(exercise.locator(".find-told")).to_have_text("Look at b2.")
    expect(exercise.locator(".mark-hint")).to_have_count(1)
    exercise.get_by_role("button", name="Show me").click()
    expect(exercise.locator(".find-told")).to_have_text("b2 takes c3.")
    assert exercise.evaluate("endings") == [{"isSolved": False, "mistakes": 0, "hints": 1}]
    exercise.get_by_role("button", name="Try again").click()
    expect(exercise.locator(".find-told")).to_have_text("Find a capture.")


def test_a_judge_that_fails_lets_the_person_try_again(exercise: Page) -> None:
    square(exercise, "a1").click()
    square(exercise, "a2").click()
    expect(exercise.locator(".toast")).to_contain_text("the judge is away")
    expect(exercise.locator(".find-told")).to_have_text("Find a capture.")
    expect(square(exercise, "b2")).to_have_attribute("aria-label", "b2, white pawn, can move")


def test_nobody_stumbles_over_an_exercise(exercise: Page, axe: Callable[[Page], list[str]]) -> None:
    assert axe(exercise) == []
    square(exercise, "b2").click()
    square(exercise, "b3").click()
    expect(exercise.locator(".find-card")).to_have_attribute("data-state", "wrong")
    assert axe(exercise) == []
