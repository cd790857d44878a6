"""The scripts of the pages, read by a strict type checker: they ship as they are, unbuilt."""

from __future__ import annotations

import json
import subprocess
from pathlib import Path

import pytest

from plyground.ui.web.transport.page_files import FOLDER
from tests.ui.conftest import NODE_MODULES

from .message_types import message_types

SETTINGS = {
    "compilerOptions": {
        "strict": True,
        "checkJs": True,
        "allowJs": True,
        "noEmit": True,
        "noUnusedLocals": True,
        "noUnusedParameters": True,
        "noImplicitReturns": True,
        "noFallthroughCasesInSwitch": True,
        "exactOptionalPropertyTypes": True,
        "target": "es2022",
        "module": "es2022",
        "moduleResolution": "bundler",
        "lib": ["es2022", "dom", "dom.iterable"],
        "types": [],
    },
    "include": [f"{FOLDER}/scripts/**/*.js", "messages.d.ts"],
}


def test_the_scripts_are_rightly_typed(tmp_path: Path) -> None:
    settings = tmp_path / "tsconfig.json"
    settings.write_text(json.dumps(SETTINGS))
    (tmp_path / "messages.d.ts").write_text(message_types())
    checker = NODE_MODULES.resolve() / "typescript" / "bin" / "tsc"
    assert checker.exists(), "the type checker is missing; `make test` installs it"
    done = subprocess.run(
        ["node", str(checker), "--project", str(settings)],  # noqa: S607
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 0, done.stdout


@pytest.mark.parametrize("page", sorted(FOLDER.glob("*.html")), ids=lambda path: path.name)
def test_pages_have_nothing_inline_and_load_nothing_from_elsewhere(page: Path) -> None:
    text = page.read_text("utf-8")
    assert "<style" not in text
    assert "style=" not in text
    assert " on" not in {part[:3] for part in text.split("<")}
    assert "http://" not in text
    assert "https://" not in text.replace("https://www.w3.org/", "")
