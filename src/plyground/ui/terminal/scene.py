"""What there is to see of a game at some moment, and how it is laid out in a terminal."""

from __future__ import annotations

import re
import textwrap
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from itertools import zip_longest

from plyground.core.drawing import Marks, draw
from plyground.core.position import Move, Position
from plyground.store.records.quoting import printable
from plyground.ui.playing.move_text import plural, told_move

BESIDE = 28
"""Columns that must be left beside a board, or what belongs there stands below it."""

GAP = 3
LONGEST_NAME = 40
TOLD_MOVES = 2

_PARTS = re.compile(r"(\x1b\[[0-9;]*m)|(.)")


@dataclass(frozen=True)
class Scene:
    """A position, who plays, and the clocks, which go on running while it is shown."""

    position: Position
    names: tuple[str, str]
    clocks: Callable[[], tuple[float, float] | None] = lambda: None
    given: int = 0
    """How many moves were made before the players came."""
    outlined: tuple[Move, ...] = ()
    result: str = ""
    is_for_people: bool = True
    """Whether a person is asked next, or only looks on: not every position is worth writing down."""

    @property
    def title(self) -> str:
        """The game and its size."""
        game = self.position.game
        return f"{game.rules.title} {game.rows}x{game.columns}"

    @property
    def status(self) -> str:
        """How the game ended, or who is to move."""
        return self.result or f"{self.position.to_move} to move"

    def clock_of(self, player: int) -> str:
        """What the clock of a player shows now; nothing if there is none."""
        clocks = self.clocks()
        if clocks is None:
            return ""
        minutes, seconds = divmod(int(clocks[player]), 60)
        return f"{minutes}:{seconds:02}"


def draw_board(
    scene: Scene, *, color: bool = False, flipped: bool = False, width: int | None = None
) -> list[str]:
    """Draw the board with the last move marked, in fewer columns where it does not fit otherwise."""
    position = scene.position
    targets = frozenset(move.target for move in scene.outlined if move.target is not None)
    marks = Marks(outlined=targets, last_move=position.changed_squares)
    drawn = draw(position.diagram, position.game.rules, marks, "", color=color, flipped=flipped)
    lines = drawn.split("\n")[:-1]
    is_too_wide = width is not None and max(map(visible_length, lines)) > width
    return [_narrowed(line) for line in lines] if is_too_wide else lines


def lay_out(scene: Scene, width: int, *, color: bool, flipped: bool) -> list[str]:
    """Return the whole picture: the board, the players beside or below it, the last moves in words."""
    board = draw_board(scene, color=color, flipped=flipped, width=width)
    board_width = max(map(visible_length, board))
    room = width - board_width - GAP
    if room >= BESIDE:
        panel = _panel(scene, room, len(board))
        lines = [
            f"{left}{' ' * (board_width - visible_length(left) + GAP)}{right}".rstrip()
            for left, right in zip_longest(board, panel, fillvalue="")
        ]
    else:
        lines = [*board, *_players(scene, width)]
    told = [wrapped for text in _told(scene) for wrapped in textwrap.wrap(text, width)]
    return [*lines, "", *told]


def visible_length(line: str) -> int:
    """Return how many columns a line takes: colours take none."""
    return sum(1 for _, character in _PARTS.findall(line) if character)


def _narrowed(line: str) -> str:
    """Leave out the column to the right of each square, which takes three."""
    kept, column = [], 0
    for color, character in _PARTS.findall(line):
        if color:
            kept.append(color)
            continue
        if column < 3 or column % 3 != 2:
            kept.append(character)
        column += 1
    return "".join(kept)


def _panel(scene: Scene, width: int, height: int) -> list[str]:
    """Return what stands beside the board: title, players, and as many moves as there is room for."""
    top = [scene.title, *_players(scene, width), ""]
    moves = [row[:width] for row in _numbered_moves(scene)]
    return [*top, *moves[-max(height - len(top), 1) :]]


def _players(scene: Scene, width: int) -> list[str]:
    """Return a row for each player: name, pieces left, clock."""
    position = scene.position
    tails = [
        "  ".join(filter(None, (_pieces_left(position, player), scene.clock_of(player)))) for player in (0, 1)
    ]
    sides = _padded(position.game.players)
    room = min(width - len(sides[0]) - max(map(len, tails)) - 6, LONGEST_NAME)
    names = _padded([_clipped(printable(name), max(room, 1)) for name in scene.names])
    rows = []
    for player in (0, 1):
        mark = ">" if player == position.player and not scene.result else " "
        rows.append(f"{mark} {sides[player]}  {names[player]}  {tails[player]}".rstrip()[:width])
    return rows


def _pieces_left(position: Position, player: int) -> str:
    pieces = position.game.rules.pieces
    letters = {piece.letters[player] for piece in pieces}
    count = sum(letter in letters for letter in position.diagram.squares)
    kind = pieces[0].name if len(pieces) == 1 else "piece"
    return f"{count:>2} {kind if count == 1 else plural(kind)}" if pieces else ""


def _numbered_moves(scene: Scene) -> Iterator[str]:
    """Yield the moves so far, two in a row as on a score sheet."""
    line = scene.position.line()
    played = [str(each.last_move) for each in line[1:]]
    if line[0].player == 1:
        played.insert(0, "...")
    longest = max(map(len, played), default=0)
    for number, first in enumerate(played[::2], start=1):
        second = "".join(played[2 * number - 1 : 2 * number])
        yield f"{number:>3}. {first:<{longest}}  {second}".rstrip()


def _told(scene: Scene) -> Sequence[str]:
    """Say what the last moves were, and how it ended."""
    played = scene.position.line()[scene.given + 1 :]
    told = [told_move(each) for each in played[-TOLD_MOVES:]]
    return [*told, scene.result] if scene.result else told


def _padded(texts: Sequence[str]) -> list[str]:
    return [text.ljust(max(map(len, texts))) for text in texts]


def _clipped(text: str, width: int) -> str:
    return text if len(text) <= width else f"{text[: max(width - 2, 0)]}.."[:width]
