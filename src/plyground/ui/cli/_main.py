"""The command `plyground`: finds its commands, and tells people's mistakes in one line."""

from __future__ import annotations

import contextlib
import importlib
import io
import os
import pkgutil
import sys
import warnings
from typing import Any, NoReturn

import click

import plyground
import plyground.ui.cli
from plyground import errors
from plyground.errors import PlygroundError
from plyground.ui.cli._groups import SuggestingGroup
from plyground.ui.cli._output import is_terminal
from plyground.ui.cli._runs import EXIT_INTERRUPTED

EXIT_FAILED = 1
EXIT_WRONG_USE = 2
FAILURES = (
    *(errors.ArenaError, errors.CertificateError, errors.GameFileError, errors.KernelError),
    *(errors.LearningError, errors.PlayerError, errors.StoreError, errors.StudyError, errors.TableError),
)


class CommandFolder(SuggestingGroup):
    """A group whose commands are the modules of `plyground.ui.cli`, imported when asked for."""

    def list_commands(self, context: click.Context) -> list[str]:
        """Return the names of the modules that hold a command."""
        modules = pkgutil.iter_modules(plyground.ui.cli.__path__)
        return sorted(module.name for module in modules if module.name[0] != "_")

    def get_command(self, context: click.Context, name: str) -> click.Command | None:
        """Import one command."""
        if name not in self.list_commands(context):
            return None
        command: click.Command = importlib.import_module(f"plyground.ui.cli.{name}").command
        command.name = name
        return command

    def invoke(self, context: click.Context) -> Any:
        """Run a command; Ctrl-C ends it like any other mistake, in one line.

        Left to itself, click writes an empty line first, even into a file.
        """
        try:
            return super().invoke(context)
        except KeyboardInterrupt as interrupt:
            if is_terminal(sys.stderr):
                click.echo(err=True)  # behind the ^C that the terminal shows
            raise click.Abort from interrupt


@click.group(
    cls=CommandFolder,
    context_settings={"help_option_names": ["-h", "--help"]},
    invoke_without_command=True,
)
@click.version_option(plyground.__version__, message="plyground %(version)s")
@click.pass_context
def cli(context: click.Context) -> None:
    """A laboratory for adversarial search: four board games and what plays them.

    Try 'plyground show othello' and 'plyground moves breakthrough --size 5'.
    """
    if context.invoked_subcommand is None:
        click.echo(context.get_help())


def main() -> NoReturn:
    """Run the command line and exit: 0, 1 if something failed, 2 for wrong use."""
    if isinstance(sys.stdout, io.TextIOWrapper):
        # A title of a game may have letters that this terminal has not.
        sys.stdout.reconfigure(errors="replace")
    code = _run()
    if _has_left_threads():
        # Nothing ends a function of somebody's that loops in machine code but the end of the process.
        with contextlib.suppress(OSError, ValueError, AttributeError):
            sys.stdout.flush()
        os._exit(code)
    sys.exit(code)


def _has_left_threads() -> bool:
    watchdog = sys.modules.get("plyground.search.watchdog")
    return watchdog is not None and bool(watchdog.is_anything_left_behind())


def _run() -> int:
    try:
        with warnings.catch_warnings():
            warnings.showwarning = _show_warning
            code = cli.main(prog_name="plyground", standalone_mode=False)
        if sys.stdout is not None:  # it was closed before we came
            sys.stdout.flush()
    except FAILURES as error:
        return _tell(error, EXIT_FAILED)
    except PlygroundError as error:
        return _tell(error, EXIT_WRONG_USE)
    except click.ClickException as error:
        return _tell(error.format_message(), error.exit_code)
    except (KeyboardInterrupt, click.Abort):
        return _tell("interrupted", EXIT_INTERRUPTED)
    except OSError as error:
        return _tell_output_error(error)
    return code if isinstance(code, int) else 0


def _tell(problem: object, code: int) -> int:
    click.echo(f"plyground: {' '.join(str(problem).split())}", err=True)
    return code


def _show_warning(message: Warning | str, *place: object, **more: object) -> None:
    """A warning is one line too; where in the source it comes from helps nobody here."""
    _tell(f"warning: {message}", 0)


def _tell_output_error(error: OSError) -> int:
    """The disk is full, or a file cannot be written; click ends quietly where nobody reads any more."""
    with contextlib.suppress(OSError):  # raised where no file is behind the output
        # What is still to be written would raise the same error again when Python ends.
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
    return _tell(f"{error.strerror}{f': {error.filename}' if error.filename else ''}", EXIT_FAILED)
