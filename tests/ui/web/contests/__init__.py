"""Contests: begun, followed, stopped and resumed."""
