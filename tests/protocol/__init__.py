"""Tests of the protocol that programs speak."""
