"""Studies that search: what scores positions is an option of all of them."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property

from plyground.core.heuristics import Heuristic
from plyground.errors import OptionError
from plyground.study.declared import ResultT, Study, TaskT, option
from plyground.study.timed_searching import Searchers, chosen_evaluation


@dataclass(frozen=True, kw_only=True)
class EvaluatedStudy(Study[TaskT, ResultT]):
    """A study with an evaluation, that of the game's source if no other one is given."""

    evaluate: str | None = option(None, "What scores positions; by default what the game's source has.")

    def __post_init__(self) -> None:
        self.heuristics()  # complains of what is none

    def heuristics(self) -> list[Heuristic]:
        """Return the evaluation."""
        return [self.evaluation]

    @cached_property
    def evaluation(self) -> Heuristic:
        """What scores positions."""
        return chosen_evaluation(self.start.game, self.evaluate)

    @cached_property
    def searchers(self) -> Searchers:
        """Timed searches on the board of the study."""
        return Searchers(self.start.game, self.evaluation)


def check_counts(**counts: int) -> None:
    """Complain of options that should be 1 or more and are not.

    Raises:
        OptionError: the message names the option.
    """
    for name, count in counts.items():
        if count < 1:
            raise OptionError(f"{name.replace('_', '-')} {count} is too few; give 1 or more")
