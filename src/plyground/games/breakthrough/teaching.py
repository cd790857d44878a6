"""How Breakthrough is taught: its rules in pictures, and a first lesson."""

from __future__ import annotations

from plyground.core.teaching import Illustration, LessonStep, Teaching

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
