"""The textbook's search as a tree to walk through, and exercises about it.

Scores in here are for the side that moves at the root, MAX, whoever is to move at a node: alpha is
what MAX has for certain, beta what MIN has. They are in the search's thousandths of a point.
"""
