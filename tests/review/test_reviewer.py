"""Whole games, judged move by move."""

from __future__ import annotations

import random
from collections.abc import Sequence

import pytest

import plyground as ply
from plyground.core.position import Position
from plyground.review.reviewer import Found, JudgedPosition, Reviewer
from plyground.search.limit import Limit
from plyground.search.proof import Proof
from plyground.search.report import Line
from tests.ui.web.asynchronous import run_async
from tests.ui.web.exact.plain import Plain, told

GAME = ply.game("breakthrough", size=4)
BLUNDER = ("b3xa2", "c2-b3", "a2xb1")
"""White could have taken on a2, and would have won; now black wins at once."""
PLAIN = Plain()


class Searches:
    """Searches with an engine of this process, and remembers which it made."""

    def __init__(self, depth: int = 20, game: ply.Game = GAME) -> None:
        self._engine = ply.Engine(game, megabytes=8)
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


def reviewed(moves: Sequence[str], searches: Searches) -> list[JudgedPosition]:
    return reviewed_line(line_of(moves), searches)


def reviewed_line(line: Sequence[Position], searches: Searches) -> list[JudgedPosition]:
    async def review() -> list[JudgedPosition]:
        reviewer = Reviewer(searches, Limit(nodes=1_000_000))
        return [judged async for judged in reviewer.review(line)]

    return run_async(review())


def test_a_planted_blunder_is_found_and_explained() -> None:
    *_, end = judged = reviewed(BLUNDER, Searches())
    assert [each.ply for each in judged] == [3, 2, 1, 0]
    assert end.ply == 0
    mistakes = {each.ply: each.mistake for each in judged if each.mistake is not None}
    assert list(mistakes) == [1]  # the first move loses, but so do all others
    assert mistakes[1].kind == "blunder"
    assert mistakes[1].loss == 1
    assert mistakes[1].told == (
        "was a proved win in at most 7 moves, now a proved loss in 1 move:"
        " after c2-b3 black plays a2xb1 and wins at once; better was b1xa2"
    )
    assert [str(move) for move in mistakes[1].refutation] == ["c2-b3", "a2xb1"]
    assert mistakes[1].better[0].text == "b1xa2"


def test_chances_are_those_of_the_first_player() -> None:
    assert [each.chance for each in reviewed(BLUNDER, Searches())] == [1, 1, 0, 0]


def test_a_finished_game_is_not_searched() -> None:
    searches = Searches()
    last, *_ = reviewed(BLUNDER, searches)
    assert (last.depth, last.line.told_score, last.line.plies_to_end) == (0, "lost", 0)
    assert "a2xb1" not in [move for move, _ in searches.made]


def test_the_move_that_was_played_is_searched_a_ply_less_deeply() -> None:
    searches = Searches(depth=3)
    reviewed(["c3xb2"], searches)
    assert [depth for move, depth in searches.made if move == "c3xb2"] == [None, 2]


def test_a_move_after_which_everything_is_proved_needs_no_second_search() -> None:
    searches = Searches()
    reviewed(["b3xa2", "c2-b3"], searches)
    assert [depth for move, depth in searches.made if move == "c2-b3"] == [None]


class Hasty(Searches):
    """Guesses when it sees the position after a move for the first time."""

    def __init__(self, move: str) -> None:
        super().__init__()
        self._move = move

    async def __call__(self, position: Position, limit: Limit) -> Found:
        found = await super().__call__(position, limit)
        is_first = self.made.count(self.made[-1]) == 1
        if str(position.last_move) != self._move or not is_first:
            return found
        return Found({1: Line(position, found.lines[1].codes, 200)})


def test_a_move_beside_a_proved_win_is_searched_as_deeply_as_it_goes() -> None:
    searches = Hasty("c2-b3")
    guessed, judged, _ = reviewed(["b3xa2", "c2-b3"], searches)
    assert guessed.line.proof is None
    assert [depth for move, depth in searches.made if move == "c2-b3"] == [None, None]
    assert judged.mistake is not None
    assert judged.mistake.is_certain


def test_a_position_from_which_the_game_went_on_to_a_proved_win_is_proved() -> None:
    _, judged, _ = reviewed(["b3xa2", "b1xa2"], Hasty("b3xa2"))
    assert judged.line.proof == Proof("win")
    assert judged.line.told_score == "proved win in at most 7 moves"
    assert (judged.chance, judged.mistake) == (0, None)


@pytest.mark.parametrize("depth", [3, 6, 30])
@pytest.mark.parametrize("seed", range(6))
def test_proofs_and_certain_mistakes_are_those_of_plain_minimax(seed: int, depth: int) -> None:
    game = ply.game("breakthrough", size="4x3")
    chance, position = random.Random(seed), game.start()
    while position.outcome is None:
        position = position.play(chance.choice(position.moves()))
    line = position.line()
    values = [PLAIN.value(each) for each in line]
    review = reviewed_line(line, Searches(depth, game))
    assert len(review) == len(line)
    for judged in review:
        value, _ = values[judged.ply]
        assert judged.line.proof is None or judged.line.proof.value == told(value)
        has_lost = judged.ply + 1 < len(line) and -values[judged.ply + 1][0] < value
        if judged.mistake is not None and judged.mistake.is_certain:
            assert has_lost
        if depth == 30:  # everything is proved
            assert judged.line.proof is not None
            assert (judged.mistake is not None) == has_lost
            assert judged.mistake is None or judged.mistake.is_certain
            assert judged.chance in (0, 1)


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
