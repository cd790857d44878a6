"""The explorer of openings: which moves the games of the store took from a position, and how they scored."""
