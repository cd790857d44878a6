"""The pages are written in plain technical English: turns of phrase that they do not use."""

from __future__ import annotations

import re

import pytest

from .blocks import PAGES, ROOT, read_page

INSTEAD = {
    r"(?:is|are|was|were|be) told\b": "is reported, receives",
    r"\btells? whether\b": "reports whether, checks whether",
    r"\b(?:go|goes|going|gone) on with\b": "resumes, continues",
    r"\bmany an?\b": "many",
    r"\b(?:nodes|leaves|positions|games|reports) a (?:second|minute)\b": "per second",
    r"\bthrown away\b": "discarded",
    r"\banew\b": "again, over",
    r"\bkeeps? (?:its|their|every) promises?\b": "meets the contract",
    r"\blook(?:s|ed)? through\b": "searches",
    r"\bthe winner hurries\b": "the shortest win",
    r"\bdoes? as well\b": "works too",
}
"""Phrases, and what says the same."""

_UNTOUCHED = re.compile(r"^```.*?^```$|<!-- \w+ .*?<!-- end -->|`[^`\n]*`", re.MULTILINE | re.DOTALL)


def phrases_in(page: str) -> list[str]:
    """Return the phrases of a page's prose that it should not have, each with what to write."""
    prose = _UNTOUCHED.sub("", page)
    return [
        f"{' '.join(found[0].split())!r}: write {instead}"
        for phrase, instead in INSTEAD.items()
        for found in re.finditer(phrase.replace(" ", r"\s+"), prose)
    ]


@pytest.mark.parametrize("page", [*PAGES, "SECURITY.md", "benchmarks/README.md"])
def test_a_page_is_in_plain_english(page: str) -> None:
    assert (ROOT / page).exists()
    assert phrases_in(read_page(page)) == []


def test_a_phrase_is_noticed_in_prose_alone() -> None:
    assert phrases_in("It makes 5 nodes\na second.") == ["'nodes a second': write per second"]
    assert phrases_in("```text\nnodes a second\n```\nA `nodes a second`.") == []
