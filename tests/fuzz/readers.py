"""What reads texts, and what must hold for every text whatever."""

from __future__ import annotations

import json
import random
import re
from collections.abc import Callable
from functools import cache

import plyground as ply
from tests.boards import random_game

from .mutations import mutated, random_board, random_edits, random_text, with_random_members

SIZES = {
    "othello": [(4, 4), (8, 8)],
    "konane": [(3, 5), (8, 8)],
    "breakthrough": [(4, 2), (6, 6)],
    "duel": [(3, 3), (12, 12)],
}

DOCUMENTED = (
    *(ply.NotationError, ply.PositionError, ply.IllegalMoveError),
    *(ply.OptionError, ply.UnknownGameError),
)

Reader = Callable[[str, str], None]
"""Takes the name of a game and a text; fails if a promise is broken."""


@cache
def samples(name: str) -> tuple[ply.Position, ...]:
    """Return positions of a game: two sizes, the start, the middle and the end."""
    games = [list(random_game(name, size, seed=21, plies=60)) for size in SIZES[name]]
    return tuple(line[place] for line in games for place in (0, len(line) // 2, len(line) - 1))


@cache
def texts_for(reader: str, name: str) -> list[str]:
    """Return texts that a reader accepts in some position of a game."""
    positions = samples(name)
    if reader == "position":
        return [position.text for position in positions]
    if reader == "square":
        return [position.game.grid.name(position.game.columns) for position in positions]
    if reader == "move":
        return [str(move) for position in positions for move in position.moves()] + ["pass"]
    return [position.to_json() for position in positions]


def random_input(reader: str, name: str, chance: random.Random) -> str:
    """Return a text for a reader: damaged, well formed but without sense, or of chance alone."""
    kind = chance.choice(["damaged", "damaged", "senseless", "chance"])
    if kind == "chance":
        return random_text(chance)
    if kind == "senseless" and reader == "position":
        rules = samples(name)[0].game.rules
        return random_board(rules.letters, rules.players, chance)
    text = chance.choice(texts_for(reader, name))
    if kind == "senseless" and reader == "json":
        return json.dumps(with_random_members(json.loads(text), chance))
    return mutated(text, random_edits(chance))


def read_position(name: str, text: str) -> None:
    """What is accepted is written again as it was, but for a counter of zero."""
    try:
        position = ply.game(name).position(text)
    except ply.NotationError as error:
        check_place(error, text)
    except ply.PositionError as error:
        check_message(error)
    else:
        assert position.text in (text, text.removesuffix(" 0"))
        assert position.outcome or position.moves()


def read_square(name: str, text: str) -> None:
    """What is accepted is the name of the square."""
    grid = samples(name)[0].game.grid
    try:
        square = grid.read_square(text)
    except ply.NotationError as error:
        check_place(error, text)
    else:
        assert grid.name(square) == text


def read_move(name: str, text: str) -> None:
    """What is accepted is a legal move, written in full or without its mark, perhaps in capitals."""
    for position in samples(name):
        try:
            move = position.find_move(text)
        except ply.NotationError as error:
            check_place(error, text)
        except ply.IllegalMoveError as error:
            check_message(error)
        else:
            assert move in position.moves()
            assert text.lower() in (str(move), re.sub("[-x]", "", str(move)))


def read_json(name: str, text: str) -> None:
    """What is accepted comes back as the same position with the same past."""
    try:
        position = ply.Position.from_json(text)
    except DOCUMENTED as error:
        check_message(error)
    else:
        again = ply.Position.from_json(position.to_json())
        assert again == position
        assert len(again.line()) == len(position.line())
        assert position.text == json.loads(text)["position"]


READERS: dict[str, Reader] = {
    "position": read_position,
    "square": read_square,
    "move": read_move,
    "json": read_json,
}


def check_message(error: ply.PlygroundError) -> None:
    """A message is one line that a terminal can show."""
    message = str(error)
    assert message.splitlines() == [message]
    assert message.isprintable()


def check_place(error: ply.NotationError, text: str) -> None:
    """The place of an error is in the text, or behind it where something is missing."""
    assert error.text == text
    assert 0 <= error.place <= len(text)
    check_message(error)
