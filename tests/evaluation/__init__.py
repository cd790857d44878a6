"""Tests of the heuristics."""
