"""The games of the store: found, replayed, taken out and put in."""
