"""Puzzles: posed, judged move by move, and counted; attempts are in the store."""
