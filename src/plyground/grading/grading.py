"""A grading: who handed in what, whom they meet, and everything that decides how it is played."""

from __future__ import annotations

import dataclasses
from collections.abc import Callable, Sequence
from dataclasses import dataclass

from plyground.core.discovery import source_of
from plyground.core.position import Position
from plyground.errors import OptionError
from plyground.evaluation import default_heuristic
from plyground.grading.field_contest import FieldContest, check_field
from plyground.grading.handed_in import HandIn, inspect, read_hand_ins
from plyground.grading.limits import HandInLimits
from plyground.grading.order import HandInOrder
from plyground.grading.thinkers import make_looking_ahead
from plyground.match.judging import Conditions
from plyground.tournament.contest import Entrant


@dataclass(frozen=True)
class Terms:
    """The terms on which everybody is graded.

    `start` is the position that the games begin with, `play_as` the player that a heuristic becomes,
    `pairs` how many pairs of games each hand-in plays against each of the field, and against every
    other hand-in if `meets_class`. `forbidden` is what hand-ins may not use of Plyground.
    """

    start: Position
    field: tuple[Entrant, ...]
    play_as: str = "greedy"
    pairs: int = 5
    opening_plies: int = 4
    limits: HandInLimits = dataclasses.field(default_factory=HandInLimits)
    has_sandbox: bool = False
    seed: int = 0
    meets_class: bool = False
    forbidden: tuple[str, ...] = ()

    def check(self) -> None:
        """Refuse what cannot be played, before anybody's file is looked at.

        Raises:
            PlygroundError: a player of the field cannot play, or heuristics cannot play as is said.
        """
        if not self.field and not self.meets_class:
            raise OptionError("nobody to play against; give a field, as in --against random, or --class")
        game = self.start.game
        make_looking_ahead(self.play_as, game, default_heuristic(game.name)).close()
        check_field(self.field, self.start)

    def order(self, hand_in: HandIn) -> HandInOrder:
        """Return the order to run a hand-in."""
        game = self.start.game
        return HandInOrder(
            file=hand_in.file,
            name=hand_in.wanted,
            kind=hand_in.kind,
            game=source_of(game.rules),
            options=game.option_texts,
            play_as=self.play_as,
            limits=self.limits,
            has_sandbox=self.has_sandbox,
            forbidden=self.forbidden,
        )

    def games_of_each(self, hand_ins: int) -> int:
        """Return how many games each of this many hand-ins plays."""
        return 2 * self.pairs * (len(self.field) + (hand_ins - 1 if self.meets_class else 0))


@dataclass(frozen=True)
class Grading:
    """What is graded, and the contest that decides; there is none if nobody can play.

    `command` is what somebody would type to have it again.
    """

    hand_ins: tuple[HandIn, ...]
    contest: FieldContest | None
    game: str
    limits: HandInLimits
    play_as: str
    has_sandbox: bool
    seed: int
    forbidden: tuple[str, ...] = ()
    command: str = ""


def prepare(
    files: Sequence[str], terms: Terms, on_progress: Callable[[int, int, HandIn], None] | None = None
) -> Grading:
    """Look at every file, in a process of its own, and set up the games of those that can play.

    Raises:
        PlygroundError: the options are wrong. Mistakes in the files are reported later.
    """
    hand_ins = read_hand_ins(files)
    _check_names(hand_ins, terms.field)
    terms.check()
    games = terms.games_of_each(len(hand_ins))
    terms = dataclasses.replace(terms, limits=dataclasses.replace(terms.limits, games=games))
    seen = []
    for number, each in enumerate(hand_ins):
        if on_progress is not None:
            on_progress(number, len(hand_ins), each)
        seen.append(inspect(each, terms.order(each)) if each.can_play else each)
    playing = [each for each in seen if each.can_play]
    has_opponents = bool(terms.field) or len(playing) > 1
    return Grading(
        hand_ins=tuple(seen),
        contest=_contest(playing, terms) if playing and has_opponents else None,
        game=terms.start.game.rules.title,
        limits=terms.limits,
        play_as=terms.play_as,
        has_sandbox=terms.has_sandbox,
        seed=terms.seed,
        forbidden=terms.forbidden,
    )


def _contest(playing: Sequence[HandIn], terms: Terms) -> FieldContest:
    start = terms.start
    return FieldContest(
        game=source_of(start.game.rules),
        options=start.game.option_texts,
        entrants=(*(Entrant(each.name, terms.order(each).player()) for each in playing), *terms.field),
        pairs=terms.pairs,
        start="" if start == start.game.start() else start.text,
        opening_plies=terms.opening_plies,
        conditions=Conditions(terms.limits.seconds),
        seed=terms.seed,
        hand_ins=len(playing),
        meets_class=terms.meets_class,
    )


def _check_names(hand_ins: Sequence[HandIn], field: Sequence[Entrant]) -> None:
    names = [*(each.name for each in hand_ins), *(each.name for each in field)]
    for name in names:
        if names.count(name) > 1:
            raise OptionError(f"two players are called {name!r}; give names, as in other={name}")
