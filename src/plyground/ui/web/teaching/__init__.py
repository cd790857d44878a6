"""How to play a game, and its first lesson: what a game declares, under its own rules."""
