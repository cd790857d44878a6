"""Where the data of a user is kept."""

from __future__ import annotations

import os
from pathlib import Path

import platformdirs


def data_folder() -> Path:
    """Return the folder of the user's games and tables, whether it exists or not.

    ``PLYGROUND_DATA_DIR`` names it; without that it lies where this system keeps data.

    Raises:
        RuntimeError: the user has no home folder, and none is named.
    """
    named = os.environ.get("PLYGROUND_DATA_DIR")
    usual = platformdirs.user_data_path("plyground", appauthor=False)
    return (Path(named) if named else usual).expanduser()
