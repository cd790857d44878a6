"""Whole games, judged move by move."""

from __future__ import annotations

from collections.abc import Sequence

import plyground as ply
from plyground.position import Position
from plyground.search.limit import Limit
from plyground.search.report import Line
from plyground.web.analysis.messages import Judged
from plyground.web.analysis.reviewing import Found, Reviewer
from tests.web.asynchronous import run_async

GAME = ply.game("breakthrough", size=4)
BLUNDER = ("b3xa2", "c2-b3", "a2xb1")
"""White could have taken on a2, and would have won; now black wins at once."""


class Searches:
    """Searches with an engine of this process, and remembers which it made."""

    def __init__(self, depth: int = 20) -> None:
        self._engine = ply.Engine(GAME, megabytes=8)
        self._depth = depth
        self.made: list[tuple[str, int | None]] = []

    async def __call__(self, position: Position, limit: Limit) -> Found:
        self.made.append((str(position.last_move), limit.depth))
        lines: dict[int, Line] = {}
        for report in self._engine.search(position, Limit(depth=limit.depth or self._depth)):
            if report.is_complete:
                lines[report.depth] = report.lines[0]
        return Found(lines)


def line_of(moves: Sequence[str]) -> list[Position]:
    position = GAME.start()
    for move in moves:
        position = position.play(move)
    return position.line()


def reviewed(moves: Sequence[str], searches: Searches) -> list[Judged]:
    async def review() -> list[Judged]:
        reviewer = Reviewer(7, searches, Limit(nodes=1_000_000))
        return [judged async for judged in reviewer.review(line_of(moves))]

    return run_async(review())


def test_a_planted_blunder_is_found_and_explained() -> None:
    *_, end = judged = reviewed(BLUNDER, Searches())
    assert [each.ply for each in judged] == [3, 2, 1, 0]
    assert {each.request for each in judged} == {7}
    assert end.ply == 0
    mistakes = {each.ply: each.mistake for each in judged if each.mistake is not None}
    assert list(mistakes) == [1]  # the first move loses, but so do all others
    assert mistakes[1].kind == "blunder"
    assert mistakes[1].loss == 1
    assert mistakes[1].told == (
        "turns a win into a loss: after c2-b3 black plays a2xb1 and wins at once;"
        " better was b1xa2, which wins in 7 moves"
    )
    assert [move.move for move in mistakes[1].refutation] == ["c2-b3", "a2xb1"]
    assert mistakes[1].better[0].move == "b1xa2"


def test_chances_are_those_of_the_first_player() -> None:
    assert [each.chance for each in reviewed(BLUNDER, Searches())] == [1, 1, 0, 0]


def test_a_finished_game_is_not_searched() -> None:
    searches = Searches()
    last, *_ = reviewed(BLUNDER, searches)
    assert (last.depth, last.score, last.plies_to_end) == (0, "lost", 0)
    assert "a2xb1" not in [move for move, _ in searches.made]


def test_the_move_that_was_played_is_searched_a_ply_less_deeply() -> None:
    searches = Searches(depth=5)
    reviewed(["b3xa2", "c2-b3"], searches)
    played = [depth for move, depth in searches.made if move == "c2-b3" and depth is not None]
    assert len(played) == 1
    assert played[0] <= 4


def test_the_best_move_needs_no_second_search() -> None:
    searches = Searches()
    reviewed(["b3xa2", "b1xa2"], searches)
    assert ("b1xa2", None) in searches.made
    assert [depth for move, depth in searches.made if move == "b1xa2"] == [None]


def test_a_review_ends_where_a_search_finds_nothing() -> None:
    class Interrupted(Searches):
        async def __call__(self, position: Position, limit: Limit) -> Found:
            return Found({}) if position.last_move is None else await super().__call__(position, limit)

    assert [each.ply for each in reviewed(BLUNDER, Interrupted())] == [3, 2, 1]
