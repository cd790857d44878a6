"""The board in the browser: a server on this machine, and the pages it serves."""
