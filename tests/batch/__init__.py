"""Tests of many positions at once."""
