"""The result of a study as text, CSV, JSON, Markdown, a page and pictures."""

from plyground.study.written.as_csv import report_csv
from plyground.study.written.as_json import report_json
from plyground.study.written.as_markdown import markdown_table
from plyground.study.written.as_page import report_page
from plyground.study.written.as_svg import Picture, plot_svg
from plyground.study.written.as_text import report_text
from plyground.study.written.report import StudyReport, report_of

__all__ = [
    "Picture",
    "StudyReport",
    "markdown_table",
    "plot_svg",
    "report_csv",
    "report_json",
    "report_of",
    "report_page",
    "report_text",
]
