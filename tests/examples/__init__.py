"""Tests of what the folder of examples holds."""
