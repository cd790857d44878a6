"""The study bench: questions about search, each answered by measurements that one command makes."""
