"""Draw all games in the terminal, with the possible moves outlined."""

from __future__ import annotations

import subprocess
import sys

from plyground.discovery import known_games

for name, rules in known_games().items():
    print(f"\n{rules.title}: {rules.summary}\n")
    subprocess.run([sys.executable, "-m", "plyground", "show", name, "--moves"], check=True)
print("\nMore: .venv/bin/plyground --help")
