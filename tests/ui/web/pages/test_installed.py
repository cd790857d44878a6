"""The app as one installs it: its manifest, its icons, and what it says while the server is not running."""

from __future__ import annotations

import json
import struct
from collections.abc import Callable
from pathlib import Path

from playwright.sync_api import Browser, Page, expect

from tests.ui.web.running import Server, running_server

from .playing import open_game

CONTROLLED = (
    "async () => { await navigator.serviceWorker.ready; return navigator.serviceWorker.controller !== null }"
)
SMALL = 30_000


def test_the_manifest_and_its_icons(page: Page, server: Server) -> None:
    page.goto("/")
    told = page.context.new_cdp_session(page).send("Page.getAppManifest")
    assert told["errors"] == []
    manifest = json.loads(told["data"])
    assert manifest["start_url"] == manifest["scope"] == "/"
    for icon in manifest["icons"]:
        answer = server.get(icon["src"])
        assert answer.headers["content-type"] == icon["type"] == "image/png"
        assert len(answer.content) < SMALL
        width, height = struct.unpack(">II", answer.content[16:24])
        assert icon["sizes"] == f"{width}x{height}"
    assert {icon["sizes"] for icon in manifest["icons"]} >= {"192x192", "512x512"}
    assert any(icon.get("purpose") == "maskable" for icon in manifest["icons"])


def test_with_a_token_the_manifest_is_read_too(browser: Browser, tmp_path: Path) -> None:
    with running_server(tmp_path, "--public") as public, browser.new_context() as context:
        page = context.new_page()
        page.goto(f"{public.url}/?token={public.token}")
        told = context.new_cdp_session(page).send("Page.getAppManifest")
        assert json.loads(told["data"])["name"] == "Plyground"


def test_without_the_server_it_says_so_and_tries_again(
    browser: Browser, own_server: Server, axe: Callable[[Page], list[str]]
) -> None:
    # A browser writes down that connections fail; that is what this is about.
    with browser.new_context(base_url=own_server.url, viewport={"width": 360, "height": 740}) as context:
        page = context.new_page()
        page.goto("/about")
        page.wait_for_function(CONTROLLED)
        own_server.stop()
        page.goto("/library")
        expect(page.get_by_role("heading")).to_have_text("Plyground is not running")
        expect(page.get_by_text("make play")).to_be_visible()
        assert axe(page) == []
        again = page.get_by_role("link", name="Try again")
        again.click()
        expect(page.get_by_role("heading")).to_have_text("Plyground is not running")
        own_server.start()
        again.click()
        expect(page.get_by_role("heading", level=1)).to_have_text("Library")
        game_id = own_server.begin("othello", "human", "human", clock="300")
        open_game(page, game_id)  # with the worker all else is as ever


def test_the_worker_is_a_script_that_is_asked_for_again(server: Server) -> None:
    answer = server.get("/offline-worker.js")
    assert answer.headers["content-type"].startswith("text/javascript")
    assert answer.headers["cache-control"] == "no-cache"
    assert "worker-src 'self'" in answer.headers["content-security-policy"]
