"""What every page has around it: the head, the header and the navigation, written once in shell.html."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path

SHELL = "shell.html"
HEAD_PLACE, BODY_PLACE = "<!-- head -->\n", "<!-- body -->\n"
BODY_BEGINS = "<main"


@dataclass(frozen=True)
class Page:
    """A page: its path, its file, and the path in the navigation that it belongs to.

    Its file holds what it alone has: first what goes into the head, then the body from `<main>` on.
    """

    path: str
    file: str
    section: str

    def write(self, folder: Path) -> str:
        """Return the whole page, made from the files of a folder."""
        head, begins, body = (folder / self.file).read_text("utf-8").partition(BODY_BEGINS)
        # The shell is marked before anything is put into it: a page may have such links as well.
        shell = self._marked((folder / SHELL).read_text("utf-8"))
        return shell.replace(HEAD_PLACE, head).replace(BODY_PLACE, begins + body)

    def _marked(self, shell: str) -> str:
        """Mark where in the navigation one is: at the page itself, or somewhere below it."""
        current = "page" if self.path == self.section else "true"
        link = f'<a href="{self.section}"'
        return shell.replace(f"{link}>", f'{link} aria-current="{current}">')
