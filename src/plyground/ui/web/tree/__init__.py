"""Search trees to walk through, and exercises about them."""
