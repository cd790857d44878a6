"""What the tests of the web app share: a server, a browser, and a judge of accessibility."""

from __future__ import annotations

import os
import shutil
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Literal

import pytest
from playwright.sync_api import Browser, BrowserContext, Page, StorageState, sync_playwright

from plyground.core.discovery import known_games

from .running import Server, running_server

NODE_MODULES = Path(os.environ.get("PLYGROUND_NODE_MODULES", ".venv/node/node_modules"))
CHROMIUM_NAMES = ("chromium-headless-shell", "chromium", "chromium-browser")
"""The first one takes half the processor time of the others: it has pages, and nothing of a window."""

THEMES: tuple[Literal["light", "dark"], ...] = ("light", "dark")

VIOLATIONS = """async () => {
    // Not their promises: Chromium may leave that of a finished transition open for ever.
    const isChanging = (each) => each instanceof CSSTransition && each.playState === "running";
    while (document.getAnimations().some(isChanging)) await new Promise((resolve) => setTimeout(resolve, 20));
    return (await axe.run({ resultTypes: ["violations"] })).violations;
}"""
"""What the judge finds, as soon as all colours are what they are going to be."""


@pytest.fixture(scope="session")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    """A server that many tests share; none of them may stop it."""
    with running_server(tmp_path_factory.mktemp("web")) as running:
        yield running


@pytest.fixture
def own_server(tmp_path: Path) -> Iterator[Server]:
    """A server for one test alone, which may do with it what it wants."""
    with running_server(tmp_path) as running:
        yield running


@pytest.fixture(scope="session")
def browser() -> Iterator[Browser]:
    """Debian's Chromium, without a window."""
    path = next(filter(None, map(shutil.which, CHROMIUM_NAMES)), None)
    assert path is not None, "the tests of the pages need Debian's package chromium-headless-shell"
    with sync_playwright() as playwright:
        running = playwright.chromium.launch(executable_path=path, args=["--no-sandbox"])
        yield running
        running.close()


def taught(url: str) -> StorageState:
    """Return what a browser remembers that has shown the rules of every game, and the tour."""
    names = (*(f"taught-{name}" for name in (*known_games(), "clobber")), "tour-tree")
    return {"origins": [{"origin": url, "localStorage": [{"name": name, "value": "yes"} for name in names]}]}


@pytest.fixture
def new_context(browser: Browser, server: Server) -> Iterator[Callable[..., BrowserContext]]:
    """Makes browsers as fresh as a new visitor's, with whatever Playwright's `new_context` takes.

    Unless asked for a newcomer's, they have shown the rules of every game and the tour before, so that
    nothing opens by itself. A page that logs an error, or raises one, fails the test that opened it.
    """
    made: list[BrowserContext] = []
    problems: list[str] = []

    def make(*, is_newcomer: bool = False, **options: object) -> BrowserContext:
        # A worker would start beside every page, and hide requests from `page.route`.
        options = {"base_url": server.url, "service_workers": "block", **options}
        if not is_newcomer:
            options["storage_state"] = taught(str(options["base_url"]))
        context = browser.new_context(**options)  # type: ignore[arg-type]
        context.set_default_timeout(20_000)
        context.on("weberror", lambda error: problems.append(str(error.error)))
        context.on(
            "console", lambda message: problems.append(message.text) if message.type == "error" else None
        )
        made.append(context)
        return context

    make.problems = problems  # type: ignore[attr-defined]
    yield make
    for context in made:
        context.close()
    assert problems == []


@pytest.fixture
def page(new_context: Callable[..., BrowserContext]) -> Page:
    """A page of a desktop's size."""
    return new_context(viewport={"width": 1440, "height": 900}).new_page()


@pytest.fixture(scope="session")
def axe_source() -> str:
    """The judge of accessibility, as a script."""
    file = NODE_MODULES / "axe-core" / "axe.min.js"
    assert file.exists(), "the tests of the pages need axe-core; `make test` installs it"
    return file.read_text("utf-8")


@pytest.fixture
def axe(axe_source: str) -> Callable[[Page], list[str]]:
    """Judges a page in both themes: returns what people with disabilities would seriously stumble over."""

    def judge(page: Page) -> list[str]:
        if not page.evaluate("'axe' in window"):
            page.evaluate(axe_source)
        return [f"{theme}: {problem}" for theme in THEMES for problem in _judged(page, theme)]

    return judge


def _judged(page: Page, theme: Literal["light", "dark"]) -> Iterator[str]:
    page.emulate_media(color_scheme=theme)
    for violation in page.evaluate(VIOLATIONS):
        if violation["impact"] in ("serious", "critical"):
            for node in violation["nodes"]:
                yield f"{violation['id']}: {node['target']}: {node.get('failureSummary', '')}"
