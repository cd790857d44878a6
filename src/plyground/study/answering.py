"""A study from Python, in one call."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from plyground.core.position import Game, Position
from plyground.core.position import game as find_game
from plyground.errors import expect
from plyground.study.declared import AnyStudy, find_study, make_study, settings_of
from plyground.study.kept_study import Provenance
from plyground.study.study_running import StudyProgress, run_study
from plyground.study.written import StudyReport


def answer_study(
    name: str,
    about: Game | Position | None = None,
    *,
    seed: int = 0,
    on_progress: Callable[[StudyProgress], None] | None = None,
    **options: Any,
) -> StudyReport:
    """Make all measurements of a study here and now; return what they show.

    >>> import plyground as ply
    >>> report = answer_study("pruning", ply.game("konane", size=4), depth=2, textbook=0)
    >>> report.tables[0].rows[1][:5]
    ('compiled', 2, 4, 55, 39)

    Args:
        name: a study, such as ``pruning``.
        about: a game, or a position to begin with; without it the game that the study is about.
        seed: decides about everything that is left to chance.
        on_progress: receives what is measured next, and how long the rest will take.
        options: those of the study, such as ``depth``.

    Raises:
        OptionError: there is no such study, or it has no such option or value.
    """
    kind = find_study(name)
    given = find_game(kind.default_game) if about is None else about
    expect(given, (Game, Position), "about has to be a Game or a Position such as ply.game('breakthrough')")
    start = given.start() if isinstance(given, Game) else given
    study = make_study(name, start, seed=seed, **options)
    making = Provenance.here(_call(study), seed)
    results = run_study(study, on_progress=on_progress)
    return StudyReport("", study, making, study.sections(results))


def _call(study: AnyStudy) -> str:
    """Write the call that makes a study again."""
    settings = settings_of(study)
    options = "".join(f", {name}={value!r}" for name, value in settings["options"].items())
    start = f".position({settings['start']!r})" if settings["start"] else ".start()"
    moves = "".join(f".play({move!r})" for move in settings["moves"])
    about = f"ply.game({settings['game']!r}{options}){start}{moves}"
    given = "".join(
        f", {each.name}={value!r}"
        for each in study.options()
        if (value := getattr(study, each.name)) != each.default
    )
    return f"ply.answer_study({study.name!r}, {about}, seed={study.seed}{given})"
