"""A grading: who handed in what, whom they meet, and everything that decides how it is played."""

from __future__ import annotations

import dataclasses
import json
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any

from plyground.arena.contest import Entrant
from plyground.arena.judging import Conditions
from plyground.discovery import source_of
from plyground.errors import OptionError
from plyground.evaluation import default_heuristic
from plyground.grading.contest import FieldContest, check_field
from plyground.grading.handed_in import HandIn, inspect, read_hand_ins
from plyground.grading.limits import Limits
from plyground.grading.order import Order
from plyground.grading.thinkers import make_looking_ahead
from plyground.position import Position


@dataclass(frozen=True)
class Terms:
    """The terms on which everybody is graded.

    `start` is the position that the games begin with, `play_as` the player that a heuristic becomes,
    `pairs` how many pairs of games each hand-in plays against each of the field.
    """

    start: Position
    field: tuple[Entrant, ...]
    play_as: str = "greedy"
    pairs: int = 5
    opening_plies: int = 4
    limits: Limits = dataclasses.field(default_factory=Limits)
    has_sandbox: bool = False
    seed: int = 0

    def check(self) -> None:
        """Refuse what cannot be played, before anybody's file is looked at.

        Raises:
            PlygroundError: a player of the field cannot play, or heuristics cannot play as is said.
        """
        if not self.field:
            raise OptionError("a field needs one player or more, as in --against random")
        game = self.start.game
        make_looking_ahead(self.play_as, game, default_heuristic(game.name)).close()
        check_field(self.field, self.start)

    def order(self, hand_in: HandIn) -> Order:
        """Return the order to run a hand-in."""
        game = self.start.game
        return Order(
            file=hand_in.file,
            name=hand_in.wanted,
            kind=hand_in.kind,
            game=source_of(game.rules),
            options=_options(self.start),
            play_as=self.play_as,
            limits=self.limits,
            has_sandbox=self.has_sandbox,
        )


@dataclass(frozen=True)
class Grading:
    """What is graded, and the contest that decides; there is none if nobody can play."""

    hand_ins: tuple[HandIn, ...]
    contest: FieldContest | None
    game: str
    limits: Limits
    play_as: str
    has_sandbox: bool
    seed: int

    def to_json(self) -> dict[str, Any]:
        """Return plain values from which `from_json` makes the same grading."""
        contest = None if self.contest is None else json.loads(self.contest.to_json())
        return {
            **{name: getattr(self, name) for name in ("game", "play_as", "has_sandbox", "seed")},
            "hand_ins": [dataclasses.asdict(each) for each in self.hand_ins],
            "limits": dataclasses.asdict(self.limits),
            "contest": contest,
        }

    @classmethod
    def from_json(cls, content: dict[str, Any]) -> Grading:
        """Read what `to_json` wrote."""
        contest = content["contest"] and FieldContest.from_json(json.dumps(content["contest"]))
        hand_ins = tuple(HandIn(**each) for each in content["hand_ins"])
        return cls(
            **{**content, "hand_ins": hand_ins, "limits": Limits(**content["limits"]), "contest": contest}
        )


def prepare(
    files: Sequence[str], terms: Terms, on_progress: Callable[[int, HandIn], None] | None = None
) -> Grading:
    """Look at every file, in a process of its own, and set up the games of those that can play.

    Raises:
        PlygroundError: somebody who grades made a mistake. Mistakes in the files are told later.
    """
    hand_ins = read_hand_ins(files)
    _check_names(hand_ins, terms.field)
    terms.check()
    seen = []
    for number, each in enumerate(hand_ins):
        if on_progress is not None:
            on_progress(number, each)
        seen.append(inspect(each, terms.order(each)))
    playing = [each for each in seen if each.can_play]
    return Grading(
        hand_ins=tuple(seen),
        contest=_contest(playing, terms) if playing else None,
        game=terms.start.game.rules.title,
        limits=terms.limits,
        play_as=terms.play_as,
        has_sandbox=terms.has_sandbox,
        seed=terms.seed,
    )


def _contest(playing: Sequence[HandIn], terms: Terms) -> FieldContest:
    start = terms.start
    return FieldContest(
        game=source_of(start.game.rules),
        options=_options(start),
        entrants=(*(Entrant(each.name, terms.order(each).player()) for each in playing), *terms.field),
        pairs=terms.pairs,
        start="" if start == start.game.start() else start.text,
        opening_plies=terms.opening_plies,
        conditions=Conditions(terms.limits.seconds),
        seed=terms.seed,
        hand_ins=len(playing),
    )


def _check_names(hand_ins: Sequence[HandIn], field: Sequence[Entrant]) -> None:
    names = [*(each.name for each in hand_ins), *(each.name for each in field)]
    for name in names:
        if names.count(name) > 1:
            raise OptionError(f"two players are called {name!r}; give names, as in other={name}")


def _options(start: Position) -> dict[str, str]:
    game = start.game
    return {option.name: option.show(game.options[option.name]) for option in game.rules.options}
