"""The store: games and events in SQLite."""
