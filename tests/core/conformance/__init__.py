"""Checks that every discovered game gets by itself."""
