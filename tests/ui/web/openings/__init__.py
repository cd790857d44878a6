"""The explorer of openings."""
