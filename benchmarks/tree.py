"""How quick the search tree is: `python -m benchmarks.tree`.

Growing a tree of some 70,000 nodes, against the textbook's search of the same position; what the
server takes for its whole answer; and, in Debian's Chromium, what a step through such a tree takes.
"""

from __future__ import annotations

import argparse
import shutil
import statistics
import sys
import threading
import time
from collections.abc import Callable, Iterator

import msgspec
from playwright.sync_api import Page, sync_playwright
from rich.console import Console

from benchmarks.row import Row, rows_table
from benchmarks.web import running_server
from plyground.core.position import game
from plyground.evaluation import usable_evaluation
from plyground.search.quiescence import make_value
from plyground.search.textbook import minimax
from plyground.study.timed_searching import chosen_evaluation
from plyground.study.tree.growing import grow_tree
from plyground.ui.web.common.lines import GivenLine
from plyground.ui.web.limits import LIMITS
from plyground.ui.web.tree.tree_messages import WantedTree
from plyground.ui.web.tree.tree_service import grown_tree

DEPTH = 4
SIZE = "6x6"
STEPS = 150
FRAME = 1000 / 60

# The first callback of a frame runs before the page draws, the last one after it.
WATCH = """
window.measure = async (acts) => {
  const frame = () => new Promise((resolve) => requestAnimationFrame(resolve));
  const work = [], gaps = [];
  await frame();
  let before = await frame();
  for (const act of acts) {
    let began = 0;
    requestAnimationFrame(() => { began = performance.now(); });
    const start = performance.now();
    act();
    const acted = performance.now() - start;
    const now = await frame();
    work.push(acted + performance.now() - began);
    gaps.push(now - before);
    before = now;
  }
  return { work, gaps };
};
window.press = (key) => () => {
  document.body.dispatchEvent(new KeyboardEvent("keydown", { key, bubbles: true }));
};
window.drag = (share) => () => {
  const slider = document.querySelector("#steps");
  slider.value = String(Math.round(share * Number(slider.max)));
  slider.dispatchEvent(new Event("input", { bubbles: true }));
};
"""
KEYS = """(count) => measure(
  Array.from({ length: count }, (_, i) => press(i % 3 === 2 ? "ArrowLeft" : "ArrowRight")))"""
# A slider jumps far: hundreds of thousands of events, of minimax, are undone and done again.
SLIDER = "(count) => measure(Array.from({ length: count }, (_, i) => drag(0.5 + 0.5 * Math.sin(i))))"


def measure_growing(repeats: int) -> Iterator[Row]:
    """Compare one compiled call with the textbook, and time the whole answer."""
    start = game("breakthrough", size=SIZE).start()
    heuristic = chosen_evaluation(start.game)
    evaluator = usable_evaluation(start.game, heuristic)
    value = make_value(start.game.board, evaluator.kernel)
    nodes = len(grow_tree(start, DEPTH, heuristic))
    growing = _seconds(lambda: grow_tree(start, DEPTH, heuristic), repeats)
    score = lambda position: int(value(position.state, evaluator.address))  # noqa: E731
    textbook = _seconds(lambda: minimax(start, DEPTH, score), 1)
    wanted = WantedTree(line=GivenLine(game="breakthrough", options={"size": SIZE}), depth=DEPTH)
    answering = _seconds(lambda: msgspec.json.encode(grown_tree(wanted, LIMITS, threading.Event())), repeats)
    how = f"Breakthrough {SIZE}, depth {DEPTH}, {nodes:,} nodes"
    yield Row("growing a tree, against the textbook's search", textbook / growing, None, how)
    yield Row("growing a tree", growing * 1000, None, how, "ms")
    yield Row("the whole answer of the server", answering * 1000, None, "with both searches, as JSON", "ms")


def measure_steps(page: Page, address: str) -> Iterator[Row]:
    """Step through a large tree with keys and slider, with and without boards, folded and unfolded."""
    page.goto(address)
    page.wait_for_selector("#node-0", timeout=120_000)
    page.evaluate(WATCH)
    unfold = page.get_by_role("button", name="Unfold all")
    boards = page.get_by_text("Boards in the tree")
    for told, pressed in ((", with boards", None), ("", boards), (", everything unfolded", unfold)):
        if pressed is not None:
            pressed.click()
        page.wait_for_timeout(500)
        for name, script in (("a step by key", KEYS), ("a jump of the slider", SLIDER)):
            found = page.evaluate(script, STEPS)
            yield from _step_rows(f"{name}{told}", found["work"], found["gaps"])


def _step_rows(name: str, work: list[float], gaps: list[float]) -> Iterator[Row]:
    late = statistics.quantiles(work, n=20)[-1]
    how = (
        f"scripts of a step, median of {len(work)}; 19 of 20 within {late:.1f} ms, at most {max(work):.1f} ms"
    )
    yield Row(name, statistics.median(work), FRAME, how, "ms", is_ceiling=True)
    how = f"median from frame to frame; at most {max(gaps):.0f} ms"
    yield Row(f"{name}: frames", statistics.median(gaps), 30, how, "ms", is_ceiling=True)


def _seconds(work: Callable[[], object], repeats: int) -> float:
    work()
    times = []
    for _ in range(repeats):
        before = time.process_time()
        work()
        times.append(time.process_time() - before)
    return min(times)


def main(arguments: list[str]) -> None:
    """Measure, and print a table."""
    parser = argparse.ArgumentParser(prog="python -m benchmarks.tree", description=__doc__)
    parser.add_argument("--repeats", type=int, default=5, help="how often a tree is grown")
    given = parser.parse_args(arguments)
    rows = list(measure_growing(given.repeats))
    names = ("chromium", "chromium-browser", "chromium-headless-shell")
    chromium = next(filter(None, map(shutil.which, names)), None)
    with running_server() as server, sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=chromium, args=["--no-sandbox"])
        page = browser.new_page(viewport={"width": 1440, "height": 900})
        address = f"{server.url}/tree?game=breakthrough&option.size={SIZE}&depth={DEPTH}&algorithm=minimax"
        rows += measure_steps(page, address)
        browser.close()
    Console(width=150).print(rows_table(rows))


if __name__ == "__main__":
    main(sys.argv[1:])
