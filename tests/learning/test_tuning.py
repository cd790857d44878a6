"""Tuning a sum: what it sees of positions, that it gets better, repeats by seed and can be resumed."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from pathlib import Path
from typing import Any

import numpy as np
import pytest

import plyground as ply
from plyground.core.position import Game, Position
from plyground.errors import LearningError, OptionError, PlygroundError
from plyground.evaluation import read_terms, usable_evaluation
from plyground.learning.constant_tuning import ConstantSettings, run_constant_tuning
from plyground.learning.examples import make_examples, quiet_positions, values_of
from plyground.learning.kept_tuning import KeptTuning
from plyground.learning.plans import Plan
from plyground.learning.positions import LEAF, NO_RESULT, Positions
from plyground.learning.selfplay import SelfPlay
from plyground.learning.tune_settings import TuneSettings
from plyground.learning.tuning import Tuning, run_tuning, tune
from plyground.learning.tuning_runs import NotKept, Pair, TuneProgress
from plyground.solving.stored_states import load_state
from plyground.store import EventState, Store
from plyground.tournament.contest_running import RunningTest
from plyground.tournament.sprt import Sprt

BOARD = ply.game("breakthrough", size="5x4")
BAD = "piece - 2*reckless"
QUICK: dict[str, Any] = {"games": 200, "nodes": 100, "match_games": 200, "seed": 3}
SETTINGS = TuneSettings.of(BOARD, BAD, **QUICK)


def self_played(game: Game, evaluate: str, games: int) -> Positions:
    plan = Plan.for_game(game, nodes=60)
    player = SelfPlay(game, usable_evaluation(game, evaluate), plan, seed=1)
    played = [player.play(number) for number in range(games)]
    return Positions.joined([each for each in played if each is not None])


def positions_of(game: Game, positions: Positions) -> list[Position]:
    form = game.start().state
    return [Position(game, load_state(form, positions.words, row)) for row in range(len(positions))]


def resolved(position: Position, evaluate: str) -> float:
    """Return the best score for the side to move that captures alone lead to: a slow twin."""
    outcome = position.outcome
    if outcome is not None:
        return 1e6 if outcome.winner == position.to_move else -1e6
    captures = [move for move in position.moves() if "x" in str(move)]
    return max(
        [ply.evaluate(position, evaluate), *(-resolved(position.play(move), evaluate) for move in captures)]
    )


def test_values_and_quiet_positions_are_what_plain_python_says() -> None:
    found = self_played(BOARD, BAD, 6)
    evaluator = usable_evaluation(BOARD, BAD)
    values, quiet = values_of(BOARD, evaluator, found.words), quiet_positions(BOARD, evaluator, found.words)
    for position, value, is_quiet in zip(positions_of(BOARD, found), values, quiet, strict=True):
        assert value == ply.evaluate(position, BAD)
        assert is_quiet == (round(1000 * resolved(position, BAD)) == round(1000 * value))
    assert 0 < quiet.sum() < len(quiet)


def test_without_captures_every_position_is_quiet() -> None:
    game = ply.game("konane", size=4)
    found = self_played(game, "mobility", 4)
    assert quiet_positions(game, usable_evaluation(game, "mobility"), found.words).all()


def test_labels_are_results_and_off_the_game_chances_of_the_search() -> None:
    settings = SETTINGS
    found = self_played(BOARD, BAD, 40)
    total = usable_evaluation(BOARD, BAD)
    examples = make_examples(BOARD, settings.heuristics, total, found)
    quiet = quiet_positions(BOARD, total, found.words)
    is_leaf, has_result = found.kinds & LEAF != 0, found.results != NO_RESULT
    known = quiet & (has_result | is_leaf)
    assert len(examples) == known.sum()
    assert examples.values.shape == (len(examples), 2)
    of_games = has_result[known]
    assert set(examples.chances[of_games]) == {0.0, 1.0}
    assert (examples.chances[of_games] == (found.results[known][of_games] > 0)).all()
    scores, chances = found.scores[known][~of_games], examples.chances[~of_games]
    order = np.argsort(scores)
    assert (np.diff(chances[order]) >= 0).all()  # a better score is a better chance
    assert 0 < chances[np.abs(scores) < 10_000].min() < chances[np.abs(scores) < 10_000].max() < 1


@pytest.fixture(scope="module")
def tuned() -> Tuning:
    return run_tuning(SETTINGS, NotKept(), 2)


def test_a_tuned_sum_beats_a_bad_one(tuned: Tuning) -> None:
    assert tuned.elo.low > 50
    assert tuned.is_better
    assert tuned.recommended == tuned.evaluate
    assert replace(tuned, test=RunningTest(Sprt(0.0, 20.0))).recommended == tuned.evaluate  # undecided
    worse = RunningTest(Sprt(0.0, 20.0))
    worse.look([(0.0, 0.0)] * 200)
    assert replace(tuned, test=worse).recommended == BAD
    assert tuned.decided_after is not None
    assert tuned.decided_after <= tuned.counts.games == 200
    before, after, constant = tuned.errors
    assert after < before
    assert after < constant
    assert [term.weight > 0 for term in read_terms(tuned.evaluate)] == [True, True]
    assert usable_evaluation(BOARD, tuned.evaluate).kernel is usable_evaluation(BOARD, BAD).kernel


def test_a_seed_decides_about_everything_and_threads_about_nothing(tuned: Tuning) -> None:
    assert run_tuning(SETTINGS, NotKept(), 1).to_dict() == tuned.to_dict()
    other = run_tuning(replace(SETTINGS, seed=4, match_games=2), NotKept(), 2)
    assert other.weighing != tuned.weighing


class Interrupted(NotKept):
    """Keeps everything in memory, and is interrupted after so many things were kept."""

    def __init__(self, after: int) -> None:
        self.after = after
        self.kept: dict[int, Positions] = {}
        self.results: dict[int, Sequence[Pair]] = {}

    def _count(self) -> None:
        self.after -= 1
        if self.after == 0:
            raise KeyboardInterrupt

    def positions(self) -> Mapping[int, Positions]:
        return dict(self.kept)

    def keep_positions(self, first: int, positions: Positions) -> None:
        self.kept[first] = positions
        self._count()

    def rounds(self, stage: str) -> Mapping[int, Sequence[Pair]]:
        return dict(self.results)

    def keep_round(self, stage: str, number: int, pairs: Sequence[Pair]) -> None:
        self.results[number] = pairs
        self._count()


@pytest.mark.parametrize("after", [1, 3, 5])
def test_an_interrupted_tuning_comes_to_the_same_end(tuned: Tuning, after: int) -> None:
    keeper = Interrupted(after)
    with pytest.raises(KeyboardInterrupt):
        run_tuning(SETTINGS, keeper, 2)
    told: list[TuneProgress] = []
    assert run_tuning(SETTINGS, keeper, 2, told.append).to_dict() == tuned.to_dict()
    assert told[0].done == min(50 * after, 200)
    assert {each.stage for each in told} == {"self-play", "match"}
    assert told[-1].done == told[-1].total


def test_a_store_keeps_positions_and_results_until_the_end(tuned: Tuning, tmp_path: Path) -> None:
    with Store(tmp_path / "games.db") as store:
        kept = KeptTuning.begin(store, SETTINGS)
        kept.keep_positions(0, self_played(BOARD, BAD, 2))
        kept.keep_round("pairs", 0, [(1.0, 0.5)])
        again = KeptTuning.open(store, kept.id)
        assert again.settings == SETTINGS
        assert [len(each) > 0 for each in again.positions().values()] == [True]
        assert again.rounds("pairs") == {0: [(1.0, 0.5)]}
        next(kept.folder.iterdir()).write_bytes(b"damaged")
        assert again.positions() == {}  # it is played again
        assert kept.result() is None
        content = kept.end(tuned)
        assert again.result() == content
        assert not kept.folder.exists()
        assert store.event(kept.id).state is EventState.DONE


@pytest.mark.parametrize(
    ("evaluate", "more", "problem"),
    [
        ("piece", {}, "piece has no weights to tune; give a sum"),
        ("piece+2*piece", {}, "piece stands in the sum twice"),
        ("piece+nothing", {}, "there is no heuristic 'nothing' for breakthrough"),
        ("piece+", {}, "missing"),
        (BAD, {"games": 0}, "games 0 is too few; give 1 or more"),
        (BAD, {"nodes": 0}, "nodes 0 is too few"),
        (BAD, {"match_games": 1}, "match games 1 is too few; give 2 or more"),
        (BAD, {"minutes": 0.0}, "0 minutes cannot be played"),
        (BAD, {"minutes": float("nan")}, "nan minutes cannot be played"),
        (BAD, {"games": 4, "nodes": 20}, "too few"),
        (BAD, {"minutes": 1e-9}, "the time is over before the first games are"),
    ],
)
def test_mistakes_are_told_in_one_line(evaluate: str, more: dict[str, Any], problem: str) -> None:
    with pytest.raises(PlygroundError) as caught:
        tune(BOARD, evaluate, **more)
    assert problem in str(caught.value)
    assert "\n" not in str(caught.value)


def test_minutes_end_self_play_and_match() -> None:
    found = tune(BOARD, BAD, games=10_000_000, match_games=10_000_000, nodes=100, minutes=0.05, processes=1)
    assert 50 <= found.games < 10_000_000
    assert found.counts.games < 10_000_000


@pytest.mark.long
def test_heuristics_of_a_file_are_tuned(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    file = tmp_path / "my own.py"
    file.write_text(
        "from plyground.core.bits import popcount\n\n"
        "def pawns(board, state):\n    return popcount(state.own) - popcount(state.opponent)\n"
    )
    monkeypatch.chdir(tmp_path)
    settings = TuneSettings.of(BOARD, "-1*'my own.py':pawns + reckless", **QUICK)
    assert settings.evaluate == f"-{tmp_path}/my own.py:pawns + reckless"
    settings.check()
    found = run_tuning(settings, NotKept(), 1)
    assert found.weighing.weights[0] > 0
    assert ply.evaluate(BOARD.start(), found.evaluate) is not None


SMALL_CONSTANTS = ConstantSettings.of(
    BOARD,
    "aspiration_window,widening",
    "piece",
    games=48,
    minutes=None,
    nodes=100,
    match_games=16,
    sprt="0,20",
    seed=1,
)


def test_constants_are_moved_and_compared() -> None:
    SMALL_CONSTANTS.check()
    told: list[TuneProgress] = []
    found = run_constant_tuning(SMALL_CONSTANTS, NotKept(), 0, told.append)
    assert found.games == 48
    assert found.counts.games == 16
    assert run_constant_tuning(SMALL_CONSTANTS, NotKept(), 0).to_dict() == found.to_dict()
    assert {each.stage for each in told} == {"SPSA", "match"}
    assert found.settings.player(found.constants).startswith("engine:nodes=100,hash=4,evaluate=piece")
    assert found.constants.search_share == ply.Engine(BOARD).constants.search_share  # not among those


def test_constants_are_tuned_to_the_same_end_after_an_interruption(tmp_path: Path) -> None:
    whole = run_constant_tuning(SMALL_CONSTANTS, NotKept(), 0)
    with Store(tmp_path / "games.db") as store:
        kept = KeptTuning.begin(store, SMALL_CONSTANTS)

        def interrupt(progress: TuneProgress) -> None:
            if progress.done == 32:
                raise KeyboardInterrupt

        with pytest.raises(KeyboardInterrupt):
            run_constant_tuning(SMALL_CONSTANTS, kept, 0, interrupt)
        again = KeptTuning.open(store, kept.id)
        assert again.settings == SMALL_CONSTANTS
        assert len(again.rounds("SPSA")) == 2
        told: list[TuneProgress] = []
        assert run_constant_tuning(SMALL_CONSTANTS, again, 0, told.append).to_dict() == whole.to_dict()
        assert told[0].done == 32


@pytest.mark.parametrize(
    ("names", "more", "problem"),
    [
        ("windows", {}, "there is no constant 'windows'"),
        ("widening,widening", {}, "a constant is named twice"),
        ("widening", {"games": 0}, "games 0 is too few"),
        ("widening", {"minutes": -1.0}, "-1 minutes cannot be played"),
    ],
)
def test_mistakes_with_constants_are_told(names: str, more: dict[str, Any], problem: str) -> None:
    given = {"games": 64, "minutes": None, "nodes": 200, "match_games": 32, "sprt": "0,20", "seed": 1}
    with pytest.raises(OptionError, match=problem):
        ConstantSettings.of(BOARD, names, None, **{**given, **more}).check()


def test_no_games_in_time_are_told() -> None:
    settings = replace(SMALL_CONSTANTS, minutes=1e-9)
    with pytest.raises(LearningError, match="the time is over"):
        run_constant_tuning(settings, NotKept(), 0)
