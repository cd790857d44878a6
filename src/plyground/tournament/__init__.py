"""The arena: programs play each other, and the numbers that come out can be trusted."""
