"""A small agent in NumPy learns Breakthrough 5x4 from self-play: `python train_agent.py --seconds 60`.

A network with one hidden layer says what a position is worth for its side to move; the agent plays to the
worst one for its opponent. Games of a whole batch are played at once, and the network is fitted to their
results. The curve is held against the truth: it counts how often the agent misses a proved win.
"""

from __future__ import annotations

import argparse
import time
from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

import plyground as ply
from plyground.solving import Solver

GAMES_AT_ONCE = 256
RANDOM_PLIES = 4
EXPLORATION = 0.1
STEP = 0.3
EXAMPLES_A_STEP = 256
HIDDEN = 64
SOLVER_MEGABYTES = (
    8  # a table for thousands of small searches: a large one takes longer to clear than they do
)

Numbers = npt.NDArray[np.float64]


class Network:
    """One hidden layer: planes of a position go in, a value from -1 to 1 comes out."""

    def __init__(self, inputs: int, random: np.random.Generator) -> None:
        self.first = random.normal(0, inputs**-0.5, (inputs + 1, HIDDEN))
        self.second = random.normal(0, HIDDEN**-0.5, HIDDEN)

    def values(self, batch: ply.Batch) -> Numbers:
        """Return what each position is worth for its side to move."""
        return self._forward(planes(batch))[1]

    def fit(self, inputs: Numbers, results: Numbers) -> None:
        """Take one step towards the results, along the gradient of the squared error."""
        hidden, values = self._forward(inputs)
        slope = (values - results) * (1 - values**2) / len(inputs)
        below = np.outer(slope, self.second) * (hidden > 0)
        self.second -= STEP * hidden.T @ slope
        self.first -= STEP * inputs.T @ below

    def _forward(self, inputs: Numbers) -> tuple[Numbers, Numbers]:
        hidden = np.maximum(inputs @ self.first, 0)
        return hidden, np.tanh(hidden @ self.second)


def planes(batch: ply.Batch) -> Numbers:
    """Return the inputs of the network: all planes in a row, and a one."""
    flat = batch.observations().reshape(len(batch), -1).astype(float)
    return np.hstack([flat, np.ones((len(flat), 1))])


def best_moves(network: Network, batch: ply.Batch) -> npt.NDArray[np.int64]:
    """Return the code of the best move of each position by the network, -1 where the game is over."""
    rows, codes = np.nonzero(batch.legal_moves())
    best = np.full(len(batch), -1)
    if len(rows):
        after = batch[rows].play(codes)
        is_over, results = after.outcomes()
        values = np.where(is_over, np.sign(results), network.values(after))
        order = np.lexsort((values, rows))
        firsts = np.unique(rows[order], return_index=True)[1]
        best[rows[order][firsts]] = codes[order][firsts]
    return best


def self_play(network: Network, game: ply.Game, random: np.random.Generator) -> tuple[Numbers, Numbers]:
    """Play a batch of games; return the inputs of all positions, and the results for their sides to move."""
    batch, played = ply.Batch.start(game, GAMES_AT_ONCE), list[ply.Batch]()
    is_over, results = batch.outcomes()
    while not is_over.all():
        share = 1.0 if len(played) < RANDOM_PLIES else EXPLORATION
        codes = np.where(
            random.random(len(batch)) < share,
            batch.random_moves(int(random.integers(1 << 60))),
            best_moves(network, batch),
        )
        played.append(batch)
        batch = batch.play(np.where(is_over, -1, codes))
        is_over, results = batch.outcomes()
    of_black = np.sign(results) * np.where(batch.players == 0, 1, -1)
    inputs, targets = list[Numbers](), list[Numbers]()
    for each in played:
        goes_on = ~each.outcomes()[0]
        inputs.append(planes(each[goes_on]))
        targets.append((of_black * np.where(each.players == 0, 1, -1))[goes_on].astype(float))
    return np.concatenate(inputs), np.concatenate(targets)


@dataclass(frozen=True)
class Exam:
    """Positions that are proved to be won, and the moves of each that keep the win."""

    positions: ply.Batch
    winning: list[set[int]]

    @classmethod
    def of(cls, game: ply.Game, count: int, random: np.random.Generator) -> Exam:
        """Solve positions of random games; kept are those with a winning move and a losing one."""
        solver, positions, winning = Solver(game, megabytes=16), list[ply.Position](), list[set[int]]()
        while len(positions) < count:
            position = game.start()
            for _ in range(int(random.integers(4, 24))):
                if position.outcome is None:
                    position = position.play(random.choice(np.array(position.moves(), object)))
            moves = position.moves() if position.outcome is None else ()
            wins = {move.code for move in moves if is_lost(solver, position.play(move))}
            if 0 < len(wins) < len(moves):
                positions.append(position)
                winning.append(wins)
        return cls(ply.Batch.of(positions), winning)

    def mistakes(self, network: Network) -> float:
        """Return the share of positions where the agent misses the win."""
        moves = best_moves(network, self.positions).tolist()
        return float(np.mean([move not in wins for move, wins in zip(moves, self.winning, strict=True)]))


def is_lost(solver: Solver, position: ply.Position) -> bool:
    """Tell whether the side to move loses, for certain; what the solver knows helps with the next one."""
    if position.outcome is not None:
        return position.outcome.winner != position.to_move
    *_, found = solver.run(position)
    return found.value == "loss"


def score(network: Network, game: ply.Game, opponent: str, games: int) -> float:
    """Return the share of games that the agent wins against a player, half of them moving second."""
    won = 0
    for side in (0, 1):
        env = ply.gymnasium_env(game, opponent, side=side)
        for seed in range(games // 2):
            env.reset(seed=seed)
            is_over = env.position.outcome is not None
            while not is_over:
                action = best_moves(network, ply.Batch.of([env.position], threads=1))[0]
                _, reward, is_over, _, _ = env.step(action)
            won += reward > 0
        env.close()
    return won / (games // 2 * 2)


def learn_from_games(network: Network, game: ply.Game, random: np.random.Generator) -> None:
    """Play a batch of games, and fit the network to their results, in random order."""
    inputs, results = self_play(network, game, random)
    order = random.permutation(len(inputs))
    for first in range(0, len(order), EXAMPLES_A_STEP):
        chosen = order[first : first + EXAMPLES_A_STEP]
        network.fit(inputs[chosen], results[chosen])


def train(game: ply.Game, seconds: float, seed: int, exam_size: int) -> Network:
    """Train a network, and print how it gets on."""
    random = np.random.default_rng(seed)
    exam = Exam.of(game, exam_size, random)
    network = Network(planes(ply.Batch.start(game, 1)).shape[1] - 1, random)
    print(f"seconds    games  against random  wins missed, of {exam_size} solved positions")
    began, games, shown = time.perf_counter(), 0, 0.0
    while True:
        passed = time.perf_counter() - began
        if passed >= shown or passed >= seconds:
            mistakes = exam.mistakes(network)
            won = score(network, game, "random", 40)
            bar = "#" * round(100 * mistakes)
            print(f"{passed:7.0f}  {games:7,}  {won:14.0%}  {mistakes:4.0%} {bar}", flush=True)
            shown += seconds / 10
        if passed >= seconds:
            return network
        learn_from_games(network, game, random)
        games += GAMES_AT_ONCE


def main() -> None:
    """Read the command line, train, and let the agent play."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--seconds", type=float, default=60.0)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--positions", type=int, default=200, help="solved positions of the curve")
    given = parser.parse_args()
    game = ply.game("breakthrough", size="5x4")
    network = train(game, given.seconds, given.seed, given.positions)
    for opponent in ("random", "defensive"):
        print(f"against {opponent}: {score(network, game, opponent, 200):.0%} of 200 games")


if __name__ == "__main__":
    main()
