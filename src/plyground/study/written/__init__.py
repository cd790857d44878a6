"""The result of a study as text, CSV, JSON, Markdown, a page and pictures."""

from plyground.study.written.plot_svg import Picture, plot_svg
from plyground.study.written.report_texts import markdown_table, report_csv, report_json, report_text
from plyground.study.written.study_page import report_page
from plyground.study.written.study_report import StudyReport, report_of

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
