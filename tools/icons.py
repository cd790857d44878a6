"""Draw the icons of the installed web app from its mark: `python tools/icons.py`."""

from __future__ import annotations

import shutil
from pathlib import Path

from playwright.sync_api import sync_playwright

PAGES = Path(__file__).parent.parent / "src" / "plyground" / "ui" / "web" / "pages"
ICONS = {"icon-192": (192, 1.0, ""), "icon-512": (512, 1.0, ""), "icon-maskable-512": (512, 0.7, "#16202b")}
"""By name: how many pixels, which share of the width the mark has, and what is around it."""


def main() -> None:
    """Draw every icon."""
    names = ("chromium", "chromium-browser", "chromium-headless-shell")
    chromium = next(filter(None, map(shutil.which, names)), None)
    mark = (PAGES / "mark.svg").read_text("utf-8")
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=chromium, args=["--no-sandbox"])
        for name, (size, share, ground) in ICONS.items():
            page = browser.new_page(viewport={"width": size, "height": size})
            style = f"margin:0;display:grid;place-items:center;height:100vh;background:{ground}"
            page.set_content(f'<body style="{style}"><div style="width:{share:.0%}">{mark}</div></body>')
            page.add_style_tag(content="svg{display:block}")
            file = PAGES / "icons" / f"{name}.png"
            page.screenshot(path=file, omit_background=True)
            print(f"{file.name}: {file.stat().st_size} bytes")
        browser.close()


if __name__ == "__main__":
    main()
