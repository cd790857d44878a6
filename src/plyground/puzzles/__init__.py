"""Puzzles: positions in which one move alone keeps what is proved.

``puzzle`` says what a puzzle is, ``collection`` where they are. ``making`` makes them: ``proving`` proves who
wins, ``only_moves`` finds the positions with one good move, ``difficulty`` guesses their rating; ``checking``
proves one again. ``attempts`` keeps what a person tried, ``rating`` and ``streaks`` follow from that, and
``choosing`` picks the next puzzle and that of the day.
"""
