"""Runs of learning on the pages: listed, and followed while they learn in a terminal."""
