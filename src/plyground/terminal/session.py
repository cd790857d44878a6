"""A game at the terminal from its first move, or from where it was left, to its end."""

from __future__ import annotations

import time
from collections.abc import Callable, Sequence
from dataclasses import replace
from datetime import UTC, datetime

from plyground.arena.adjudication import Verdict
from plyground.arena.referee import by_the_rules, with_tags
from plyground.arena.seeds import seed_for
from plyground.errors import PlayerError
from plyground.players import Player, make_player
from plyground.position import Position
from plyground.records import GameRecord, PlayedMove, Termination
from plyground.records.quoting import printable
from plyground.store import EventState
from plyground.terminal.agreement import HUMAN, Agreement
from plyground.terminal.assistant import Assistant
from plyground.terminal.dialogue import Dialogue, Person
from plyground.terminal.keeping import Keeper
from plyground.terminal.leaving import Leave, TakeBack
from plyground.terminal.scene import Scene
from plyground.terminal.table import UNFINISHED, TableReferee
from plyground.terminal.thinking import ThinkingPlayer
from plyground.terminal.view import View
from plyground.terminal.words import told_move

WELCOME = "Type a move, or help."


class Session:
    """One game: whose turn it is, what was played, and where it is kept.

    `moves` are the last ones before the position that the players chose themselves, in a game
    that began at some time. `told_again` says how a game of some id is gone on with.
    """

    def __init__(
        self,
        position: Position,
        agreement: Agreement,
        view: View,
        keeper: Keeper,
        told_again: Callable[[int], str],
        *,
        moves: Sequence[PlayedMove] = (),
        began: str = "",
    ) -> None:
        self._position = position
        self._moves = list(moves)
        self._given = len(position.line()) - 1 - len(moves)
        self._start = position.line()[self._given]
        self._began = datetime.fromisoformat(began) if began else datetime.now(UTC)
        self._agreement = agreement
        self._view = view
        self._keeper = keeper
        self._told_again = told_again
        self._has_told_problem = False
        self._is_paused = False
        self._dialogue = Dialogue(view, Assistant(position.game, view.interrupts), self)
        self._players = (self._make_player(0), self._make_player(1))
        self._referee = TableReferee(self._players, agreement)

    def play(self) -> None:
        """Play until the game is over or the person leaves.

        Raises:
            PlayerError: one of the players cannot even begin.
        """
        try:
            self._prepare()
            with self._view:
                self._play()
        finally:
            self._keeper.close()
            for player in self._players:
                player.close()

    def record(self) -> GameRecord:
        """Return the game so far."""
        return self._written(UNFINISHED)

    def can_take_back(self) -> bool:
        """Tell whether there is a move that may be taken back."""
        return self._plies_to_take_back() > 0

    def _make_player(self, number: int) -> Player:
        text = self._agreement.players[number]
        if text == HUMAN:
            return Person(self._dialogue)
        return ThinkingPlayer(make_player(text, self._start.game), self._view)

    def _prepare(self) -> None:
        plies = len(self._moves)  # what is left to chance shall not happen twice
        seeds = [seed_for(self._agreement.seed, side, plies) for side in (0, 1)]
        verdict = self._referee.prepare(self._start, (seeds[0], seeds[1]))
        if verdict is not None:
            raise PlayerError(verdict.reason)

    def _play(self) -> None:
        self._keeper.note(EventState.RUNNING)
        self._greet()
        verdict: Verdict | None = None
        while verdict is None and self._position.outcome is None:
            try:
                verdict = self._turn()
            except TakeBack:
                self._take_back()
            except Leave:
                self._leave()
                return
        self._finish(verdict or by_the_rules(self._position))

    def _greet(self) -> None:
        scene = self._scene()
        sides = zip(self._start.game.players, scene.names, strict=True)
        players = ", ".join(f"{side} is {printable(name)}" for side, name in sides)
        self._view.greet(f"{scene.title}: {players}")
        self._tell_problem()
        if any(self._agreement.people):
            self._view.tell(WELCOME)

    def _turn(self) -> Verdict | None:
        """Ask the side to move; return a verdict if that ends the game."""
        self._view.settle()
        if not any(self._agreement.people) and (self._is_paused or self._view.interrupts.presses):
            self._pause()
        self._view.show(self._scene(since=time.monotonic()))
        played = self._referee.turn(self._position, self._moves)
        if isinstance(played, Verdict):
            self._keep(played)
            return played
        self._moves.append(played)
        self._position = self._position.play(played.text)
        verdict = by_the_rules(self._position) if self._position.outcome else None
        self._keep(verdict or UNFINISHED)  # what is told is kept already
        self._view.tell_move(told_move(self._position))
        return verdict

    def _pause(self) -> None:
        self._view.show(self._scene())
        self._dialogue.ask_to_go_on(self._position)
        self._is_paused = False

    def _scene(self, *, since: float = 0.0, result: str = "") -> Scene:
        people = self._agreement.people
        return Scene(
            self._position,
            self._agreement.players,
            clocks=self._referee.clocks(self._position, self._moves),
            since=since,
            given=self._given,
            result=result or str(self._position.outcome or ""),
            is_for_people=bool(result) or people[self._position.player] or not any(people),
        )

    def _plies_to_take_back(self) -> int:
        """Return how many plies lie between now and the last turn of a person."""
        people = self._agreement.people
        before = self._position.line()[self._given : -1]
        for plies, position in enumerate(reversed(before), start=1):
            if people[position.player] or not any(people):
                return plies
        return 0

    def _take_back(self) -> None:
        plies = self._plies_to_take_back()
        taken = [played.text for played in self._moves[-plies:]]
        del self._moves[-plies:]
        self._position = self._position.line()[-plies - 1]
        self._is_paused = True
        self._keep(UNFINISHED)
        self._view.tell(f"taken back: {' '.join(taken)}")

    def _leave(self) -> None:
        self._keeper.note(EventState.STOPPED)
        self._tell_problem()
        if self._keeper.game_id is None and not self._moves:
            self._view.tell("no move was played, so nothing is kept")
        elif self._keeper.problem is None and self._keeper.game_id is not None:
            self._view.tell(f"kept: '{self._told_again(self._keeper.game_id)}' goes on with it")

    def _finish(self, verdict: Verdict) -> None:
        self._keeper.note(EventState.DONE)
        winner = None if verdict.winner is None else self._start.game.players[verdict.winner]
        result = f"{winner} wins: {verdict.reason}" if winner else f"draw: {verdict.reason}"
        scene = self._scene(result=result)
        if scene.clocks is not None and verdict.termination is Termination.TIME:
            first, second = scene.clocks
            scene = replace(scene, clocks=(0.0, second) if verdict.winner == 1 else (first, 0.0))
        self._view.show(scene)
        self._tell_problem()
        if self._keeper.problem is None and self._keeper.game_id is not None:
            self._view.tell(f"kept as game {self._keeper.game_id}")

    def _written(self, verdict: Verdict) -> GameRecord:
        record = self._referee.record(self._start, self._position, self._moves, verdict, self._began)
        return with_tags(record, **self._agreement.tags)

    def _keep(self, verdict: Verdict) -> None:
        """Keep the game as it is; one in which nobody has moved is not begun."""
        if self._moves or self._keeper.game_id is not None:
            self._keeper.keep(self._written(verdict))
            self._tell_problem()

    def _tell_problem(self) -> None:
        if self._keeper.problem is not None and not self._has_told_problem:
            self._has_told_problem = True
            self._view.tell(self._keeper.problem)
