"""A game at the terminal from its first move, or from where it was left, to its end."""

from __future__ import annotations

from collections.abc import Callable

from plyground.errors import PlayerError
from plyground.match.judging import Verdict
from plyground.match.live_game import ask
from plyground.players import Player, make_player
from plyground.store import EventState
from plyground.store.records.quoting import printable
from plyground.ui.playing.agreement import HUMAN
from plyground.ui.playing.kept_game import GameKeeper
from plyground.ui.playing.move_text import told_move
from plyground.ui.playing.played_game import PlayedGame
from plyground.ui.playing.player_names import YOU, told_players
from plyground.ui.terminal.dialogue import Assistant, Dialogue, Person
from plyground.ui.terminal.scene import Scene
from plyground.ui.terminal.thinking_player import ThinkingPlayer
from plyground.ui.terminal.typed_input import Leave, TakeBack
from plyground.ui.terminal.view import View

WELCOME = "Type a move, or help."


class TerminalSession:
    """One game with those who play it, where it is shown and where it is kept.

    `told_again` returns the command that resumes a game.
    """

    def __init__(
        self, game: PlayedGame, view: View, keeper: GameKeeper, told_again: Callable[[int], str]
    ) -> None:
        self._game = game
        self._view = view
        self._keeper = keeper
        self._told_again = told_again
        self._has_told_problem = False
        self._is_paused = False
        self._dialogue = Dialogue(view, Assistant(game.start.game, view.interrupts), game)
        self._players = (self._make_player(0), self._make_player(1))

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

    def _make_player(self, side: int) -> Player:
        text = self._game.agreement.players[side]
        if text == HUMAN:
            return Person(self._dialogue)
        return ThinkingPlayer(make_player(text, self._game.start.game), self._view)

    def _prepare(self) -> None:
        game = self._game
        for side, player in enumerate(self._players):
            try:
                player.begin(game.start, game.seed(side))
            except Exception as error:
                raise PlayerError(game.fault(side, error).reason) from error

    def _play(self) -> None:
        self._keeper.note(EventState.RUNNING)
        self._greet()
        while self._game.verdict is None:
            try:
                self._turn()
            except TakeBack:
                self._take_back()
            except Leave:
                self._leave()
                return
        self._finish(self._game.verdict)

    def _greet(self) -> None:
        scene = self._scene()
        self._view.greet(f"{scene.title}: {self._told_seats(scene.names)}")
        self._tell_problem()
        if any(self._game.agreement.people):
            self._view.tell(WELCOME)

    def _told_seats(self, names: tuple[str, str]) -> str:
        if all(self._game.agreement.people):
            return "two people"
        sides = self._game.start.game.players
        return ", ".join(
            f"you are {side}" if name == YOU else f"{side} is {printable(name)}"
            for side, name in zip(sides, names, strict=True)
        )

    def _turn(self) -> None:
        """Ask the side to move, and do what it says."""
        self._view.settle()
        is_watched = not any(self._game.agreement.people)
        if is_watched and (self._is_paused or self._view.interrupts.presses):
            self._pause()
        self._game.turn.run()
        self._view.show(self._scene())
        played = ask(self._game, self._players[self._game.mover])
        self._keep()  # what is shown is kept already
        if played is not None:
            self._view.tell_move(told_move(self._game.position))

    def _pause(self) -> None:
        self._view.show(self._scene())
        self._dialogue.ask_to_go_on(self._game.position)
        self._is_paused = False

    def _scene(self, *, result: str = "") -> Scene:
        game = self._game
        return Scene(
            game.position,
            told_players(game.agreement.players, game.position.game.players),
            clocks=game.clocks_now,
            given=game.given,
            result=result or str(game.position.outcome or ""),
            is_for_people=bool(result) or game.is_person_to_move or not any(game.agreement.people),
        )

    def _take_back(self) -> None:
        taken = [played.text for played in self._game.take_back()]
        self._is_paused = True
        self._keep()
        self._view.tell(f"taken back: {' '.join(taken)}")

    def _leave(self) -> None:
        self._keeper.note(EventState.STOPPED)
        self._tell_problem()
        if self._keeper.game_id is None and not self._game.plies:
            self._view.tell("no move was played, so nothing is kept")
        elif self._keeper.problem is None and self._keeper.game_id is not None:
            self._view.tell(f"kept: '{self._told_again(self._keeper.game_id)}' resumes it")

    def _finish(self, verdict: Verdict) -> None:
        self._keeper.note(EventState.DONE)
        winner = None if verdict.winner is None else self._game.start.game.players[verdict.winner]
        result = f"{winner} wins: {verdict.reason}" if winner else f"draw: {verdict.reason}"
        self._view.show(self._scene(result=result))
        self._tell_problem()
        if self._keeper.problem is None and self._keeper.game_id is not None:
            self._view.tell(f"kept as game {self._keeper.game_id}")

    def _keep(self) -> None:
        """Keep the game as it is; one in which nobody has moved is not begun."""
        if self._game.plies or self._keeper.game_id is not None:
            self._keeper.keep(self._game.record())
            self._tell_problem()

    def _tell_problem(self) -> None:
        if self._keeper.problem is not None and not self._has_told_problem:
            self._has_told_problem = True
            self._view.tell(self._keeper.problem)
