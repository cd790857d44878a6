"""All measurements, one after the other: ``python -m benchmarks``."""

import sys

from benchmarks import perft, startup

sys.exit(perft.main([]) or startup.main([]))
