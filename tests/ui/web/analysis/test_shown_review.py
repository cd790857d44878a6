"""What a review found, as the pages see it."""

from __future__ import annotations

from msgspec.structs import replace

import plyground as ply
from plyground.search.proof import Proof
from plyground.search.score import UNIT, WIN
from plyground.ui.web.analysis.shown_review import findings_of
from plyground.ui.web.workers import Thought
from plyground.ui.web.workers.jobs import FinishedDepth, FoundLine

GAME = ply.game("breakthrough", size=4)


def test_what_is_proved_in_the_middle_of_a_depth_is_heard() -> None:
    position = GAME.start()
    code = position.moves()[0].code
    guess = FinishedDepth((code,), 300, None, None, 10, 0.1)
    win = FoundLine((code,), WIN - 5 * UNIT, Proof("win"), None)
    thought = Thought((win,), 4, 5, 20, 0.2, 0.0, {4: guess})
    assert {depth: line.value for depth, line in findings_of(thought, position).items()} == {4: "win"}
    assert {line.value for line in findings_of(replace(thought, lines=(guess,)), position).values()} == {None}
