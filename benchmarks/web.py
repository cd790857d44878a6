"""How quick the pages are, in Debian's Chromium: `python -m benchmarks.web`.

First paint, layout shift and weight of every page; and how long after the click a move stands on
the board, with idle cores and while all of them think. `--cold` measures instead how soon levels reply, and
the analysis reports, on a machine on which nothing is compiled yet: each with a server and an empty cache of
its own, on whose first page a person chooses a game for some seconds and moves or analyses at once.
"""

from __future__ import annotations

import argparse
import json
import os
import shutil
import statistics
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from urllib.request import Request, urlopen

from playwright.sync_api import Browser, Page, sync_playwright
from websockets.sync.client import connect

from plyground.core.discovery import known_games

PAGES = (
    *("/", "/play/{game}", "/analyse?game=othello", "/library", "/about"),
    *("/learn/othello", "/puzzles", "/record", "/openings", "/report/{game}"),
)
MOST_PAINT = 0.5
MOST_WEIGHT = 100_000
MOST_DELAY = 0.1
COLD_LEVELS = (1, 4, 7, 10)
MOST_COLD = 2.0
SECONDS_TO_CHOOSE = 3.0

# From the moment the button is released to the first frame that shows the move.
WATCH_CLICKS = """() => {
  window.delays = [];
  let released = 0;
  addEventListener("pointerup", () => { released = performance.now(); }, true);
  new MutationObserver(() => {
    if (!released) return;
    const since = released;
    released = 0;
    requestAnimationFrame(() => window.delays.push(performance.now() - since));
  }).observe(document.querySelector("#moves"), { childList: true, subtree: true });
}"""
SHIFTS = """() => new Promise((resolve) => {
  let shift = 0;
  new PerformanceObserver((list) => {
    for (const entry of list.getEntries()) shift += entry.value;
  }).observe({ type: "layout-shift", buffered: true });
  setTimeout(() => resolve(shift), 300);
})"""
PAINT = "() => performance.getEntriesByName('first-contentful-paint')[0]?.startTime ?? NaN"
WEIGHT = """() => performance.getEntriesByType("resource").concat(performance.getEntriesByType("navigation"))
  .filter((entry) => !entry.name.includes("/api/"))
  .reduce((sum, entry) => sum + entry.encodedBodySize, 0)"""


@dataclass(frozen=True)
class Server:
    """A server that runs for the measurements."""

    url: str

    def begin(self, game: str, *players: str) -> str:
        """Begin a game and return its id."""
        content = json.dumps({"game": game, "players": players}).encode()
        with urlopen(Request(f"{self.url}/api/play", content)) as answer:  # our own server
            found: str = json.load(answer)["id"]
        return found


@contextmanager
def running_server(**environment: str) -> Iterator[Server]:
    with tempfile.TemporaryDirectory() as folder:
        words = ["serve", "--no-browser", "--json", "--port", "0", "--store", str(Path(folder) / "games.db")]
        process = subprocess.Popen(
            [sys.executable, "-m", "plyground", *words],
            stdout=subprocess.PIPE,
            text=True,
            env={**os.environ, **environment},
        )
        assert process.stdout is not None
        try:
            port = json.loads(process.stdout.readline())["port"]
            yield Server(f"http://127.0.0.1:{port}")
        finally:
            process.terminate()
            process.wait()


def measure_pages(browser: Browser, server: Server, repeats: int) -> None:
    game = server.begin("othello", "human", "first")
    print(f"{'page':24} {'paint':>8} {'shift':>7} {'weight':>10}")
    for path in PAGES:
        paints, shifts, weight = [], [], 0
        for _ in range(repeats):
            page = browser.new_page(viewport={"width": 1440, "height": 900})
            page.goto(server.url + path.format(game=game))
            page.wait_for_load_state("networkidle")
            shifts.append(page.evaluate(SHIFTS))
            paints.append(page.evaluate(PAINT) / 1000)
            weight = page.evaluate(WEIGHT)
            page.close()
        paint, shift = statistics.median(paints), max(shifts)
        is_fine = paint < MOST_PAINT and shift < 0.001 and weight < MOST_WEIGHT
        verdict = "" if is_fine else "  misses its target"
        print(f"{path:24} {paint:6.3f} s {shift:7.4f} {weight:8,} B{verdict}", flush=True)


def measure_clicks(browser: Browser, server: Server, told: str) -> None:
    """Play a game with the mouse, both sides, and tell the median delay."""
    page = browser.new_page(viewport={"width": 1440, "height": 900})
    page.add_init_script("localStorage.setItem('taught-breakthrough', 'yes')")
    page.goto(f"{server.url}/play/{server.begin('breakthrough', 'human', 'human')}")
    page.wait_for_selector(".board-square.is-movable", state="attached")
    page.evaluate(WATCH_CLICKS)
    moves = 0
    while not page.locator("#result:not([hidden])").count() and moves < 40:
        _click_a_move(page)
        moves += 1
        page.wait_for_function("moves => window.delays.length >= moves", arg=moves)
        page.wait_for_selector(".board-square.is-movable, #result:not([hidden])", state="attached")
    delays = sorted(page.evaluate("window.delays"))
    page.close()
    median, worst = statistics.median(delays) / 1000, delays[-1] / 1000
    verdict = "" if median < MOST_DELAY else "  misses its target"
    print(
        f"{told:24} {median:6.3f} s in the median of {moves} moves, {worst:.3f} s at most{verdict}",
        flush=True,
    )


def measure_cold_replies() -> None:
    """Tell the seconds until the reply to the first move, and until the first report of the analysis."""
    columns = [*(f"level {level}" for level in COLD_LEVELS), "analysis"]
    print(f"{'first reply, cold':24}" + "".join(f"{column:>10}" for column in columns))
    for game in known_games():
        seconds = [*(_cold_reply(game, level) for level in COLD_LEVELS), _cold_report(game)]
        verdict = "" if max(seconds) < MOST_COLD else "  misses its target"
        print(f"{game:24}" + "".join(f"{each:8.2f} s" for each in seconds) + verdict, flush=True)


@contextmanager
def _cold_server() -> Iterator[Server]:
    with tempfile.TemporaryDirectory() as cache, running_server(PLYGROUND_CACHE_DIR=cache) as server:
        with urlopen(f"{server.url}/api/catalogue") as answer:  # what the first page asks for
            answer.read()
        time.sleep(SECONDS_TO_CHOOSE)
        yield server


def _cold_report(game: str) -> float:
    """Return the seconds until the analysis has its first lines."""
    with _cold_server() as server:
        began = time.perf_counter()
        with connect(f"{server.url.replace('http', 'ws')}/api/analysis") as socket:
            socket.send(json.dumps({"type": "analyse", "request": 1, "line": {"game": game}, "lines": 100}))
            while json.loads(socket.recv())["type"] != "report":
                pass
            return time.perf_counter() - began


def _cold_reply(game: str, level: int) -> float:
    with _cold_server() as server:
        begun = server.begin(game, "human", f"level:{level}")
        with connect(f"{server.url.replace('http', 'ws')}/api/play/{begun}/live") as socket:
            status = json.loads(socket.recv())["status"]
            began = time.perf_counter()
            socket.send(json.dumps({"type": "move", "at": 0, "move": status["moves"][0]["move"]}))
            played = 0
            while played < 2:
                played += json.loads(socket.recv())["type"] == "played"
            return time.perf_counter() - began


def _click_a_move(page: Page) -> None:
    page.locator(".board-square.is-movable").first.click()
    page.locator(".board-square.is-live").first.click()


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--repeats", type=int, default=5, help="how often each page is opened")
    parser.add_argument("--cold", action="store_true", help="measure replies before anything is compiled")
    given = parser.parse_args()
    if given.cold:
        measure_cold_replies()
        return
    names = ("chromium", "chromium-browser", "chromium-headless-shell")
    chromium = next(filter(None, map(shutil.which, names)), None)
    with running_server() as server, sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=chromium, args=["--no-sandbox"])
        measure_pages(browser, server, given.repeats)
        print(f"\n{'a move on the board':24} after the click")
        measure_clicks(browser, server, "idle cores")
        cores = os.cpu_count() or 1
        thinker = f"engine:seconds=60,threads={cores}"
        watched = browser.new_page()
        watched.goto(f"{server.url}/play/{server.begin('othello', thinker, thinker)}")
        watched.wait_for_timeout(15_000)  # until what is compiled once is compiled
        measure_clicks(browser, server, f"{cores} cores thinking")
        browser.close()


if __name__ == "__main__":
    main()
