"""What a match or tournament has shown, as a page to look at and as rows for a spreadsheet."""

from plyground.arena.report.page import contest_page
from plyground.arena.report.rows import contest_csv

__all__ = ["contest_csv", "contest_page"]
