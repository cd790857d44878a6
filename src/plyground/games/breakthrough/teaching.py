"""What Breakthrough says to people: rules in pictures, a lesson, tags of puzzles, reasons of mistakes."""

from __future__ import annotations

from plyground.core.bits import bit
from plyground.core.stones import State
from plyground.core.teaching import Comparison, Illustration, LessonStep, Teaching
from plyground.games.breakthrough.moves import ONE, Board, distance_to_go, is_noisy, target_of

TEACHING = Teaching(
    prompt=lambda board, state: "pick a pawn, then an outlined square ahead of it",
    illustrations=(
        Illustration(
            "Pawns move one square ahead, straight or diagonally. Black moves down the board, white up.",
            "bbbbb/bbbbb/5/wwwww/wwwww black",
            "c4-c3",
        ),
        Illustration("Diagonally ahead a pawn may capture.", "5/2b2/1w1w1/5/5 black", "c4xb3"),
        Illustration("Straight ahead it may not: these two block each other.", "5/2b2/2w2/5/5 black"),
        Illustration("The first pawn on the far row wins.", "5/5/5/2b2/w3w black", "c2-c1"),
        Illustration("Capturing every enemy pawn wins too.", "5/2b2/3w1/5/5 black", "c4xd3"),
    ),
    lesson=(
        LessonStep(
            prompt="You are black and move down the board. Pick a pawn, then an outlined square.",
            praise="Straight or diagonally, one square at a time, and never back.",
            position="bbbbb/bbbbb/5/wwwww/wwwww black",
        ),
        LessonStep(
            prompt="A white pawn stands diagonally ahead of yours. Capture it.",
            accepted=("c3xd2",),
            praise="Captured. White captures back: look who guards a square before you take there.",
            correction="That is legal, but captures nothing. Your pawn on c3 can capture on d2.",
            position="bbbbb/bb1bb/2b2/w2ww/wwwww black",
            reply="e1xd2",
        ),
        LessonStep(
            prompt="Race: which pawn gets to the far row before any white pawn can stop it?",
            accepted=("e3-e2",),
            praise="No white pawn can reach it.",
            correction="White could stop that one. The pawn on e3 runs alone, if it goes straight ahead.",
            position="1b3/5/1b2b/5/1ww2 black",
            reply="c1-c2",
        ),
        LessonStep(
            prompt="One step is left. Win the game.",
            accepted=("e2-e1", "e2-d1"),
            praise="A pawn on the far row: you have won.",
            correction="The pawn on e2 can step onto the far row now.",
        ),
    ),
)


def puzzle_tags(board: Board, states: tuple[State, ...], moves: tuple[int, ...]) -> tuple[str, ...]:
    """Name what the first move does: it joins a race, stops a pawn near its goal, or gives a pawn up."""
    first, move, other = states[0], moves[0], states[0].player ^ ONE
    target = target_of(board, first.player, move)
    is_capture = is_noisy(board, first, move)
    distance, threat = (
        distance_to_go(board, first.player, first.own),
        distance_to_go(board, other, first.opponent),
    )
    is_foremost = distance_to_go(board, first.player, bit(move >> 2)) == distance
    found = []
    if max(distance, threat) <= board.rows // 2 and is_foremost and not is_capture:
        found.append("race")
    if is_capture and distance_to_go(board, other, bit(target)) <= 2:
        found.append("defence")
    if not is_capture and len(moves) > 1 and target_of(board, other, moves[1]) == target:
        found.append("sacrifice")
    return tuple(found)


CLOSE_RACE = 2
"""How many moves a pawn is too late at most, so that its side has lost a race."""


def reason(comparison: Comparison) -> str | None:
    """Say how much earlier the opponent arrives; None where no pawn arrives: then pawns are counted."""
    end, rows, columns = comparison.played[-1], comparison.grid.rows, comparison.grid.columns
    letters, opponent = "bw", 1 - comparison.me
    home = range(columns) if comparison.me == 0 else range((rows - 1) * columns, rows * columns)
    if end.winner != opponent or all(end.squares[square] != letters[opponent] for square in home):
        return None
    moves = sum(scene.player == opponent for scene in comparison.played[:-1])
    arrival = f"{comparison.opponent} arrives {'at once' if moves == 1 else f'in {moves} moves'}"
    pawns = [
        square // columns for square, letter in enumerate(end.squares) if letter == letters[comparison.me]
    ]
    left = min((rows - 1 - row if comparison.me == 0 else row for row in pawns), default=rows)
    if left > CLOSE_RACE:
        return f"lets a pawn through: {arrival}"
    return (
        f"loses the race: {arrival}, {left} move{'' if left == 1 else 's'} earlier than {comparison.my_name}"
    )
