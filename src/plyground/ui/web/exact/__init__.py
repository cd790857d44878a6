"""Exact values of positions and moves: from the table of a board, or proved by the solver."""
