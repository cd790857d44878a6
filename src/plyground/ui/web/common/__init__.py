"""What several capabilities share: games as pages see them and name them, and what pages may ask for."""
