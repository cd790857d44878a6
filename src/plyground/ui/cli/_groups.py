"""Commands that hold others."""

from __future__ import annotations

from typing import Any, ClassVar

import click

from plyground.errors import nearest


class SuggestingGroup(click.Group):
    """A group that suggests the nearest command for one that does not exist."""

    kind: ClassVar[str] = "command"

    def resolve_command(self, context: click.Context, args: list[str]) -> Any:
        """Find a command, or say which one may be meant."""
        names = self.list_commands(context)
        if args and not args[0].startswith("-") and args[0] not in names:
            hint = nearest(args[0], names) or f" (there are: {', '.join(names)})"
            raise click.UsageError(f"there is no {self.kind} {self._quoted(args[0])}{hint}")
        return super().resolve_command(context, args)

    def _quoted(self, name: str) -> str:
        return repr(name)


class ListingGroup(SuggestingGroup):
    """A group whose command `list` runs when none is named."""

    def parse_args(self, context: click.Context, args: list[str]) -> list[str]:
        """Put the name of the usual command before options that have none."""
        is_named = bool(args) and (not args[0].startswith("-") or args[0] in context.help_option_names)
        return super().parse_args(context, args if is_named else ["list", *args])

    def _quoted(self, name: str) -> str:
        return f"'{self.name} {name}'"
