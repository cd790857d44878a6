"""The pages as files: each in the one frame, sent again only when it has changed."""

from __future__ import annotations

import re
from html.parser import HTMLParser

import httpx
import pytest

from plyground.ui.web.transport.page_files import FOLDER, PAGES, Page

from .running import Server

EVERY_PAGE = pytest.mark.parametrize("page", PAGES, ids=lambda page: page.file)


class Elements(HTMLParser):
    """All elements of a page in their order, with their attributes."""

    def __init__(self, text: str) -> None:
        super().__init__()
        self.found: list[tuple[str, dict[str, str | None]]] = []
        self.feed(text)

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.found.append((tag, dict(attrs)))

    def all(self, tag: str, **wanted: str) -> list[dict[str, str | None]]:
        """Return the attributes of all elements of a kind that have the wanted ones."""
        return [given for name, given in self.found if name == tag and wanted.items() <= given.items()]


def path_of(page: Page) -> str:
    return re.sub(r"{\w+}", "a1b2c3d4", page.path)


@EVERY_PAGE
def test_every_page_has_one_head_one_header_and_one_content(server: Server, page: Page) -> None:
    elements = Elements(server.get(path_of(page)).text)
    for tag in ("html", "head", "body", "title", "main"):
        assert len(elements.all(tag)) == 1, tag
    assert len(elements.all("header", **{"class": "site-header"})) == 1
    [description] = elements.all("meta", name="description")
    assert description["content"]
    [skip] = elements.all("a", **{"class": "skip-link"})
    [content] = elements.all("main")
    assert skip["href"] == f"#{content['id']}"
    names = [name for name, _ in elements.found]
    assert names.index("title") < names.index("body") < names.index("header") < names.index("main")


@EVERY_PAGE
def test_the_navigation_says_where_one_is(page: Page) -> None:
    elements = Elements(page.write(FOLDER))
    [current] = [given for given in elements.all("a") if "aria-current" in given]
    assert current["href"] == page.section
    assert current["aria-current"] == ("page" if page.path == page.section else "true")


def test_titles_tell_the_pages_apart() -> None:
    titles = {page.file: re.findall("<title>(.*)</title>", page.write(FOLDER))[0] for page in PAGES}
    assert len(set(titles.values())) == len(titles)


@EVERY_PAGE
def test_what_a_page_loads_is_there(server: Server, page: Page) -> None:
    elements = Elements(server.get(path_of(page)).text)
    loaded = [given["src"] for given in elements.all("script")]
    loaded += [given["href"] for given in elements.all("link")]
    assert loaded[0] is not None
    for path in loaded:
        assert server.get(str(path)).status_code == 200, path


@EVERY_PAGE
def test_a_page_is_sent_again_only_if_it_has_changed(server: Server, page: Page) -> None:
    first = server.get(path_of(page))
    assert first.headers["Cache-Control"] == "no-cache"
    again = server.get(path_of(page), headers={"If-None-Match": first.headers["ETag"]})
    assert (again.status_code, again.content) == (304, b"")
    assert again.headers["ETag"] == first.headers["ETag"]
    changed = server.get(path_of(page), headers={"If-None-Match": '"another"'})
    assert changed.text == first.text


def test_pages_are_squeezed(server: Server) -> None:
    answer = httpx.get(f"{server.url}/analyse", headers={"Accept-Encoding": "gzip"})
    assert answer.headers["Content-Encoding"] == "gzip"
    assert "Content-Security-Policy" in answer.headers


@pytest.mark.parametrize("name", ["index.html", "shell.html"])
def test_parts_of_pages_are_no_pages(server: Server, name: str) -> None:
    assert server.get(f"/static/{name}").status_code == 404
