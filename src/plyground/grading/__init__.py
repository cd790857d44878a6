"""Heuristics and players of a class: files of strangers, each in a process of its own, against a field."""
