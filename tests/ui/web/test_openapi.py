"""The description of the HTTP interface, and whether the server keeps to it whatever it is sent."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest

from .running import Server


def test_the_description_has_every_path_of_the_interface(server: Server, tmp_path: Path) -> None:
    from plyground.ui.web.services import Services
    from plyground.ui.web.settings import Settings
    from plyground.ui.web.transport.http import SOCKET, endpoints_of

    services = Services(Settings(tmp_path / "games.db")).offered
    endpoints = [endpoint for tag, service in services for endpoint in endpoints_of(tag, service)]
    described = server.get("/api/openapi.json").json()
    offered = {
        (endpoint.path, endpoint.method.lower()) for endpoint in endpoints if endpoint.method != SOCKET
    }
    assert {(path, method) for path, methods in described["paths"].items() for method in methods} == offered
    assert "$defs" not in str(described)  # everything that is referred to is there
    assert all(
        operation["summary"] for methods in described["paths"].values() for operation in methods.values()
    )


@pytest.mark.parametrize("path", ["/api/nothing", "/api/records/x", "/api/play/a/b", "/static/nothing.js"])
def test_what_is_not_there_is_told_in_one_line(server: Server, path: str) -> None:
    answer = server.get(path)
    assert answer.status_code == 404
    assert list(answer.json()) == ["error"]


def test_another_method_is_told_what_is_allowed(server: Server) -> None:
    answer = server.post("/api/catalogue", {})
    assert answer.status_code == 405
    assert "GET" in answer.headers["allow"]


def schemathesis(server: Server, folder: Path, examples: int) -> None:
    """Let Schemathesis look for requests that the server fails at or answers otherwise than described."""
    words = [
        *("run", f"{server.url}/api/openapi.json", "--max-examples", str(examples), "--seed", "1"),
        *("--checks", "not_a_server_error,content_type_conformance,response_schema_conformance"),
        *("--phases", "coverage,fuzzing", "--workers", "1", "--max-response-time", "60"),
    ]
    command = [sys.executable, "-m", "schemathesis.cli", *words]
    script = Path(sys.executable).with_name("schemathesis")
    done = subprocess.run([str(script), *words], capture_output=True, text=True, cwd=folder, check=False)
    assert done.returncode == 0, f"{command}\n{done.stdout[-4000:]}\n{done.stderr[-2000:]}"


def test_no_request_makes_the_server_fail(own_server: Server, tmp_path: Path) -> None:
    schemathesis(own_server, tmp_path, examples=10)


@pytest.mark.long
def test_no_request_of_many_makes_the_server_fail(own_server: Server, tmp_path: Path) -> None:
    schemathesis(own_server, tmp_path, examples=300)
