"""The pages and what they load: plain files."""

from __future__ import annotations

import hashlib
from collections.abc import Awaitable, Callable
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from starlette.requests import Request
from starlette.responses import FileResponse, HTMLResponse, Response
from starlette.routing import BaseRoute, Mount, Route
from starlette.staticfiles import PathLike, StaticFiles
from starlette.types import Scope

SHELL = "shell.html"
HEAD_PLACE, BODY_PLACE = "<!-- head -->\n", "<!-- body -->\n"
BODY_BEGINS = "<main"


@dataclass(frozen=True)
class Page:
    """A page: its path, its file, and the path in the navigation that it belongs to.

    Its file holds what it alone has: first what goes into the head, then the body from `<main>` on.
    """

    path: str
    file: str
    section: str

    def write(self, folder: Path) -> str:
        """Return the whole page, made from the files of a folder."""
        head, begins, body = (folder / self.file).read_text("utf-8").partition(BODY_BEGINS)
        # The shell is marked before anything is put into it: a page may have such links as well.
        shell = self._marked((folder / SHELL).read_text("utf-8"))
        return shell.replace(HEAD_PLACE, head).replace(BODY_PLACE, begins + body)

    def _marked(self, shell: str) -> str:
        """Mark where in the navigation one is: at the page itself, or somewhere below it."""
        current = "page" if self.path == self.section else "true"
        link = f'<a href="{self.section}"'
        return shell.replace(link, f'{link} aria-current="{current}"')


FOLDER = Path(__file__).parent.parent / "pages"

PIECES = ("plyground.core.picture", "symbols")
"""A package and its folder with the shapes of the pieces, which pictures outside the browser have too."""

PAGES = (
    Page("/", "index.html", section="/"),
    Page("/play/{id}", "play.html", section="/"),
    Page("/learn/{game}", "learn.html", section="/"),
    Page("/report/{id}", "report.html", section="/"),
    Page("/analyse", "analyse.html", section="/analyse"),
    Page("/library", "library.html", section="/library"),
    Page("/contest/{id}", "contest.html", section="/library"),
    Page("/learned/{id}", "learned.html", section="/library"),
    Page("/tree", "tree.html", section="/tree"),
    Page("/exercise", "exercise.html", section="/tree"),
    Page("/puzzles", "puzzles.html", section="/puzzles"),
    Page("/puzzles/{id}", "puzzles.html", section="/puzzles"),
    Page("/openings", "openings.html", section="/openings"),
    Page("/record", "record.html", section="/record"),
    Page("/settings", "settings.html", section="/settings"),
    Page("/about", "about.html", section="/about"),
)

MISSING = Page("", "missing.html", section="")
"""What a browser shows at an address that has no page."""

WORKER = "offline-worker.js"
"""The script that answers in a browser while the server is not running; for all pages it lies beside them."""

# A browser asks whether a file has changed, and is told in a moment that it has not: so nobody
# ever sees the page of one version with the script of another.
ASK_AGAIN = {"Cache-Control": "no-cache"}


class Statics(StaticFiles):
    """Style, scripts and pictures."""

    def file_response(self, full_path: PathLike, *given: Any, **named: Any) -> Response:
        """Send a file, or say that it has not changed."""
        response = super().file_response(full_path, *given, **named)
        if isinstance(response, FileResponse):
            # Files are small here: at once they are read sooner than piece by piece in other threads.
            headers = {name: response.headers[name] for name in ("ETag", "Last-Modified")}
            content = Path(full_path).read_bytes()
            response = Response(content, response.status_code, headers, response.media_type)
        response.headers.update(ASK_AGAIN)
        return response

    async def get_response(self, path: str, scope: Scope) -> Response:
        """Answer; pages have paths of their own and are not sent as files."""
        return await super().get_response(path if not path.endswith(".html") else "-", scope)


def page_routes() -> list[BaseRoute]:
    """Return the routes of the pages and of what they load."""
    routes: list[BaseRoute] = [Route(page.path, _sender(page)) for page in PAGES]
    routes.append(Route(f"/{WORKER}", _send_worker))
    return [*routes, Mount("/static", Statics(directory=FOLDER, packages=[PIECES]))]


def _send_worker(request: Request) -> Response:
    return FileResponse(FOLDER / WORKER, headers=ASK_AGAIN, media_type="text/javascript")


def _sender(page: Page) -> Callable[[Request], Awaitable[Response]]:
    async def send_page(request: Request) -> Response:
        text = page.write(FOLDER)
        tag = f'"{hashlib.sha256(text.encode()).hexdigest()}"'
        headers = {**ASK_AGAIN, "ETag": tag}
        if request.headers.get("If-None-Match") == tag:
            return Response(status_code=304, headers=headers)
        return HTMLResponse(text, headers=headers)

    return send_page
