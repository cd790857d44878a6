"""Games and heuristics of one's own in the browser: those that the command line allowed, and no others."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Page, expect

from tests.docs.blocks import blocks_of, read_page
from tests.ui.web.contests.test_contests import finish
from tests.ui.web.running import Server, running_server

from .playing import by_mouse, open_game, play_to_the_end
from .test_analyse import open_page, wait_for_lines
from .test_home import begun, choose
from .test_play import check_end

HEURISTIC = '''
from plyground.core.bits import popcount
from plyground.core.heuristics import heuristic


@heuristic("breakthrough")
def pawns(board, state):
    """Pawns I have more than you."""
    return popcount(state.own) - popcount(state.opponent)


@heuristic("breakthrough")
def secret(board, state):
    """Nobody allowed this one."""
    return 0
'''


@pytest.fixture(scope="module")
def files(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder with the game of the tutorial, which has no heuristics, and with a heuristic."""
    folder = tmp_path_factory.mktemp("own")
    tutorial = blocks_of(read_page("docs/tutorials/your-own-game.md"))
    pieces = [block.text for block in tutorial if (block.language, block.title) == ("python", "clobber.py")]
    (folder / "clobber.py").write_text("\n\n".join(pieces), encoding="utf-8")
    (folder / "mine.py").write_text(HEURISTIC, encoding="utf-8")
    return folder


@pytest.fixture(scope="module")
def server(files: Path) -> Iterator[Server]:
    """A server whose owner allowed the game, and one of the two heuristics."""
    allowed = ("--game", str(files / "clobber.py"), "--evaluate", f"{files / 'mine.py'}:pawns")
    with running_server(files, *allowed) as running:
        yield running


def test_a_game_of_ones_own_is_chosen_played_and_kept(page: Page, server: Server) -> None:
    page.goto("/")
    choose(page, "Clobber", "I begin")
    state = begun(page, server)
    assert state["game"]["name"] == "clobber"  # type: ignore[index]
    game_id = server.begin("clobber", "human", "random", options={"size": "3x3"}, seed=5)
    open_game(page, game_id)
    assert play_to_the_end(page, by_mouse, seed=3) > 1
    check_end(page, server, game_id)
    page.goto("/library")
    expect(page.locator("main")).to_contain_text("cannot take a stone")


def test_a_game_of_ones_own_is_explained_by_its_rules(page: Page) -> None:
    page.goto("/")
    page.get_by_role("button", name="How to play Clobber").click()
    panel = page.get_by_role("dialog", name="How to play Clobber")
    expect(panel.locator(".rule-card").first).to_contain_text("This is how a game starts.")
    expect(panel).to_contain_text("A move may remove pieces of the other side")
    expect(panel.get_by_role("link", name="lesson")).to_have_count(0)
    page.goto("/learn/clobber")
    expect(page.get_by_role("heading", name="No lesson for Clobber")).to_be_visible()
    page.get_by_role("button", name="How to play").click()
    expect(panel).to_be_visible()


def test_a_game_of_ones_own_is_analysed(page: Page) -> None:
    open_page(page, "/analyse?game=clobber&option.size=3x3")
    wait_for_lines(page)
    assert page.locator("#evaluate option").first.get_attribute("value") == "neutral"


def test_a_contest_of_a_game_of_ones_own(server: Server) -> None:
    contest = {"game": "clobber", "options": {"size": "3x3"}, "players": ["first", "random"], "games": 2}
    answer = server.post("/api/contests", {**contest, "format": "match", "opening_plies": 0})
    assert answer.status_code == 200, answer.text
    assert finish(server, answer.json()["id"])["state"] == "over"


def test_an_allowed_heuristic_is_offered_and_used(page: Page, files: Path) -> None:
    open_page(page, "/analyse?game=breakthrough&option.size=4")
    page.get_by_label("Evaluation", exact=True).select_option(f"{files / 'mine.py'}:pawns")
    expect(page.get_by_text("Pawns I have more than you.")).to_be_visible()
    wait_for_lines(page)


@pytest.mark.parametrize("name", ["mine.py:secret", "clobber.py:count_moves", "other.py:x"])
def test_no_page_names_a_file(server: Server, files: Path, name: str) -> None:
    for player in (f"engine:evaluate={files / name}", f"greedy:pawns+{files / name}"):
        answer = server.post("/api/play", {"game": "breakthrough", "players": ["human", player]})
        assert answer.status_code in (400, 403)
        assert "is a file, which no page may run" in answer.text
