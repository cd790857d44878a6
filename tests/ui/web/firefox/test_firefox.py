"""The main flows in Firefox: a game to its end, its report, a puzzle, the record and the settings."""

from __future__ import annotations

import shutil
from collections.abc import Callable, Iterator

import pytest

from plyground.puzzles.collection import shipped_puzzles
from plyground.store import Store
from tests.ui.web.record.own_games import keep, own_game
from tests.ui.web.running import Server, running_server

from .driver import Firefox, Node, running_firefox

PROGRAM = shutil.which("firefox-esr") or shutil.which("firefox")
pytestmark = [
    pytest.mark.long,
    pytest.mark.skipif(PROGRAM is None, reason="Firefox is not installed; `make test-firefox` installs it"),
]

NAMES = ("breakthrough", "othello", "konane", "duel")
MY_TURN = ".board-square.is-movable, .board-square.is-live, .board-pass"
OVER = "document.querySelector('#result:not([hidden])')"
BLUNDER = ["b3xa2", "c2-b3"]


@pytest.fixture(scope="module")
def home(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    """A server of one person who has played before."""
    with running_server(tmp_path_factory.mktemp("firefox")) as running:
        with Store(running.store) as store:
            keep(store, *(own_game("level:3", game="othello", seed=seed) for seed in range(5)))
        yield running


@pytest.fixture(scope="module")
def started() -> Iterator[Firefox]:
    """One Firefox for all of them."""
    assert PROGRAM is not None
    with running_firefox(PROGRAM) as firefox:
        yield firefox


@pytest.fixture
def firefox(started: Firefox, home: Server) -> Iterator[Firefox]:
    """That Firefox, which knows the rules of every game; a page that logs an error fails its test."""
    started.resize(1280, 720)
    started.open(f"{home.url}/about")
    started.evaluate("localStorage.clear()")
    for name in NAMES:
        started.evaluate(f"localStorage.setItem('taught-{name}', 'yes')")
    started.problems.clear()
    yield started
    assert started.problems == []


def count_moves(firefox: Firefox) -> int:
    return int(firefox.evaluate("document.querySelectorAll('#moves button.move').length"))


def play_to_the_end(firefox: Firefox, press: Callable[[Node], None]) -> int:
    """Play the first move there is until the game is over; return how many moves it took."""
    while True:
        firefox.wait_for(f"{OVER} || document.querySelector('{MY_TURN}')")
        played = count_moves(firefox)
        if firefox.evaluate(f"{OVER} !== null"):
            return played
        if firefox.evaluate("document.querySelector('.board-pass')?.checkVisibility() ?? false"):
            press(firefox.select(".board-pass"))
        else:
            if firefox.evaluate("document.querySelector('.board-square.is-movable') !== null"):
                press(firefox.select(".board-square.is-movable"))
            press(firefox.select(".board-square.is-live"))
        firefox.wait_for(f"{OVER} || document.querySelectorAll('#moves button.move').length > {played}")


def square(firefox: Firefox, name: str) -> Node:
    """Find a square of a board by its name."""
    return firefox.select(f'.board-square[aria-label^="{name},"]')


@pytest.mark.parametrize(("game", "size"), [("breakthrough", "4"), ("othello", "4"), ("duel", "3")])
def test_a_game_is_played_to_its_end_with_the_mouse(
    firefox: Firefox, home: Server, game: str, size: str
) -> None:
    begun = home.begin(game, "human", "human", options={"size": size})
    firefox.open(f"{home.url}/play/{begun}")
    assert play_to_the_end(firefox, firefox.click) > 4
    assert home.get(f"/api/play/{begun}").json()["status"]["outcome"] is not None


def test_a_game_is_played_to_its_end_with_a_finger(firefox: Firefox, home: Server) -> None:
    firefox.resize(390, 780)
    firefox.open(f"{home.url}/play/{home.begin('konane', 'human', 'human', options={'size': '4x4'})}")
    assert play_to_the_end(firefox, firefox.tap) > 3


def test_a_game_against_a_level_begins_on_the_first_page(firefox: Firefox, home: Server) -> None:
    firefox.open(f"{home.url}/?game=breakthrough&level=1")
    firefox.click(firefox.select("#new-game button[type=submit]"))
    firefox.wait_for("location.pathname.startsWith('/play/')")
    firefox.click(firefox.select(".board-square.is-movable"))
    firefox.click(firefox.select(".board-square.is-live"))
    firefox.wait_for("document.querySelectorAll('#moves button.move').length === 2")


def test_a_move_is_made_with_the_keyboard_alone(firefox: Firefox, home: Server) -> None:
    begun = home.begin("breakthrough", "human", "human", options={"size": "4"})
    firefox.open(f"{home.url}/play/{begun}")
    firefox.select(".board-square.is-movable")
    for _ in range(60):
        if firefox.evaluate("document.activeElement.matches('.board-square')"):
            break
        firefox.key("Tab")
    assert firefox.evaluate("document.activeElement.ariaLabel").startswith("a1,")
    firefox.key("ArrowUp", "ArrowUp", "Enter", "ArrowDown", "ArrowRight", "Enter")
    firefox.wait_for("document.querySelectorAll('#moves button.move').length === 1")
    assert home.get(f"/api/play/{begun}").json()["plies"][1]["move"] == "a3xb2"


def test_a_report_explains_a_mistake_and_lets_it_be_mended(firefox: Firefox, home: Server) -> None:
    begun = home.begin("breakthrough", "human", "human", options={"size": "4"}, moves=BLUNDER)
    firefox.open(f"{home.url}/play/{begun}")
    for name in ("a2", "b1"):
        firefox.click(square(firefox, name))
    firefox.click(firefox.find("link", "Game report"))
    firefox.click(firefox.select(".moment"))
    firefox.wait_for("document.querySelector('.moment-why')?.textContent.startsWith('White loses the race')")
    firefox.click(firefox.find("button", "Learn from white’s mistake"))
    for name in ("b1", "a2"):
        firefox.click(square(firefox, name))
    firefox.wait_for("document.querySelector('.find-told')?.textContent.startsWith('Yes, b1xa2')")


def test_a_puzzle_is_solved(firefox: Firefox, home: Server) -> None:
    puzzle = next(each for each in shipped_puzzles() if each.game == "breakthrough" and len(each.steps) == 1)
    firefox.open(f"{home.url}/puzzles/{puzzle.id}")
    start = puzzle.start()
    move = start.find_move(puzzle.steps[0].move)
    assert move.origin is not None
    assert move.target is not None
    for number in (move.origin, move.target):
        firefox.click(square(firefox, start.game.grid.name(number)))
    firefox.wait_for("document.querySelector('.find-card')?.dataset.state === 'solved'")


def test_the_record_leads_to_a_stronger_level(firefox: Firefox, home: Server) -> None:
    firefox.open(f"{home.url}/record")
    firefox.click(firefox.find("link", "Try level 4"))
    firefox.wait_for("location.search === '?game=othello&level=4'")
    firefox.wait_for("document.querySelector('#opponents')?.textContent.includes('4')")


def test_a_setting_is_kept(firefox: Firefox, home: Server) -> None:
    firefox.open(f"{home.url}/settings")
    firefox.click(firefox.find("radio", "Wood"))
    firefox.wait_for("document.documentElement.dataset.board === 'wood'")
    firefox.open(f"{home.url}/settings")
    firefox.wait_for("document.documentElement.dataset.board === 'wood'")
