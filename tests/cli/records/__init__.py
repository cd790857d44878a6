"""`plyground records`."""
