"""A game at the terminal: the board, the talk with a person, and what is kept of it."""
