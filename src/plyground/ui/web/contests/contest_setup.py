"""From what a page asks for to a contest that can be played."""

from __future__ import annotations

import random
import secrets

from plyground.core.discovery import find_known_rules
from plyground.core.position import Game
from plyground.errors import OptionError
from plyground.match.judging import Adjudication, Conditions
from plyground.tournament.contest import Contest, Entrant, read_entrant, split_name
from plyground.tournament.openings import MOST_DRAWS, random_line
from plyground.tournament.sprt import Sprt
from plyground.ui.web.common.page_policy import check_player, checked_clock
from plyground.ui.web.contests.contest_messages import NewContest
from plyground.ui.web.limits import Limits

LARGEST_SEED = 2**31


def make_contest(new: NewContest, limits: Limits) -> Contest:
    """Make the contest that a page asks for; nothing is compiled for it here.

    Raises:
        PlygroundError: it cannot be played so; the message says why.
    """
    game = Game.of(find_known_rules(new.game), new.options)
    _check_numbers(new, limits)
    contest = Contest(
        game=game.name,
        options=game.option_texts,
        entrants=tuple(_entrant(text, game, limits) for text in new.players),
        format="round-robin" if new.format == "match" else new.format,
        pairs=-(-new.games // 2),
        rounds=_rounds(new),
        opening_plies=new.opening_plies,
        conditions=_conditions(new, limits),
        sprt=_test(new),
        seed=secrets.randbelow(LARGEST_SEED) if new.seed is None else new.seed,
    )
    if contest.expected_games > limits.contest_games:
        many, most = contest.expected_games, limits.contest_games
        raise OptionError(f"that would be about {many:,} games; a contest may have {most:,}")
    _check_openings(game, contest)
    return contest


def label_of(contest: Contest) -> str:
    """Return what a contest is called in a list."""
    names = [entrant.name for entrant in contest.entrants]
    who = " - ".join(names) if len(names) < 4 else f"{len(names)} players"
    return f"{contest.game}: {who}"


def check_players(contest: Contest, limits: Limits) -> None:
    """Make sure that nothing but what is built in would be run for a contest of the store.

    Raises:
        PlygroundError: a player, or the game itself, is a program or file of somebody's.
    """
    game = Game.of(find_known_rules(contest.game), contest.options)
    for entrant in contest.entrants:
        check_player(entrant.player, game, limits)


def _check_numbers(new: NewContest, limits: Limits) -> None:
    if len(new.players) > limits.contestants:
        raise OptionError(f"a contest may have {limits.contestants} players, not {len(new.players)}")
    if new.format == "match" and len(new.players) != 2:
        raise OptionError(f"a match is between two players, not {len(new.players)}")


def _entrant(text: str, game: Game, limits: Limits) -> Entrant:
    check_player(split_name(text.strip())[1], game, limits)  # to read one may ask a program for its version
    return read_entrant(text.strip())


def _rounds(new: NewContest) -> int:
    """Return how many rounds a Swiss tournament has.

    In half as many rounds as there are players, everybody can meet somebody new in each.
    """
    usual, most = max(1, (len(new.players) - 1).bit_length()), max(1, len(new.players) // 2)
    if new.rounds is None:
        return min(usual, most)
    if new.format == "swiss" and new.rounds > most:
        raise OptionError(f"{len(new.players)} players can meet in {most} rounds, not in {new.rounds}")
    return new.rounds


def _conditions(new: NewContest, limits: Limits) -> Conditions:
    clock = checked_clock(new.seconds, new.clock, limits)
    return Conditions(new.seconds, clock, Adjudication(most_moves=new.most_moves))


def _test(new: NewContest) -> str | None:
    if new.sprt is None:
        return None
    if len(new.players) != 2 or new.format not in ("match", "round-robin"):
        raise OptionError("a test is for a match between two players")
    Sprt.read(new.sprt)  # complains of what is no test
    return new.sprt


def _check_openings(game: Game, contest: Contest) -> None:
    """Make sure that random openings do not end the game, which they do on a tiny board."""
    rng = random.Random(contest.seed)
    plies, start = contest.opening_plies, game.start()
    if all(random_line(start, plies, rng).outcome is not None for _ in range(MOST_DRAWS)):
        raise OptionError(f"{game.name} on this board is over within {plies} random plies; choose fewer")
