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

from plyground.ui.web.services import Services
from plyground.ui.web.transport.http import endpoints_of, problem_response
from plyground.ui.web.transport.openapi import describe
from plyground.ui.web.transport.page_files import FOLDER, MISSING, page_routes
from plyground.ui.web.transport.security import Guard


def make_app(services: Services) -> Starlette:
    """Make the app; what lives as long as it does is begun and ended with it."""
    endpoints = [each for tag, service in services.offered for each in endpoints_of(tag, service)]

    async def send_description(request: Request) -> Response:
        return JSONResponse(describe(endpoints))

    @asynccontextmanager
    async def lifespan(app: Starlette) -> AsyncIterator[None]:
        async with services:
            yield

    app = Starlette(
        routes=[
            *(endpoint.route() for endpoint in endpoints),
            Route("/api/openapi.json", send_description),
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
    app.state.uploads = frozenset(endpoint.path for endpoint in endpoints if endpoint.is_upload)
    return app


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
