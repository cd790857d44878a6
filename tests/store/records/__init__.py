"""Records: replaying them, as JSON, and as text."""
