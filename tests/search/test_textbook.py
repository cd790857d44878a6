"""The textbook searches, on positions small enough to follow by hand."""

from __future__ import annotations

from collections import Counter

from plyground.core.position import Position, game
from plyground.search.score import UNIT, WIN, as_points, plies_to_end
from plyground.search.textbook import Event, alphabeta, minimax


def pawns(position: Position) -> int:
    own, other = ("b", "w") if position.player == 0 else ("w", "b")
    squares = position.diagram.squares
    return UNIT * (squares.count(own) - squares.count(other))


def test_a_win_in_one_is_found_and_scored_by_its_distance() -> None:
    position = game("breakthrough").position("2/w1/2/b1/1w black")
    found = minimax(position, 3, pawns)
    assert str(found.move) in ("a2-a1", "a2xb1")
    assert found.score == WIN - 1 * UNIT
    assert plies_to_end(found.score) == 1


def test_depth_zero_is_the_evaluation_alone() -> None:
    position = game("breakthrough").position("bb/b1/2/w1 black")
    found = minimax(position, 0, pawns)
    assert (found.score, found.line, found.nodes) == (2 * UNIT, (), 1)


def test_a_finished_game_has_no_move() -> None:
    position = game("breakthrough").position("6/6/6/6/w5/2b3 white")
    assert minimax(position, 4, pawns).move is None
    assert minimax(position, 4, pawns).score == -WIN


def test_every_node_that_is_entered_is_left_and_every_cut_has_its_reason() -> None:
    events: list[Event] = []
    position = game("breakthrough", size="4x3").start()
    found = alphabeta(position, 4, pawns, observer=events.append)
    kinds = Counter(event.kind for event in events)
    assert kinds["enter"] == kinds["leave"] == found.nodes
    assert kinds["cut"] > 0
    for event in events:
        if event.kind == "cut":
            assert event.score is not None
            assert event.score >= event.beta
    assert events[-1].kind == "leave"
    assert events[-1].score == found.score


def test_minimax_cuts_nothing() -> None:
    events: list[Event] = []
    position = game("othello", size=4).start()
    found = minimax(position, 3, lambda position: 0, observer=events.append)
    assert found.nodes == 1 + 4 + 12 + 44
    assert all(event.kind != "cut" for event in events)


def test_an_order_changes_the_nodes_and_not_the_value() -> None:
    position = game("breakthrough", size="5x4").start()

    def fewest_replies_first(child: Position) -> int:
        return len(child.moves())

    plain = alphabeta(position, 4, pawns)
    ordered = alphabeta(position, 4, pawns, order=fewest_replies_first)
    assert ordered.score == plain.score
    assert ordered.nodes != plain.nodes


def test_children_come_best_first_and_equals_in_the_order_of_the_rules() -> None:
    position = game("othello", size=6).start()
    entered: list[str] = []

    def by_column(child: Position) -> int:
        assert child.last_move is not None
        return -ord(str(child.last_move)[0]) // 2

    def note(event: Event) -> None:
        if event.kind == "enter" and event.depth == 0:
            entered.append(str(event.position.last_move))

    minimax(position, 1, lambda position: 0, order=by_column, observer=note)
    rules_order = [str(move) for move in position.moves()]
    assert entered == sorted(rules_order, key=lambda move: -ord(move[0]) // 2)


def test_points_are_whole_where_they_can_be() -> None:
    assert [as_points(score) for score in (3000, -1500, 0)] == [3, -1.5, 0]
    assert isinstance(as_points(3000), int)
    assert plies_to_end(-(WIN - 4 * UNIT)) == 4
    assert plies_to_end(12345) is None
