"""The games: one file, or one folder, per game. Nothing lists them; `core.discovery` finds every `RULES`.

A game's file or folder holds everything that belongs to it: `Board` and `State`, the rule functions,
options, how it is drawn, and what it knows about exact search. In a folder, `rules` puts it together:
`board` has `Board` and `State`, `moves` the rule functions, other modules what only this game has, such
as the endgame search of Othello. Heuristics are in `plyground.evaluation`.
"""
