"""Fixed positions searched to fixed depths: how fast the engine is, and whether it still does the same.

The sum of all nodes is the signature. It changes with anything that changes the tree: rules,
evaluations, the order of moves, reductions. A commit that changes it says so.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from plyground.discovery import find_rules
from plyground.position import Game
from plyground.search.engine import SearchEngine
from plyground.search.limit import Limit

MEGABYTES = 16


@dataclass(frozen=True)
class Course:
    """Positions of one game, and how deep each is searched."""

    game: str
    depth: int
    positions: tuple[str, ...]


COURSES = (
    Course(
        "breakthrough",
        12,
        (
            "bbbbbb/bbbbbb/6/6/wwwwww/wwwwww black",
            "bbb1bb/bbbbbb/6/wwb1w1/2ww1w/wwwwww black",
            "b2bbb/bbb1bb/1bbbw1/1w1w2/ww1w1w/ww1www black",
            "bbb2b/b2b1b/b2b2/bww1w1/w1w1ww/w1www1 black",
        ),
    ),
    Course(
        "duel",
        11,
        (
            "whmwhm/3*2/3*2/*5/2*3/WHMWHM adversary",
            "wm1h1m/h2*2/3*2/*1H3/2*3/W1MW1M adversary 2",
            "w2mh1/3*2/2h*2/*4W/WH*3/3HM1 adversary 1",
            "1h4/w2*hm/m2*2/*5/W1*3/3WHM adversary 9",
        ),
    ),
    Course(
        "konane",
        15,
        (
            "bwbwbwbw/wbwbwbwb/bwbwbwbw/wbwbwbwb/bwbwbwbw/wbwbwbwb/bwbwbwbw/wbwbwbwb black",
            "bwbwbwbw/wbwbwbwb/bwbwbwbw/wbwbwbwb/bwbwbwbw/wbwbwb2/bwbwbw2/wbwbwbwb black",
            "bwbw1w2/w2bwbwb/bwb1bwbw/wbw1wbwb/bwbwbwbw/w2bwbwb/bwbwbwbw/wbwbwbwb black",
            "bwbwbwbw/w4bwb/bwbwb1bw/wbw1w2b/bw4bw/wbw1wbwb/bwb3bw/wbwb1bwb black",
        ),
    ),
    Course(
        "othello",
        13,
        (
            "8/8/8/3wb3/3bw3/8/8/8 black",
            "8/1w6/2wbw3/3wb3/2wbw3/1w1wbw2/5b2/8 black",
            "8/2w5/2bwwww1/3bwwbb/2bbww2/1bwbbw2/b2b1wb1/8 black",
            "2ww1w2/2wwww2/bw1wwwb1/wwwwbbb1/bwbbbw2/bbwwwwb1/b3wwb1/5w2 black",
        ),
    ),
)


@dataclass(frozen=True)
class CourseResult:
    """What the search of one course took."""

    game: str
    depth: int
    nodes: int
    seconds: float

    @property
    def speed(self) -> float:
        """Nodes a second."""
        return self.nodes / self.seconds if self.seconds > 0 else 0.0


def run_courses() -> Iterator[CourseResult]:
    """Search all positions with one thread and an empty table; compiling is not counted."""
    for course in COURSES:
        game = Game.of(find_rules(course.game), {})
        engines: dict[Game, SearchEngine] = {}
        nodes, seconds = 0, 0.0
        for text in course.positions:
            position = game.position(text)
            if position.game not in engines:
                engines[position.game] = SearchEngine(position.game, "handmade", megabytes=MEGABYTES)
            engine = engines[position.game]
            engine.clear()
            *_, last = engine.search(position, Limit(depth=course.depth))
            nodes += last.nodes
            seconds += last.seconds
        yield CourseResult(course.game, course.depth, nodes, seconds)
