"""The rules of Breakthrough: its boards, and all that is declared about the game."""

from __future__ import annotations

from plyground.core.bits import EMPTY, lowest
from plyground.core.notation import Diagram
from plyground.core.options import Size
from plyground.core.rules import BenchPositions, Level, Piece, Published, Rules, set_of
from plyground.core.stones import State, cell, planes, state_of
from plyground.core.symmetry import Symmetry
from plyground.games.breakthrough.moves import (
    BLACK,
    Board,
    canonical,
    decided,
    has_move,
    is_legal,
    is_noisy,
    legal_moves,
    loss_distance,
    move_squares,
    noisy_moves,
    pass_turn,
    play,
    result,
)
from plyground.games.breakthrough.teaching import TEACHING, puzzle_tags, reason


def make_board(size: tuple[int, int]) -> Board:
    """Make a board of some size."""
    rows, columns = size
    return Board(
        rows,
        columns,
        squares=set_of(range(rows * columns)),
        left_column=set_of(range(0, rows * columns, columns)),
        right_column=set_of(range(columns - 1, rows * columns, columns)),
        top_row=set_of(range(columns)),
        bottom_row=set_of(range((rows - 1) * columns, rows * columns)),
    )


def start(board: Board) -> State:
    """Two rows of pawns on each side."""
    pawns = 2 * board.columns
    squares = board.rows * board.columns
    return State(set_of(range(pawns)), set_of(range(squares - pawns, squares)), BLACK)


def set_up(diagram: Diagram, size: tuple[int, int]) -> tuple[Board, State]:
    """Read a position; one that no game can reach is refused."""
    board = make_board(size)
    for letter, player in (("b", "black"), ("w", "white")):
        diagram.limit(letter, 2 * board.columns, f"{player} pawns")
    state = state_of(diagram, ("b", "w"))
    mover = ("black", "white")[diagram.player]
    if state.opponent == EMPTY:
        raise diagram.problem(f"{mover} has taken the last pawn, so it cannot be to move")
    own_far_row = board.bottom_row if state.player == BLACK else board.top_row
    arrived = state.own & own_far_row
    if arrived != EMPTY:
        raise diagram.problem(f"{mover} has broken through, so it cannot be to move", lowest(arrived))
    return board, state


def explain(board: Board, state: State) -> str:
    """Say how the game ended."""
    winner = ("white", "black")[int(state.player)]
    return f"{winner} took the last pawn" if state.own == EMPTY else f"{winner} broke through"


# The simple players of the source by the names they have there. Nothing but a capture changes the count of
# pawns, so who looks at it is a killer; who looks at nothing is naive.
ONE_PLY_PLAYERS = {
    "naive": "random",
    "killer": "greedy:piece",
    **{
        name: f"greedy:{name}"
        for name in ("mobility", "defensive", "reckless", "position", "cautious", "comprehensive")
    },
}

# Quiescence takes most positions of a short search here, so a level needs more of them than in other games.
LEVELS = (
    Level(600, noise=2.5, overlooked=0.7, depth=2),
    Level(1_000, noise=0.95, overlooked=0.36, depth=2),
    Level(1_000, noise=0.55, overlooked=0.2, depth=2),
    Level(1_000, noise=0.22, overlooked=0.065, depth=3),
    Level(2_200, noise=0.07, overlooked=0.015, depth=3),
    Level(1_300),
    Level(2_800),
    Level(6_000),
    Level(12_000),
    Level(None),
)


RULES = Rules(
    name="breakthrough",
    title="Breakthrough",
    summary="Pawns race for the far row: straight ahead to move, diagonally to move or capture.",
    players=("black", "white"),
    pieces=(Piece("pawn", ("b", "w"), symbol="♟"),),
    options=(Size(rows=range(4, 9), columns=range(2, 9), default=(6, 6)),),
    named_players=ONE_PLY_PLAYERS,
    teaching=TEACHING,
    reason=reason,
    source_evaluation="piece",
    exercise_size="5",
    levels=LEVELS,
    bench_positions=BenchPositions(
        12,
        (
            "bbbbbb/bbbbbb/6/6/wwwwww/wwwwww black",
            "bbb1bb/bbbbbb/6/wwb1w1/2ww1w/wwwwww black",
            "b2bbb/bbb1bb/1bbbw1/1w1w2/ww1w1w/ww1www black",
            "bbb2b/b2b1b/b2b2/bww1w1/w1w1ww/w1www1 black",
        ),
    ),
    make_board=make_board,
    start=start,
    set_up=set_up,
    explain=explain,
    move_codes=lambda board: 4 * board.rows * board.columns,
    most_moves=lambda board: 3 * 2 * board.columns,
    legal_moves=legal_moves,
    play=play,
    result=result,
    cell=cell,
    move_squares=move_squares,
    has_move=has_move,
    is_legal=is_legal,
    is_noisy=is_noisy,
    noisy_moves=noisy_moves,
    decided=decided,
    loss_distance=loss_distance,
    canonical=canonical,
    symmetries=lambda board: (Symmetry.IDENTITY, Symmetry.MIRROR),
    planes=planes,
    engine_features={"futility": True, "time_management": True},
    pass_turn=pass_turn,
    side_swap=lambda board: Symmetry.FLIP,
    rows_from_top=False,
    has_draws=False,
    puzzle_tags=puzzle_tags,
    published={
        "5x5": Published(1, "Little Golem forum, 2006"),
        "6x5": Published(1, "Saffidine, Jouandeau and Cazenave, 2011 (6x5 or 5x6)"),
        "5x6": Published(1, "Saffidine, Jouandeau and Cazenave, 2011 (6x5 or 5x6)"),
        "6x6": Published(0, "claimed, without a certificate"),
    },
)
