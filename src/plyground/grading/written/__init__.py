"""What a grading looks like: as text, JSON, rows of a spreadsheet, a page, and for Gradescope."""

from plyground.grading.written.as_csv import marks_csv
from plyground.grading.written.as_gradescope import gradescope_files, gradescope_results
from plyground.grading.written.as_json import marks_json
from plyground.grading.written.as_page import marks_page
from plyground.grading.written.as_text import marks_text

__all__ = ["gradescope_files", "gradescope_results", "marks_csv", "marks_json", "marks_page", "marks_text"]
