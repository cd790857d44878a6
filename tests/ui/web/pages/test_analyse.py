"""The page of analysis: any position, searched live, walked through, set up, reviewed, taken away."""

from __future__ import annotations

import gzip
import random
import re
from collections.abc import Callable
from pathlib import Path
from urllib.parse import parse_qs, urlsplit

import pytest
from playwright.sync_api import Browser, BrowserContext, Locator, Page, Route, expect

import plyground as ply
from plyground.search.features import preset
from tests.ui.web.running import Server

from .playing import overlap, square

Judge = Callable[[Page], list[str]]

SMALL = "/analyse?game=breakthrough&option.size=4"
BLUNDER = f"{SMALL}&moves=b3xa2,c2-b3,a2xb1"
"""White could have taken on a2; now black wins at once."""

DESKTOP = {"width": 1440, "height": 900}
PHONE = {"width": 390, "height": 844}
HEAVIEST = 100_000
LONG = 90_000
"""Milliseconds in which a search is compiled and made."""

REFUSED = "Failed to load resource: the server responded with a status of 400 (Bad Request)"
"""What a browser writes into its log when the server refuses something; not the page's doing."""


def open_page(page: Page, address: str) -> None:
    """Open an address and wait for the first values."""
    page.goto(address)
    expect(page.get_by_role("grid")).to_be_visible()
    expect(current_move(page)).to_be_visible()


def wait_for_lines(page: Page) -> None:
    expect(page.locator(".best-line").first).to_be_visible(timeout=LONG)


def current_move(page: Page) -> Locator:
    return page.locator("#moves [aria-current=step]")


def moves_in_address(page: Page) -> str:
    return parse_qs(urlsplit(page.url).query).get("moves", [""])[0]


def review(page: Page) -> None:
    page.get_by_label("Effort of the review").select_option("quick")
    page.get_by_role("button", name="Review the game").click()
    expect(page.get_by_role("button", name="Review the game")).to_be_visible(timeout=LONG)
    expect(page.locator("#mistakes-part")).to_be_visible()


@pytest.mark.parametrize("name", ["othello", "konane", "breakthrough", "duel"])
def test_the_engine_is_the_one_that_suits_the_game(page: Page, name: str) -> None:
    page.goto(f"/analyse?game={name}")
    expect(current_move(page)).to_be_visible()
    on, engine = page.locator(".feature input:checked:enabled"), page.get_by_label("engine", exact=True)
    expected = preset("engine", ply.game(name).rules)
    values = "boxes => boxes.map((box) => box.value)"
    assert on.evaluate_all(values) == [each for each in expected.names() if getattr(expected, each)]
    expect(engine).to_be_checked()
    page.locator("label.choice", has_text="minimax").click()
    expect(on).to_have_count(0)
    page.get_by_role("button", name="Reset").click()
    assert on.evaluate_all(values) == [each for each in expected.names() if getattr(expected, each)]
    expect(engine).to_be_checked()


@pytest.mark.parametrize(("size", "is_open"), [(DESKTOP, True), (PHONE, False)])
def test_features_fold_away_on_a_phone(
    new_context: Callable[..., BrowserContext], size: dict[str, int], is_open: bool
) -> None:
    page = new_context(viewport=size).new_page()
    page.goto(SMALL)
    expect(page.locator(".feature").first).to_be_visible(visible=is_open)
    page.locator("summary", has_text="Features").click()
    expect(page.locator(".feature").first).to_be_visible(visible=not is_open)


def test_a_link_opens_a_position_and_values_every_move(page: Page) -> None:
    open_page(page, f"{SMALL}&moves=b3xa2")
    expect(page.get_by_role("heading", level=1)).to_have_text("Breakthrough 4 × 4")
    expect(current_move(page)).to_have_text("1. b3xa2")
    expect(page.locator("#told")).to_have_text("black plays b3xa2 and takes on a2")
    wait_for_lines(page)
    expect(page.locator("#search-state")).to_have_text("Scores are for white, who is to move.", timeout=LONG)
    expect(page.locator(".best-line").first).to_contain_text("b1xa2", timeout=LONG)
    expect(page.locator(".value-text")).to_have_count(5)  # seven moves lead to five squares
    expect(page.locator(".value-best .value-text")).to_have_text("W7", timeout=LONG)
    expect(page.locator(".layer-arrows .arrow-best")).to_have_count(1)
    expect(page.get_by_role("meter")).to_have_attribute(
        "aria-valuetext", "proved: white wins in at most 7 moves", timeout=LONG
    )
    page.get_by_role("button", name="All 7 moves").click()
    expect(page.locator(".best-line")).to_have_count(7)


def test_no_button_is_offered_before_it_does_something(page: Page) -> None:
    held: list[Route] = []

    def hold(route: Route) -> None:
        held.append(route)

    page.route("**/api/catalogue", hold)
    with page.expect_request("**/api/catalogue"):
        page.goto(f"{SMALL}&moves=b3xa2")
    names = ["Position …", "Set up", "Export …", "One move back", "Flip the board", "Review the game"]
    for name in names:
        expect(page.get_by_role("button", name=name)).to_be_disabled()
    held[0].continue_()
    for name in names:
        expect(page.get_by_role("button", name=name)).to_be_enabled()


def test_a_picked_piece_shows_the_values_of_its_own_moves(page: Page) -> None:
    open_page(page, f"{SMALL}&moves=b3xa2")
    expect(page.locator(".value-text")).to_have_count(5, timeout=LONG)
    square(page, "b1").click()
    expect(page.locator(".value-text")).to_have_count(1)
    square(page, "b1").click()
    expect(page.locator(".value-text")).to_have_count(5)


def test_a_line_can_be_walked_and_left(page: Page) -> None:
    open_page(page, SMALL)
    expect(page.locator(".best-line").first.locator(".line-move").nth(2)).to_be_visible(timeout=LONG)
    page.get_by_role("switch", name="Search", exact=True).uncheck()
    line = page.locator(".best-line").first.locator(".line-move")
    moves = line.all_text_contents()[:3]
    line.nth(2).click()
    expect(page.locator("#moves .tree-move")).to_have_count(4)
    assert moves_in_address(page) == ",".join(moves)
    page.get_by_role("button", name="One move back").click()
    expect(current_move(page)).to_contain_text(moves[1])
    page.get_by_role("button", name="First position").click()
    expect(current_move(page)).to_have_text("Start")
    page.get_by_role("button", name="Last position").click()
    expect(current_move(page)).to_contain_text(moves[2])


def test_moves_on_the_board_make_variations(page: Page) -> None:
    open_page(page, f"{SMALL}&moves=b3xa2,b1xa2&ply=1")
    expect(current_move(page)).to_have_text("1. b3xa2")
    square(page, "c2").click()
    square(page, "b3").click()
    variation = page.locator(".variation")
    expect(variation).to_have_text("1… c2-b3")
    assert moves_in_address(page) == "b3xa2,c2-b3"
    page.get_by_role("button", name="One move back").click()
    page.locator("#moves").get_by_role("button", name="b1xa2", exact=True).click()
    expect(current_move(page)).to_have_text("b1xa2")
    assert moves_in_address(page) == "b3xa2,b1xa2"


@pytest.mark.parametrize("size", [(1280, 720), (390, 844), (360, 740)])
def test_a_pass_is_a_button_beside_the_board(
    new_context: Callable[..., BrowserContext], size: tuple[int, int]
) -> None:
    page = new_context(viewport={"width": size[0], "height": size[1]}).new_page()
    open_page(page, "/analyse?game=othello&position=bbbw/bbbb/bbbb/bbb1 black")
    expect(page.locator("#told")).to_have_text("black begins; black must pass")
    wait_for_lines(page)
    expect(page.locator(".line-score").first).to_contain_text("win")
    assert not overlap(page, ".line-score", ".line-move >> nth=0")
    button = page.get_by_role("button", name="Pass", exact=True)
    assert not overlap(page, ".board-pass", ".board")
    button.click()
    expect(current_move(page)).to_have_text("1. pass")
    expect(button).to_be_hidden()


def test_the_address_of_a_variation_opens_it_again(page: Page) -> None:
    open_page(page, SMALL)
    square(page, "b3").click()
    square(page, "a2").click()
    expect(current_move(page)).to_have_text("1. b3xa2")
    page.reload()
    expect(current_move(page)).to_have_text("1. b3xa2")


def test_a_switch_shows_what_it_costs(page: Page) -> None:
    open_page(page, SMALL)
    page.get_by_label("depth", exact=True).fill("6")
    page.get_by_label("depth", exact=True).press("Enter")
    expect(page.locator("#search-facts dd").first).to_have_text("6", timeout=LONG)
    expect(page.locator("#comparison")).to_be_hidden()
    page.get_by_role("switch", name="killers").uncheck()
    table = page.locator("#comparison")
    expect(table.get_by_role("columnheader")).to_have_text(["with killers", "without killers"], timeout=LONG)
    nodes = table.get_by_role("row", name=re.compile("^nodes to depth 6"))
    expect(nodes).to_be_visible(timeout=LONG)
    before, now = nodes.get_by_role("cell").all_text_contents()[:2]
    assert before != now
    expect(page.get_by_role("radio", name="engine")).not_to_be_checked()
    page.get_by_role("button", name="Reset").click()
    expect(page.get_by_role("switch", name="killers")).to_be_checked()


def test_the_left_one_can_be_kept(page: Page) -> None:
    open_page(page, SMALL)
    page.get_by_label("depth", exact=True).fill("4")
    page.get_by_label("depth", exact=True).press("Enter")
    expect(page.locator("#search-facts dd").first).to_have_text("4", timeout=LONG)
    page.get_by_label("Evaluation", exact=True).select_option("piece")
    headers = page.locator("#comparison").get_by_role("columnheader")
    expect(headers).to_have_text(["best", "piece"], timeout=LONG)
    page.get_by_label("Keep the left one").check()
    page.get_by_label("Evaluation", exact=True).select_option("mobility")
    expect(headers).to_have_text(["best", "mobility"], timeout=LONG)


def test_an_algorithm_sets_the_switches(page: Page) -> None:
    open_page(page, SMALL)
    page.locator("label", has=page.get_by_role("radio", name="alphabeta")).click()
    features = page.locator(".feature input:checked:enabled")
    expect(features).to_have_count(1)
    expect(features).to_have_attribute("value", "alphabeta")
    page.get_by_role("switch", name=re.compile("^alphabeta")).uncheck()
    expect(page.get_by_role("radio", name="minimax")).to_be_checked()


def test_a_wrong_expression_is_told_by_the_server(page: Page) -> None:
    open_page(page, SMALL)
    page.get_by_label("Evaluation", exact=True).select_option("an expression …")
    expression = page.get_by_label("Expression of heuristics")
    expression.fill("2*peice")
    expression.press("Enter")
    expect(page.locator("#search-state")).to_contain_text("did you mean 'piece'?")
    expression.fill("2*piece + mobility")
    expression.press("Enter")
    wait_for_lines(page)


def test_a_position_is_set_up_by_hand(page: Page, new_context: Callable[..., BrowserContext]) -> None:
    open_page(page, SMALL)
    page.get_by_role("button", name="Set up").click()
    page.get_by_role("button", name="Empty board").click()
    problem = page.locator("#set-up-problem")
    expect(problem).not_to_be_empty()
    page.get_by_role("button", name="black pawn").click()
    square(page, "b3").click()
    page.get_by_role("button", name="white pawn").click()
    square(page, "c2").click()
    page.locator("#set-up-players label", has_text="white").click()
    expect(page.get_by_label("Position as text")).to_have_value("4/1b2/2w1/4 white")
    expect(problem).to_be_empty()
    square(page, "c2").drag_to(square(page, "d2"))
    expect(page.get_by_label("Position as text")).to_have_value("4/1b2/3w/4 white")
    page.get_by_role("button", name="Analyse this").click()
    expect(page.locator("#set-up-panel")).to_be_hidden()
    expect(page.locator(".board [data-letter]")).to_have_count(2)
    wait_for_lines(page)
    assert "position=4%2F1b2%2F3w%2F4+white" in page.url
    new_context.problems[:] = [each for each in new_context.problems if each != REFUSED]  # type: ignore[attr-defined]


def test_setting_up_can_be_given_up(page: Page, new_context: Callable[..., BrowserContext]) -> None:
    open_page(page, SMALL)
    page.get_by_role("button", name="Set up").click()
    square(page, "a1").click()
    expect(page.locator(".board [data-letter=b]")).to_have_count(9)
    page.get_by_role("button", name="Cancel").click()
    expect(page.locator(".board [data-letter=b]")).to_have_count(8)
    expect(page.locator("#lines-panel")).to_be_visible()
    problems: list[str] = new_context.problems  # type: ignore[attr-defined]
    problems[:] = [each for each in problems if each != REFUSED]  # where the server was quicker than the test


def test_a_wrong_position_gives_the_servers_line(
    page: Page, new_context: Callable[..., BrowserContext]
) -> None:
    open_page(page, SMALL)
    page.get_by_role("button", name="Position …").click()
    dialog = page.get_by_role("dialog")
    dialog.get_by_label("Game").select_option("Othello")
    dialog.get_by_label("Position, moves or a whole record").fill("4/1wb1/1bw1/4 blck")
    dialog.get_by_role("button", name="Show").click()
    expect(dialog.get_by_role("alert")).to_contain_text(
        "the player to move is black or white; did you mean 'black'?"
    )
    dialog.get_by_label("Position, moves or a whole record").fill("4/1wb1/1bw1/4 black")
    dialog.get_by_role("button", name="Show").click()
    expect(page.get_by_role("heading", level=1)).to_have_text("Othello 4 × 4")
    new_context.problems.remove(REFUSED)  # type: ignore[attr-defined]


@pytest.mark.parametrize("text", ["f5d6c3", "F5 D6 C3", "1. f5 d6 2. c3"])
def test_a_transcript_is_pasted(page: Page, text: str) -> None:
    open_page(page, SMALL)
    page.get_by_role("button", name="Position …").click()
    dialog = page.get_by_role("dialog")
    dialog.get_by_label("Game").select_option("Othello")
    dialog.get_by_label("Position, moves or a whole record").fill(text)
    dialog.get_by_role("button", name="Show").click()
    expect(page.get_by_role("heading", level=1)).to_have_text("Othello 8 × 8")
    expect(current_move(page)).to_have_text("2. c3")


def test_a_wrong_transcript_says_where_it_is_wrong(
    page: Page, new_context: Callable[..., BrowserContext]
) -> None:
    open_page(page, SMALL)
    page.get_by_role("button", name="Position …").click()
    dialog = page.get_by_role("dialog")
    dialog.get_by_label("Game").select_option("Othello")
    dialog.get_by_label("Position, moves or a whole record").fill("f5d6a1")
    dialog.get_by_role("button", name="Show").click()
    expect(dialog.get_by_role("alert")).to_contain_text(
        "move 3 (character 5): a1 is not legal: black can play"
    )
    new_context.problems.remove(REFUSED)  # type: ignore[attr-defined]


def test_a_wrong_link_is_told_and_the_page_is_usable(
    page: Page, new_context: Callable[..., BrowserContext]
) -> None:
    open_page(page, f"{SMALL}&moves=a1-a9")
    expect(page.get_by_text("move 1: ")).to_be_visible()
    expect(page.get_by_role("heading", level=1)).not_to_have_text("Analyse")
    new_context.problems.remove(REFUSED)  # type: ignore[attr-defined]


def test_a_record_with_hostile_names_is_shown_as_text(page: Page, server: Server, tmp_path: Path) -> None:
    name = "<img src=x onerror=alert(1)>"
    line = {"game": "othello", "options": {"size": "4"}, "moves": ["b1", "a1"], "players": [name, "Bob"]}
    file = tmp_path / "game.txt"
    file.write_text(server.post("/api/line/record", line).json()["text"])
    open_page(page, SMALL)
    page.get_by_role("button", name="Position …").click()
    page.get_by_label("Or a record file").set_input_files(file)
    expect(page.get_by_label("Position, moves or a whole record")).to_have_value(re.compile("onerror"))
    page.get_by_role("button", name="Show").click()
    expect(page.locator("#players")).to_have_text(f"{name} against Bob")
    expect(current_move(page)).to_have_text("a1")


def test_a_game_that_was_played_here_is_opened(page: Page, server: Server) -> None:
    game = server.begin("breakthrough", "human", "human", options={"size": "4"}, moves=["b3xa2", "b1xa2"])
    open_page(page, f"/analyse?play={game}")
    expect(page.locator("#players")).to_have_text("Black against White")
    expect(current_move(page)).to_contain_text("b1xa2")
    page.get_by_role("button", name="One move back").click()
    expect(current_move(page)).to_have_text("1. b3xa2")
    assert page.url.endswith(f"/analyse?play={game}&ply=1")


def test_a_game_of_the_library_is_opened(page: Page, server: Server) -> None:
    line = {"game": "othello", "options": {"size": "4"}, "moves": ["b1", "a1"], "players": ["Ada", "Bob"]}
    server.post("/api/records", {"text": server.post("/api/line/record", line).json()["text"]})
    [found] = [
        each for each in server.get("/api/records").json()["games"] if each["players"] == ["Ada", "Bob"]
    ]
    open_page(page, f"/analyse?record={found['id']}")
    expect(page.locator("#players")).to_have_text("Ada against Bob")
    expect(current_move(page)).to_have_text("a1")


def test_a_review_marks_the_blunder_and_plays_its_refutation(page: Page) -> None:
    open_page(page, f"{SMALL}&moves=b3xa2,c2-b3")
    review(page)
    expect(page.locator("#moves .mark-blunder")).to_have_count(1)
    expect(page.locator("#moves .tree-move", has_text="c2-b3??")).to_be_visible()
    mistake = page.locator(".mistake")
    expect(mistake).to_contain_text(
        re.compile(
            r"blunder (proved|guess) was a .* now a proved loss in 1 move: after c2-b3 black plays a2x\S+"
            " and wins at once; better was b1xa2"
        )
    )
    expect(page.locator(".game-graph .graph-blunder")).to_have_count(1)
    page.get_by_role("button", name="First position").click()
    show_why = mistake.get_by_role("button", name="Show why")
    show_why.press("Enter")
    expect(page.locator("#told")).to_have_text("black plays b3xa2 and takes on a2 · why it was a mistake")
    expect(page.locator(".layer-arrows .arrow-bad")).to_have_count(1)
    expect(page.locator(".layer-arrows .arrow-good")).to_have_count(1)
    expect(page.locator("#told")).to_have_text(
        re.compile("black plays a2x.*black wins.*why it was a mistake")
    )
    expect(show_why).to_be_focused()
    mistake.get_by_role("button", name="Show better").click()
    expect(page.locator("#told")).to_contain_text("white plays b1xa2")
    expect(page.locator("#moves .variation").first).to_contain_text("b1xa2")


def test_two_reviews_of_a_game_say_the_same_in_chances(page: Page) -> None:
    chance, position = random.Random(4), ply.game("othello", size=6).start()
    for _ in range(24):
        position = position.play(chance.choice(position.moves()))
    moves = ",".join(str(each.last_move) for each in position.line()[1:])
    open_page(page, f"/analyse?game=othello&option.size=6&moves={moves}")
    review(page)
    mistakes = page.locator("#mistakes").inner_text()
    assert re.search(r"from \d+ % to \d+ %: after \w+ (black|white) plays", mistakes)
    assert not re.search(r"loses \d|\([+−-]\d|pl(y|ies)\b", mistakes)
    page.get_by_role("button", name="First position").click()
    wait_for_lines(page)
    review(page)
    assert page.locator("#mistakes").inner_text() == mistakes


def test_the_graph_leads_to_its_moves(page: Page) -> None:
    open_page(page, BLUNDER)
    review(page)
    graph = page.get_by_role("slider", name="Course of the game")
    graph.click(position={"x": 2, "y": 20})
    expect(current_move(page)).to_have_text("Start")
    graph.press("ArrowRight")
    expect(current_move(page)).to_have_text("1. b3xa2")
    expect(graph).to_have_attribute(
        "aria-valuetext", re.compile(r"black plays b3xa2.*, proved: white wins in")
    )
    graph.press("End")
    expect(current_move(page)).to_contain_text("a2xb1")


def test_a_review_can_be_stopped(page: Page) -> None:
    open_page(page, "/analyse?game=breakthrough&option.size=8&moves=b7-b6,b2-b3,c7-c6,c2-c3,d7-d6,d2-d3")
    page.get_by_label("Effort of the review").select_option("thorough")
    page.get_by_role("button", name="Review the game").click()
    page.get_by_role("button", name="Stop the review").click()
    expect(page.get_by_role("button", name="Review the game")).to_be_visible(timeout=LONG)


def test_another_position_ends_a_review(page: Page) -> None:
    open_page(page, "/analyse?game=breakthrough&option.size=8&moves=b7-b6,b2-b3,c7-c6,c2-c3,d7-d6,d2-d3")
    page.get_by_label("Effort of the review").select_option("thorough")
    page.get_by_role("button", name="Review the game").click()
    page.get_by_role("button", name="Position …").click()
    page.get_by_label("Position, moves or a whole record").fill("4/1b2/2w1/4 black")
    page.get_by_role("button", name="Show", exact=True).click()
    expect(page.get_by_role("heading", level=1)).to_have_text("Breakthrough 4 × 4")
    expect(page.get_by_role("button", name="Review the game")).to_be_disabled()
    wait_for_lines(page)


def test_line_and_position_can_be_taken_away(new_context: Callable[..., BrowserContext]) -> None:
    context = new_context(viewport=DESKTOP, permissions=["clipboard-read", "clipboard-write"])
    page = context.new_page()
    open_page(page, BLUNDER)
    page.get_by_role("button", name="Export …").click()
    dialog = page.get_by_role("dialog")
    expect(dialog.get_by_label("Record of the line")).to_have_value(
        re.compile("1. b3xa2 c2-b3 2. a2xb1 black")
    )
    contents = {}
    for name in ("Record", "SVG picture", "PNG picture"):
        with page.expect_download() as found:
            dialog.get_by_role("button", name=name, exact=True).click()
        contents[found.value.suggested_filename] = Path(found.value.path()).read_bytes()
    assert b'[Result "black"]' in contents["breakthrough-3.txt"]
    assert contents["breakthrough-3.png"].startswith(b"\x89PNG")
    picture = contents["breakthrough-3.svg"].decode()
    assert picture.startswith("<svg")
    assert "class=" not in picture.replace('class="board-picture"', "")
    dialog.get_by_role("button", name="Copy the link").click()
    expect(dialog.get_by_role("status")).to_have_text("Copied.")
    link = page.evaluate("navigator.clipboard.readText()")
    page.goto(link)
    expect(current_move(page)).to_contain_text("a2xb1")


def test_everything_can_be_done_with_the_keyboard(page: Page) -> None:
    open_page(page, SMALL)
    page.keyboard.press("Tab")
    page.keyboard.press("Enter")  # the link to the board
    while page.evaluate("document.activeElement.getAttribute('role')") != "gridcell":
        page.keyboard.press("Tab")
    for key in ("Home", "PageDown", "ArrowUp", "ArrowUp", "ArrowRight", "Enter"):
        page.keyboard.press(key)
    for key in ("ArrowLeft", "ArrowDown", "Enter"):
        page.keyboard.press(key)
    expect(current_move(page)).to_have_text("1. b3xa2")
    page.keyboard.press("Tab")
    page.keyboard.press("ArrowLeft")
    expect(current_move(page)).to_have_text("Start")
    page.keyboard.press("ArrowRight")
    expect(current_move(page)).to_have_text("1. b3xa2")
    page.keyboard.press("Home")
    expect(current_move(page)).to_have_text("Start")
    page.get_by_role("button", name="Set up").focus()
    page.keyboard.press("Enter")
    expect(page.get_by_role("button", name="black pawn")).to_be_focused()
    page.get_by_role("button", name="Cancel").press("Enter")
    page.get_by_role("switch", name="killers").focus()
    page.keyboard.press("Space")
    expect(page.get_by_role("switch", name="killers")).not_to_be_checked()
    page.get_by_role("button", name="Export …").press("Enter")
    expect(page.get_by_role("dialog")).to_be_visible()
    page.keyboard.press("Escape")
    expect(page.get_by_role("dialog")).to_be_hidden()


def test_the_board_can_be_flipped(page: Page) -> None:
    open_page(page, SMALL)
    first = page.get_by_role("gridcell").first
    expect(first).to_have_attribute("aria-label", re.compile("^a4, "))
    page.get_by_role("button", name="Flip the board").click()
    expect(page.get_by_role("gridcell").first).to_have_attribute("aria-label", re.compile("^d1, "))


def test_the_search_comes_back_after_the_server_does(browser: Browser, own_server: Server) -> None:
    # A browser writes down that connections fail; that is what this is about.
    with browser.new_context(base_url=own_server.url, viewport={"width": 1440, "height": 900}) as context:
        page = context.new_page()
        open_page(page, SMALL)
        wait_for_lines(page)
        own_server.kill()
        page.get_by_label("Evaluation", exact=True).select_option("mobility")
        expect(page.get_by_text("Connection lost")).to_be_visible(timeout=LONG)
        own_server.start()
        expect(page.get_by_text("Connection lost")).to_be_hidden(timeout=LONG)
        wait_for_lines(page)
        square(page, "b3").click()
        square(page, "a2").click()
        expect(current_move(page)).to_have_text("1. b3xa2")


@pytest.mark.parametrize("size", [DESKTOP, PHONE], ids=["desktop", "phone"])
def test_nobody_stumbles(
    new_context: Callable[..., BrowserContext], axe: Judge, size: dict[str, int]
) -> None:
    page = new_context(viewport=size).new_page()
    open_page(page, f"{SMALL}&moves=b3xa2,c2-b3")
    wait_for_lines(page)
    if size is PHONE:
        page.locator("summary", has_text="Features").click()
    page.get_by_role("switch", name="killers").uncheck()
    expect(page.locator("#comparison")).to_be_visible(timeout=LONG)
    review(page)
    assert axe(page) == []
    page.get_by_role("button", name="Set up").click()
    expect(page.locator("#palette button").first).to_be_visible()
    assert axe(page) == []
    page.get_by_role("button", name="Cancel").click()
    for name in ("Position …", "Export …"):
        page.get_by_role("button", name=name).click()
        expect(page.get_by_role("dialog")).to_be_visible()
        assert axe(page) == [], name
        page.keyboard.press("Escape")


@pytest.mark.parametrize("width", [320, 390, 768, 1024, 1440, 3840])
def test_nothing_sticks_out(new_context: Callable[..., BrowserContext], width: int) -> None:
    page = new_context(viewport={"width": width, "height": 800}).new_page()
    open_page(page, BLUNDER)
    assert page.evaluate("document.documentElement.scrollWidth") <= width


def test_nothing_moves_about_while_the_page_comes(page: Page) -> None:
    page.add_init_script(
        "window.shift = 0; new PerformanceObserver((list) => { for (const each of list.getEntries())"
        " if (!each.hadRecentInput) window.shift += each.value; })"
        ".observe({ type: 'layout-shift', buffered: true });"
    )
    open_page(page, BLUNDER)
    page.get_by_role("button", name="One move back").click()
    wait_for_lines(page)
    assert page.evaluate("window.shift") < 0.02


def test_the_page_is_light(page: Page, server: Server) -> None:
    files: list[str] = []
    page.on("request", lambda request: files.append(urlsplit(request.url).path))
    open_page(page, SMALL)
    page.wait_for_load_state("networkidle")
    loaded = {file for file in files if not file.startswith("/api/")}
    assert len(loaded) > 20
    assert sum(len(gzip.compress(server.get(file).content)) for file in loaded) < HEAVIEST
