"""Tests of long runs of the solver."""
