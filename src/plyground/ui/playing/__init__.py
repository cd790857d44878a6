"""A game that people sit at, whatever they see it on: what was agreed, how it stands, where it is kept."""
