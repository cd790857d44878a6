"""Where a game is shown and a person is asked: as plain text, one board after the other."""

from __future__ import annotations

import contextlib
import shutil
import sys
from abc import ABC, abstractmethod
from collections.abc import Sequence
from dataclasses import replace
from typing import Self, TextIO

from plyground.core.position import Move
from plyground.store.records.quoting import printable
from plyground.ui.terminal.interrupts import Interrupts, ticking
from plyground.ui.terminal.scene import Scene, draw_board

USUAL_WIDTH = 80


class View(ABC):
    """Shows scenes and messages, and reads what people type.

    It is entered for as long as the game lasts, and listens to Ctrl-C meanwhile.
    """

    def __init__(self, interrupts: Interrupts) -> None:
        self.interrupts = interrupts
        self.is_flipped = False

    def __enter__(self) -> Self:
        self.interrupts.__enter__()
        return self

    def __exit__(self, *error: object) -> None:
        self.interrupts.__exit__(*error)

    @property
    @abstractmethod
    def width(self) -> int:
        """How many columns a line may have."""

    @abstractmethod
    def greet(self, text: str) -> None:
        """Say which game it is, and who plays."""

    @abstractmethod
    def show(self, scene: Scene) -> None:
        """Show a new scene."""

    @abstractmethod
    def outline(self, moves: Sequence[Move]) -> None:
        """Show the scene again, with the targets of some moves outlined."""

    @abstractmethod
    def tell(self, *lines: str) -> None:
        """Tell something that stays until the person has typed something."""

    @abstractmethod
    def tell_move(self, text: str) -> None:
        """Tell a move that was just played."""

    @abstractmethod
    def report(self, *lines: str) -> None:
        """Tell something that is about to change; it may be left out."""

    @abstractmethod
    def settle(self) -> None:
        """Leave time to look at what is shown."""

    def ask(self, prompt: str, seconds: float | None) -> str | None:
        """Return what is typed; None when nothing comes any more.

        Raises:
            KeyboardInterrupt: Ctrl-C was pressed.
            PlayerTimeoutError: nothing came in this many seconds.
        """
        with self.interrupts.raising(), ticking(seconds, self._tick):
            return self._read(prompt)

    @abstractmethod
    def _read(self, prompt: str) -> str | None: ...

    def _tick(self) -> None:  # noqa: B027  # where nothing moves, no clock ticks
        """Redraw the clocks while a player thinks."""


class PlainView(View):
    """Writes everything below what stands there already, so that programs can read it."""

    def __init__(self, interrupts: Interrupts) -> None:
        super().__init__(interrupts)
        self._scene: Scene | None = None

    @property
    def width(self) -> int:
        """The columns of the terminal; elsewhere always the same."""
        return shutil.get_terminal_size().columns if is_terminal(sys.stdout) else USUAL_WIDTH

    def greet(self, text: str) -> None:
        """Write a line."""
        _write(text)

    def show(self, scene: Scene) -> None:
        """Write the board, and how things stand."""
        if not scene.is_for_people:
            return
        self._scene = scene
        clocks = ""
        if scene.clocks() is not None:
            sides = enumerate(scene.position.game.players)
            clocks = f" ({', '.join(f'{side} {scene.clock_of(number)}' for number, side in sides)})"
        _write("", *draw_board(scene, flipped=self.is_flipped, width=self.width), f"{scene.status}{clocks}")

    def outline(self, moves: Sequence[Move]) -> None:
        """Write the board once more, with some squares in brackets."""
        if self._scene is not None:
            self.show(replace(self._scene, outlined=tuple(moves)))

    def tell(self, *lines: str) -> None:
        """Write lines."""
        _write(*lines)

    def tell_move(self, text: str) -> None:
        """Write a line."""
        _write(text)

    def report(self, *lines: str) -> None:
        """Leave it out: when it is seen depends on the machine."""

    def settle(self) -> None:
        """Go on at once."""

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
