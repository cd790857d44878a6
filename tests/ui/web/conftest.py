"""What the tests of the web app share: a server, and browsers that visit it."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Browser, BrowserContext, Page, StorageState

from plyground.core.discovery import known_games

from .running import Server, running_server


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
