"""A small terminal: what was written goes in, what a person would see comes out."""

from __future__ import annotations

import re

_SEQUENCE = re.compile(r"\x1b\[([?0-9;]*)([A-Za-z])|\x1b([78=>])|([\r\n\b\x07])|([^\x1b\r\n\b\x07]+)")

_BEGUN = re.compile(r"\x1b(\[[?0-9;]*)?")
_BROKEN_OFF = re.compile(_BEGUN.pattern + r"(?=[\x1b\r\n])")


class Glass:
    """Understands what `LiveView` and readline write; anything else is an error."""

    def __init__(self, columns: int, rows: int) -> None:
        self.columns, self.rows = columns, rows
        self.scrolled_off: list[str] = []
        self._cells = [self._blank() for _ in range(rows)]
        self._row = self._column = 0
        self._saved = (0, 0)
        self._begun = ""
        self._is_interrupted = False

    @property
    def lines(self) -> list[str]:
        """The lines on the screen, without those that are empty at its end."""
        return "\n".join("".join(row).rstrip() for row in self._cells).rstrip("\n").split("\n")

    def interrupt(self) -> None:
        """Expect that Ctrl-C was pressed: the system throws away what has not been shown by then.

        That may be the rest of a sequence. As on any terminal, the next one begins with its escape.
        """
        self._is_interrupted = True

    def feed(self, text: str) -> None:
        """Show what a program writes; a sequence may come in two parts."""
        text, self._begun = self._begun + text, ""
        place = 0
        while place < len(text):
            broken_off = _BROKEN_OFF.match(text, place) if self._is_interrupted else None
            if broken_off is not None:
                self._is_interrupted = False  # one Ctrl-C breaks off one sequence
                place = broken_off.end()
                continue
            match = _SEQUENCE.match(text, place)
            if match is None:
                self._begun = text[place:]
                assert _BEGUN.fullmatch(self._begun), f"unknown sequence {self._begun!r}"
                return
            parameters, letter, short, control, plain = match.groups()
            if letter:
                self._obey(parameters, letter)
            elif short:
                self._save_or_restore(short)
            elif control:
                self._control(control)
            else:
                self._write(plain)
            place = match.end()

    def _blank(self) -> list[str]:
        return [" "] * self.columns

    def _obey(self, parameters: str, letter: str) -> None:
        number = int(parameters) if parameters.isdecimal() else 0
        if letter == "A":
            self._row = max(self._row - max(number, 1), 0)
        elif letter == "C":
            self._column = min(self._column + max(number, 1), self.columns - 1)
        elif letter == "K":
            start = 0 if number == 2 else self._column
            self._cells[self._row][start:] = " " * (self.columns - start)
        elif letter == "J":
            assert number == 0
            self._obey("", "K")
            self._cells[self._row + 1 :] = [self._blank() for _ in self._cells[self._row + 1 :]]
        else:
            assert letter in "mhl", f"unknown sequence {parameters}{letter}"

    def _save_or_restore(self, short: str) -> None:
        if short == "7":
            self._saved = (self._row, self._column)
        elif short == "8":
            self._row, self._column = self._saved

    def _control(self, control: str) -> None:
        if control == "\r":
            self._column = 0
        elif control == "\b":
            self._column = max(self._column - 1, 0)
        elif control == "\n":
            self._next_row()

    def _write(self, plain: str) -> None:
        for character in plain:
            if self._column == self.columns:
                self._column = 0
                self._next_row()
            self._cells[self._row][self._column] = character
            self._column += 1

    def _next_row(self) -> None:
        if self._row < self.rows - 1:
            self._row += 1
            return
        self.scrolled_off.append("".join(self._cells.pop(0)).rstrip())
        self._cells.append(self._blank())
