"""The games. One file a game; a file put here is discovered, nothing lists it."""
