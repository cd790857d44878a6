"""The web app, put together from its parts."""

from __future__ import annotations

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from http import HTTPStatus
from typing import Any

from starlette.applications import Starlette
from starlette.exceptions import HTTPException
from starlette.middleware import Middleware
from starlette.middleware.gzip import GZipMiddleware
from starlette.requests import Request
from starlette.responses import HTMLResponse, JSONResponse, Response
from starlette.routing import Route

from plyground.ui.web.analysis.endpoints import router as analysis
from plyground.ui.web.catalogue import router as catalogue
from plyground.ui.web.contests.endpoints import router as contests
from plyground.ui.web.exact.endpoints import router as exact
from plyground.ui.web.explaining.endpoints import router as explaining
from plyground.ui.web.learning.endpoints import router as learning
from plyground.ui.web.library.endpoints import router as library
from plyground.ui.web.openings.endpoints import router as openings
from plyground.ui.web.play.endpoints import router as play
from plyground.ui.web.puzzles.endpoints import router as puzzles
from plyground.ui.web.record.endpoints import router as record
from plyground.ui.web.services import Services
from plyground.ui.web.teaching.endpoints import router as teaching
from plyground.ui.web.transport.http import problem_response
from plyground.ui.web.transport.openapi import describe
from plyground.ui.web.transport.page_files import FOLDER, MISSING, page_routes
from plyground.ui.web.transport.security import Guard
from plyground.ui.web.tree.endpoints import router as tree

ROUTERS = (
    *(catalogue, play, analysis, exact, explaining, library, contests, learning, tree, teaching),
    *(record, openings, puzzles),
)


def make_app(services: Services) -> Starlette:
    """Make the app; what lives as long as it does is begun and ended with it."""

    @asynccontextmanager
    async def lifespan(app: Starlette) -> AsyncIterator[None]:
        async with services:
            yield

    app = Starlette(
        routes=[
            *(route for router in ROUTERS for route in router.routes),
            Route("/api/openapi.json", _send_description),
            *page_routes(),
        ],
        middleware=[
            Middleware(Guard, settings=services.settings),
            # More than this level saves little, and everybody waits while something large is compressed.
            Middleware(GZipMiddleware, minimum_size=1000, compresslevel=3),
        ],
        exception_handlers={HTTPException: _tell_problem, Exception: _tell_failure},
        lifespan=lifespan,
    )
    endpoints = [endpoint for router in ROUTERS for endpoint in router.endpoints]
    app.state.services = services.by_type
    app.state.uploads = frozenset(endpoint.path for endpoint in endpoints if endpoint.is_upload)
    return app


async def _send_description(request: Request) -> Response:
    return JSONResponse(describe(ROUTERS))


async def _tell_problem(request: Request, error: Any) -> Response:
    """Answer a browser with a page where there is none, and programs with one line."""
    if error.status_code == HTTPStatus.NOT_FOUND and not request.url.path.startswith(("/api/", "/static/")):
        return HTMLResponse(MISSING.write(FOLDER), HTTPStatus.NOT_FOUND)
    response = problem_response(error.status_code, str(error.detail))
    response.headers.update(error.headers or {})
    return response


async def _tell_failure(request: Request, error: Exception) -> Response:
    """Answer where the app itself is at fault; the server writes the rest to its log."""
    return problem_response(500, f"internal error: {type(error).__name__}")
