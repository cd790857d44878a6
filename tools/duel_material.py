"""Count in self-play what the pieces left in the Wumpus duel are worth: `VALUES` in `evaluation/duel.py`.

    python tools/duel_material.py

plays 4,000 games with the learned evaluation at 4,000 nodes a move, some two minutes, and prints the list.
"""

from __future__ import annotations

import itertools
import math
import textwrap
from collections import Counter
from collections.abc import Iterator

import numpy as np

import plyground as ply
from plyground.evaluation import usable_evaluation
from plyground.learning.plans import Plan
from plyground.learning.positions import NO_RESULT, Positions
from plyground.learning.selfplay import SelfPlay

Signature = tuple[int, ...]

GAMES, NODES, SEED = 4000, 4000, 11
PLAN = Plan(nodes=NODES, opening_low=6, opening_high=16, late=20, leaf_share=0)
PRIOR_POSITIONS = 10
"""What was seen as often as this counts as much as the rule of thumb."""

MOST_CERTAIN = 0.98
BY_HAND = {"WW-h": -1, "WW-hh": -12}
"""Too rare in games, and the rule of thumb is wrong about them: two that are only hunted."""


def signatures(positions: Positions) -> Iterator[tuple[Signature, int]]:
    """Yield what is left and the result, for the side to move, soon after each loss of a piece."""
    own_low, own_high, other_low, other_high, _, quiet = positions.words.T
    planes = []
    for low, high in ((own_low, own_high), (other_low, other_high)):
        planes += [low & ~high, high & ~low, low & high]
    for row in np.flatnonzero(((quiet == 2) | (quiet == 3)) & (positions.results != NO_RESULT)):
        counts = tuple(int(plane[row]).bit_count() for plane in planes)
        yield counts, int(np.sign(positions.results[row]))


def canonical(signature: Signature) -> tuple[Signature, int]:
    """Return the largest image under rotations of the kinds and a swap of the sides, and its sign."""
    images = [
        ((*own[turn:], *own[:turn], *others[turn:], *others[:turn]), sign)
        for sign, own, others in ((1, signature[:3], signature[3:]), (-1, signature[3:], signature[:3]))
        for turn in range(3)
    ]
    return max(images)


def rule_of_thumb(signature: Signature) -> float:
    """Guess the mean result by who has more pieces, and more pairs in which one beats the other."""
    lead = sum(signature[:3]) - sum(signature[3:])
    (wumpuses, heroes, mages), (others_w, others_h, others_m) = signature[:3], signature[3:]
    pairs = wumpuses * others_m + heroes * others_w + mages * others_h
    pairs -= others_w * mages + others_h * wumpuses + others_m * heroes
    return math.tanh(1.1 * lead * (1 + (12 - sum(signature)) / 20) + 0.12 * pairs)


def values_of(results: list[tuple[Signature, int]]) -> dict[str, int]:
    """Return the points of each signature, one of each group of images."""
    counts: Counter[Signature] = Counter()
    sums: Counter[Signature] = Counter()
    for signature, result in results:
        found, sign = canonical(signature)
        counts[found] += 1
        sums[found] += sign * result
    values = {}
    left = (each for each in itertools.product(range(3), repeat=6) if any(each[:3]) and any(each[3:]))
    for each in sorted({canonical(each)[0] for each in left}, key=lambda each: (sum(each), each)):
        if canonical((*each[3:], *each[:3])) == canonical(each):
            continue  # its own image with the sides swapped
        mean = (sums[each] + PRIOR_POSITIONS * rule_of_thumb(each)) / (counts[each] + PRIOR_POSITIONS)
        mean = max(-MOST_CERTAIN, min(MOST_CERTAIN, mean))
        numbers = (*each[:3], 1, *each[3:])
        text = "".join(letter * count for letter, count in zip("WHM-whm", numbers, strict=True))
        values[text] = round(10 * math.log10((1 + mean) / (1 - mean)))
    return values | BY_HAND


def main() -> None:
    """Play, count and print."""
    game = ply.game("duel")
    self_play = SelfPlay(game, usable_evaluation(game, "learned"), PLAN, seed=SEED)
    results: list[tuple[Signature, int]] = []
    for number in range(GAMES):
        positions = self_play.play(number)
        assert positions is not None  # noqa: S101  # nobody stops it
        results += signatures(positions)
    words = "  ".join(f"{text}~{value}" for text, value in values_of(results).items())
    print(textwrap.fill(words, 105, break_on_hyphens=False).replace("~", " "))


if __name__ == "__main__":
    main()
