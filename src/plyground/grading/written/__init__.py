"""What a grading looks like: as text, as JSON, as rows of a spreadsheet and as a page."""

from plyground.grading.written.as_csv import marks_csv
from plyground.grading.written.as_json import marks_json
from plyground.grading.written.as_page import marks_page
from plyground.grading.written.as_text import marks_text

__all__ = ["marks_csv", "marks_json", "marks_page", "marks_text"]
