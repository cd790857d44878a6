"""The browser draws with the same shapes: the web app sends the file that pictures are cut out of."""

from __future__ import annotations

import asyncio
from importlib import resources

import httpx
import pytest
from starlette.applications import Starlette

from plyground.ui.web.transport.page_files import page_routes


def get(path: str) -> httpx.Response:
    async def ask() -> httpx.Response:
        transport = httpx.ASGITransport(Starlette(routes=page_routes()))
        async with httpx.AsyncClient(transport=transport, base_url="http://localhost") as client:
            return await client.get(path)

    return asyncio.run(ask())


def test_the_shapes_are_sent_from_where_they_are() -> None:
    file = resources.files("plyground.core.picture") / "symbols" / "pieces.svg"
    answer = get("/static/pieces.svg")
    assert answer.status_code == 200
    assert answer.headers["Content-Type"].startswith("image/svg+xml")
    assert answer.headers["Cache-Control"] == "no-cache"
    assert answer.text == file.read_text(encoding="utf-8")


def test_there_is_no_second_file_of_shapes() -> None:
    pages = resources.files("plyground.ui.web") / "pages"
    assert not (pages / "pieces.svg").is_file()


@pytest.mark.parametrize("path", ["/static/board.py", "/static/../board.py", "/static/symbols/pieces.svg"])
def test_nothing_else_of_the_package_is_sent(path: str) -> None:
    assert get(path).status_code == 404
