"""Tests of boards as pictures."""
