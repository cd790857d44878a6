"""The games: one file, or one folder, per game. Nothing lists them; `core.discovery` finds every `RULES`.

A game's file or folder holds everything that belongs to it: `Board` and `State`, the rule functions,
options, how it is drawn, and what it knows about exact search. `othello` is a folder: `rules`, the
endgame search (`endgame`, `few_empties`, `stability`, `estimating`) and its vectors (`vectors`).
Heuristics are in `plyground.evaluation`.
"""
