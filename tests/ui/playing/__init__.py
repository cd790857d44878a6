"""Games that people sit at."""
