"""Searches that contain no game: the textbook's, to read, and the compiled engine.

`textbook` has minimax, alpha-beta and its variants, MTD(f), SSS*, beam search and UCT over positions, the
oracles of everything else. `mcts` is Monte Carlo tree search.
The compiled alpha-beta search begins in `alphabeta` (`make_search`, principal
variation search in numbered steps; its contract is at the top). Below it: `frontier` (nodes one ply
above the leaves), `quiescence` with `tactical` (leaves), `movepick` (move ordering in stages: hash move,
tactical moves, killers, counter-move, history), `tt` (transposition table and the marks of ABDADA),
`lmr`, `extensions`, `probcut` with `selectivity` and `selectivity_fit` (reductions, extensions, guessed cuts
and their parameters), `repetition`, and `workspace` (the memory of one thread). Around it: `searcher` (what
every engine does), `engine` (`SearchEngine`), `iterative_deepening`, `parallel` (shared tree or root
splitting), `time_management`, `limit`, `report`, `score`, `proof` (what a score proves) and `watchdog`
(functions of users that do not return). `features` are the switches, `constants` the numbers that matches
can tune, `signature` the fixed searches of ``plyground bench``.
"""
