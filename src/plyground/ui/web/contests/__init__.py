"""Matches and tournaments: begun from a page, played in processes of their own, followed live."""
