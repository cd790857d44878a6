"""The game on a board of a notebook: what a click means, the replies, the analysis."""

from __future__ import annotations

from collections.abc import Iterator

from plyground.core.notation import EMPTY_SQUARE
from plyground.core.position import Move, Position
from plyground.engine import Engine
from plyground.players import make_player
from plyground.players.player import RESIGN
from plyground.search.limit import Limit
from plyground.search.report import Report
from plyground.ui.playing.move_text import told_move

MOST_SHOWN = 8
"""Moves of a principal variation that are written out."""


class BoardSession:
    """A position, what is picked up on it, and the players and engine that answer."""

    def __init__(self, start: Position, *, against: str | None, limit: Limit) -> None:
        self._start = start
        self._limit = limit
        self._opponent = None if against is None else make_player(against, start.game)
        self._opponent_name = against
        self._side = start.player  # of the person, where there is an opponent
        self._engine: Engine | None = None
        self._has_begun = False
        self._is_resigned = False
        self.position = start
        self.picked: int | None = None
        self.suggested: Move | None = None
        self.analysis = ""

    @property
    def moves(self) -> list[str]:
        """The moves played on this board."""
        return [str(each.last_move) for each in self.position.line()[len(self._start.line()) :]]

    @property
    def status(self) -> str:
        """Say what happened last, and who is to move or who has won."""
        position, told = self.position, [told_move(self.position)] if self.moves else []
        if self._is_resigned:
            told = [f"{self._opponent_name} resigns"]
        elif position.outcome:
            told.append(str(position.outcome))
        else:
            told.append(
                f"{self._opponent_name} thinks" if self.is_replying else f"{position.to_move} to move"
            )
        return " ".join(f"{each[:1].upper()}{each[1:]}." for each in told)

    @property
    def is_replying(self) -> bool:
        """Whether it is the opponent's turn."""
        is_over = self.position.outcome is not None or self._is_resigned
        return self._opponent is not None and self.position.player != self._side and not is_over

    @property
    def playable(self) -> list[Move]:
        """The moves that the person may make now."""
        return [] if self.is_replying or self._is_resigned else self.position.moves()

    @property
    def outlined(self) -> list[Move]:
        """Moves whose targets are to be seen: those of the picked piece, or where one may place."""
        if self.picked is None and self.suggested is not None:
            return [self.suggested]
        return [move for move in self.playable if move.origin == self.picked and move.target is not None]

    def click(self, square: int) -> None:
        """Play to a square, pick up what stands there, or let go."""
        moves = {(move.origin, move.target): move for move in self.playable}
        chosen = moves.get((self.picked, square)) or moves.get((None, square))
        if chosen is not None:
            self._play(chosen)
        elif square != self.picked and any(move.origin == square for move in self.playable):
            self.picked = square
        else:
            self.picked = None

    def pass_turn(self) -> None:
        """Pass, if that is a legal move."""
        for move in self.playable:
            if move.target is None:
                self._play(move)
                return

    def reply(self) -> None:
        """Let the opponent move until it is the person's turn again."""
        while self._opponent is not None and self.is_replying:
            if not self._has_begun:
                self._opponent.begin(self._start, seed=0)
                self._has_begun = True
            move = self._opponent.choose(self.position, self._limit).move
            if move == RESIGN:
                self._is_resigned = True
            else:
                self._play(move)

    def take_back(self) -> None:
        """Take back the last move, and with an opponent also its reply."""
        self._is_resigned = False
        while self.moves and self.position.previous is not None:
            self._show(self.position.previous)
            if not self.is_replying:
                break

    def reset(self) -> None:
        """Return to the position with which the board began."""
        self._is_resigned = False
        self._has_begun = False
        self._show(self._start)

    def analyse(self) -> Iterator[None]:
        """Search the position; after every depth `analysis` and `suggested` are what was found."""
        if self.position.outcome is not None:
            self.analysis = f"The game is over: {self.position.outcome}."
            return
        if self._engine is None:
            self._engine = Engine(self.position.game)
        for report in self._engine.search(self.position, self._limit):
            if report.is_complete:
                self._tell(report)
                yield

    def labels(self) -> list[str]:
        """Say of every square what it is called, what stands there, and what can be done with it."""
        diagram, goals = self.position.diagram, {move.target for move in self.outlined}
        origins = {move.origin for move in self.playable}
        told = []
        for square, letter in enumerate(diagram.squares):
            does = "picked" if square == self.picked else "outlined" if square in goals else ""
            does = does or ("can move" if square in origins else "")
            words = (diagram.grid.name(square), self._content(letter), does)
            told.append(", ".join(filter(None, words)))
        return told

    def _content(self, letter: str) -> str:
        rules = self.position.game.rules
        if letter == EMPTY_SQUARE:
            return "empty"
        for piece in rules.pieces:
            if letter in piece.letters:
                return f"{rules.players[piece.letters.index(letter)]} {piece.name}"
        return next(scenery.name for scenery in rules.scenery if scenery.letter == letter)

    def _tell(self, report: Report) -> None:
        line = " ".join(map(str, report.line[:MOST_SHOWN]))
        more = " …" if len(report.line) > MOST_SHOWN else ""
        side = self.position.to_move
        self.analysis = (
            f"{report.move} ({report.lines[0].told_score} for {side}, depth {report.depth}): {line}{more}"
        )
        self.suggested = report.move

    def _play(self, move: Move | str) -> None:
        self._show(self.position.play(move))

    def _show(self, position: Position) -> None:
        self.position = position
        self.picked = None
        self.suggested = None
        self.analysis = ""
