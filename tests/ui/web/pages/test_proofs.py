"""What is proved is told from what is guessed, wherever the pages show a score."""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Iterator
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import BrowserContext, Page, WebSocketRoute, expect

from plyground.store import Store
from plyground.store.records import PlayedMove
from tests.ui.web.library.made_up import made_up_game
from tests.ui.web.running import Server

from .playing import open_game

Judge = Callable[[Page], list[str]]

MISFITS = Path(__file__).with_name("misfits.js").read_text("utf-8")
LONG = 90_000
MOVES = ("d5-d4", "a2-b3", "c5-c4", "b1-a2", "e5-f4", "b3-a4")
GAME = f"/analyse?game=breakthrough&option.size=6&moves={','.join(MOVES)}"

WIN = {"value": "win", "margin": None, "distance": None}
LOSS = {"value": "loss", "margin": None, "distance": None}
DRAW = {"value": "draw", "margin": None, "distance": None}


def move(text: str) -> dict[str, Any]:
    return {"move": text, "origin": 1, "target": 2}


def mistake(kind: str, told: str, *, is_certain: bool) -> dict[str, Any]:
    proofs = (WIN, LOSS) if is_certain else (None, None)
    return {
        "kind": kind,
        "is_certain": is_certain,
        "loss": 0.5,
        "chance_before": 0.8,
        "chance_after": 0.3,
        "proof_before": proofs[0],
        "proof_after": proofs[1],
        "told": told,
        "refutation": [move("c5-c4")],
        "better": [move("a5-a4")],
    }


def judged(ply: int, score: str, chance: float, **more: Any) -> dict[str, Any]:
    return {
        "type": "judged",
        "ply": ply,
        "score": score,
        "proof": None,
        "value": 0.0,
        "chance": chance,
        "plies_to_end": None,
        "depth": 9,
        "mistake": None,
        "note": None,
        **more,
    }


SOONER = {
    "kind": "sooner",
    "told": "a proved loss either way, in 3 moves instead of in 6 moves with e5-e4",
}
BLUNDER = mistake("blunder", "was a proved win in 6 moves, now a proved loss", is_certain=True)
REVIEW = [
    judged(0, "+0.30", 0.55),
    judged(1, "-2.50", 0.7, mistake=mistake("mistake", "lowers the chance", is_certain=False)),
    judged(2, "+0.20", 0.5),
    judged(3, "proved win in at most 7 moves", 0.0, proof=WIN),
    judged(4, "proved loss in at most 6 moves", 0.0, proof=LOSS, note=SOONER),
    judged(5, "proved win in 6 moves", 0.0, proof=WIN, mistake=BLUNDER),
    judged(6, "proved win in 2 moves", 1.0, proof=WIN),
]
"""The chances of black, who begins; guesses at first, then proofs. White gives a won game away."""


class Script:
    """Plays the server of an analysis: its searches find `lines`, its reviews say `REVIEW`."""

    def __init__(self, page: Page, lines: list[dict[str, Any]]) -> None:
        self.lines = lines
        page.route_web_socket("**/api/analysis", self._serve)

    def _serve(self, socket: WebSocketRoute) -> None:
        def answer(text: str | bytes) -> None:
            order = json.loads(text)
            for message in self._answers(order):
                socket.send(json.dumps({**message, "request": order["request"]}))

        socket.on_message(answer)

    def _answers(self, order: dict[str, Any]) -> Iterator[dict[str, Any]]:
        if order["type"] == "review":
            yield from reversed(REVIEW)
            yield {"type": "reviewed", "is_complete": True}
        elif order["type"] == "analyse":
            numbers = {"depth": 5, "current_depth": 5, "nodes": 9, "speed": 9, "seconds": 1, "table_fill": 0}
            yield {"type": "report", **numbers, "lines": self.lines, "finished": [], "is_done": True}


def found(text: str, target: int, score: str, chance: float, **more: Any) -> dict[str, Any]:
    line = {
        "score": score,
        "proof": None,
        "value": 0.0,
        "chance": chance,
        "plies_to_end": None,
        "visits": None,
    }
    return {**line, "moves": [{"move": text, "origin": None, "target": target}], **more}


def review(page: Page) -> None:
    page.goto(GAME)
    expect(page.get_by_role("grid")).to_be_visible()
    page.get_by_role("button", name="Review the game").click()
    expect(page.locator("#mistakes-part")).to_be_visible()


def test_the_bar_tells_a_proof_from_a_guess(page: Page) -> None:
    script = Script(page, [found("c2-c3", 14, "+1.20", 0.999)])
    page.goto(GAME)
    bar = page.get_by_role("meter")
    expect(bar).to_have_attribute("aria-valuetext", "a guess: black 99 %, white 1 %")
    expect(bar).to_have_text(re.compile(r"^black 99 %\s*1 % white$"))
    assert page.locator(".evaluation-share").evaluate("share => share.style.width") == "99%"
    script.lines = [found("c2-c3", 14, "proved loss in at most 4 moves", 0.0, proof=LOSS, plies_to_end=8)]
    page.reload()
    expect(bar).to_have_attribute("aria-valuetext", "proved: white wins in at most 4 moves")
    expect(bar.locator(".evaluation-mark")).to_have_text("proved")
    assert page.locator(".evaluation-share").evaluate("share => share.style.width") == "0%"
    script.lines = [found("c2-c3", 14, "proved draw", 0.5, proof={**DRAW, "margin": 0})]
    page.reload()
    expect(bar).to_have_attribute("aria-valuetext", "proved: a draw")
    assert page.locator(".evaluation-share").evaluate("share => share.style.width") == "50%"
    script.lines = [found("c2-c3", 14, "proved win by 12", 1.0, proof={**WIN, "margin": 12})]
    page.reload()
    expect(bar).to_have_attribute("aria-valuetext", "proved: black wins by 12")


def test_a_review_proves_what_the_search_only_guesses(page: Page) -> None:
    Script(page, [found("c2-c3", 14, "+1.20", 0.6)])
    review(page)
    bar = page.get_by_role("meter")
    expect(bar).to_have_attribute("aria-valuetext", "proved: black wins in 2 moves")
    page.get_by_role("button", name="First position").click()
    expect(bar).to_have_attribute("aria-valuetext", "a guess: black 60 %, white 40 %")


def test_the_graph_tells_proofs_from_guesses(page: Page) -> None:
    Script(page, [])
    review(page)
    expect(page.locator(".game-graph .graph-proof")).to_have_count(4)
    proved = page.locator(".game-graph .graph-proved").get_attribute("d")
    guesses = page.locator(".game-graph .graph-guess").get_attribute("d")
    assert (proved or "").count("M") == 3  # between positions 3, 4, 5 and 6
    assert (guesses or "").count("M") == 3
    expect(page.locator(".game-graph path.graph-blunder.is-certain")).to_have_count(1)
    expect(page.locator(".game-graph circle.graph-mistake")).to_have_count(1)
    legend = page.get_by_role("list", name="Signs of the graph")
    expect(legend.get_by_role("listitem")).to_have_text(
        ["proved", "guess", "blunder, proved", "mistake by guess"]
    )
    graph = page.get_by_role("slider", name="Course of the game")
    heard = {
        "Home": "black begins, a guess: black 55 %",
        "ArrowRight": "black plays d5-d4, a guess: black 70 %",
        "End": "white plays b3-a4, proved: black wins in 2 moves, a proved blunder",
        "ArrowLeft": "black plays e5-f4, proved: white wins in 6 moves",
    }
    for key, text in heard.items():
        graph.press(key)
        expect(graph).to_have_attribute("aria-valuetext", text)


def test_the_list_says_which_mistakes_are_proved(page: Page) -> None:
    Script(page, [])
    review(page)
    expect(page.locator("#mistakes .mistake")).to_have_text(
        [
            re.compile(r"^1… a2-b3mistake guess lowers the chance\."),
            re.compile(r"^3… b3-a4blunder proved was a proved win in 6 moves, now a proved loss\."),
        ]
    )
    expect(page.locator("#mistakes-summary")).to_have_text(
        "1 of 2 is proved; the others are guesses of the search."
    )
    expect(page.locator("#moves .mark-blunder")).to_have_attribute("title", "blunder, proved")
    expect(page.locator("#moves .mark-mistake")).to_have_attribute("title", "mistake, by guess")


def test_a_move_that_keeps_the_value_is_noted_and_no_mistake(page: Page) -> None:
    Script(page, [])
    review(page)
    notes = page.locator("#notes-part")
    notes.get_by_text("1 move with the right result, but not the best").click()
    expect(notes.get_by_role("listitem")).to_have_text(
        "3. e5-f4sooner a proved loss either way, in 3 moves instead of in 6 moves with e5-e4."
    )
    notes.get_by_role("button", name="e5-f4").click()
    expect(page.locator("#told")).to_have_text("black plays e5-f4")
    expect(page.locator("#moves .tree-move", has_text="e5-f4")).to_have_text("3. e5-f4")  # no question mark


def test_a_real_review_of_a_solved_game_is_proved(page: Page) -> None:
    page.goto("/analyse?game=breakthrough&option.size=4&moves=b3xa2,c2-b3,a2xb1")
    expect(page.get_by_role("grid")).to_be_visible()
    page.get_by_role("button", name="Review the game").click()
    expect(page.locator("#mistakes-summary")).to_have_text("It is proved.", timeout=LONG)
    expect(page.locator("#mistakes .mistake")).to_contain_text("now a proved loss in 1 move")
    expect(page.locator(".game-graph .graph-proof")).to_have_count(4)
    expect(page.locator(".game-graph .graph-guess")).to_have_count(0)
    expect(page.get_by_role("meter")).to_have_attribute("aria-valuetext", "black has won")


def test_values_of_moves_are_marked_on_the_board_and_in_the_list(page: Page) -> None:
    Script(
        page,
        [
            found("c2-c3", 20, "proved win in at most 3 moves", 1.0, proof=WIN, plies_to_end=5),
            found("d2-d3", 21, "win in 4 moves", 1.0, plies_to_end=7),
            found("b2-b3", 19, "+1.20", 0.7),
            found("e2-e3", 22, "proved draw", 0.5, proof=DRAW),
            found("f2-f3", 23, "proved loss by 6", 0.0, proof={**LOSS, "margin": -6}),
            found("a2-a3", 18, "proved loss", 0.0, proof=LOSS),
        ],
    )
    page.goto(GAME)
    page.get_by_role("button", name="All 6 moves").click()
    expect(page.locator(".line-score.is-proved")).to_have_count(4)
    expect(page.locator(".line-score").nth(1)).to_have_class("line-score")  # a win, but nobody proved it
    expect(page.locator(".is-proved .value-text")).to_have_text(["W3", "=", "−6", "L"])
    expect(page.locator(".exact-win.is-proved .value-text")).to_have_text("W3")
    expect(page.locator("g:not(.is-proved) > .value-text")).to_have_text(["W4?", "+1.2"])


def test_the_thoughts_of_an_opponent_are_marked_when_they_are_proved(page: Page, server: Server) -> None:
    thought = {"type": "thought", "side": 1, "depth": 9, "nodes": 9, "seconds": 1.0, "line": ["a2-a3"]}
    sockets: list[WebSocketRoute] = []

    def connect(socket: WebSocketRoute) -> None:
        socket.connect_to_server()
        sockets.append(socket)

    page.route_web_socket("**/live", connect)
    open_game(page, server.begin("breakthrough", "human", "level:1", options={"size": "6"}))
    page.get_by_label("Show what the engine thinks").check()
    score = page.locator("#thoughts dd").nth(2)
    sockets[0].send(json.dumps({**thought, "score": "+0.40", "proof": None}))
    expect(score).to_have_text("+0.40")
    expect(score).not_to_have_class("is-proved")
    sockets[0].send(json.dumps({**thought, "score": "proved win in 3 moves", "proof": WIN}))
    expect(score).to_have_text("proved win in 3 moves")
    expect(score).to_have_class("is-proved")


def test_a_hint_says_what_is_proved(page: Page, server: Server) -> None:
    begun = {"options": {"size": "4"}, "moves": ["b3xa2"]}
    open_game(page, server.begin("breakthrough", "human", "human", **begun))
    told = page.locator("#told")
    page.get_by_role("button", name="Hint").click()
    expect(told).to_have_text(re.compile("^Hint: "), timeout=LONG)
    while "before the engine is compiled" in told.inner_text():
        page.get_by_role("button", name="Hint").click()
        expect(page.get_by_role("button", name="Hint")).to_be_visible(timeout=LONG)
    expect(told).to_have_text(re.compile(r"^Hint: b1xa2 \(proved win in at most 7 moves\)"), timeout=LONG)


def test_the_library_tells_proofs_from_guesses(page: Page, server: Server) -> None:
    record = made_up_game("prover", "guesser", game="othello", size="4")
    first, second, third, *others = record.moves
    thoughts = (
        PlayedMove(first.text, 0.5, 999_991.0, proved=12),
        PlayedMove(second.text, 0.5, -0.25),
        PlayedMove(third.text, 0.5, 999_991.0),
    )
    with Store(server.store) as store:
        number = store.add_single(replace(record, moves=(*thoughts, *others)))
    page.goto(f"/library?record={number}")
    told = page.locator(".record-told")
    expect(told).to_have_text("Black begins")
    for text in ("500 ms · proved win by 12", "500 ms · −0.25", "500 ms · win in 5 moves"):
        page.keyboard.press("ArrowRight")
        expect(told).to_have_text(re.compile(rf"{text}$"))


def test_a_tree_says_where_the_game_is_over(page: Page) -> None:
    page.goto("/tree?game=breakthrough&position=4/1b2/2w1/1w2 white&depth=3")
    expect(page.locator("#told")).to_have_text(
        re.compile(r"The search is over: [WL]\d for MAX, proved\."), timeout=LONG
    )


@pytest.mark.parametrize("size", [(360, 740), (1280, 720), (1920, 1080)])
def test_nobody_stumbles_over_proofs(
    new_context: Callable[..., BrowserContext], axe: Judge, size: tuple[int, int]
) -> None:
    page = new_context(viewport={"width": size[0], "height": size[1]}).new_page()
    Script(page, [found("c2-c3", 20, "proved win in at most 13 moves", 1.0, proof=WIN, plies_to_end=25)])
    review(page)
    page.locator("#notes-part summary").click()
    assert axe(page) == []
    assert page.evaluate(MISFITS) == []
    assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")
