"""Slow twins of the four games: the rules once more, written from the spec alone, checkable by eye.

Nothing here imports `plyground`: the twins are the independent check of its compiled rules.
"""
