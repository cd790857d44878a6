"""What a match or tournament has shown, as a page to look at and as rows for a spreadsheet."""

from plyground.tournament.report.contest_csv import contest_csv
from plyground.tournament.report.contest_page import contest_page

__all__ = ["contest_csv", "contest_page"]
