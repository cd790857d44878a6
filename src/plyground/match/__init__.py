"""One live game: turns, clocks, legality, endings, takebacks. Whoever plays a game drives this one."""
