"""Retrograde analysis: all positions of a board with their values, in memory and as tables on disk."""
