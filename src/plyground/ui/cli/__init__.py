"""The command line. One file a command; a file put here is a command, nothing lists it."""
