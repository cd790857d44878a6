"""Where the games of a user are kept."""

from __future__ import annotations

from pathlib import Path

from plyground.errors import StoreError
from plyground.system.folders import data_folder

FILE_NAME = "games.sqlite"


def default_store_file() -> Path:
    """Return the file of the user's games, whether it exists or not.

    Raises:
        StoreError: the user has no home folder, and none is named.
    """
    try:
        return data_folder() / FILE_NAME
    except RuntimeError as error:
        raise StoreError("there is no home folder to keep games in; set PLYGROUND_DATA_DIR") from error
