"""The Wumpus duel: wumpuses, heroes and mages hunt each other among the pits.

The adversary (the human) starts on the bottom row and moves first, the agent on the top
row. A piece moves one square in any of the eight directions. Where it meets an enemy there
is a battle: hero kills wumpus, mage kills hero, wumpus eats mage, whoever attacks, and two
of a kind destroy each other. A pit destroys what moves into it. A side without pieces has
lost; without any pieces at all it is a draw.

House rules, since games between programs must end: a position that occurs for the third
time is a draw, and so are 50 moves of each side without a piece destroyed. Both numbers are
options of the game, and 0 switches a rule off.
"""

from __future__ import annotations

from plyground.core.looks import Colour, Look
from plyground.core.options import Number, Size
from plyground.core.rules import BenchPositions, Level, Piece, Rules, Scenery
from plyground.core.symmetry import Symmetry, symmetries_of
from plyground.core.wide import is_empty, union
from plyground.games.duel.board import LETTERS, NAMES, Board, State, make_board, set_up, start
from plyground.games.duel.moves import (
    cell,
    has_move,
    is_legal,
    is_noisy,
    legal_moves,
    move_squares,
    noisy_moves,
    pass_turn,
    planes,
    play,
    repetition_key,
    result,
)
from plyground.games.duel.teaching import TEACHING, puzzle_tags


def quiet_plies_left(board: Board, state: State) -> int | None:
    """Return how many more plies without a piece destroyed make a draw."""
    return int(board.quiet_limit) - int(state.quiet) if board.quiet_limit else None


def explain(board: Board, state: State) -> str:
    """Say who was destroyed, if anybody."""
    sides = ("adversary", "agent")
    own, other = sides[int(state.player)], sides[1 - int(state.player)]
    has_own = not is_empty(union(state.own_low, state.own_high))
    has_opponent = not is_empty(union(state.opponent_low, state.opponent_high))
    if has_own and has_opponent:
        return f"{int(board.quiet_limit) // 2} moves of each side without a piece destroyed"
    if has_own or has_opponent:
        return f"{other if has_own else own} has no pieces left"
    return "nobody has pieces left"


def symmetries(board: Board) -> tuple[Symmetry, ...]:
    """All eight keep the rules, with the pits carried along."""
    return symmetries_of(board.rows, board.columns)


def patterns(board: Board) -> tuple[tuple[int, ...], ...]:
    """Windows of two by two squares, side by side: of larger ones, no two games have the same."""
    corners = [
        row * board.columns + column
        for row in range(0, board.rows - 1, 2)
        for column in range(0, board.columns - 1, 2)
    ]
    return tuple(
        (corner, corner + 1, corner + board.columns, corner + board.columns + 1) for corner in corners
    )


# Good play ends in draws: only mistakes tell the higher levels apart.
LEVELS = (
    Level(600, noise=4.0, overlooked=0.75, depth=1, considered=6),
    Level(600, noise=1.75, overlooked=0.55, depth=1, considered=6),
    Level(600, noise=1.15, overlooked=0.44, depth=1, considered=6),
    Level(600, noise=0.95, overlooked=0.36, depth=1, considered=5),
    Level(600, noise=0.72, overlooked=0.29, depth=1, considered=5),
    Level(1_000, noise=0.95, overlooked=0.37, depth=2),
    Level(1_500, noise=0.3, overlooked=0.11, depth=3),
    Level(2_500, noise=0.12, overlooked=0.04, depth=4),
    Level(6_000, noise=0.05, overlooked=0.012),
    Level(None),
)
RULES = Rules(
    name="duel",
    aliases=("wumpus", "wumpus-duel"),
    title="Wumpus duel",
    summary="Wumpuses, heroes and mages hunt each other among the pits.",
    players=("adversary", "agent"),
    pieces=tuple(Piece(name, (upper, lower)) for name, upper, lower in zip(NAMES, *LETTERS, strict=True)),
    scenery=(Scenery("pit", "*"),),
    options=(
        Size(rows=(3, 6, 9, 12, 15), columns=(3, 6, 9, 12, 15), default=(6, 6), only_square=True),
        Number("seed", default=0, minimum=0, maximum=2**31 - 1, help="where the pits are"),
        Number(
            "quiet",
            default=50,
            minimum=0,
            maximum=1000,
            help="moves of each side without a piece destroyed that make a draw; 0 for never",
        ),
        Number(
            "repetitions",
            default=3,
            minimum=0,
            maximum=100,
            help="how often a position must occur to make a draw; 0 for never",
        ),
    ),
    look=Look(
        ground=Colour("#dedbd0", "#a8a69b"),
        shade=Colour("#d2cec1", "#9c9a8e"),
        rule=Colour("#b1ab9b", "#787467"),
    ),
    levels=LEVELS,
    teaching=TEACHING,
    puzzle_tags=puzzle_tags,
    source_evaluation="pieces",
    exercise_size="3",
    bench_positions=BenchPositions(
        11,
        (
            "whmwhm/3*2/3*2/*5/2*3/WHMWHM adversary",
            "wm1h1m/h2*2/3*2/*1H3/2*3/W1MW1M adversary 2",
            "w2mh1/3*2/2h*2/*4W/WH*3/3HM1 adversary 1",
            "1h4/w2*hm/m2*2/*5/W1*3/3WHM adversary 9",
        ),
    ),
    make_board=make_board,
    start=start,
    set_up=set_up,
    explain=explain,
    move_codes=lambda board: 8 * board.rows * board.columns,
    most_moves=lambda board: 8 * board.columns,
    legal_moves=legal_moves,
    play=play,
    result=result,
    cell=cell,
    move_squares=move_squares,
    has_move=has_move,
    is_legal=is_legal,
    is_noisy=is_noisy,
    noisy_moves=noisy_moves,
    symmetries=symmetries,
    planes=planes,
    patterns=patterns,
    learned_features=(
        "pieces",
        "advantage",
        "hunt1",
        "hunt2",
        "hunt3",
        "hunt4",
        "edge",
        "safety",
        "trades",
        "material",
    ),
    pass_turn=pass_turn,
    side_swap=lambda board: Symmetry.FLIP,
    counter=lambda board, state: int(state.quiet),
    repetition_key=repetition_key,
    quiet_plies_left=quiet_plies_left,
    repetition_limit=lambda board: board.repetitions,
)
