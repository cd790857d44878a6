"""The how-to *Install a game as a package*: the package is built, installed and used."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

from .blocks import blocks_of, read_page
from .follow import Reader

TUTORIAL = read_page("docs/tutorials/your-own-game.md")
HOW_TO = read_page("docs/how-to/install-a-game-as-package.md")


def pip(*words: str | Path) -> None:
    quiet = ("--quiet", "--disable-pip-version-check", "--no-index", "--no-deps")
    subprocess.run([sys.executable, "-m", "pip", words[0], *quiet, *words[1:]], check=True)


def test_a_package_made_as_the_page_says_brings_its_game(tmp_path: Path) -> None:
    source, wheels, installed = (tmp_path / name for name in ("source", "wheels", "installed"))
    source.mkdir()
    writer = Reader(source)
    for block in blocks_of(TUTORIAL):
        if block.language == "python":
            writer.write_file(block)
    for block in blocks_of(HOW_TO):
        if block.language == "toml":
            writer.write_file(block)
    pip("wheel", "--no-build-isolation", "--wheel-dir", wheels, source)
    pip("install", "--target", installed, *wheels.glob("*.whl"))

    elsewhere = tmp_path / "elsewhere"
    elsewhere.mkdir()
    user = Reader(elsewhere)
    user.environment["PYTHONPATH"] = f"{installed}:{user.environment.get('PYTHONPATH', '')}"
    code, output = user.run("plyground games")
    assert code == 0
    assert "clobber: Take a stone next to yours" in output
    [example] = [block for block in blocks_of(HOW_TO) if block.title == "example.py"]
    assert user.run_example(example).splitlines() == [
        "    a  b  c",
        " 1  b  w  b",
        " 2  w  b  w",
        "black to move",
    ]
