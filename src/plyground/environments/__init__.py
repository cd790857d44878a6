"""Environments for learning agents: every game as PettingZoo and Gymnasium have it.

`turns` is an environment of two agents who take turns (PettingZoo's AEC), `single` one of an agent against a
player (Gymnasium), `spaces` what both show of a position. They need ``pip install 'plyground[rl]'``.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from plyground.core.position import Game
from plyground.errors import OptionError, PlygroundError, expect

if TYPE_CHECKING:
    from plyground.environments.single import PlayerEnv
    from plyground.environments.turns import TurnsEnv

SIDES = (0, 1, "random")


def pettingzoo_env(game: Game, *, render_mode: str | None = None) -> TurnsEnv:
    """Return a game as a PettingZoo environment of two agents, ``player_0`` and ``player_1``.

    >>> import plyground as ply
    >>> env = ply.pettingzoo_env(ply.game("breakthrough", size=4))
    >>> env.reset(seed=1)
    >>> observation, reward, terminated, truncated, info = env.last()
    >>> int(observation["action_mask"].sum())
    10

    Args:
        game: the game, on a board of some size.
        render_mode: ``ansi``, with which `render` returns the position as text.

    Raises:
        PlygroundError: PettingZoo is not installed.
    """
    _check(game, render_mode)
    try:
        from plyground.environments.turns import TurnsEnv
    except ImportError as error:
        raise _missing("PettingZoo", error) from error
    return TurnsEnv(game, render_mode)


def gymnasium_env(
    game: Game,
    opponent: str = "random",
    *,
    side: int | str = 0,
    render_mode: str | None = None,
) -> PlayerEnv:
    """Return a game as a Gymnasium environment of one agent against a player.

    >>> import plyground as ply
    >>> env = ply.gymnasium_env(ply.game("konane", size=4), "alphabeta:depth=2")
    >>> observation, info = env.reset(seed=1)
    >>> env.action_space.sample(observation["action_mask"]) in env.action_space
    True

    Args:
        game: the game, on a board of some size.
        opponent: the text of a player, such as ``random``, ``level:3`` or ``mcts:nodes=500``.
        side: 0 if the agent moves first, 1 if second, ``random`` for a side that is drawn at every reset.
        render_mode: ``ansi``, with which `render` returns the position as text.

    Raises:
        PlygroundError: Gymnasium is not installed, or there is no such opponent.
    """
    _check(game, render_mode)
    if side not in SIDES:
        raise OptionError(f"the side cannot be {side!r}; it is 0, 1 or 'random'")
    try:
        from plyground.environments.single import PlayerEnv
    except ImportError as error:
        raise _missing("Gymnasium", error) from error
    return PlayerEnv(game, opponent, side, render_mode)


def _check(game: Game, render_mode: str | None) -> None:
    expect(game, Game, "game has to be a Game such as ply.game('breakthrough')")
    if render_mode not in (None, "ansi"):
        raise OptionError(f"the render mode cannot be {render_mode!r}; it is 'ansi' or None")


def _missing(name: str, error: ImportError) -> PlygroundError:
    if (error.name or "").partition(".")[0] not in ("gymnasium", "pettingzoo"):
        raise error
    return PlygroundError(f"an environment needs {name}: pip install 'plyground[rl]'")
