"""The main types of the Python API: games, positions, moves and outcomes.

>>> import plyground as ply
>>> position = ply.game("breakthrough", size=6).start()
>>> [str(move) for move in position.moves()[:3]]
['b5-a4', 'c5-b4', 'd5-c4']
>>> position.play("b5-b4").to_move
'white'
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, field
from functools import cache, cached_property
from typing import Any

from plyground.core.discovery import AnyRules, find_known_rules, find_rules
from plyground.core.drawing import Marks, draw
from plyground.core.facts import Facts, gather_facts
from plyground.core.hashing import hash_state
from plyground.core.history import GameHistory, read_position, write_position
from plyground.core.notation import Diagram, Grid, read_diagram, read_move, write_move
from plyground.core.options import read_options
from plyground.core.rules import ONGOING
from plyground.core.soundness import check_set_up, check_soundness
from plyground.core.symmetry import Symmetry
from plyground.errors import IllegalMoveError, NotationError, OptionError, PositionError, expect, shortened


def game(name: str, **options: object) -> Game:
    """Return a game by its name or file, with its options.

    >>> game("konane", size="6x5", opening="any").columns
    5
    """
    expect(name, str, "the name of a game has to be a text such as 'breakthrough'")
    return Game.of(find_rules(name), options)


@dataclass(frozen=True)
class Move:
    """A legal move of a position. `str` gives its notation."""

    code: int
    text: str
    origin: int | None
    target: int | None

    def __str__(self) -> str:
        return self.text


@dataclass(frozen=True)
class Outcome:
    """How a game ended: the winner's name, or None for a draw, and why."""

    winner: str | None
    reason: str

    def __str__(self) -> str:
        return f"{self.winner} wins: {self.reason}" if self.winner else f"draw: {self.reason}"


@dataclass(frozen=True)
class Game:
    """A game on a board of some size: rules, options and everything that follows from them."""

    rules: AnyRules = field(repr=False, compare=False)
    name: str
    board: Any
    # Two seeds may give the same pits, and a position text brings its own: the board decides.
    given_options: tuple[tuple[str, Any], ...] = field(repr=False, compare=False)

    @classmethod
    def of(cls, rules: AnyRules, options: Mapping[str, object]) -> Game:
        """Make a game from rules and options."""
        read = read_options(rules.name, rules.options, options)
        check_soundness(rules, read)
        return cls(rules, rules.name, rules.make_board(**read), tuple(read.items()))

    def __reduce__(self) -> tuple[type[Game], tuple[Any, ...]]:
        # The rules come first: reading them loads a game's file, where the board's class is.
        return Game, (self.rules, self.name, self.board, self.given_options)

    @property
    def options(self) -> dict[str, Any]:
        """Every option with its value."""
        return dict(self.given_options)

    @property
    def option_texts(self) -> dict[str, str]:
        """Every option with its value as it is written."""
        return {option.name: option.show(self.options[option.name]) for option in self.rules.options}

    @property
    def players(self) -> tuple[str, str]:
        """The names of the two players; the first one moves first."""
        return self.rules.players

    @property
    def rows(self) -> int:
        """How many rows the board has."""
        return int(self.board.rows)

    @property
    def columns(self) -> int:
        """How many columns the board has."""
        return int(self.board.columns)

    @cached_property
    def grid(self) -> Grid:
        """The names of the squares."""
        return Grid(self.rows, self.columns, self.rules.rows_from_top)

    def start(self) -> Position:
        """Return the starting position."""
        return Position(self, self.rules.start(self.board))

    def position(self, text: str) -> Position:
        """Parse a position. It brings its own size, so its game may differ from this one.

        Raises:
            NotationError: the text is malformed; the message says where.
            PositionError: the position cannot occur in this game.
        """
        expect(text, str, "a position has to be a text, as Position.text is")
        rules = self.rules
        diagram = read_diagram(
            text,
            letters=rules.letters,
            players=rules.players,
            rows_from_top=rules.rows_from_top,
            has_counter=rules.counter is not None,
        )
        return self.position_of(diagram)

    def position_of(self, diagram: Diagram) -> Position:
        """Return the position that a diagram shows.

        Raises:
            PositionError: the position cannot occur in this game.
        """
        options = self.options
        for option in self.rules.options:
            if option.name == "size":
                try:
                    options["size"] = option.read((diagram.rows, diagram.columns))
                except OptionError as error:
                    raise PositionError(f"{self.name}: {error}") from error
        check_soundness(self.rules, options)
        board, state = self.rules.set_up(diagram, **options)
        check_set_up(self.rules, board, state)
        return Position(Game(self.rules, self.name, board, tuple(options.items())), state)


@dataclass(frozen=True, eq=False)
class Position:
    """A position of a game. It never changes: `play` returns another one.

    Two positions are equal if the same pieces stand on the same squares of the same board,
    the same side is to move and the counters agree, however they came about.
    """

    game: Game
    state: Any
    previous: Position | None = field(default=None, repr=False)
    last_move: Move | None = None

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, Position):
            return NotImplemented
        return self.state == other.state and self.game == other.game

    def __hash__(self) -> int:
        return hash((self.game.name, self.state))

    def __reduce__(self) -> tuple[Callable[..., Position], tuple[Any, ...]]:
        # A chain of positions would be read by recursion, and the past may be longer than the stack.
        steps = [(position.state, position.last_move) for position in self.line()]
        return _position_after, (self.game, steps)

    def __str__(self) -> str:
        return self.draw()

    @property
    def player(self) -> int:
        """The number of the player to move, 0 or 1."""
        return int(self.state.player)

    @property
    def to_move(self) -> str:
        """The name of the player to move."""
        return self.game.players[self.player]

    @cached_property
    def text(self) -> str:
        """The position in notation."""
        return self.diagram.write(self.game.players)

    @cached_property
    def diagram(self) -> Diagram:
        """What stands on every square."""
        game, rules = self.game, self.game.rules
        letter_of = rules.letter_of[self.player]
        letters = "".join([letter_of[code] for code in self._facts.cells])
        counter = rules.counter(game.board, self.state) if rules.counter else 0
        return Diagram(game.rows, game.columns, letters, self.player, rules.rows_from_top, counter)

    @cached_property
    def hash(self) -> int:
        """A 64-bit hash of the state, the same in every process."""
        return int(hash_state(self.state))

    @cached_property
    def outcome(self) -> Outcome | None:
        """How the game ended, or None if it is not over."""
        game, rules = self.game, self.game.rules
        score = self._facts.score
        if score != ONGOING:
            sides = (None, self.player, 1 - self.player)  # indexed by the sign: 0, 1, -1
            winner = sides[(score > 0) - (score < 0)]
            name = None if winner is None else game.players[winner]
            return Outcome(name, rules.explain(game.board, self.state))
        limit = rules.repetition_limit(game.board)
        if limit and self.occurrences >= limit:
            return Outcome(None, f"the position occurred {limit} times")
        return None

    @cached_property
    def occurrences(self) -> int:
        """How often this position has occurred in this game, including now."""
        rules = self.game.rules
        if rules.repetition_key is None:
            return 1
        key, digest, seen, earlier = self.repetition_key, self._repetition_digest, 1, self.previous
        while earlier is not None:
            seen += earlier._repetition_digest == digest and earlier.repetition_key == key
            earlier = earlier.previous
        return seen

    @cached_property
    def repetition_key(self) -> Any:
        """The state, as far as it matters for repetitions."""
        rules = self.game.rules
        return rules.repetition_key(self.game.board, self.state) if rules.repetition_key else self.state

    @cached_property
    def _repetition_digest(self) -> int:
        """A number that distinguishes keys, and compares much faster than they do."""
        return hash(self.repetition_key)

    @cached_property
    def _facts(self) -> Facts:
        return gather_facts(self.game.rules, self.game.board, self.state)

    def moves(self) -> list[Move]:
        """Return the legal moves; none once the game is over."""
        return [] if self.outcome else list(self._moves)

    @cached_property
    def _moves(self) -> tuple[Move, ...]:
        known, cells = _known_moves(self.game.grid), self._facts.cells

        def find(code: int, origin: int | None, target: int | None) -> Move:
            is_capture = target is not None and cells[target] < 0
            key = code, origin, target, is_capture
            if key not in known:
                text = write_move(self.game.grid, origin, target, "x" if is_capture else "-")
                known[key] = Move(code, text, origin, target)
            return known[key]

        return tuple([find(*move) for move in self._facts.moves])

    def find_move(self, text: str) -> Move:
        """Return the legal move written as ``b5-b4``, ``b5xc4``, ``b5c4``, ``d3`` or ``pass``.

        Raises:
            NotationError: the text is not a move.
            IllegalMoveError: the move is not legal here.
        """
        expect(text, str, "a move has to be a text such as 'b5-b4'")
        written = read_move(text, self.game.grid)
        move = None if self.outcome else self._move_by_squares.get((written.origin, written.target))
        if move is None:
            raise IllegalMoveError(f"{text} is not legal: {self._why_not(written.origin)}")
        if written.mark and written.write(self.game.grid) != move.text:
            raise IllegalMoveError(f"{text} is not legal: it is written {move}")
        return move

    @cached_property
    def _move_by_squares(self) -> dict[tuple[int | None, int | None], Move]:
        return {(move.origin, move.target): move for move in self._moves}

    def _why_not(self, origin: int | None) -> str:
        """Describe what would be legal instead of a move, if possible from its origin."""
        if self.outcome:
            return f"the game is over ({self.outcome})"
        moves, nothing = self.moves(), ""
        if origin is not None and origin < self.game.rows * self.game.columns:
            name = self.game.grid.name(origin)
            from_there = [str(move) for move in moves if move.origin == origin]
            if from_there:
                return f"from {name} there is {', '.join(from_there)}"
            nothing = f"nothing can move from {name}; "
        more = f" and {len(moves) - 8} more" if len(moves) > 8 else ""
        return f"{nothing}{self.to_move} can play {', '.join(map(str, moves[:8]))}{more}"

    def play(self, move: Move | str) -> Position:
        """Return the position after a legal move.

        Raises:
            NotationError: the text is not a move.
            IllegalMoveError: the move is not legal here.
        """
        if isinstance(move, str):
            move = self.find_move(move)
        elif move not in self.moves():
            expect(move, Move, "a move has to be a Move or a text such as 'b5-b4'")
            raise IllegalMoveError(f"{move} is not legal here: {self._why_not(move.origin)}")
        state = self.game.rules.play(self.game.board, self.state, move.code)
        return Position(self.game, state, self, move)

    def play_all(self, moves: Iterable[Move | str]) -> Position:
        """Return the position after some moves.

        Raises:
            NotationError, IllegalMoveError: one is no move or not legal; the message says which.
        """
        position = self
        for move in moves:
            try:
                position = position.play(move)
            except (NotationError, IllegalMoveError) as error:
                raise error.numbered(len(position.line())) from error
        return position

    def line(self) -> list[Position]:
        """Return the positions from the first known one to this one."""
        positions: list[Position] = []
        position: Position | None = self
        while position is not None:
            positions.append(position)
            position = position.previous
        return positions[::-1]

    def transformed(self, symmetry: Symmetry) -> Position:
        """Return the position rotated or reflected, without its past.

        Raises:
            PositionError: the image cannot occur in this game; never for one of `symmetries`.
        """
        return self.game.position_of(self.diagram.transformed(symmetry))

    def symmetries(self) -> tuple[Symmetry, ...]:
        """Return the rotations and reflections that keep the rules of this game."""
        return self.game.rules.symmetries(self.game.board)

    def draw(self, *, color: bool = False, flipped: bool = False, outlined: list[Move] | None = None) -> str:
        """Draw the board as text, with the targets of some moves outlined."""
        targets = frozenset(move.target for move in outlined or [] if move.target is not None)
        marks = Marks(outlined=targets, last_move=self._squares_of_last_move())
        return draw(self.diagram, self.game.rules, marks, self._caption(), color=color, flipped=flipped)

    def svg(self, *, size: int = 360, flipped: bool = False, outlined: list[Move] | None = None) -> str:
        """Draw the board as SVG, with the last move and what it changed marked.

        Args:
            size: how many pixels it is wide or high, whichever is more.
            flipped: whether it is seen from the other side.
            outlined: moves whose targets are outlined.
        """
        from plyground.core import picture

        if size < 1:
            raise OptionError(f"a picture of {size} pixels cannot be drawn; give 1 or more")
        targets = frozenset(move.target for move in outlined or [] if move.target is not None)
        marks = picture.Marks(self._squares_of_last_move(), self.changed_squares, targets)
        named = self.to_move if self.outcome is None else self.outcome.winner
        caption = picture.Caption(self._caption(), None if named is None else self.game.players.index(named))
        return picture.board_svg(self.diagram, self.game.rules, marks, caption, size=size, flipped=flipped)

    _repr_svg_ = svg  # what a notebook asks for

    def _caption(self) -> str:
        return str(self.outcome) if self.outcome else f"{self.to_move} to move"

    @cached_property
    def changed_squares(self) -> frozenset[int]:
        """The squares of the last move and all others that it changed; none if no move led here."""
        if self.previous is None:
            return frozenset()
        pairs = zip(self.previous.diagram.squares, self.diagram.squares, strict=True)
        changed = {square for square, (old, new) in enumerate(pairs) if old != new}
        return frozenset(changed | self._squares_of_last_move())

    def _squares_of_last_move(self) -> frozenset[int]:
        squares = (self.last_move.origin, self.last_move.target) if self.last_move else ()
        return frozenset(square for square in squares if square is not None)

    @property
    def history(self) -> GameHistory:
        """The game so far, as plain values."""
        first, *later = self.line()
        moves = tuple([str(each.last_move) for each in later])
        return GameHistory(self.game.name, self.game.option_texts, first.text, moves)

    @classmethod
    def of(cls, history: GameHistory, *, may_load: bool = False) -> Position:
        """Replay a game so far; return its last position, which knows those before it.

        A game in a file has to be known already, unless it may be loaded: no text may run a file.

        Raises:
            PlygroundError: there is no such game, option, position or move; the message says which.
        """
        game = Game.of((find_rules if may_load else find_known_rules)(history.game), history.options)
        start = game.start() if history.start is None else game.position(history.start)
        return start.play_all(history.moves)

    def to_json(self) -> str:
        """Return the position and its game so far as JSON."""
        return write_position(self.history, self.text)

    @classmethod
    def from_json(cls, text: str) -> Position:
        """Parse what `to_json` wrote; the moves are replayed and must lead to the position.

        Raises:
            PlygroundError: something is wrong; the message says what.
        """
        history, promised = read_position(text)
        position = cls.of(history)
        if position.text != promised:
            raise PositionError(f"the moves lead to {position.text!r}, not to {shortened(promised)}")
        return position


def _position_after(game: Game, steps: list[tuple[Any, Move | None]]) -> Position:
    """Return the last of some positions, given by their states and the moves that led there."""
    position = Position(game, steps[0][0], None, steps[0][1])
    for state, move in steps[1:]:
        position = Position(game, state, position, move)
    return position


@cache
def _known_moves(grid: Grid) -> dict[tuple[int, int | None, int | None, bool], Move]:
    """Moves by code, squares and whether they capture: positions share most of theirs."""
    return {}
