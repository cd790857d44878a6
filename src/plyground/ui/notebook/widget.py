"""The board of a notebook as a widget: it draws what the session has, and passes on what is clicked."""

from __future__ import annotations

import warnings
from importlib import resources
from typing import Any

import anywidget
import traitlets

from plyground.core.position import Position
from plyground.errors import PlygroundError
from plyground.ui.notebook.session import BoardSession


def _read(name: str) -> str:
    return resources.files(__package__).joinpath(name).read_text("utf-8")


class BoardWidget(anywidget.AnyWidget):
    """A board to play on.

    `position` is what is on it, `moves` what was played. Cells can wait for either with `observe`.
    """

    _esm = _read("widget.js")
    _css = _read("widget.css")
    view = traitlets.Dict().tag(sync=True)
    moves = traitlets.List(traitlets.Unicode())

    def __init__(self, session: BoardSession, size: int) -> None:
        self._session = session
        self._size = size
        super().__init__()
        self._show()
        self.on_msg(self._hear)

    @property
    def position(self) -> Position:
        """The position on the board."""
        return self._session.position

    def _hear(self, widget: Any, message: object, buffers: object) -> None:
        """Do what a click asks for. Whatever a page sends, this is no place to fail."""
        match message:
            case {"type": "click", "square": int(square)}:
                self._session.click(square)
            case {"type": "pass"}:
                self._session.pass_turn()
            case {"type": "back"}:
                self._session.take_back()
            case {"type": "reset"}:
                self._session.reset()
            case {"type": "analyse"}:
                self._analyse()
            case _:
                return
        self._show()
        if self._session.is_replying:
            self._answer()

    def _answer(self) -> None:
        try:
            self._session.reply()
        except PlygroundError as error:
            self._session.take_back()
            self._session.analysis = f"The opponent failed: {error}"
        self._show()

    def _analyse(self) -> None:
        self._session.analysis = "Searching …"
        self._show()
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")  # there is no cell below which they could stand
            for _ in self._session.analyse():
                self._show()

    def _show(self) -> None:
        session = self._session
        playable = session.playable
        self.view = {
            "svg": session.position.svg(size=self._size, outlined=session.outlined),
            "squares": session.labels(),
            "picked": session.picked,
            "status": session.status,
            "analysis": session.analysis,
            "can_pass": any(move.target is None for move in playable),
            "can_take_back": bool(session.moves),
            "is_over": session.position.outcome is not None,
        }
        self.moves = session.moves
