"""UCT as a tree to walk through: the textbook's Monte Carlo tree search, step by step.

Results are 1 for a win, 0 for a draw and -1 for a loss. Sums and means of nodes are for the side that moves
at the root, MAX, as all scores of trees are; a bound is for the player who chooses the move, as UCT has it.
"""
