"""`plyground tune`: the weights of a sum of heuristics, or constants of the engine, found from games."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

import click

from plyground.errors import NotationError, OptionError
from plyground.ui.cli import _options as option
from plyground.ui.cli._game_command import GameCommand
from plyground.ui.cli._output import StatusLine
from plyground.ui.cli._runs import RunOptions, time_left

if TYPE_CHECKING:
    from plyground.core.position import Position
    from plyground.learning.kept_tuning import KeptTuning
    from plyground.learning.tuning_runs import TuneProgress, TuningResult
    from plyground.store import Store

LONGEST_NAME = 30


class TuneCommand(GameCommand):
    """A command about a game that may be left out where only one game has all heuristics of the sum."""

    def parse_args(self, context: click.Context, args: list[str]) -> list[str]:
        """Put the game in front of a sum that is given alone."""
        file, first = self._find_words(context, args)
        if file is None and first is not None and (game := _game_of(first)) is not None:
            args = [game, *args]
        return super().parse_args(context, args)


def _game_of(text: str) -> str | None:
    """Return the only game that has all heuristics of a sum; None if the text is no sum.

    Raises:
        OptionError: several games have them, or none has.
    """
    from plyground.core.discovery import known_games
    from plyground.evaluation import known_heuristics, read_terms

    try:
        terms = read_terms(text)
    except NotationError:
        return None
    if len(terms) < 2:
        return None  # the name of a game looks like this
    names = {term.name for term in terms if term.file is None}
    found = [name for name in known_games() if names and names <= known_heuristics(name).keys()]
    if len(found) != 1:
        which = f"{', '.join(found)} have" if found else "no game has"
        raise OptionError(
            f"which game? {which} all of {', '.join(sorted(names)) or text}; name it before the sum"
        )
    return found[0]


@click.command(cls=TuneCommand, shared=("seed",))
@click.argument("evaluate", metavar="SUM", required=False)
@click.option("--constants", metavar="NAMES", help="Tune constants of the engine: their names, or all.")
@option.number("--games", "Games to learn from; 4000 by default.", default=4000)
@click.option("--minutes", type=float, metavar="M", help="Stop self-play and match in time for M minutes.")
@option.number("--nodes", "Nodes per move; 1000 by default.", default=1000)
@option.number("--match-games", "Games of new against old; 1000 by default.", default=1000)
@click.option("--sprt", default="0,20", metavar="E0,E1", help="What the match tests; 0,20 by default.")
@option.seed
@option.gathered(RunOptions, "run", option.processes("one per core by default"), option.store, option.json)
def command(
    position: Position,
    evaluate: str | None,
    constants: str | None,
    run: RunOptions,
    **more: Any,
) -> None:
    """Find the weights of a SUM of heuristics from games, as in "2*defensive+0.5*reckless+piece".

    The engine plays against itself, the weights are fitted to the results from quiet positions, and the new
    sum plays a match against the old one. GAME may be left out where only one game has the heuristics.

    With --constants, constants of the engine are moved by the results of matches (SPSA) instead; SUM is what
    scores positions then, and may be left out.
    """
    from plyground.learning.constant_tuning import ConstantSettings
    from plyground.learning.kept_tuning import AnyTuneSettings, KeptTuning
    from plyground.learning.tune_settings import TuneSettings
    from plyground.store import Store

    if position != position.game.start():
        raise click.UsageError("tune plays from the start of the game; leave --position and --play out")
    settings: AnyTuneSettings
    if constants is not None:
        settings = ConstantSettings.of(position.game, constants, evaluate, **more)
    elif evaluate is None:
        raise click.UsageError('nothing to tune: give a sum, as in "2*piece+mobility", or --constants')
    else:
        settings = TuneSettings.of(position.game, evaluate, **more)
    settings.check()
    with Store(run.store) as opened:
        _tune(KeptTuning.begin(opened, settings), run)


def resume(opened: Store, id: str, run: RunOptions) -> None:
    """Resume a tuning; one that is over shows its result again."""
    from plyground.learning.kept_tuning import KeptTuning

    _tune(KeptTuning.open(opened, id), run)


def _tune(kept: KeptTuning, run: RunOptions) -> None:
    """Run what is left of a tuning, and show the result."""
    content = kept.result()
    if content is None:
        with run.resumable(kept) as status:
            kept.resume()
            tuning = _run(kept, run.processes, status)
        content = kept.end(tuning)
    run.write(lambda: content, lambda: result_text(content))


def _run(kept: KeptTuning, processes: int | None, status: StatusLine) -> TuningResult:
    from plyground.evaluation import telling_failures
    from plyground.learning.constant_tuning import run_constant_tuning
    from plyground.learning.tune_settings import TuneSettings
    from plyground.learning.tuning import run_tuning
    from plyground.tournament.game_pools import usual_processes

    def watch(progress: TuneProgress) -> None:
        status.show(progress_text(progress))

    settings, count = kept.settings, usual_processes() if processes is None else processes
    if not isinstance(settings, TuneSettings):
        return run_constant_tuning(settings, kept, count, watch)
    with telling_failures(*settings.heuristics):
        return run_tuning(settings, kept, max(count, 1), watch)


def progress_text(progress: TuneProgress) -> str:
    """Tell how many games are played, and how long the rest will take."""
    left = time_left(progress.seconds_left)
    return f"{progress.stage}: {progress.done:,} of {progress.total:,} games{left}"


def result_text(content: dict[str, Any]) -> str:
    """Return the result of a tuning as text."""
    size = "".join(f" {value}" for name, value in content["options"].items() if name == "size")
    played = f"{content['game']}{size}: {content['games']:,} games at {content['nodes']:,} nodes a move"
    if "constants" in content:
        rows = [
            (each["constant"], f"{each['before']:g}", f"{each['after']:g}") for each in content["constants"]
        ]
        lines = [played, *_grid([("", "before", "after"), *rows])]
    else:
        error = content["error"]
        lines = [
            f"{played}, {content['positions']:,} quiet positions",
            *_grid([("", "before", "after", "±", "lost without it"), *map(_weight, content["weights"])]),
            f"error on held-out games: {_number(error['before'])} before, {_number(error['after'])} after"
            f" ({_number(error['constant'])} without any heuristic)",
        ]
    if content["match"]["games"]:
        lines += _match(content["match"], content["sprt"])
    advice = "use" if content["recommended"] == content["after"] else "keep"
    return "\n".join([*lines, f"{advice}: {content['recommended']}"])


def _weight(row: dict[str, Any]) -> tuple[str, ...]:
    lost = row["lost_without"]
    return (
        _short(row["heuristic"]),
        f"{row['before']:g}",
        f"{row['after']:g}",
        f"{row['deviation']:.2g}",
        "" if lost is None else f"{lost:.1%}",
    )


def _grid(rows: Sequence[tuple[str, ...]]) -> list[str]:
    """Set text in columns, all but the first to the right."""
    from plyground.report.tables import TableColumn, text_table

    headings, *cells = rows
    columns = [TableColumn(heading, is_number=index > 0) for index, heading in enumerate(headings)]
    return text_table(columns, cells).splitlines()


def _match(match: dict[str, Any], test: dict[str, Any]) -> list[str]:
    from plyground.tournament.estimates import Estimate

    bounds = {"value": 0.0, "low": float("-inf"), "high": float("inf")}
    elo = Estimate(**{name: bounds[name] if value is None else value for name, value in match["elo"].items()})
    after = "" if test["games"] is None else f" after {test['games']} games"
    return [
        f"after against before: +{match['wins']} ={match['draws']} -{match['losses']},"
        f" Elo {elo}, LOS {match['superiority']:.1%}",
        f"SPRT {test['test']}: {test['ratio']:z.2f} ({test['lower']:z.2f}, {test['upper']:z.2f}),"
        f" {test['verdict']}{after}",
    ]


def _number(value: float | None) -> str:
    return "unknown" if value is None else f"{value:.4f}"


def _short(name: str) -> str:
    return name if len(name) <= LONGEST_NAME else f"…{name[1 - LONGEST_NAME :]}"
