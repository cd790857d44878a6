"""Puts the root of the repository on the path: the benchmarks are no part of the package."""

from __future__ import annotations

import sys
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parents[2]))
