"""All measurements, one after the other: ``python -m benchmarks``; or some of them, by name."""

from __future__ import annotations

import argparse
import sys

from benchmarks import perft, search, startup

ALL = ("perft", "startup", "search")


def main(arguments: list[str]) -> int:
    """Run what is named, or everything."""
    parser = argparse.ArgumentParser(
        prog="python -m benchmarks",
        description="Measure speeds as ratios. Without names everything is measured, which takes a while.",
    )
    parser.add_argument(
        "name", nargs="*", help=f"{', '.join(ALL)}, or a part of the search: {', '.join(search.PARTS)}"
    )
    names = parser.parse_args(arguments).name or list(ALL)
    unknown = [name for name in names if name not in (*ALL, *search.PARTS)]
    if unknown:
        parser.error(f"there is no {unknown[0]!r} (there are: {', '.join((*ALL, *search.PARTS))})")
    code = 0
    if "perft" in names:
        code |= perft.main([])
    if "startup" in names:
        code |= startup.main([])
    parts = list(search.PARTS) if "search" in names else [name for name in names if name in search.PARTS]
    return code | (search.main(parts) if parts else 0)


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
