"""How Othello is taught: its rules in pictures, and a first lesson."""

from __future__ import annotations

from plyground.core.teaching import Illustration, LessonStep, Teaching

START = "6/6/2wb2/2bw2/6/6 black"
THREE_LINES = "1wwb2/ww4/b1b3/6/3bw1/6 black"

TEACHING = Teaching(
    prompt=lambda board, state: "place a disc on one of the outlined squares",
    illustrations=(
        Illustration(
            "Place a disc so that enemy discs lie in a straight line between it and another disc of yours. "
            "They turn over and are yours.",
            START,
            "c2",
        ),
        Illustration(
            "All lines count at once: along the row, along the column and diagonally.",
            THREE_LINES,
            "a1",
        ),
        Illustration(
            "Who cannot turn a disc passes. Nobody may pass otherwise.", "wwwb2/6/6/6/6/6 black", "pass"
        ),
        Illustration(
            "When neither side can move, the game is over, and the side with more discs wins.",
            "bbbb/bbbb/bbww/www1 black",
            "d4",
        ),
    ),
    lesson=(
        LessonStep(
            prompt="You are black. Place a disc on an outlined square, so that a white disc is enclosed.",
            praise="The white disc between yours turned over.",
            position=START,
        ),
        LessonStep(
            prompt="One disc can turn several lines. Find the square that turns four discs.",
            accepted=("a1",),
            praise="Four discs at once, and the new one stands in a corner.",
            correction="That turns fewer. Look for a square at the end of three lines.",
            position=THREE_LINES,
        ),
        LessonStep(
            prompt="A disc in a corner can never be turned again. Take the corner.",
            accepted=("f1",),
            praise="Nobody can enclose a corner. Discs beside it, of the same colour, are safe as well.",
            correction="White could turn that disc again. The corner f1 is free: take it.",
            position="2bww1/1bbw2/2wb2/2bw2/6/6 black",
        ),
        LessonStep(
            prompt="Two squares are left: play the one after which black ends with more discs.",
            accepted=("d4",),
            praise="Whatever white does now, you end with more discs.",
            correction="White would answer on the other square and win. Take that one yourself.",
            position="wwwb/wwww/wbw1/bbw1 black",
        ),
    ),
)
