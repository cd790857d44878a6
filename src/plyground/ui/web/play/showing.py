"""A game as pages see it."""

from __future__ import annotations

from plyground.ui.playing.game import PlayedGame
from plyground.ui.web.play.clock import Pace
from plyground.ui.web.play.messages import Outcome, Status
from plyground.ui.web.plies import MoveInfo, Ply


def plies_of(game: PlayedGame) -> list[Ply]:
    """Describe all positions of a game, also those that were given."""
    line, history = game.position.line(), game.clock_history()
    clocks = [None] * (game.plies + 1) if history is None else history
    given = [Ply.of(position, clocks=clocks[0]) for position in line[: game.given + 1]]
    played = zip(line[game.given + 1 :], game.moves, clocks[1:], strict=True)
    return [*given, *(Ply.of(position, move, left) for position, move, left in played)]


def status_of(
    game: PlayedGame,
    pace: Pace,
    *,
    is_thinking: bool,
    is_compiling: bool,
    problem: str | None,
) -> Status:
    """Describe how a game stands at this moment."""
    is_over = game.verdict is not None
    clocks = game.clocks_now()
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
        running=game.mover if clocks is not None and game.turn.is_running else None,
        can_undo=game.plies_to_take_back() > 0,
        problem=problem,
    )
