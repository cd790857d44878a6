"""The talk with a person whose turn it is: commands are carried out until there is a move."""

from __future__ import annotations

import contextlib
import io
import time
from collections.abc import Iterator, Sequence
from datetime import UTC, datetime
from pathlib import Path

from plyground.core.position import Game, Move, Position
from plyground.engine import Engine
from plyground.errors import OptionError, PlygroundError, shortened
from plyground.match.judging import FlagFallError
from plyground.players import RESIGN, Choice, Player
from plyground.search.limit import Limit
from plyground.search.report import Report
from plyground.store.records import GameRecord, write_game
from plyground.store.records.quoting import printable
from plyground.ui.playing.move_text import HINT, told_hint
from plyground.ui.playing.played_game import PlayedGame
from plyground.ui.terminal.thinking_player import analysis_rows
from plyground.ui.terminal.typed_input import (
    COMMANDS,
    InputError,
    Interrupts,
    Leave,
    Order,
    Pick,
    TakeBack,
    read_answer,
    read_order,
)
from plyground.ui.terminal.view import View

ANALYSIS_SECONDS = 5.0
ANALYSIS_LINES = 3


class Assistant:
    """Searches for a person; Ctrl-C ends a search with what it has found so far."""

    def __init__(self, game: Game, interrupts: Interrupts) -> None:
        self._game = game
        self._interrupts = interrupts
        self._engine: Engine | None = None

    def hint(self, position: Position) -> Report:
        """Return what the engine finds in a moment."""
        # What it remembers of other positions would change what it finds in this one.
        self._ready_engine().clear()
        *_, last = self._search(position, HINT, 1)
        return last

    def analyse(self, position: Position, seconds: float) -> Iterator[Report]:
        """Yield what the engine finds, a few of the best moves at once."""
        yield from self._search(position, Limit(seconds=seconds), ANALYSIS_LINES)

    def _search(self, position: Position, limit: Limit, lines: int) -> Iterator[Report]:
        engine = self._ready_engine()
        for report in engine.search(position, limit, lines=lines):
            if self._interrupts.presses:
                engine.stop()
            yield report

    def _ready_engine(self) -> Engine:
        if self._engine is None:
            # Nobody wants to read in the middle of a picture that something is compiled.
            with contextlib.redirect_stderr(io.StringIO()):
                self._engine = Engine(self._game)
                self._engine.prepare()
        return self._engine


GO_ON = "paused: press Enter to continue"
LONGEST_ANALYSIS = 3600.0


class Dialogue:
    """Asks one person, or several who share a keyboard."""

    def __init__(self, view: View, assistant: Assistant, game: PlayedGame) -> None:
        self._view = view
        self._assistant = assistant
        self._game = game
        self._listed: Sequence[Move] = ()
        self._picked: Pick | None = None
        self._deadline: float | None = None
        self._saved: set[Path] = set()

    def ask_for_move(self, position: Position, seconds: float | None) -> Move | str:
        """Return the move that a person wants, or `RESIGN`.

        Raises:
            Leave, TakeBack: the person wants something else.
            PlayerTimeoutError: the person took more than this many seconds.
        """
        self._listed, self._picked = (), None
        self._deadline = None if seconds is None else time.monotonic() + seconds
        while True:
            text = self._read(f"{position.to_move}> ")
            try:
                answer = read_answer(text, position, self._listed, self._picked)
                if isinstance(answer, Move):
                    return answer
                if isinstance(answer, Pick):
                    self._pick(answer)
                elif answer.name == RESIGN:
                    return RESIGN
                else:
                    self._carry_out(answer, position)
            except PlygroundError as error:
                self._view.tell(str(error))

    def ask_to_go_on(self, position: Position) -> None:
        """Carry out commands in a game of others, until the person wants it to go on.

        Raises:
            Leave, TakeBack: the person wants something else.
        """
        self._listed, self._picked, self._deadline = (), None, None
        self._view.tell(GO_ON)
        while text := self._read("paused> ").strip():
            try:
                order = read_order(text)
                if order.name == RESIGN:
                    raise InputError("nobody can resign: no person plays")
                self._carry_out(order, position)
            except PlygroundError as error:
                self._view.tell(str(error))

    def _read(self, prompt: str) -> str:
        left = None if self._deadline is None else self._deadline - time.monotonic()
        if left is not None and left <= 0:
            raise FlagFallError
        try:
            text = self._view.ask(prompt, left)
        except KeyboardInterrupt as interrupt:
            raise Leave from interrupt
        if text is None:
            raise Leave
        return text

    def _carry_out(self, order: Order, position: Position) -> None:
        """Call the method that has the name of a command."""
        getattr(self, f"_do_{order.name}")(position, order.argument)

    def _pick(self, pick: Pick) -> None:
        self._picked, self._listed = pick, pick.moves
        self._view.outline(pick.moves)
        self._view.tell(*self._numbered(pick.moves))

    def _do_board(self, position: Position, argument: str) -> None:
        self._picked = None
        self._view.outline(())

    def _do_moves(self, position: Position, argument: str) -> None:
        self._listed = sorted(position.moves(), key=str)
        self._view.tell(*self._numbered(self._listed))

    def _do_hint(self, position: Position, argument: str) -> None:
        self._view.report("the engine thinks")
        self._view.tell(told_hint(self._assistant.hint(position)))

    def _do_undo(self, position: Position, argument: str) -> None:
        if not self._game.plies_to_take_back():
            raise InputError("you have no move to take back")
        raise TakeBack

    def _do_analyse(self, position: Position, argument: str) -> None:
        seconds = _read_seconds(argument)
        if self._deadline is not None:
            seconds = max(min(seconds, self._deadline - time.monotonic()), 0.01)
        self._view.report("the engine thinks")
        width, rows = self._view.width, [""]
        for report in self._assistant.analyse(position, seconds):
            if report.depth > 0:
                self._view.report(*analysis_rows(report, width, with_effort=True))
                rows = analysis_rows(report, width, with_effort=False)
        self._view.tell(*rows)

    def _do_flip(self, position: Position, argument: str) -> None:
        self._view.is_flipped = not self._view.is_flipped
        self._view.outline(self._picked.moves if self._picked else ())

    def _do_save(self, position: Position, argument: str) -> None:
        record = self._game.record()
        name = argument or _file_name(record)
        try:
            path = Path(name).expanduser()
            # A file of somebody's stays; the one that this game was saved in before may go.
            with path.open("w" if path in self._saved else "x", encoding="utf-8", newline="\n") as file:
                file.write(write_game(record))
        except FileExistsError as error:
            raise InputError(f"there is a file {shortened(name)} already; take another name") from error
        except (OSError, RuntimeError, ValueError) as error:  # also for a name that cannot be one
            reason = getattr(error, "strerror", None) or error
            raise InputError(f"{shortened(name)} cannot be written: {reason}") from error
        self._saved.add(path)
        self._view.tell(f"saved in {printable(name)}")

    def _do_help(self, position: Position, argument: str) -> None:
        examples = [f"a move such as {position.moves()[0]}"]
        if any(move.origin is not None for move in position.moves()):
            examples.append("the square of a piece to see where it can go")
        self._view.tell(
            f"Type {', '.join(examples)}, or",
            *(f"  {name:<8} {what}" for name, what in COMMANDS.items()),
            "Words may be shortened. Ctrl-C makes an engine that thinks play at once.",
        )

    def _do_quit(self, position: Position, argument: str) -> None:
        raise Leave

    def _numbered(self, moves: Sequence[Move]) -> list[str]:
        """Return moves with numbers, in as many columns as there is room for."""
        cells = [f"{number:>3} {move}" for number, move in enumerate(moves, start=1)]
        longest = max(map(len, cells)) + 2
        columns = max(self._view.width // longest, 1)
        rows = [cells[start : start + columns] for start in range(0, len(cells), columns)]
        return ["".join(f"{cell:<{longest}}" for cell in row).rstrip() for row in rows]


class Person(Player):
    """Somebody at the keyboard."""

    def __init__(self, dialogue: Dialogue) -> None:
        self._dialogue = dialogue

    def choose(self, position: Position, limit: Limit) -> Choice:
        """Ask for a move, as long as the clock allows."""
        seconds = None if limit.clock is None else limit.clock.seconds
        return Choice(self._dialogue.ask_for_move(position, seconds))


def _read_seconds(text: str) -> float:
    if not text:
        return ANALYSIS_SECONDS
    try:
        seconds = float(text)
        Limit(seconds=seconds)  # complains of what is no time
    except (ValueError, OptionError) as error:
        raise InputError(f"{shortened(text)} is not a number of seconds; write analyse 10") from error
    return min(seconds, LONGEST_ANALYSIS)


def _file_name(record: GameRecord) -> str:
    began = datetime.fromisoformat(record.started) if record.started else datetime.now(UTC)
    return f"{record.game}-{began:%Y%m%d-%H%M%S}.txt"
