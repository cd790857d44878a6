"""Games in the browser: one authoritative game on the server, seen by any number of pages."""
