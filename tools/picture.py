"""Draw the picture of the README from what the commands really write: `python tools/picture.py FILE`."""

from __future__ import annotations

import io
import shlex
import subprocess
import sys
from pathlib import Path

from rich.columns import Columns
from rich.console import Console
from rich.padding import Padding
from rich.terminal_theme import MONOKAI
from rich.text import Text

COMMANDS = (
    "plyground show duel --moves",
    "plyground show othello --size 6 --moves",
)

# As rich draws it, without the font that it would fetch from the network.
SVG = """\
<svg class="terminal" viewBox="-14 -16 {width} {height}" xmlns="http://www.w3.org/2000/svg">
<style>
.{unique_id}-matrix {{ font-family: monospace; font-size: {char_height}px; line-height: {line_height}px; }}
{styles}
</style>
<defs>{lines}</defs>
<rect fill="#16181d" x="-14" y="-16" width="{width}" height="{height}" rx="8"/>
{backgrounds}
<g class="{unique_id}-matrix">
{matrix}
</g>
</svg>
"""


def main() -> None:
    """Write the picture to the file named on the command line."""
    console = Console(
        record=True, width=88, file=io.StringIO(), force_terminal=True, color_system="256", highlight=False
    )
    console.print(Columns([Padding(_drawn(command), (0, 3, 0, 0)) for command in COMMANDS], padding=0))
    svg = console.export_svg(theme=MONOKAI, code_format=SVG, unique_id="boards")
    Path(sys.argv[1]).write_text(svg, encoding="utf-8")


def _drawn(command: str) -> Text:
    words = [sys.executable, "-m", *shlex.split(command), "--color", "always"]
    shown = subprocess.run(words, check=True, capture_output=True, encoding="utf-8")
    return Text.from_ansi(f"$ {command}\n{shown.stdout.rstrip()}")


if __name__ == "__main__":
    main()
