"""`plyground puzzles`: positions in which one move alone keeps what is proved."""

from __future__ import annotations

import contextlib
import functools
import random
import sys
import time
from collections import Counter
from datetime import date
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from plyground.errors import PlygroundError, PuzzleError
from plyground.ui.cli import _options as option
from plyground.ui.cli._game_command import game_command
from plyground.ui.cli._groups import ListingGroup
from plyground.ui.cli._output import StatusLine, picked, write_json

if TYPE_CHECKING:
    from plyground.core.position import Move, Position
    from plyground.puzzles.puzzle import Puzzle, PuzzleStep
    from plyground.puzzles.standing import OwnStanding

EXIT_FAILED = 1
DEFAULT_COUNT = 20
SHOW = "?"

_RESULTS = {"loss": "loses", "draw": "only draws", "win": "wins by less"}

_game_name = click.option("--game", "game_name", metavar="GAME", help="Puzzles of this game.")
_tag = click.option("--tag", metavar="TAG", help="Puzzles with this tag, such as 'trap', 'win' or 'draw'.")


@click.group(cls=ListingGroup)
def command() -> None:
    """List, make, solve, show and check puzzles: positions with one move that keeps the win or the draw.

    Without the name of a command they are counted. 'plyground puzzles solve' poses one.
    """


@click.command("list")
@_game_name
@_tag
@click.option("--ids", is_flag=True, help="List every puzzle, and not how many there are.")
@option.store
@option.json
def list_puzzles(
    game_name: str | None, tag: str | None, ids: bool, store: Path | None, as_json: bool
) -> None:
    """Count the puzzles of every game, and show your rating and your streaks."""
    chosen = _chosen(game_name, tag)
    standing = _standing(store)
    if as_json:
        rows = {"puzzles": [_row(puzzle) for puzzle in chosen]} if ids else {}
        counts = Counter(puzzle.game for puzzle in chosen)
        write_json({"games": dict(counts), **rows, "standing": _standing_row(standing)})
        return
    if ids:
        for puzzle in chosen:
            click.echo(f"{puzzle.id} {puzzle.game} {puzzle.rating} {_told_task(puzzle)}")
        return
    for name in sorted({puzzle.game for puzzle in chosen}):
        click.echo(_counted(name, [puzzle for puzzle in chosen if puzzle.game == name]))
    if not chosen:
        click.echo("no puzzles")
    click.echo(_told_standing(standing))


@game_command(shared=("seed",))
@option.number("--count", "Puzzles of this seed.", default=DEFAULT_COUNT, least=1)
@option.seed
@option.file("--out", "The file they are added to, in the place of your own.")
@option.json
def make(position: Position, count: int, seed: int, out: Path | None, as_json: bool) -> None:
    """Make puzzles of GAME: play games, and look for proved positions with one good move.

    Each is kept when it is found. After Ctrl-C or a kill, the same command resumes. With --position, the
    games begin there: on a large board only late positions can be proved.
    """
    from plyground.puzzles.collection import own_file
    from plyground.puzzles.making import make_puzzles

    path = own_file(position.game) if out is None else out
    began, at_first = time.perf_counter(), None
    try:
        with StatusLine() as status:
            for progress in make_puzzles(position, path, count=count, seed=seed):
                at_first = progress.made if at_first is None else at_first
                status.show(_told_progress(progress.made, count, progress.games, at_first, began))
    except OSError as error:
        raise PuzzleError(f"{path} cannot be written: {error.strerror}") from error
    seconds = time.perf_counter() - began
    made = progress.made - (at_first or 0)
    if as_json:
        content = {"file": str(path), "puzzles": progress.made, "made": made, "games": progress.games}
        write_json({**content, "seed": seed, "seconds": seconds})
        return
    click.echo(f"{path}: {progress.made} puzzles of seed {seed}, {made} of them new ({seconds:.1f} s)")


@click.command("show")
@click.argument("id")
@click.option("--solution", is_flag=True, help="Show the moves and what refutes others, too.")
@option.json
def show(id: str, solution: bool, as_json: bool) -> None:
    """Draw the puzzle ID."""
    from plyground.puzzles.collection import find_puzzle

    puzzle = find_puzzle(id)
    if as_json:
        write_json(_row(puzzle, with_solution=solution))
        return
    _pose(puzzle)
    if solution:
        click.echo(f"solution: {' '.join(puzzle.line)}")
        for refutation in puzzle.steps[0].refuted:
            reply = "at once" if refutation.reply is None else f"after {refutation.reply}"
            click.echo(f"{', '.join(refutation.moves)}: {refutation.result} {reply}")


@click.command("solve")
@click.argument("id", required=False)
@click.option("--daily", is_flag=True, help="The puzzle of today.")
@_game_name
@_tag
@option.choice("--level", ["easier", "normal", "harder"], "normal", "How hard, compared with your rating.")
@option.number("--seed", "Seed of the choice; another one each time without it.")
@option.store
def solve(
    id: str | None,
    daily: bool,
    game_name: str | None,
    tag: str | None,
    level: str,
    seed: int | None,
    store: Path | None,
) -> None:
    """Solve the puzzle ID, the puzzle of today, or one that fits your rating. '?' shows the solution.

    The first attempt at each puzzle counts.
    """
    from plyground.puzzles.attempts import attempt_now, keep_attempt
    from plyground.puzzles.choosing import daily_puzzle
    from plyground.puzzles.collection import find_puzzle, shipped_puzzles
    from plyground.store import Store

    today = date.today()
    puzzle: Puzzle | None
    if id is not None:
        puzzle = find_puzzle(id)
    elif daily:
        puzzle = daily_puzzle(shipped_puzzles(), today)
    else:
        puzzle = _next(game_name, tag, level, store, seed)
    if puzzle is None:
        raise PuzzleError("there are no such puzzles; 'plyground puzzles list' shows what there is")
    is_solved = _solved_at_once(puzzle)
    if is_solved is None:
        return
    with Store(store) as opened:
        keep_attempt(opened, attempt_now(puzzle, today, is_solved=is_solved))
        if daily:
            keep_attempt(opened, attempt_now(puzzle, today, is_solved=is_solved, daily=True))
    click.echo(_told_standing(_standing(store)))


@click.command("check")
@click.argument("ids", nargs=-1, metavar="[ID]...")
@_game_name
@option.json
def check(ids: tuple[str, ...], game_name: str | None, as_json: bool) -> None:
    """Prove puzzles again: one move keeps the goal at every step, and each other one is refuted."""
    from plyground.puzzles.checking import problem_with
    from plyground.puzzles.collection import find_puzzle
    from plyground.puzzles.proving import PATIENT_NODES, PuzzleProver

    chosen = [find_puzzle(each) for each in ids] or _chosen(game_name, None)
    prover_of = functools.cache(lambda game: PuzzleProver(game, nodes=PATIENT_NODES))
    wrong: dict[str, str] = {}
    with StatusLine() as status:
        for number, puzzle in enumerate(chosen, start=1):
            status.show(f"{number} of {len(chosen)} puzzles")
            try:
                problem = problem_with(puzzle, prover_of(puzzle.start().game))
            except PlygroundError as error:
                problem = str(error)
            if problem is not None:
                wrong[puzzle.id] = problem
    if as_json:
        write_json({"checked": len(chosen), "problems": wrong})
    else:
        for each, problem in wrong.items():
            click.echo(f"plyground: {each}: {problem}", err=True)
        click.echo(f"{len(chosen) - len(wrong)} of {len(chosen)} puzzles are proved")
    if wrong:
        raise click.exceptions.Exit(EXIT_FAILED)


@click.command("export")
@click.argument("file", type=click.Path(path_type=Path))
@option.store
def export(file: Path, store: Path | None) -> None:
    """Write your attempts to FILE as JSON; rating and streaks follow from them."""
    from plyground.puzzles.attempts import attempts_in, write_attempts
    from plyground.store import Store
    from plyground.system.files import check_place, written_aside

    check_place(file)
    with Store(store) as opened:
        attempts = attempts_in(opened)
    with written_aside(file) as target:
        target.write(write_attempts(attempts))
    click.echo(f"{file}: {len(attempts)} attempts")


@click.command("import")
@click.argument("file", type=click.Path(path_type=Path))
@option.store
def import_attempts(file: Path, store: Path | None) -> None:
    """Add the attempts of FILE to yours; of two attempts at a puzzle, yours stays."""
    from plyground.puzzles.attempts import keep_attempt, read_attempts
    from plyground.store import Store

    try:
        attempts = read_attempts(file.read_bytes())
    except OSError as error:
        raise PuzzleError(f"{file} cannot be read: {error.strerror}") from error
    with Store(store) as opened:
        new = sum(keep_attempt(opened, attempt) for attempt in attempts)
    click.echo(f"{new} new attempts, {len(attempts) - new} were there already")


def _chosen(game_name: str | None, tag: str | None) -> list[Puzzle]:
    from plyground.core.discovery import find_rules
    from plyground.puzzles.choosing import Wish
    from plyground.puzzles.collection import all_puzzles

    wish = Wish(None if game_name is None else find_rules(game_name).name, tag)
    return [puzzle for puzzle in all_puzzles().values() if wish.admits(puzzle)]


def _next(
    game_name: str | None, tag: str | None, level: Any, store: Path | None, seed: int | None
) -> Puzzle | None:
    from plyground.puzzles.attempts import attempts_in
    from plyground.puzzles.choosing import Wish, next_puzzle
    from plyground.puzzles.standing import standing_of
    from plyground.store import Store

    with Store(store) as opened:
        attempts = attempts_in(opened)
    rating = standing_of(attempts, date.today()).rating.rating
    return next_puzzle(_chosen(game_name, tag), Wish(level=level), rating, attempts, random.Random(seed))


def _solved_at_once(puzzle: Puzzle) -> bool | None:
    """Let a person solve a puzzle; return whether the first answers were right, None if it was left."""
    position, is_solved = _pose(puzzle), True
    for step in puzzle.steps:
        while True:
            text = _asked(position)
            if text is None:
                return None if is_solved else False
            if text == SHOW:
                click.echo(f"solution: {' '.join(puzzle.line)}")
                return False
            move = _legal_move(position, text)
            if move is None:
                continue
            if str(move) == step.move:
                break
            is_solved = False
            click.echo(_told_refutation(step, str(move)))
        position = position.play(step.move)
        if step.reply is not None:
            click.echo(f"right; {position.to_move} plays {step.reply}")
            position = position.play(step.reply)
            click.echo(position.draw())
    ending = "" if position.outcome is None else f": {position.outcome}"
    click.echo(f"solved{ending}" if is_solved else f"solved, not at the first attempt{ending}")
    return is_solved


def _asked(position: Position) -> str | None:
    """Return what a person answers; None at the end of the input."""
    click.echo(f"{position.to_move}> ", nl=False)
    line = sys.stdin.readline()
    return line.strip() if line else None


def _legal_move(position: Position, text: str) -> Move | None:
    try:
        return position.find_move(text)
    except PlygroundError as error:
        click.echo(str(error))
        return None


def _told_refutation(step: PuzzleStep, move: str) -> str:
    refutation = step.refutation(move)
    if refutation is None or refutation.reply is None:
        return f"{move} gives it away; try again, or '{SHOW}' for the solution"
    told = f"{move} {_RESULTS[refutation.result]}: the answer is {refutation.reply}"
    return f"{told}; try again, or '{SHOW}' for the solution"


def _pose(puzzle: Puzzle) -> Position:
    start = puzzle.start()
    click.echo(start.draw())
    click.echo(f"{puzzle.id}, {puzzle.game}, rated {puzzle.rating}: {start.to_move} to {_told_task(puzzle)}")
    return start


def _told_task(puzzle: Puzzle) -> str:
    return f"{puzzle.told_goal()} ({', '.join(puzzle.tags)})" if puzzle.tags else puzzle.told_goal()


def _row(puzzle: Puzzle, *, with_solution: bool = False) -> dict[str, Any]:
    row = {**picked(puzzle, "id game options position goal rating tags distance"), "steps": len(puzzle.steps)}
    return {**row, "line": puzzle.line} if with_solution else row


def _counted(name: str, puzzles: list[Puzzle]) -> str:
    ratings = [puzzle.rating for puzzle in puzzles]
    tags = Counter(tag for puzzle in puzzles for tag in puzzle.tags)
    told = f"{name}: {len(puzzles)} puzzles, rated {min(ratings)} to {max(ratings)}"
    listed = ", ".join(f"{tag} {count}" for tag, count in sorted(tags.items()))
    return f"{told} ({listed})" if listed else told


def _standing(store: Path | None) -> OwnStanding:
    from plyground.puzzles.attempts import attempts_in
    from plyground.puzzles.standing import standing_of
    from plyground.store import Store, default_store_file

    path = default_store_file() if store is None else store
    attempts = []
    if path.exists():
        with contextlib.closing(Store(path, read_only=True)) as opened:
            attempts = attempts_in(opened)
    return standing_of(attempts, date.today())


def _standing_row(standing: OwnStanding) -> dict[str, Any]:
    return {
        "rating": round(standing.rating.rating),
        "deviation": round(standing.rating.deviation),
        "tried": standing.tried,
        "solved": standing.solved,
        "streak": standing.streak.now,
        "best_streak": standing.streak.best,
        "days": standing.days.now,
        "best_days": standing.days.best,
    }


def _told_standing(standing: OwnStanding) -> str:
    rating = f"your rating: {standing.rating.rating:.0f} ± {standing.rating.deviation:.0f}"
    solved = f"{standing.solved} of {standing.tried} solved, {standing.streak.now} in a row"
    return f"{rating}; {solved}; days in a row: {standing.days.now}"


def _told_progress(made: int, count: int, games: int, at_first: int, began: float) -> str:
    told = f"{made} of {count} puzzles, from {games} games"
    new = made - at_first
    if not new or made >= count:
        return told
    seconds = (time.perf_counter() - began) / new * (count - made)
    return f"{told}; about {max(round(seconds / 60), 1)} min left"


make.name = "make"
for _each in (list_puzzles, make, show, solve, check, export, import_attempts):
    command.add_command(_each)
