"""Write the golden games anew: ``python -m tests.golden.playthrough``.

A change that alters them says so in its commit.
"""

from __future__ import annotations

import random
from collections.abc import Iterator
from pathlib import Path

from plyground.core.discovery import known_games
from plyground.core.position import game

FOLDER = Path(__file__).parent
SEED = 2718


def playthrough(name: str) -> str:
    """Play one random game and write down everything about every position."""
    return "\n".join(_lines(name)) + "\n"


def _lines(name: str) -> Iterator[str]:
    position = game(name).start()
    chance = random.Random(SEED)
    while position.outcome is None:
        moves = position.moves()
        move = chance.choice(moves)
        yield position.text
        yield f"  hash {position.hash:016x}"
        yield f"  moves {' '.join(map(str, moves))}"
        yield f"  plays {move}"
        position = position.play(move)
    yield position.text
    yield f"  {position.outcome}"


if __name__ == "__main__":
    for known in known_games():
        (FOLDER / f"{known}.txt").write_text(playthrough(known))
