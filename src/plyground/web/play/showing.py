"""A game as pages see it."""

from __future__ import annotations

from plyground.playing.game import PlayedGame
from plyground.web.play.clock import Pace, TurnClock
from plyground.web.play.messages import Outcome, Status
from plyground.web.plies import MoveInfo, Ply


def plies_of(game: PlayedGame) -> list[Ply]:
    """Describe all positions of a game, also those that were given."""
    line, history = game.position.line(), game.clock_history()
    clocks = [None] * (game.plies + 1) if history is None else history
    given = [Ply.of(position, clocks=clocks[0]) for position in line[: game.given + 1]]
    played = zip(line[game.given + 1 :], game.moves, clocks[1:], strict=True)
    return [*given, *(Ply.of(position, move, left) for position, move, left in played)]


def status_of(
    game: PlayedGame,
    turn: TurnClock,
    pace: Pace,
    *,
    is_thinking: bool,
    is_compiling: bool,
    problem: str | None,
) -> Status:
    """Describe how a game stands at this moment."""
    is_over = game.verdict is not None
    clocks = clocks_now(game, turn)
    return Status(
        ply=game.given + game.plies,
        to_move=game.mover,
        moves=[] if is_over else [MoveInfo.of(move) for move in game.position.moves()],
        outcome=Outcome.of(game),
        is_thinking=is_thinking,
        is_compiling=is_compiling,
        is_paused=pace.is_paused,
        speed=pace.seconds,
        clocks=clocks,
        running=game.mover if clocks is not None and turn.is_running and not is_over else None,
        can_undo=game.plies_to_take_back() > 0,
        problem=problem,
    )


def clocks_now(game: PlayedGame, turn: TurnClock) -> tuple[float, float] | None:
    """Return what both clocks show at this moment."""
    clocks = game.clocks()
    if clocks is None:
        return None
    left = list(clocks)
    if game.verdict is None:
        left[game.mover] -= turn.seconds
    return max(left[0], 0.0), max(left[1], 0.0)
