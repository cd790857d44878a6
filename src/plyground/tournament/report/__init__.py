"""What a match or tournament has shown, as a page to look at and as rows for a spreadsheet."""

from plyground.tournament.report.page import contest_page
from plyground.tournament.report.rows import contest_csv

__all__ = ["contest_csv", "contest_page"]
