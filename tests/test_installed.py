"""The tests are meant for the installed wheel; where they say so, they must get it."""

from __future__ import annotations

import importlib.metadata
import os
from pathlib import Path

import plyground


def test_the_package_under_test_is_the_installed_one() -> None:
    folder = Path(plyground.__file__).parent
    assert (folder / "py.typed").is_file(), "a package without its marker has no types for others"
    if os.environ.get("PLYGROUND_TEST_INSTALLED") == "1":
        assert folder.parent.name == "site-packages"
        assert importlib.metadata.version("plyground") == plyground.__version__
