"""The board of a notebook."""
