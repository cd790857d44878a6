"""Reading what is typed, and the signals that may come meanwhile."""

from __future__ import annotations

import builtins
import os
import signal
import time

import pytest

from plyground.errors import PlayerTimeoutError
from plyground.ui.terminal.typed_input import Interrupts, ticking
from plyground.ui.terminal.view import View, read_from_terminal


def test_the_first_of_two_signals_at_once_counts(monkeypatch: pytest.MonkeyPatch) -> None:
    def two_signals(prompt: str) -> str:
        raise SystemError("returned a result with an exception set") from KeyboardInterrupt()

    monkeypatch.setattr(builtins, "input", two_signals)
    with pytest.raises(KeyboardInterrupt):
        read_from_terminal("> ")


def test_a_defect_is_not_taken_for_a_signal(monkeypatch: pytest.MonkeyPatch) -> None:
    def defect(prompt: str) -> str:
        raise SystemError("a defect")

    monkeypatch.setattr(builtins, "input", defect)
    with pytest.raises(SystemError, match="a defect"):
        read_from_terminal("> ")


def test_bytes_that_are_no_text_are_read_all_the_same(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(builtins, "input", lambda prompt: b"b5\xff".decode())
    assert read_from_terminal("> ") == "b5\N{REPLACEMENT CHARACTER}"


def test_ctrl_c_is_counted_where_it_does_not_raise() -> None:
    before = signal.getsignal(signal.SIGINT)
    with Interrupts() as interrupts:
        for presses in (1, 2):
            os.kill(os.getpid(), signal.SIGINT)
            assert interrupts.presses == presses
        with interrupts.raising():
            assert interrupts.presses == 0, "what was pressed before belongs to something else"
        with pytest.raises(KeyboardInterrupt), interrupts.raising():
            os.kill(os.getpid(), signal.SIGINT)
    assert signal.getsignal(signal.SIGINT) is before


def test_waiting_ends_when_the_time_is_up_and_ticks_meanwhile() -> None:
    before, ticks = signal.getsignal(signal.SIGALRM), []
    with pytest.raises(PlayerTimeoutError, match="the time is up"), ticking(1.2, lambda: ticks.append(1)):
        time.sleep(60)
    assert 1 <= len(ticks) <= 2, "after a second, and at the end"
    assert signal.getsignal(signal.SIGALRM) is before
    assert signal.getitimer(signal.ITIMER_REAL) == (0.0, 0.0)


def test_nothing_can_be_typed_where_there_is_no_input(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("sys.stdin", None)
    assert View(Interrupts()).ask("> ", None) is None
