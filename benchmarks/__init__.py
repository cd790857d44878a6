"""Measurements of speed. They are run from the repository and are no part of the package."""
