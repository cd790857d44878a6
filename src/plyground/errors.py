"""Errors and warnings: what a person or a program gave to Plyground cannot be used.

Every message is one line that says what is wrong and, where it can, what would be right.
"""

from __future__ import annotations

from collections.abc import Iterable


class PlygroundError(Exception):
    """The base of all errors here: a mistake of a user, never a bug of Plyground."""


class NotationError(PlygroundError, ValueError):
    """A text is not a square, a move, a position or an evaluation.

    `text` is what was given and `place` the index of the first character that is wrong.
    """

    def __init__(self, problem: str, text: str, place: int) -> None:
        self.problem = problem
        self.text = text
        self.place = place
        super().__init__(f"{problem} (character {place + 1} of {shortened(text)})")

    def numbered(self, move: int) -> NotationError:
        """Return the same error, about the move of this number in a game."""
        return NotationError(f"move {move}: {self.problem}", self.text, self.place)

    def __reduce__(self) -> tuple[type[NotationError], tuple[str, str, int]]:
        return type(self), (self.problem, self.text, self.place)


class PositionError(PlygroundError, ValueError):
    """A position can be read but cannot occur in the game."""


class IllegalMoveError(PlygroundError, ValueError):
    """A move is well formed but not legal in this position."""

    def numbered(self, move: int) -> IllegalMoveError:
        """Return the same error, about the move of this number in a game."""
        return IllegalMoveError(f"move {move}: {self}")


class OptionError(PlygroundError, ValueError):
    """A game has no such option, or the option no such value."""


class WrongTypeError(PlygroundError, TypeError):
    """A value is of another type than the one that is needed."""


class UnknownGameError(PlygroundError, LookupError):
    """There is no game of that name."""


class GameFileError(PlygroundError):
    """A file or package that should hold a game cannot be used."""


class UnknownHeuristicError(PlygroundError, LookupError):
    """A game has no heuristic of that name."""


class HeuristicError(PlygroundError):
    """A heuristic cannot be used: its file, what it takes or returns, or what it raises."""


class WeightsError(HeuristicError):
    """A file of weights cannot be read or written, is damaged, or belongs to another board."""


class HeuristicTimeoutError(HeuristicError):
    """A heuristic does not return: a user's function loops in some position."""


class KernelError(PlygroundError):
    """Numba cannot compile a function."""


class EngineBusyError(PlygroundError):
    """An engine was asked for something while it was searching."""


class CertificateError(PlygroundError):
    """A certificate proves nothing: it is damaged, or some position in it does not hold."""


class ArenaError(PlygroundError):
    """A match, a tournament or a solver run cannot continue."""


class PlayerError(PlygroundError):
    """A player fails: an outside program, or a class of a user."""


class PlayerCrashError(PlayerError):
    """A player's program did not start, died, or closed its output."""


class PlayerTimeoutError(PlayerError):
    """A player's program was silent for longer than it may be."""


class PlayerGarbageError(PlayerError):
    """A player's program wrote unreadable or endless output."""


class StudyError(PlygroundError):
    """A study cannot continue."""


class RecordError(PlygroundError, ValueError):
    """A record of a game is malformed, or contradicts the rules.

    `line` and `column` say where, counted from 1, if it was parsed from text.
    """

    def __init__(self, problem: str, line: int | None = None, column: int | None = None) -> None:
        self.problem = problem
        self.line = line
        self.column = column
        super().__init__(problem if line is None else f"line {line}, column {column}: {problem}")

    def __reduce__(self) -> tuple[type[RecordError], tuple[str, int | None, int | None]]:
        return type(self), (self.problem, self.line, self.column)


class StoreError(PlygroundError):
    """The file of games and events cannot be used: its folder, its disk, its content."""


class DamagedRowError(StoreError):
    """One game, event or measurement in the store is damaged; the others can be used.

    `game_id` is that of a game.
    """

    def __init__(self, what: str, problem: str, game_id: int | None = None) -> None:
        self.what = what
        self.problem = problem
        self.game_id = game_id
        super().__init__(f"{what} is damaged: {problem}")

    def __reduce__(self) -> tuple[type[DamagedRowError], tuple[str, str, int | None]]:
        return type(self), (self.what, self.problem, self.game_id)


class TableError(PlygroundError):
    """A table of solved positions cannot be built, read or trusted."""


class PuzzleError(PlygroundError, ValueError):
    """A puzzle, or a file of puzzles, cannot be used; or there is none of that name."""


class LearningError(PlygroundError):
    """An evaluation cannot be learned, or what was learned cannot be kept."""


class StaleGameError(StoreError):
    """Another program has changed a game since it was last read here."""


class UnknownRecordError(PlygroundError, LookupError):
    """There is no such game or event in the store."""


class WeightsWarning(UserWarning):
    """A file of weights cannot be used, and other weights or a hand-written evaluation are."""


class TableWarning(UserWarning):
    """A table of solved positions is there and cannot be used."""


class StoreWarning(UserWarning):
    """Some rows of the store are damaged, and left out."""


class PlayerWarning(UserWarning):
    """A player of a match or tournament cannot play, and will lose its games."""


class UncompiledWarning(UserWarning):
    """A heuristic that Numba cannot compile runs as plain Python, and slower."""


def expect(value: object, kinds: type | tuple[type, ...], expected: str) -> None:
    """Raise an error that says what was expected if a value is of none of these types.

    Args:
        value: what was given.
        kinds: the types that are right.
        expected: what the message begins with, such as ``depth has to be a whole number``.

    Raises:
        WrongTypeError: the value is of another type.
    """
    if not isinstance(value, kinds):
        given = " ".join(repr(value).split())
        raise WrongTypeError(f"{expected}, not {given if len(given) <= 120 else given[:120] + '...'}")


def nearest(name: str, known: Iterable[str]) -> str:
    """Return a hint such as ``; did you mean 'othello'?`` or the empty text."""
    import difflib  # only mistakes need it

    written = {each.lower(): each for each in known}
    close = difflib.get_close_matches(name.lower(), written, n=1)
    return f"; did you mean {written[close[0]]!r}?" if close else ""


def shortened(text: str, longest: int = 120) -> str:
    """Return a text in quotes and on one line, cut off where it is very long."""
    return repr(text if len(text) <= longest else text[:longest] + "...")
