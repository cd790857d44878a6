"""The players of the house, one function each. Those that run other programs are made in `making.py`."""

from __future__ import annotations

from plyground.core.position import Game
from plyground.engine import DEFAULT_MEGABYTES
from plyground.errors import OptionError
from plyground.players.kinds import player_kind
from plyground.players.levels import LevelPlayer
from plyground.players.player import Player
from plyground.players.searching import SearchPlayer
from plyground.players.simple import FirstPlayer, GreedyPlayer, RandomPlayer
from plyground.search.constants import Constants
from plyground.search.features import preset
from plyground.search.limit import Limit
from plyground.search.mcts import MctsEngine, MctsFeatures, mcts_preset
from plyground.solving.proof_engine import ProofEngine


@player_kind("first")
def _make_first(game: Game) -> Player:
    """Play the first legal move."""
    return FirstPlayer()


@player_kind("random")
def _make_random(game: Game) -> Player:
    """Play any legal move."""
    return RandomPlayer()


@player_kind("greedy")
def _make_greedy(game: Game, *, evaluate: str) -> Player:
    """Look one ply ahead, with an evaluation."""
    return GreedyPlayer(game, evaluate)


@player_kind("minimax")
def _make_minimax(game: Game, *, depth: int = 3, evaluate: str | None = None) -> Player:
    """Search every line to a depth."""
    return SearchPlayer(game, Limit(depth=depth), evaluate=evaluate, algorithm="minimax")


@player_kind("alphabeta")
def _make_alphabeta(
    game: Game, *, depth: int = 4, evaluate: str | None = None, order: str | None = None
) -> Player:
    """Search to a depth, without the lines that cannot matter."""
    return SearchPlayer(game, Limit(depth=depth), evaluate=evaluate, order=order, algorithm="alphabeta")


@player_kind("engine")
def _make_engine(
    game: Game,
    *,
    seconds: float | None = None,
    depth: int | None = None,
    nodes: int | None = None,
    evaluate: str | None = None,
    order: str | None = None,
    threads: int = 1,
    hash: int = DEFAULT_MEGABYTES,
    without: str = "",
    constants: str = "",
) -> Player:
    """Search with all features, except those named in `without` and joined by +."""
    return SearchPlayer(
        game,
        Limit(seconds, depth, nodes),
        evaluate=evaluate,
        order=order,
        threads=threads,
        megabytes=hash,
        features=preset("engine", game.rules).without(*filter(None, without.split("+"))),
        constants=Constants.read(constants),
    )


def _declare(name: str, summary: str) -> None:
    """Declare the players of an algorithm that is a preset of the engine's features."""

    def make(
        game: Game,
        *,
        seconds: float | None = None,
        depth: int | None = None,
        nodes: int | None = None,
        evaluate: str | None = None,
        threads: int = 1,
        hash: int = DEFAULT_MEGABYTES,
        constants: str = "",
    ) -> Player:
        return SearchPlayer(
            game,
            Limit(seconds, depth, nodes),
            evaluate=evaluate,
            threads=threads,
            megabytes=hash,
            algorithm=name,
            constants=Constants.read(constants),
        )

    make.__doc__ = summary
    player_kind(name)(make)


for _name, _summary in {
    "failhard": "Search by fail-hard alpha-beta.",
    "failhard-aspiration": "Search by fail-hard alpha-beta with aspiration windows.",
    "failsoft": "Search by fail-soft alpha-beta.",
    "failsoft-aspiration": "Search by fail-soft alpha-beta with aspiration windows.",
    "negascout": "Search by NegaScout.",
    "negascout-aspiration": "Search by NegaScout with aspiration windows.",
    "mtdf": "Search by MTD(f).",
    "sss": "Search by SSS* in its MT form.",
    "beam": "Search the most promising moves of every node alone.",
}.items():
    _declare(_name, _summary)


@player_kind("pns")
def _make_pns(
    game: Game,
    *,
    seconds: float | None = None,
    nodes: int | None = None,
    threads: int = 1,
    hash: int = DEFAULT_MEGABYTES,
) -> Player:
    """Prove who wins by proof-number search, and play what looks nearest to a proof until then."""
    return SearchPlayer(
        game, Limit(seconds, nodes=nodes), engine=ProofEngine, threads=threads, megabytes=hash
    )


@player_kind("mcts")
def _make_mcts(
    game: Game,
    *,
    seconds: float | None = None,
    nodes: int | None = None,
    evaluate: str | None = None,
    threads: int = 1,
    hash: int = DEFAULT_MEGABYTES,
    added: str = "",
    without: str = "",
) -> Player:
    """Search by Monte Carlo tree search; `added` and `without` switch its features, joined by +."""
    on, off = (filter(None, names.split("+")) for names in (added, without))
    features = mcts_preset("mcts").having(*on).without(*off)
    return _mcts_player(game, Limit(seconds, nodes=nodes), features, evaluate, threads, hash)


@player_kind("uct")
def _make_uct(
    game: Game,
    *,
    seconds: float | None = None,
    nodes: int | None = None,
    threads: int = 1,
    hash: int = DEFAULT_MEGABYTES,
) -> Player:
    """Search by UCT, with playouts of random moves and no evaluation."""
    return _mcts_player(game, Limit(seconds, nodes=nodes), mcts_preset("uct"), None, threads, hash)


def _mcts_player(
    game: Game, limit: Limit, features: MctsFeatures, evaluate: str | None, threads: int, megabytes: int
) -> Player:
    return SearchPlayer(
        game,
        limit,
        engine=MctsEngine,
        evaluate=evaluate,
        features=features,
        threads=threads,
        megabytes=megabytes,
    )


@player_kind("level")
def _make_level(game: Game, *, strength: int) -> Player:
    """Play as strongly as a level from 1, who sees little and misjudges it, to 10, the full engine."""
    return LevelPlayer(game, strength)


@player_kind("human")
def _make_human(game: Game) -> Player:
    """Ask a person; only where there is one."""
    raise OptionError("a human cannot play here; use `plyground play` or the board in the browser")
