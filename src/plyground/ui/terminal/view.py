"""Where a game is shown and a person is asked: as plain text, or in place on a terminal."""

from __future__ import annotations

import contextlib
import shutil
import sys
import termios
import textwrap
import time
from collections.abc import Iterable, Sequence
from dataclasses import replace
from typing import Self, TextIO

from plyground.core.position import Move
from plyground.store.records.quoting import printable
from plyground.ui.terminal.scene import Scene, draw_board, lay_out, visible_length
from plyground.ui.terminal.typed_input import Interrupts, ticking

USUAL_WIDTH = 80


class View:
    """Shows scenes and messages, and reads what people type.

    It writes everything below what stands there already, so that programs can read it. It is entered for as
    long as the game lasts, and listens to Ctrl-C meanwhile.
    """

    def __init__(self, interrupts: Interrupts) -> None:
        self.interrupts = interrupts
        self.is_flipped = False
        self._scene: Scene | None = None

    def __enter__(self) -> Self:
        self.interrupts.__enter__()
        return self

    def __exit__(self, *error: object) -> None:
        self.interrupts.__exit__(*error)

    @property
    def width(self) -> int:
        """The columns of the terminal; elsewhere always the same."""
        return shutil.get_terminal_size().columns if is_terminal(sys.stdout) else USUAL_WIDTH

    def greet(self, text: str) -> None:
        """Say which game it is, and who plays."""
        _write(text)

    def show(self, scene: Scene) -> None:
        """Show a new scene: here the board, and how things stand."""
        if not scene.is_for_people:
            return
        self._scene = scene
        clocks = ""
        if scene.clocks() is not None:
            sides = enumerate(scene.position.game.players)
            clocks = f" ({', '.join(f'{side} {scene.clock_of(number)}' for number, side in sides)})"
        _write("", *draw_board(scene, flipped=self.is_flipped, width=self.width), f"{scene.status}{clocks}")

    def outline(self, moves: Sequence[Move]) -> None:
        """Show the scene again, with the targets of some moves outlined."""
        if self._scene is not None:
            self.show(replace(self._scene, outlined=tuple(moves)))

    def tell(self, *lines: str) -> None:
        """Tell something that stays until the person has typed something."""
        _write(*lines)

    def tell_move(self, text: str) -> None:
        """Tell a move that was just played."""
        _write(text)

    def report(self, *lines: str) -> None:
        """Tell something that is about to change; left out here: when it is seen depends on the machine."""

    def settle(self) -> None:
        """Leave time to look at what is shown; text stays."""

    def ask(self, prompt: str, seconds: float | None) -> str | None:
        """Return what is typed; None when nothing comes any more.

        Raises:
            KeyboardInterrupt: Ctrl-C was pressed.
            PlayerTimeoutError: nothing came in this many seconds.
        """
        with self.interrupts.raising(), ticking(seconds, self._tick):
            return self._read(prompt)

    def _read(self, prompt: str) -> str | None:
        if is_terminal(sys.stdin) and is_terminal(sys.stdout):
            return read_from_terminal(prompt)
        sys.stdout.write(prompt.rstrip())
        sys.stdout.flush()
        line = _next_line(sys.stdin)
        # What comes from a file is not on the screen yet.
        echo = "" if is_terminal(sys.stdin) else printable(line or "")
        _write(f" {echo}".rstrip())
        return line

    def _tick(self) -> None:
        """Redraw the clocks while a player thinks."""


def read_from_terminal(prompt: str) -> str | None:
    """Let somebody type a line, with what they typed before on the arrow keys."""
    with contextlib.suppress(ImportError):
        import readline  # noqa: F401  # input() uses it from now on
    try:
        return input(prompt)
    except EOFError:
        return None
    except UnicodeDecodeError as error:  # told like any other mistake
        return error.object.decode(errors="replace")
    except SystemError as error:
        # When two signals come at once, input() calls the second handler with the exception of
        # the first one already set, which Python takes for a defect of that handler.
        first: BaseException | None = error
        while isinstance(first, SystemError):
            first = first.__cause__
        if first is None:
            raise
        raise first from None


def _next_line(stream: TextIO | None) -> str | None:
    """Read a line of bytes: what is no text is reported like any other mistake."""
    if stream is None:
        return None
    line = stream.buffer.readline().decode(errors="replace")
    return line.rstrip("\r\n") if line else None


def _write(*lines: str) -> None:
    sys.stdout.write("".join(f"{line}\n" for line in lines))
    sys.stdout.flush()


def is_terminal(stream: TextIO | None) -> bool:
    """Tell whether somebody sits at a stream; one that was closed before we came is None."""
    return stream is not None and stream.isatty()


LOOK_SECONDS = 0.4
"""How long a position stays on the screen before the next one covers it."""

ERASE_LINE, ERASE_BELOW = "\x1b[2K", "\x1b[J"
LOCAL_MODES = 3  # where `termios` has them
SAVE_CURSOR, RESTORE_CURSOR = "\x1b7", "\x1b8"


class LiveView(View):
    """Draws with the few sequences that every terminal of today knows."""

    def __init__(self, interrupts: Interrupts, *, color: bool) -> None:
        super().__init__(interrupts)
        self._color = color
        self._messages: list[str] = []
        self._lengths: list[int] = []  # of the lines above the cursor that belong to the picture
        self._prompt = ""
        self._shown_at = 0.0

    def __enter__(self) -> Self:
        super().__enter__()
        self._modes = termios.tcgetattr(sys.stdin.fileno())
        self._show_typing(is_shown=False)
        return self

    def __exit__(self, *error: object) -> None:
        termios.tcsetattr(sys.stdin.fileno(), termios.TCSANOW, self._modes)
        super().__exit__(*error)

    def greet(self, text: str) -> None:
        """Leave it to the picture, which tells all that."""

    def show(self, scene: Scene) -> None:
        """Draw a new scene over the last one."""
        self._scene = scene
        self._shown_at = time.monotonic()
        self._draw()

    def outline(self, moves: Sequence[Move]) -> None:
        """Draw the scene again."""
        if self._scene is not None:
            self._scene = replace(self._scene, outlined=tuple(moves))
            self._draw()

    def tell(self, *lines: str) -> None:
        """Write below the picture."""
        self._messages.extend(lines)
        self._draw()

    def tell_move(self, text: str) -> None:
        """Leave it to the picture, which tells the last moves."""

    def report(self, *lines: str) -> None:
        """Write below the picture, to be written over."""
        self._draw(lines)

    def settle(self) -> None:
        """Leave time to look at the last position."""
        time.sleep(max(self._shown_at + LOOK_SECONDS - time.monotonic(), 0.0))

    def _read(self, prompt: str) -> str | None:
        self._draw()
        self._prompt = prompt
        typed = None
        self._show_typing(is_shown=True)
        try:
            typed = read_from_terminal(prompt)
        finally:
            self._show_typing(is_shown=False)
            if typed is None:  # the cursor is still behind the prompt
                sys.stdout.write("\n")
            self._lengths.append(len(prompt) + len(typed or ""))
            self._messages.clear()
        return typed

    def _show_typing(self, *, is_shown: bool) -> None:
        """Let the terminal show what is typed, or not: without a prompt it would spoil the picture."""
        modes = list(self._modes)
        if not is_shown:
            modes[LOCAL_MODES] &= ~termios.ECHO
        modes[LOCAL_MODES] |= termios.NOFLSH  # or Ctrl-C would swallow half a picture
        termios.tcsetattr(sys.stdin.fileno(), termios.TCSANOW, modes)

    def _tick(self) -> None:
        """Redraw the clocks above the line in which somebody types, and come back to it."""
        if self._scene is None or self._scene.clocks() is None:
            return
        width, height = shutil.get_terminal_size()
        lines = self._lines()
        rows = _rows_of(map(visible_length, lines), width)
        typed = len(self._prompt) + len(_typed_so_far())
        if rows >= height - 1 or typed >= width or rows != self._rows(width):
            return
        drawn = "\r\n".join(f"{ERASE_LINE}{line}" for line in lines)
        sys.stdout.write(f"{SAVE_CURSOR}\x1b[{rows}A\r{drawn}{RESTORE_CURSOR}")
        sys.stdout.flush()

    def _draw(self, reported: Sequence[str] = ()) -> None:
        """Write the picture in one go, over the one before."""
        width, height = shutil.get_terminal_size()
        rows = self._rows(width)
        # What has left the screen at the top cannot be drawn over.
        up = f"\x1b[{rows}A" if 0 < rows < height else ""
        lines = [*self._lines(), *(line[:width] for line in reported)]
        drawn = "".join(f"{ERASE_LINE}{line}\n" for line in lines)
        sys.stdout.write(f"{up}\r{drawn}{ERASE_BELOW}")
        sys.stdout.flush()
        self._lengths = [visible_length(line) for line in lines]

    def _lines(self) -> list[str]:
        width = self.width
        scene, flipped = self._scene, self.is_flipped
        picture = [] if scene is None else lay_out(scene, width, color=self._color, flipped=flipped)
        messages = [part for line in self._messages for part in _wrapped(line, width)]
        return [*picture, *messages]

    def _rows(self, width: int) -> int:
        """Return how many rows the picture takes, also if the window is narrower than it was."""
        return _rows_of(self._lengths, width)


def _rows_of(lengths: Iterable[int], width: int) -> int:
    return sum(max(1, -(-length // width)) for length in lengths)


def _wrapped(line: str, width: int) -> list[str]:
    indent = " " * (len(line) - len(line.lstrip()) + 2)
    return textwrap.wrap(line, width, subsequent_indent=indent, drop_whitespace=True) or [""]


def _typed_so_far() -> str:
    try:
        import readline
    except ImportError:
        return ""
    return readline.get_line_buffer()
