"""How to play, over HTTP."""
