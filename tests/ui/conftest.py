"""What the tests of screens in a browser share: one browser, and a judge of accessibility."""

from __future__ import annotations

import os
import shutil
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Literal

import pytest
from playwright.sync_api import Browser, Page, sync_playwright

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
def browser() -> Iterator[Browser]:
    """Debian's Chromium, without a window."""
    path = next(filter(None, map(shutil.which, CHROMIUM_NAMES)), None)
    assert path is not None, "the tests of the pages need Debian's package chromium-headless-shell"
    with sync_playwright() as playwright:
        running = playwright.chromium.launch(executable_path=path, args=["--no-sandbox"])
        yield running
        running.close()


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
