"""Which versions of Numba get the speed-ups, and which take the plain path.

Speed-ups reach into Numba: parts and wholes (`dispatchers.py`), the cache (`numba_cache.py`) and what is
left out while it compiles (`numba_patches.py`). They are for versions that the tests have passed on (``make
test-numba``). With any other version, kernels are compiled by what Numba documents (`plain.py`): it takes
longer, in every process, and the machine does the same.
"""

from __future__ import annotations

import functools
import os
from importlib.metadata import PackageNotFoundError, version

SWITCH = "PLYGROUND_PLAIN_NUMBA"
"""The environment variable that turns the speed-ups off, whatever the version."""

TESTED = ("0.63", "0.64", "0.65", "0.66", "0.67", "0.68")
"""The versions of Numba that the tests passed on with all speed-ups; the first is the oldest supported."""


def why_plain() -> str | None:
    """Say in a few words why kernels are compiled without the speed-ups, None if with them."""
    if os.environ.get(SWITCH, "0").strip() not in ("", "0"):
        return f"{SWITCH} is set"
    installed = _installed()
    return None if ".".join(installed.split(".")[:2]) in TESTED else f"Numba {installed} was not tested"


@functools.cache
def _installed() -> str:
    try:
        return version("numba")
    except PackageNotFoundError:  # and nothing will be compiled
        return "nowhere"
