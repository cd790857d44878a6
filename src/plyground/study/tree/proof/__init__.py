"""Proof-number search as a tree to walk through.

The question is whether the side that moves at the root reaches its goal. It moves at OR nodes, its
opponent at AND nodes. Proof and disproof numbers are those of this question at every node, whoever is to
move there, as the literature has them; `plyground.solving.textbook` asks for the side to move.
"""
