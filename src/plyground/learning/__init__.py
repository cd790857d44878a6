"""Learning an evaluation from games of self-play: games, positions and labels, fit, gating by matches."""
