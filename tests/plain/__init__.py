"""What runs twice: compiled, and as plain Python (``make test-plain``)."""
