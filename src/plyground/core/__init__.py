"""What a game is made of: the rules contract, positions, notation, options, symmetry and bitboards."""
