"""Runs of learning: listed and followed."""
