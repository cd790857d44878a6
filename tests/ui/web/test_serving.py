"""`plyground serve`: beginning, address, problems and end."""

from __future__ import annotations

import asyncio
import json
import os
import signal
import socket
import subprocess
import sys
from pathlib import Path

import pytest

from plyground.ui.web import serving
from plyground.ui.web.server_lock import claimed
from plyground.ui.web.settings import THIS_MACHINE, Address

from .asynchronous import run_async
from .running import Server


def serve(*words: str, **environment: str) -> subprocess.Popen[str]:
    return subprocess.Popen(
        [sys.executable, "-m", "plyground", "serve", "--no-browser", *words],
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
        env={**os.environ, **environment},
    )


def test_it_says_where_it_is_and_ends_with_ctrl_c(tmp_path: Path) -> None:
    process = serve("--port", "0", "--store", str(tmp_path / "games.db"))
    assert process.stdout is not None
    assert process.stdout.readline().startswith("Plyground is at http://127.0.0.1:")
    process.send_signal(signal.SIGINT)
    _, errors = process.communicate(timeout=30)
    assert process.returncode in (0, 130)
    assert errors == ""


def test_a_port_that_is_taken_is_told_in_one_line(tmp_path: Path) -> None:
    with socket.socket() as taken:
        taken.bind(("127.0.0.1", 0))
        taken.listen()
        port = taken.getsockname()[1]
        process = serve("--port", str(port), "--store", str(tmp_path / "games.db"))
        output, errors = process.communicate(timeout=60)
    assert process.returncode == 1
    assert output == ""
    assert errors.strip().splitlines() == [
        f"plyground: port {port} cannot be used: Address already in use; choose another with --port"
    ]


def test_a_store_that_cannot_be_used_is_told_in_one_line(tmp_path: Path) -> None:
    broken = tmp_path / "games.db"
    broken.write_text("this is no database" * 100)
    process = serve("--port", "0", "--store", str(broken))
    output, errors = process.communicate(timeout=60)
    assert process.returncode == 1
    assert output == ""
    assert len(errors.strip().splitlines()) == 1
    assert "games.db" in errors


def test_answers_are_sent_at_once() -> None:
    """A second piece of an answer does not wait until the browser has confirmed the first."""

    async def is_undelayed() -> bool:
        found: asyncio.Future[bool] = asyncio.get_running_loop().create_future()

        def look(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
            connection = writer.get_extra_info("socket")
            found.set_result(bool(connection.getsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY)))
            writer.close()

        with serving.listening_socket(THIS_MACHINE, 0) as listener:
            async with await asyncio.start_server(look, sock=listener):
                with socket.create_connection(listener.getsockname()):
                    return await found

    assert run_async(is_undelayed())


TOKEN = "a-token-of-thirty-characters.."  # noqa: S105  # of no server but those here


def told_url(*words: str, **environment: str) -> str:
    """Start a server and stop it; return the address that it tells."""
    process = serve("--public", "--port", "0", "--json", *words, **environment)
    assert process.stdout is not None
    line = process.stdout.readline()
    if line:
        assert TOKEN not in Path(f"/proc/{process.pid}/cmdline").read_text()
    process.send_signal(signal.SIGINT)
    _, errors = process.communicate(timeout=30)
    return line or errors


def test_the_token_can_be_kept_out_of_the_list_of_processes(tmp_path: Path) -> None:
    store, file = ("--store", str(tmp_path / "games.db")), tmp_path / "token"
    file.write_text(f"{TOKEN}\n")
    assert TOKEN in told_url(*store, "--token-file", str(file))
    assert TOKEN in told_url(*store, PLYGROUND_TOKEN=TOKEN)
    assert "cannot be read" in told_url(*store, "--token-file", str(tmp_path / "none"))


def test_the_variable_does_not_count_for_a_server_of_ones_own(tmp_path: Path) -> None:
    process = serve("--port", "0", "--store", str(tmp_path / "games.db"), PLYGROUND_TOKEN=TOKEN)
    assert process.stdout is not None
    assert "token" not in process.stdout.readline()
    process.send_signal(signal.SIGINT)
    process.communicate(timeout=30)


@pytest.mark.parametrize(
    "words",
    [
        ["--token", "x" * 20],
        ["--public", "--token", "short"],
        ["--port", "70000"],
        ["--token-file", "x"],
        ["--public", "--token-file", "/nowhere/token"],
        ["--public", "--token-file", "/dev/null"],
        ["--public", "--token-file", "x", "--token", "x" * 20],
    ],
)
def test_wrong_use_is_told(words: list[str]) -> None:
    process = serve(*words)
    _, errors = process.communicate(timeout=60)
    assert process.returncode == 2
    assert len(errors.strip().splitlines()) == 1


def test_killed_it_leaves_nobody_behind(own_server: Server) -> None:
    """The workers notice that the server is gone."""
    game = own_server.begin("breakthrough", "engine:seconds=30", "random", options={"size": "4x4"})
    assert own_server.get(f"/api/play/{game}").status_code == 200
    assert own_server.process is not None
    children = _children(own_server.process.pid)
    own_server.kill()
    for child in children:
        _wait_for_end(child)


def _children(pid: int) -> list[int]:
    found = subprocess.run(["pgrep", "-P", str(pid)], capture_output=True, text=True, check=False)  # noqa: S607
    direct = [int(word) for word in found.stdout.split()]
    return direct + [grandchild for child in direct for grandchild in _children(child)]


def _wait_for_end(pid: int) -> None:
    import time

    deadline = time.monotonic() + 30
    while Path(f"/proc/{pid}").exists() and "State:\tZ" not in _state(pid):
        assert time.monotonic() < deadline, f"process {pid} is still there"
        time.sleep(0.1)


def _state(pid: int) -> str:
    try:
        return Path(f"/proc/{pid}/status").read_text()
    except OSError:
        return "State:\tZ"


def test_a_second_server_of_one_store_joins_the_first(tmp_path: Path) -> None:
    store = str(tmp_path / "games.db")
    first = serve("--port", "0", "--store", store)
    assert first.stdout is not None
    where = first.stdout.readline().split()[-1]
    try:
        joined = serve("--store", store)
        assert joined.communicate(timeout=60) == (
            f"Plyground is already running with these games, at {where}\n",
            "",
        )
        assert joined.returncode == 0
        # Who names a port, or lets others in, wants a server of another kind.
        other = serve("--port", "0", "--store", store)
        output, errors = other.communicate(timeout=60)
        assert (other.returncode, output) == (1, "")
        assert errors == (
            f"plyground: these games are already served at {where};"
            " stop that server, or choose another --store\n"
        )
    finally:
        first.kill()
        first.communicate()


def told_port(store: Path, *words: str) -> int:
    process = serve("--store", str(store), "--json", *words)
    assert process.stdout is not None
    port: int = json.loads(process.stdout.readline())["port"]
    process.send_signal(signal.SIGINT)
    process.communicate(timeout=30)
    return port


def test_a_store_is_served_at_its_last_port(tmp_path: Path) -> None:
    """What browsers remember hangs on the port."""
    store = tmp_path / "games.db"
    port = told_port(store, "--port", "0")
    assert told_port(store) == port
    with serving.listening_socket(THIS_MACHINE, port):
        other = told_port(store)
    assert other != port
    assert told_port(store) == other


@pytest.mark.parametrize(
    "content", ["", "{", '{"port":"x"}', '{"port":-1}', '{"port":99999999}', "\0" * 9000]
)
def test_a_damaged_note_of_the_last_port_does_not_matter(tmp_path: Path, content: str) -> None:
    file = tmp_path / "games.db.server"
    file.write_text(content)
    with claimed(tmp_path / "games.db") as claim:
        serving.listening_socket(THIS_MACHINE, None, claim.last_port).close()
        claim.announce(Address(THIS_MACHINE, 8700, TOKEN))
        assert TOKEN in file.read_text()
    assert file.read_text() == '{"port":8700}'


def test_a_killed_server_does_not_keep_its_store(tmp_path: Path) -> None:
    server = Server(tmp_path / "games.db")
    server.start()
    server.kill()
    server.start()
    server.stop()
    assert (tmp_path / "games.db.server").read_text() == f'{{"port":{server.port}}}'
    assert (tmp_path / "games.db.server").stat().st_mode & 0o777 == 0o600
