"""The library: games listed, shown, exported and imported."""
