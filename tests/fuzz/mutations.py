"""Texts for the readers: right ones damaged, well-formed ones without sense, and chance alone."""

from __future__ import annotations

import random
import re
from typing import Any, NamedTuple

KINDS = ("replace", "insert", "delete", "double", "swap", "cut")

# What the notation is made of, what JSON is made of, and what looks like either but is not.
CHARACTERS = 'bwWHMhm*x0123456789/- abcdefghiopz"{}[]:,.\\\n\t\r\0_+é٣０\u00a0\u2028\ud800\U0001f600'


class Edit(NamedTuple):
    """One change; `place` is taken modulo the length of the text it meets."""

    kind: str
    place: int
    character: str


def mutated(text: str, edits: list[Edit]) -> str:
    """Return a text after some changes."""
    for kind, place, character in edits:
        at = place % (len(text) + 1)
        before, here, after = text[:at], text[at : at + 1], text[at + 1 :]
        text = {
            "replace": before + character + after,
            "insert": before + character + here + after,
            "delete": before + after,
            "double": before + here + here + after,
            "swap": before[:-1] + here + before[-1:] + after,
            "cut": before,
        }[kind]
    return text


def random_edits(chance: random.Random) -> list[Edit]:
    """Return one to four changes."""
    return [
        Edit(chance.choice(KINDS), chance.randrange(1 << 16), chance.choice(CHARACTERS))
        for _ in range(chance.randint(1, 4))
    ]


def random_text(chance: random.Random) -> str:
    """Return a text of the characters above, mostly short."""
    return "".join(chance.choices(CHARACTERS, k=int(chance.expovariate(0.1))))


def random_board(letters: str, players: tuple[str, str], chance: random.Random) -> str:
    """Return a position that is well formed, of any size and with anything on any square."""
    rows, columns = chance.choice([(chance.randint(1, 9), chance.randint(1, 9)), (3, 3), (6, 6), (12, 12)])
    density = chance.random()
    squares = ["".join(_random_square(letters, density, chance) for _ in range(columns)) for _ in range(rows)]
    board = "/".join(re.sub(r"\.+", lambda run: str(len(run[0])), row) for row in squares)
    counter = chance.choice(["", "", "", " 0", f" {chance.randint(1, 120)}"])
    return f"{board} {chance.choice(players)}{counter}"


def _random_square(letters: str, density: float, chance: random.Random) -> str:
    return chance.choice(letters) if chance.random() < density else "."


def random_value(chance: random.Random) -> object:
    """Return a value of any kind that JSON has."""
    plain = [None, True, False, 0, 1, -1, 3, 6, 10**30, 1.5, "", "3", "6x6", "black", "othello"]
    return chance.choice([*plain, [], {}, [random_text(chance)], {random_text(chance): 1}, [6, True]])


def with_random_members(content: dict[str, Any], chance: random.Random) -> dict[str, Any]:
    """Return a JSON object with some of its members, or of their members, replaced or added."""
    changed = {**content, "options": dict(content["options"]), "moves": list(content["moves"])}
    for _ in range(chance.randint(1, 2)):
        where = chance.choice(["member", "option", "move"])
        if where == "member":
            changed[chance.choice([*content, "name", random_text(chance)])] = random_value(chance)
        elif where == "option" and isinstance(changed.get("options"), dict):
            names = ["size", "seed", "opening", "name", "self", "rules", random_text(chance)]
            changed["options"][chance.choice(names)] = random_value(chance)
        elif isinstance(changed.get("moves"), list):
            changed["moves"].insert(chance.randint(0, len(changed["moves"])), random_value(chance))
    return changed
