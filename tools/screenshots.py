"""Take the pictures of the README and the docs from the running web app: `python tools/screenshots.py`."""

from __future__ import annotations

import json
import os
import shutil
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from urllib.request import Request, urlopen

from playwright.sync_api import Page, ViewportSize, sync_playwright

FOLDER = Path(__file__).parent.parent / "docs" / "images"
WIDE: ViewportSize = {"width": 1200, "height": 780}
NARROW: ViewportSize = {"width": 390, "height": 780}
DUEL: dict[str, object] = {
    "game": "duel",
    "players": ["human", "level:3"],
    "clock": "300+2",
    "seed": 4,
    "moves": ["b6-b5", "b1-b2", "b5-b4", "e1-e2", "c6-b5", "c1-c2"],
}
OTHELLO: dict[str, object] = {
    "game": "othello",
    "players": ["human", "level:5"],
    "moves": ["d3", "c3", "c4", "e3", "f4", "c5", "b4", "b5"],
}
SOLVED: dict[str, object] = {
    "game": "duel",
    "players": ["human", "human"],
    "options": {"size": "3"},
    "moves": ["c3-b2", "c1-c2", "b3-c3", "b1-c1"],
}

WON: dict[str, object] = {
    "game": "breakthrough",
    "players": ["human", "level:3"],
    "moves": [
        *("e5-d4", "f2-e3", "a5-b4", "e2-d3", "f5-e4", "a2-b3"),
        *("f6-e5", "b2-c3", "d4xc3", "a1-b2", "c3xb2", "d3xe4"),
    ],
}
"""Black moves, and wins at once."""


@contextmanager
def running_server() -> Iterator[str]:
    """Run the web app with a library and a table of its own; return its address."""
    with tempfile.TemporaryDirectory() as folder:
        data = {**os.environ, "PLYGROUND_DATA_DIR": folder}
        building = [sys.executable, "-m", "plyground", "tables", "build", "duel", "--size", "3"]
        subprocess.run(building, env=data, check=True)
        words = ["serve", "--no-browser", "--json", "--port", "0", "--store", str(Path(folder) / "games.db")]
        command = [sys.executable, "-m", "plyground", *words]
        with subprocess.Popen(command, stdout=subprocess.PIPE, text=True, env=data) as process:
            told = json.loads(process.stdout.readline()) if process.stdout else {}
            try:
                yield f"http://127.0.0.1:{told['port']}"
            finally:
                process.terminate()


def begin(address: str, game: dict[str, object]) -> str:
    """Begin a game; return its id."""
    with urlopen(Request(f"{address}/api/play", json.dumps(game).encode())) as answer:
        found: str = json.load(answer)["id"]
    return found


def take(page: Page, name: str) -> None:
    """Save what is to be seen."""
    file = FOLDER / f"{name}.jpg"
    page.screenshot(path=file, type="jpeg", quality=80)
    print(f"{file.name}: {file.stat().st_size // 1024} kB")


def main() -> None:
    """Take every picture."""
    names = ("chromium", "chromium-browser", "chromium-headless-shell")
    chromium = next(filter(None, map(shutil.which, names)), None)
    with running_server() as address, sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=chromium, args=["--no-sandbox"])
        duel = begin(address, DUEL)
        page = browser.new_page(viewport=WIDE, color_scheme="light")
        page.add_init_script("localStorage.setItem('taught-duel', 'yes')")
        page.goto(f"{address}/play/{duel}")
        page.locator(".board-square[aria-label^='b4, ']").click()
        page.wait_for_timeout(1000)
        take(page, "play")
        page = browser.new_page(viewport=WIDE, color_scheme="dark")
        page.goto(f"{address}/analyse?play={begin(address, OTHELLO)}")
        page.wait_for_selector(".best-line", timeout=120_000)  # the search may have to be compiled
        page.wait_for_timeout(6000)
        take(page, "analyse")
        page = browser.new_page(viewport=WIDE, color_scheme="light")
        page.goto(f"{address}/analyse?play={begin(address, SOLVED)}")
        page.wait_for_selector(".best-line", timeout=120_000)
        page.wait_for_timeout(2000)
        take(page, "exact")
        page = browser.new_page(viewport=WIDE, color_scheme="light")
        page.add_init_script("localStorage.setItem('taught-breakthrough', 'yes')")
        page.goto(f"{address}/play/{begin(address, WON)}")
        for square in ("b2", "c1"):
            page.locator(f".board-square[aria-label^='{square}, ']").click()
        page.get_by_role("link", name="Game report").click()
        page.wait_for_selector(".moment", timeout=300_000)
        page.wait_for_selector("#progress-part", state="hidden", timeout=300_000)
        page.locator(".moment").first.click()
        page.wait_for_timeout(1000)
        take(page, "report")
        page = browser.new_page(viewport=NARROW, color_scheme="light", has_touch=True)
        page.goto(f"{address}/")
        page.wait_for_timeout(1500)
        take(page, "phone")
        browser.close()


if __name__ == "__main__":
    main()
