"""Commands about a game: they take its name or file, its own options, and a position.

The options of a game are declared in its file and nowhere else. The command looks which
game is asked for before it reads its arguments, and takes that game's options as its own.
"""

from __future__ import annotations

import contextlib
from collections.abc import Callable, Iterator
from typing import TYPE_CHECKING, Any

import click
from click.shell_completion import CompletionItem

from plyground.errors import GameFileError, KernelError, OptionError, PlygroundError, UnknownGameError

if TYPE_CHECKING:
    from plyground.core.discovery import AnyRules
    from plyground.core.options import Option
    from plyground.core.position import Position

RULES = "plyground.core.rules"
"""Under this name a command's context holds the rules of the game it is about."""


class GameCommand(click.Command):
    """A command whose first argument is a game; it receives `position`, ready to use.

    Options named in `shared` are the command's own, and the game's too if it has them: one seed
    decides about everything. A command that `evaluates` positions says so where the game has nothing
    to score them with.
    """

    def __init__(
        self, *arguments: Any, shared: tuple[str, ...] = (), evaluates: bool = False, **settings: Any
    ) -> None:
        super().__init__(*arguments, **settings)
        self.shared = shared
        self.evaluates = evaluates
        self.params[:0] = _common_parameters()

    def get_params(self, context: click.Context) -> list[click.Parameter]:
        """Return this command's own parameters and those of the game asked for."""
        own = super().get_params(context)
        rules: AnyRules | None = context.meta.get(RULES)
        if rules is not None:
            taken = {param.name for param in own} | {name for param in own for name in param.opts}
            for option in rules.options:
                is_taken = option.name in taken or f"--{option.name}" in taken
                if is_taken and option.name not in self.shared:
                    raise GameFileError(f"{rules.name}: {self.name} has an option {option.name!r} of its own")
        of_game = [each for each in _game_parameters(rules) if each.name not in self.shared]
        return [*own[:-1], *of_game, own[-1]]

    def parse_args(self, context: click.Context, args: list[str]) -> list[str]:
        """Find the game first, then read the arguments with its options."""
        from plyground.core.discovery import find_rules

        name = self.find_name(context, args)
        if name is not None:
            try:
                context.meta[RULES] = find_rules(name)
            except PlygroundError:
                if not {"-h", "--help"} & set(args) and not context.resilient_parsing:
                    raise
        try:
            return super().parse_args(context, self._with_game(context, args))
        except click.NoSuchOption as error:
            raise self._with_allowed_options(context, error) from error

    def invoke(self, context: click.Context) -> Any:
        """Make the position and hand it to the command."""
        given = context.params
        rules: AnyRules | None = context.meta.get(RULES)
        if rules is None:
            raise click.UsageError("which game? Give its name, or --game with its file")
        name, file = given.pop("game"), given.pop("game_file")
        if file is not None and name is not None:
            _check_one_game(rules, name, file)
        names = [option.name for option in rules.options]
        options = {name: value for name in names if (value := given.get(name)) is not None}
        for name in names:
            if name not in self.shared:
                del given[name]
        with _blaming(rules):
            given["position"] = _position(rules, options, given.pop("position"), given.pop("play"))
            if self.evaluates and given.get("evaluate") is None:
                tell_neutral(rules)
            return super().invoke(context)

    def find_name(self, context: click.Context, args: list[str]) -> str | None:
        """Return what follows ``--game``, or the first argument that is not an option or its value."""
        file, first = self._find_words(context, args)
        return first if file is None else file

    def _with_game(self, context: click.Context, args: list[str]) -> list[str]:
        """Return the arguments with GAME among them, which need not be given beside ``--game``."""
        file, first = self._find_words(context, args)
        rules: AnyRules | None = context.meta.get(RULES)
        has_others = sum(isinstance(param, click.Argument) for param in self.params) > 1
        if file is None or first is None or rules is None or not has_others:
            return args
        if first in (rules.name, *rules.aliases):
            return args
        if _is_known(first):
            _check_one_game(rules, first, file)
        return [rules.name, *args]

    def _find_words(self, context: click.Context, args: list[str]) -> tuple[str | None, str | None]:
        """Return what follows ``--game``, and the first argument that is not an option or its value."""
        flags = {name for param in self.params if getattr(param, "is_flag", False) for name in param.opts}
        flags |= set(context.help_option_names)
        file = positional = None
        skip = False
        for index, word in enumerate(args):
            if skip:
                skip = False
            elif word == "--game" and index + 1 < len(args):
                file, skip = args[index + 1], True
            elif word.startswith("--game="):
                file = word.partition("=")[2]
            elif word.startswith("-") and word not in ("-", "--"):
                skip = word not in flags and "=" not in word
            elif word == "--":
                continue
            elif positional is None:
                positional = word
        return file, positional

    def _with_allowed_options(self, context: click.Context, error: click.NoSuchOption) -> OptionError:
        rules: AnyRules | None = context.meta.get(RULES)
        owner = f"{self.name} {rules.name}" if rules else f"{self.name}"
        names = [name for param in self.get_params(context) for name in param.opts if name.startswith("--")]
        hint = f"; did you mean {error.possibilities[0]}?" if error.possibilities else ""
        return OptionError(f"{owner} has no option {error.option_name}{hint} (it has: {', '.join(names)})")


@contextlib.contextmanager
def _blaming(rules: AnyRules) -> Iterator[None]:
    """Tell what a game that is not ours raises in one line: it is a mistake in its file.

    In our own games it is a defect of this program, and the traceback is wanted.
    """
    from plyground.core.discovery import is_built_in, tell_failure

    try:
        yield
    except (click.ClickException, click.Abort, click.exceptions.Exit, OSError):
        raise
    except Exception as error:
        is_told = isinstance(error, PlygroundError) and not isinstance(error, KernelError)
        if is_told or is_built_in(rules):
            raise
        raise GameFileError(tell_failure(rules, error)) from error


def _is_known(name: str) -> bool:
    from plyground.core.discovery import find_known_rules

    with contextlib.suppress(UnknownGameError):
        return find_known_rules(name) is not None
    return False


def _check_one_game(rules: AnyRules, name: str, file: str) -> None:
    if name not in (rules.name, *rules.aliases):
        raise click.UsageError(f"{name} and --game {file} are two games; give one of them")


def tell_neutral(rules: AnyRules) -> None:
    """Say that nobody wrote a heuristic for a game, so that nothing scores its positions."""
    from plyground.evaluation import has_heuristics

    if not has_heuristics(rules.name):
        told = "has no heuristics; where none is given, 'neutral' scores every undecided position 0"
        click.echo(f"plyground: {rules.name} {told}", err=True)


def _common_parameters() -> list[click.Parameter]:
    return [
        click.Argument(["game"], required=False, shell_complete=complete_game),
        click.Option(["--game", "game_file"], metavar="FILE", help="A Python file that holds the game."),
        click.Option(
            ["--position"], metavar="TEXT", help="Start from this position; it brings its own size."
        ),
        click.Option(
            ["--play"],
            metavar="MOVES",
            help='Play these moves first, as in "f5 d6 c3" or f5d6c3.',
        ),
    ]


def _game_parameters(rules: AnyRules | None) -> list[click.Parameter]:
    """Return the options of one game, or those of all of them when none is chosen yet."""
    from plyground.core.discovery import known_games

    if rules is not None:
        return [_parameter(option, _help_of(option)) for option in rules.options]
    found: dict[str, tuple[Option, list[str]]] = {}
    for name, known in known_games().items():
        for option in known.options:
            found.setdefault(option.name, (option, []))[1].append(name)
    return [_parameter(option, f"{option.help} ({', '.join(names)})") for option, names in found.values()]


def _parameter(option: Option, description: str) -> click.Option:
    sentence = description[0].upper() + description[1:]
    # The name is given twice, since click would change its letters to small ones.
    return click.Option([f"--{option.name}", option.name], metavar=option.name.upper(), help=sentence)


def _help_of(option: Option) -> str:
    described = option.describe()
    return f"{option.help}: {described['allowed']} (default {described['default']})"


def complete_game(
    context: click.Context, parameter: click.Parameter, incomplete: str
) -> list[CompletionItem]:
    """Complete the name of a game."""
    from plyground.core.discovery import known_games

    return [
        CompletionItem(name, help=rules.summary)
        for name, rules in known_games().items()
        if name.startswith(incomplete)
    ]


def _position(rules: AnyRules, options: dict[str, Any], text: str | None, moves: str | None) -> Position:
    from plyground.core.position import Game

    game = Game.of(rules, options)
    position = game.start() if text is None else game.position(text)
    if text is not None and "size" in options and position.game.options["size"] != game.options["size"]:
        size = f"{position.game.rows}x{position.game.columns}"
        raise OptionError(f"the position is {size}, --size says {options['size']}; leave --size out")
    if moves is None:
        return position
    from plyground.store.records.transcript import read_moves

    return read_moves(position, moves)


def game_command(**settings: Any) -> Callable[[Callable[..., Any]], click.Command]:
    """Make a function that takes a `position` a command about a game."""
    return click.command(cls=GameCommand, **settings)
