"""A run of the solver on this machine, which is kept once it has lasted for a minute."""

from __future__ import annotations

import threading
from collections.abc import Callable, Generator
from dataclasses import replace
from pathlib import Path

from plyground.core.position import Position
from plyground.errors import CertificateError, StoreError
from plyground.solve_runs.kept_solve import KeptSolve, SolveSettings
from plyground.solving import RETROGRADE, Solution, Solver
from plyground.solving.certificates import Written, write_certificate
from plyground.solving.checkpoint import (
    CheckpointError,
    RunProgress,
    check_rules,
    is_listing,
    load_checkpoint,
    write_checkpoint,
)
from plyground.solving.solution import is_final
from plyground.store import Store

CHECKPOINT_SECONDS = 60.0
"""How long a run lasts before it is kept, and from the end of one checkpoint to the beginning of the next."""


class LocalRun:
    """Solves one position. From the first checkpoint on it is an event of the store, which can be resumed.

    Nothing about keeping ends a run: `tell` takes the one line about what went wrong.
    """

    def __init__(
        self,
        solver: Solver,
        position: Position,
        settings: SolveSettings,
        open_store: Callable[[], Store],
        tell: Callable[[str], None],
    ) -> None:
        self.kept: KeptSolve | None = None
        self.note = ""
        self.can_resume = False
        self._solver = solver
        self._position = position
        self.settings = settings
        self._open_store = open_store
        self._tell = tell
        self._before = RunProgress()
        self._saving: threading.Thread | None = None
        self._next_save = CHECKPOINT_SECONDS
        # A checkpoint needs rules that can be compared when it is loaded.
        self._is_kept = settings.rules is not None

    @classmethod
    def resumed(
        cls, kept: KeptSolve, open_store: Callable[[], Store], tell: Callable[[str], None]
    ) -> LocalRun:
        """Take up a run that was interrupted; without a checkpoint that can be used it starts anew.

        Raises:
            ArenaError: the rules of the game are others by now.
        """
        settings = kept.settings
        position = settings.position
        check_rules(position.game, settings.rules)
        # A search that came upon repeated positions has gone on by retrograde analysis: see `Solver`.
        method = RETROGRADE if is_listing(kept.checkpoint_file) else settings.method
        solver = Solver(position.game, method=method, megabytes=settings.megabytes, threads=settings.threads)
        run = cls(solver, position, settings, open_store, tell)
        run.kept = kept
        try:
            run._before = load_checkpoint(kept.checkpoint_file, solver, position)
        except CheckpointError as error:
            tell(f"{error}; the run starts anew")
        return run

    @property
    def id(self) -> str | None:
        """What `plyground resume` finds the run by; None while it is not kept."""
        return None if self.kept is None else self.kept.id

    def stop(self) -> None:
        """End the run; the last solution has what is proved by then."""
        self._solver.stop()

    def solutions(self) -> Generator[Solution]:
        """Yield what is proved so far, several times a second; the last solution is the result."""
        if self.kept is not None:
            self.kept.resume()
        solution = None
        settings = self.settings
        try:
            for found in self._solver.run(self._position, settings.limit, only_winner=settings.only_winner):
                if self._is_kept and self._is_due(found) and not self._is_final(found):
                    self._save(self._progress(found))
                    self._next_save = found.seconds + CHECKPOINT_SECONDS
                solution = replace(found, **vars(self._progress(found)))
                yield solution
        finally:
            if self._saving is not None:
                self._saving.join()
            if self.kept is not None:
                self._close(self.kept, solution)

    def write_certificate(self, solution: Solution) -> Generator[Written]:
        """Write the proof of what was found to the file of the settings; yield how far it is.

        A run that is kept ends with its certificate: until then it can be resumed.

        Raises:
            CertificateError: a claim could not be proved again, or the proof does not fit into memory.
            OSError: the file cannot be written.
        """
        certificate = self.settings.certificate
        assert certificate is not None  # noqa: S101  # nobody asked for one
        has_ended = False
        try:
            yield from write_certificate(self._solver, solution, Path(certificate))
            solution, has_ended = replace(solution, certificate=certificate), True
        except CertificateError:
            has_ended = True  # another attempt would end in the same way
            raise
        finally:
            if self.kept is not None:
                self._end(self.kept, solution if has_ended and self._is_final(solution) else None)

    def _is_due(self, found: Solution) -> bool:
        """Tell whether to save now; retrograde analysis has a last chance for that, before its end."""
        return found.seconds >= (self._next_save if not self._is_last_chance else CHECKPOINT_SECONDS / 2)

    @property
    def _is_last_chance(self) -> bool:
        retrograde = self._solver.retrograde
        return retrograde is not None and retrograde.has_listed_all

    def _progress(self, found: Solution) -> RunProgress:
        return RunProgress(self._before.nodes + found.nodes, self._before.seconds + found.seconds)

    def _save(self, progress: RunProgress) -> None:
        """Begin a checkpoint, in a thread of its own: limits are watched meanwhile. One is made at a time."""
        if self._saving is not None and self._is_last_chance:
            self._saving.join()
        if self._saving is not None and self._saving.is_alive():
            return
        try:
            if self.kept is None:
                self.kept = KeptSolve.begin(self._open_store(), self.settings, self._position)
        except StoreError as error:
            self._give_up(error)
            return
        self._saving = threading.Thread(target=self._write, args=(self.kept, progress))
        self._saving.start()
        if self._is_last_chance:
            self._saving.join()

    def _write(self, kept: KeptSolve, progress: RunProgress) -> None:
        try:
            write_checkpoint(kept.checkpoint_file, self._solver, progress)
        except CheckpointError as error:
            self._give_up(error)

    def _give_up(self, error: Exception) -> None:
        self._is_kept = False
        self._tell(f"{error}; the run continues, but cannot be resumed from here")

    def _is_final(self, solution: Solution) -> bool:
        return is_final(solution, only_winner=self.settings.only_winner)

    def _close(self, kept: KeptSolve, solution: Solution | None) -> None:
        if solution is not None and self._is_final(solution) and self.settings.certificate is None:
            self._end(kept, solution)
            return
        if solution is not None and self._is_kept:
            self._write(kept, RunProgress(solution.nodes, solution.seconds))
        self._end(kept, None)

    def _end(self, kept: KeptSolve, solution: Solution | None) -> None:
        """Keep a result, or note that there is more to do."""
        self.can_resume = solution is None
        try:
            if solution is None:
                kept.stop()
            else:
                kept.end(solution)
        except StoreError as error:
            self._give_up(error)
