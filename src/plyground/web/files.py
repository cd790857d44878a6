"""The pages and what they load: plain files, sent as they are."""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from pathlib import Path

from starlette.requests import Request
from starlette.responses import FileResponse, Response
from starlette.routing import BaseRoute, Mount, Route
from starlette.staticfiles import StaticFiles
from starlette.types import Scope

FOLDER = Path(__file__).parent / "pages"

PAGES = {
    "/": "index.html",
    "/play/{id}": "play.html",
    "/analyse": "analyse.html",
    "/library": "library.html",
    "/contest/{id}": "contest.html",
    "/tree": "tree.html",
    "/exercise": "exercise.html",
    "/about": "about.html",
}
"""Which file is the page at a path."""

# A browser asks whether a file has changed, and is told in a moment that it has not: so nobody
# ever sees the page of one version with the script of another.
ASK_AGAIN = {"Cache-Control": "no-cache"}


class Statics(StaticFiles):
    """Style, scripts and pictures."""

    def file_response(self, *given: object, **named: object) -> Response:
        """Send a file, or say that it has not changed."""
        response = super().file_response(*given, **named)  # type: ignore[arg-type]
        response.headers.update(ASK_AGAIN)
        return response

    async def get_response(self, path: str, scope: Scope) -> Response:
        """Answer; pages have paths of their own and are not sent as files."""
        return await super().get_response(path if not path.endswith(".html") else "-", scope)


def page_routes() -> list[BaseRoute]:
    """Return the routes of the pages and of what they load."""
    routes: list[BaseRoute] = [Route(path, _page(name)) for path, name in PAGES.items()]
    return [*routes, Mount("/static", Statics(directory=FOLDER))]


def _page(name: str) -> Callable[[Request], Awaitable[Response]]:
    async def send_page(request: Request) -> Response:
        return FileResponse(FOLDER / name, headers=ASK_AGAIN)

    return send_page
