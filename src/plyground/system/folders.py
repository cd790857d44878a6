"""Where the data of a user is kept."""

from __future__ import annotations

import os
import sys
from pathlib import Path


def data_folder() -> Path:
    """Return the folder of the user's games and tables, whether it exists or not.

    ``PLYGROUND_DATA_DIR`` names it; without that it lies where this system keeps data.

    Raises:
        RuntimeError: the user has no home folder, and none is named.
    """
    named = os.environ.get("PLYGROUND_DATA_DIR")
    return (Path(named) if named else _usual_folder()).expanduser()


def _usual_folder() -> Path:
    if sys.platform == "win32":
        return Path(os.environ.get("LOCALAPPDATA", "~/AppData/Local")) / "plyground" / "data"
    if sys.platform == "darwin":
        return Path("~/Library/Application Support/plyground")
    return Path(os.environ.get("XDG_DATA_HOME") or "~/.local/share") / "plyground"
