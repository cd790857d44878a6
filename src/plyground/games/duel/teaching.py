"""What the duel says to people: who beats whom, pits, a lesson, and tags of puzzles."""

from __future__ import annotations

import numpy as np

from plyground.core.teaching import Illustration, LessonStep, Teaching
from plyground.core.wide import size, union
from plyground.games.duel.board import Board, State
from plyground.games.duel.moves import is_noisy, move_squares, noisy_moves, pass_turn, play

START = "whm/3/WHM adversary"

TEACHING = Teaching(
    prompt=lambda board, state: "pick one of your pieces, then a square next to it",
    illustrations=(
        Illustration(
            "A piece moves one square in any direction. The adversary, at the bottom, moves first.",
            START,
            "b3-b2",
        ),
        Illustration("Heroes kill wumpuses.", "2m/1w1/1H1 adversary", "b3xb2"),
        Illustration("Mages kill heroes.", "2w/1h1/1M1 adversary", "b3xb2"),
        Illustration("Wumpuses eat mages.", "2h/1m1/1W1 adversary", "b3xb2"),
        Illustration(
            "The stronger kind wins whoever attacks: this wumpus runs into a hero and is gone.",
            "2m/1h1/1WM adversary",
            "b3xb2",
        ),
        Illustration("Two of a kind destroy each other.", "2m/1h1/1HW adversary", "b3xb2"),
        Illustration("A pit destroys whatever moves into it.", "2m/1*1/1HW adversary", "b3-b2"),
        Illustration(
            "A side without pieces has lost. Without any pieces at all it is a draw.",
            "3/1w1/1H1 adversary",
            "b3xb2",
        ),
    ),
    lesson=(
        LessonStep(
            prompt="You are the adversary, at the bottom. Move a piece one square, in any direction.",
            praise="Pieces step to any neighbouring square that none of yours stands on.",
            position=START,
        ),
        LessonStep(
            prompt="Your hero stands near a wumpus and a mage. Heroes kill wumpuses: attack one.",
            accepted=("b3xa2",),
            praise="The wumpus is gone. The mage would have killed your hero.",
            correction="Not that one. A hero wins against a wumpus only, and a mage kills heroes.",
            position="3/w1m/1H1 adversary",
        ),
        LessonStep(
            prompt="An agent's hero attacks. Which of your pieces kills heroes? Attack with it.",
            accepted=("c3xb2",),
            praise="Mages kill heroes.",
            correction="The hero survives that. Mages kill heroes: attack with the mage.",
            position="w2/1h1/W1M adversary",
        ),
        LessonStep(
            prompt="There is a pit in the middle. Attack the mage with your wumpus, past the pit.",
            accepted=("b3xa2",),
            praise="The agent has no pieces left: you have won.",
            correction="That does not take the mage. Wumpuses eat mages: move to a2, past the pit.",
            position="3/m*1/1W1 adversary",
        ),
    ),
)


BATTLE, ESCAPE = "battle", "escape"


def puzzle_tags(board: Board, states: tuple[State, ...], moves: tuple[int, ...]) -> tuple[str, ...]:
    """Name what the first move does: it meets an enemy, or the piece would be destroyed if it stayed."""
    first, move = states[0], moves[0]
    if is_noisy(board, first, move):
        return (BATTLE,)
    origin, _ = move_squares(board, first, move)
    waiting = pass_turn(board, first)
    attacks = np.empty(8 * board.rows * board.columns, np.int32)
    for attack in attacks[: noisy_moves(board, waiting, attacks)]:
        if move_squares(board, waiting, int(attack))[1] == origin:
            after = play(board, waiting, int(attack))
            if _count(after) < _count(first):
                return (ESCAPE,)
    return ()


def _count(state: State) -> int:
    """Count the pieces of the side to move."""
    return size(union(state.own_low, state.own_high))
