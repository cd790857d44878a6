"""Where the games of a user are kept."""

from __future__ import annotations

import os
import sys
from pathlib import Path

from plyground.errors import StoreError

FILE_NAME = "games.sqlite"


def default_store_file() -> Path:
    """Return the file of the user's games, whether it exists or not.

    ``PLYGROUND_DATA_DIR`` names its folder; without that it lies where this system keeps data.

    Raises:
        StoreError: the user has no home folder, and none is named.
    """
    named = os.environ.get("PLYGROUND_DATA_DIR")
    try:
        return (Path(named) if named else _usual_folder()).expanduser() / FILE_NAME
    except RuntimeError as error:
        raise StoreError("there is no home folder to keep games in; set PLYGROUND_DATA_DIR") from error


def _usual_folder() -> Path:
    if sys.platform == "win32":
        return Path(os.environ.get("LOCALAPPDATA", "~/AppData/Local")) / "plyground" / "data"
    if sys.platform == "darwin":
        return Path("~/Library/Application Support/plyground")
    return Path(os.environ.get("XDG_DATA_HOME") or "~/.local/share") / "plyground"
