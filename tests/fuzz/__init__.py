"""Texts that nobody would write, given to everything that reads texts."""
