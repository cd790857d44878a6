"""Drives Firefox by WebDriver BiDi, which it speaks itself: real clicks, taps and keys."""

from __future__ import annotations

import json
import re
import subprocess
import tempfile
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Any

from websockets.sync.client import ClientConnection, connect

ADDRESS = re.compile(r"WebDriver BiDi listening on (ws://\S+)")
MOST_SECONDS = 60
KEYS = {"Enter": "\ue007", "Tab": "\ue004", "Escape": "\ue00c", "ArrowLeft": "\ue012", "ArrowUp": "\ue013"}
KEYS |= {"ArrowRight": "\ue014", "ArrowDown": "\ue015"}

SEEN = "(element) => { element.scrollIntoView({ block: 'center' }); return element.checkVisibility(); }"

Node = dict[str, Any]


class FirefoxError(Exception):
    """What Firefox answers when it cannot do what it was asked for."""


class Firefox:
    """One tab of a running Firefox."""

    def __init__(self, socket: ClientConnection) -> None:
        self._socket, self._number = socket, 0
        self.problems: list[str] = []
        self._ask("session.new", capabilities={})
        self._ask("session.subscribe", events=["log.entryAdded"])
        self._tab: str = self._ask("browsingContext.create", type="tab")["context"]

    def open(self, address: str) -> None:
        """Open a page and wait until it is loaded."""
        self._ask("browsingContext.navigate", context=self._tab, url=address, wait="complete")

    def resize(self, width: int, height: int) -> None:
        """Give the page another size."""
        viewport = {"width": width, "height": height}
        self._ask("browsingContext.setViewport", context=self._tab, viewport=viewport)

    def evaluate(self, expression: str) -> Any:
        """Return the value of an expression: a text, a number, a truth value or nothing."""
        return self._called(f"() => ({expression})")

    def wait_for(self, expression: str) -> None:
        """Wait until an expression is true; it may be so on the next page only."""
        self._poll(lambda: self._called(f"() => Boolean({expression})"), expression)

    def find(self, role: str, name: str) -> Node:
        """Wait for the element that a screen reader announces so, and return it once it is visible."""
        how = {"type": "accessibility", "value": {"role": role, "name": name}}
        return self._visible(how, f"{role} {name!r}")

    def select(self, selector: str) -> Node:
        """Wait for an element, and return the first of them that is visible."""
        return self._visible({"type": "css", "value": selector}, selector)

    def click(self, found: Node) -> None:
        """Click with the mouse."""
        self._press(found, "mouse")

    def tap(self, found: Node) -> None:
        """Tap with a finger."""
        self._press(found, "touch")

    def key(self, *names: str) -> None:
        """Press keys, each by the name that pages know it by, or by its character."""
        keys = [KEYS.get(name, name) for name in names]
        actions = [{"type": kind, "value": key} for key in keys for kind in ("keyDown", "keyUp")]
        self._act({"type": "key", "id": "keyboard", "actions": actions})

    def close(self) -> None:
        """End the browser."""
        self._ask("browser.close")

    def _press(self, found: Node, kind: str) -> None:
        move = {"type": "pointerMove", "x": 0, "y": 0, "origin": {"type": "element", "element": found}}
        presses = [{"type": which, "button": 0} for which in ("pointerDown", "pointerUp")]
        parameters = {"pointerType": kind}
        self._act({"type": "pointer", "id": kind, "parameters": parameters, "actions": [move, *presses]})

    def _act(self, source: dict[str, Any]) -> None:
        self._ask("input.performActions", context=self._tab, actions=[source])

    def _visible(self, how: dict[str, Any], told: str) -> Node:
        node = self._poll(lambda: next(filter(self._is_seen, self._located(how)), None), told)
        return {"sharedId": node["sharedId"]}

    def _is_seen(self, node: Node) -> bool:
        return bool(self._called(SEEN, node))

    def _poll(self, look: Callable[[], Any], told: str) -> Any:
        """Look until there is something: a promise of a page that is left behind would never be kept."""
        last = time.monotonic() + MOST_SECONDS
        while time.monotonic() < last:
            try:
                if found := look():
                    return found
            except FirefoxError:  # the page has gone
                pass
            time.sleep(0.02)
        raise AssertionError(f"{told} does not come")

    def _located(self, how: dict[str, Any]) -> list[Node]:
        found: list[Node] = self._ask("browsingContext.locateNodes", context=self._tab, locator=how)["nodes"]
        return found

    def _called(self, function: str, *arguments: Node) -> Any:
        target = {"context": self._tab}
        given = [{"sharedId": each["sharedId"]} for each in arguments]
        answer = self._ask(
            "script.callFunction",
            functionDeclaration=function,
            arguments=given,
            target=target,
            awaitPromise=True,
        )
        if answer["type"] == "exception":
            raise AssertionError(answer["exceptionDetails"]["text"])
        return answer["result"].get("value")

    def _ask(self, method: str, **parameters: Any) -> Any:
        self._number += 1
        self._socket.send(json.dumps({"id": self._number, "method": method, "params": parameters}))
        while True:
            answer = json.loads(self._socket.recv(timeout=MOST_SECONDS))
            if answer["type"] == "event":
                self._note(answer["params"])
            elif answer["id"] == self._number:
                if answer["type"] == "error":
                    raise FirefoxError(f"{method}: {answer['error']}: {answer['message']}")
                return answer["result"]

    def _note(self, entry: dict[str, Any]) -> None:
        if entry["level"] == "error":
            self.problems.append(entry["text"] or "")


@contextmanager
def running_firefox(program: str) -> Iterator[Firefox]:
    """Run Firefox without a window, as a new visitor has it."""
    with tempfile.TemporaryDirectory(ignore_cleanup_errors=True) as profile:
        words = [program, "--headless", "--no-remote", "--remote-debugging-port=0", "--profile", profile]
        with subprocess.Popen(words, stderr=subprocess.PIPE, text=True) as process:
            try:
                assert process.stderr is not None
                found = next(filter(None, map(ADDRESS.search, process.stderr)))
                with connect(f"{found[1]}/session", max_size=None) as socket:
                    firefox = Firefox(socket)
                    yield firefox
                    firefox.close()
            finally:
                process.kill()
