"""Constants of the search: they change what is searched and never what is found, and compile nothing."""

from __future__ import annotations

import re
from typing import Any

import pytest

import plyground as ply
from plyground.algorithms import Settings, make_engine
from plyground.players import make_player
from plyground.search.constants import DEFAULT, Constants
from plyground.search.engine import SearchEngine
from plyground.search.features import EXACT
from tests.docs.blocks import read_page

BOARD = ply.game("breakthrough", size=5)
DEPTH = ply.Limit(depth=7)
SCORED = "piece+0.3*mobility"  # a narrow window makes no difference where all scores are whole


def searched(constants: Constants, *without: str) -> tuple[float | None, int]:
    engine = ply.Engine(BOARD, SCORED, features=EXACT.without(*without), megabytes=1, constants=constants)
    *_, report = engine.search(BOARD.start(), DEPTH)
    assert engine.constants == constants
    return report.score, report.nodes


@pytest.mark.parametrize(
    "text", ["aspiration_window:0.01", "aspiration_window:100", "aspiration_window:0.01+widening:1.25"]
)
def test_windows_change_the_nodes_and_not_the_score(text: str) -> None:
    usual, other = searched(DEFAULT), searched(Constants.read(text))
    assert other[0] == usual[0]
    assert other[1] != usual[1]


def test_windows_from_a_depth_that_is_not_reached_are_no_windows() -> None:
    assert searched(Constants(aspiration_from_depth=20.0)) == searched(DEFAULT, "aspiration")
    assert searched(Constants(aspiration_from_depth=1.0)) != searched(DEFAULT, "aspiration")


def test_the_search_before_the_solver_takes_its_share(monkeypatch: pytest.MonkeyPatch) -> None:
    position = ply.game("othello", size=6).start()
    for number in range(22):
        moves = position.moves()
        position = position.play(moves[number % len(moves)])
    limits = []
    think = SearchEngine._think

    def record(engine: Any, position: Any, limit: ply.Limit, lines: int) -> Any:
        limits.append(limit)
        return think(engine, position, limit, lines)

    monkeypatch.setattr(SearchEngine, "_think", record)
    for share in (0.05, 0.5):
        engine = ply.Engine(position.game, megabytes=1, constants=Constants(search_share=share))
        *_, last = engine.search(position, ply.Limit(nodes=400_000))
        assert last.proved
    assert [limit.nodes for limit in limits] == [20_000, 200_000]


def test_a_player_takes_constants() -> None:
    limit = ply.Limit(depth=5)
    nodes = []
    for text in (
        f"engine:evaluate={SCORED}",
        f"engine:evaluate={SCORED},constants=aspiration_window:0.01+widening:2",
    ):
        player = make_player(text, BOARD)
        player.begin(BOARD.start(), seed=0)
        nodes.append(player.choose(BOARD.start(), limit).nodes)
    assert nodes[0] != nodes[1]
    with pytest.raises(ply.PlygroundError, match="there is no constant 'window'"):
        make_player("engine:constants=window:1", BOARD)


def test_a_player_by_monte_carlo_takes_constants_too() -> None:
    """Without exploration the move that looks best early gets nearly all simulations."""
    visits = []
    for text in ("uct:nodes=2000", "uct:nodes=2000,constants=exploration:0", "mcts:constants=exploration:2"):
        player: Any = make_player(text, BOARD)
        player.begin(BOARD.start(), seed=0)
        player.choose(BOARD.start(), ply.Limit(nodes=2000))
        visits.append(max(player._engine.tree().visits().values()))
    assert visits[1] > 2 * visits[0]
    assert player._engine.constants == ply.MctsConstants(exploration=2)
    with pytest.raises(ply.PlygroundError, match="no constant 'widening'; did you mean 'widening_share'"):
        make_player("mcts:constants=widening:1", BOARD)


def test_constants_of_another_search_are_refused() -> None:
    settings = Settings(constants=ply.MctsConstants())
    with pytest.raises(ply.OptionError, match="are constants of another search; give Constants"):
        make_engine(BOARD, "engine", settings)
    assert make_engine(BOARD, "mcts", settings)


def test_the_constants_of_both_searches_have_one_form() -> None:
    for kind in (Constants, ply.MctsConstants):
        default = kind()
        assert (kind.read(""), default.write()) == (default, "")
        for name, bounds in kind.ranges().items():
            extreme = kind(**{name: bounds.high})
            assert kind.read(extreme.write()) == extreme
            with pytest.raises(ply.OptionError, match=f"^{name} .* is not possible; allowed: "):
                kind.read(f"{name}:{bounds.high + 1:g}")


def test_the_page_lists_the_constants_with_their_defaults() -> None:
    pages = ("docs/how-to/tune-weights.md", "docs/explanation/algorithms/monte-carlo.md")
    for page, default in zip(pages, (Constants(), ply.MctsConstants()), strict=True):
        listed: dict[str, float] = {}
        for names, values in re.findall(
            r"^\| (`[a-z_`, ]+`) \| ([\d., -]+) \|", read_page(page), re.MULTILINE
        ):
            listed |= zip(re.findall("[a-z_]+", names), map(float, values.split(",")), strict=True)
        assert listed == {name: float(f"{getattr(default, name):.4g}") for name in default.names()}
