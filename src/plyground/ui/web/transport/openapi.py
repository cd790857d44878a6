"""The HTTP interface described in OpenAPI, made from the endpoints themselves."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

import msgspec

from plyground.ui.web.transport.http import JSON, SOCKET, Endpoint, FileContent, Problem
from plyground.version import __version__

PROBLEMS = {
    "400": "Something in the request is wrong.",
    "403": "This may not be done from there.",
    "404": "There is no such thing.",
    "413": "This is too large.",
    "429": "There is too much of this already.",
    "503": "Games cannot be kept at present.",
}
_REFERENCE = "#/components/schemas/{name}"


def describe(all_endpoints: Iterable[Endpoint]) -> dict[str, Any]:
    """Return the OpenAPI document of some endpoints; it has no word for WebSockets."""
    endpoints = [endpoint for endpoint in all_endpoints if endpoint.method != SOCKET]
    kinds = [kind for endpoint in endpoints for kind in _types_of(endpoint)]
    schemas, components = msgspec.json.schema_components([*kinds, Problem], ref_template=_REFERENCE)
    schema_of = dict(zip([*kinds, Problem], schemas, strict=True))
    paths: dict[str, Any] = {}
    for endpoint in endpoints:
        operation = _operation(endpoint, schema_of)
        paths.setdefault(endpoint.path, {})[endpoint.method.lower()] = operation
    return {
        "openapi": "3.1.0",
        "info": {"title": "Plyground", "version": __version__, "license": {"name": "MIT"}},
        "paths": paths,
        "components": {"schemas": components},
    }


def _types_of(endpoint: Endpoint) -> list[Any]:
    """Return the types of everything that is said in a request and its answer."""
    names = ("body", "return") if endpoint.types["return"] is not FileContent else ("body",)
    said = [endpoint.types[name] for name in names if name in endpoint.types]
    return [*said, *endpoint.path_types.values(), *(field.type for field in _query_fields(endpoint))]


def _operation(endpoint: Endpoint, schema_of: dict[Any, Any]) -> dict[str, Any]:
    answer = endpoint.types["return"]
    content = {"type": "string"} if answer is FileContent else schema_of[answer]
    responses: dict[str, Any] = {
        "200": {"description": "Done.", "content": {endpoint.media_type: {"schema": content}}}
    }
    for status, told in PROBLEMS.items():
        problem = {"description": told, "content": {JSON: {"schema": schema_of[Problem]}}}
        responses[status] = problem
    operation = {
        "operationId": endpoint.handle.__name__,
        "summary": endpoint.summary,
        "tags": [endpoint.tag],
        "parameters": _parameters(endpoint, schema_of),
        "responses": responses,
    }
    if "body" in endpoint.types:
        body = {JSON: {"schema": schema_of[endpoint.types["body"]]}}
        operation["requestBody"] = {"required": True, "content": body}
    return operation


def _query_fields(endpoint: Endpoint) -> tuple[msgspec.structs.FieldInfo, ...]:
    return msgspec.structs.fields(endpoint.types["query"]) if "query" in endpoint.types else ()


def _parameters(endpoint: Endpoint, schema_of: dict[Any, Any]) -> list[dict[str, Any]]:
    return [
        *(
            {"name": name, "in": "path", "required": True, "schema": schema_of[kind]}
            for name, kind in endpoint.path_types.items()
        ),
        *(
            {
                "name": field.encode_name,
                "in": "query",
                "required": field.required,
                "schema": schema_of[field.type],
            }
            for field in _query_fields(endpoint)
        ),
    ]
