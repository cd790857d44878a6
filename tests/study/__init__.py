"""Tests of the study bench."""
