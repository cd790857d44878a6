"""Whole games as text: any change of rules, order of moves, notation or hash shows up here."""
