"""The page of puzzles: by mouse, by touch and by keys."""

from __future__ import annotations

import re
from collections.abc import Callable

from playwright.sync_api import BrowserContext, Page, expect

from plyground.core.position import Move
from plyground.puzzles.collection import shipped_puzzles
from plyground.puzzles.puzzle import Puzzle

from .playing import square

Context = Callable[..., BrowserContext]


def told_puzzle(steps: int, number: int = 0, *, to_move: str = "") -> Puzzle:
    """Return a puzzle of Breakthrough with so many moves to find; each test takes another one."""
    found = [each for each in shipped_puzzles() if each.game == "breakthrough" and len(each.steps) == steps]
    return [each for each in found if each.position.endswith(to_move)][number]


def walk_to(page: Page, puzzle: Puzzle, square_number: int | None) -> None:
    """Go to a square with the arrow keys, on a board that is not turned round."""
    assert square_number is not None
    columns = puzzle.start().game.columns
    row, column = divmod(int(page.evaluate("document.activeElement.dataset.square")), columns)
    to_row, to_column = divmod(square_number, columns)
    for steps, forward, backward in (
        (to_row - row, "ArrowDown", "ArrowUp"),
        (to_column - column, "ArrowRight", "ArrowLeft"),
    ):
        for _ in range(abs(steps)):
            page.keyboard.press(forward if steps > 0 else backward)


def name_of(puzzle: Puzzle, square_number: int | None) -> str:
    assert square_number is not None
    return puzzle.start().game.grid.name(square_number)


def wrong_move(puzzle: Puzzle) -> tuple[Move, str]:
    """Return a wrong move that has a reply, and the reply."""
    refutation = next(each for each in puzzle.steps[0].refuted if each.reply is not None)
    return puzzle.start().find_move(refutation.moves[0]), str(refutation.reply)


def play(page: Page, puzzle: Puzzle, move: Move, press: str = "click") -> None:
    for number in (move.origin, move.target):
        getattr(square(page, name_of(puzzle, number)), press)()


def test_a_wrong_move_is_refuted_and_the_right_ones_solve_it(page: Page) -> None:
    puzzle = told_puzzle(2)
    page.goto(f"/puzzles/{puzzle.id}")
    told = page.locator(".find-told")
    expect(told).to_contain_text("There are 2 moves to find.")
    move, reply = wrong_move(puzzle)
    play(page, puzzle, move)
    expect(told).to_contain_text(f"answers {reply} and wins.")
    expect(page.locator("#standing .is-down")).to_be_visible()
    expect(page.locator("#counts")).to_have_text("This attempt has counted.")
    page.get_by_role("button", name="Try again").click()
    position = puzzle.start()
    for step in puzzle.steps:
        play(page, puzzle, position.find_move(step.move))
        position = position.play(step.move)
        if step.reply is not None:
            expect(told).to_contain_text("Right.")
            position = position.play(step.reply)
            origin = position.moves()[0].origin
            expect(square(page, name_of(puzzle, origin))).to_have_attribute(
                "aria-label", re.compile("can move")
            )
    expect(page.locator(".find-card")).to_have_attribute("data-state", "solved")
    expect(page.get_by_role("link", name="Analyse").last).to_be_visible()
    page.get_by_role("button", name="Next puzzle").click()
    expect(page).not_to_have_url(f"/puzzles/{puzzle.id}")


def test_a_puzzle_is_solved_by_touch(new_context: Context) -> None:
    page = new_context(viewport={"width": 390, "height": 844}, has_touch=True).new_page()
    puzzle = told_puzzle(1, 4)
    page.goto(f"/puzzles/{puzzle.id}")
    expect(page.locator(".find-told")).to_contain_text(" to win")
    play(page, puzzle, puzzle.start().find_move(puzzle.steps[0].move), "tap")
    expect(page.locator(".find-card")).to_have_attribute("data-state", "solved")
    expect(page.locator("#standing .is-up")).to_be_visible()


def test_a_puzzle_is_solved_with_the_keyboard_alone(page: Page) -> None:
    puzzle = told_puzzle(1, 2, to_move="white")
    page.goto(f"/puzzles/{puzzle.id}")
    expect(page.locator(".find-told")).to_contain_text(" to win")
    move = puzzle.start().find_move(puzzle.steps[0].move)
    page.evaluate("document.querySelector('.board-square[tabindex=\"0\"]').focus()")
    for number in (move.origin, move.target):
        walk_to(page, puzzle, number)
        page.keyboard.press("Enter")
    expect(page.locator(".find-card")).to_have_attribute("data-state", "solved")
    page.get_by_role("button", name="Next puzzle").focus()
    page.keyboard.press("Enter")
    expect(page.locator(".find-card")).to_have_attribute("data-state", "open")


def test_puzzles_are_chosen_by_game_theme_and_difficulty(page: Page) -> None:
    page.goto("/puzzles?daily")
    expect(page.locator("#puzzle-heading")).to_have_text("Puzzle of the day")
    page.get_by_label("Game", exact=True).select_option("othello")
    expect(page.locator("#puzzle-heading")).to_have_text("Othello")
    page.get_by_label("Theme", exact=True).select_option("parity")
    expect(page.locator("#puzzle-themes")).to_contain_text("Parity")
    page.get_by_role("radio", name="Harder").check()
    page.reload()
    expect(page.get_by_label("Theme", exact=True)).to_have_value("parity")
    page.get_by_role("button", name="Show me").click()
    expect(page.locator(".find-told")).to_contain_text("The solution is ")
    page.get_by_role("link", name="Puzzle of the day").click()
    expect(page).to_have_url("/puzzles?daily")


def test_nobody_stumbles_over_puzzles(page: Page, axe: Callable[[Page], list[str]]) -> None:
    puzzle = told_puzzle(1, 5)
    page.goto(f"/puzzles/{puzzle.id}")
    expect(page.locator(".find-told")).to_contain_text(" to win")
    assert axe(page) == []
    play(page, puzzle, wrong_move(puzzle)[0])
    expect(page.locator(".find-card")).to_have_attribute("data-state", "wrong")
    assert axe(page) == []
