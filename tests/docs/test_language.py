"""Pages and sources are in plain technical English: turns of phrase that they do not use."""

from __future__ import annotations

import io
import re
import tokenize
from collections.abc import Mapping
from pathlib import Path

import pytest

from .blocks import PAGES, ROOT, read_page

INSTEAD = {
    r"(?:is|are|was|were|be|been) told\b(?! apart)": "is reported, receives",
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

IN_SOURCES = {
    **{phrase: instead for phrase, instead in INSTEAD.items() if not re.search("whether|promises", phrase)},
    r"\b[Ss]o many\b": "this many, that many",
    r"\bof the house\b": "built-in",
}
"""What docstrings, comments, help and messages do not say either; `Tell whether` begins many docstrings."""

NOT_YET = (
    *("core/conformance.py", "core/rules.py", "engine.py", "players/levels.py", "study/known/solved.py"),
    *(
        "games",
        "solve_runs",
        "solving",
        "store",
        "tables",
        "tournament/game_pools.py",
        "ui/notebook",
        "ui/web",
    ),
)
"""Sources that are still to be read."""

SOURCES = ROOT / "src" / "plyground"
PARTS = sorted(
    path.name for path in SOURCES.iterdir() if path.suffix == ".py" or (path / "__init__.py").exists()
)

_UNTOUCHED = re.compile(r"^```.*?^```$|<!-- \w+ .*?<!-- end -->|`[^`\n]*`", re.MULTILINE | re.DOTALL)


def phrases_in(page: str, instead_of: Mapping[str, str] = INSTEAD) -> list[str]:
    """Return the phrases of a page's prose that it should not have, each with what to write."""
    prose = _UNTOUCHED.sub("", page)
    return [
        f"{' '.join(found[0].split())!r}: write {instead}"
        for phrase, instead in instead_of.items()
        for found in re.finditer(phrase.replace(" ", r"\s+"), prose)
    ]


def prose_of(source: str) -> str:
    """Return the comments and texts of a source, docstrings too."""
    tokens = tokenize.generate_tokens(io.StringIO(source).readline)
    in_f_strings = getattr(tokenize, "FSTRING_MIDDLE", tokenize.STRING)  # from Python 3.12 on
    kinds = (tokenize.COMMENT, tokenize.STRING, in_f_strings)
    return "\n".join(token.string.removeprefix("# ") for token in tokens if token.type in kinds)


def is_read(path: Path) -> bool:
    """Tell whether a source is not among those that are still to be read."""
    name = path.relative_to(SOURCES).as_posix()
    return not any(name == each or name.startswith(f"{each}/") for each in NOT_YET)


@pytest.mark.parametrize("part", PARTS)
def test_sources_are_in_plain_english(part: str) -> None:
    paths = [SOURCES / part] if part.endswith(".py") else sorted((SOURCES / part).rglob("*.py"))
    found = {path.name: phrases_in(prose_of(path.read_text()), IN_SOURCES) for path in filter(is_read, paths)}
    assert {name: phrases for name, phrases in found.items() if phrases} == {}


@pytest.mark.parametrize("page", [*PAGES, "SECURITY.md", "benchmarks/README.md"])
def test_a_page_is_in_plain_english(page: str) -> None:
    assert (ROOT / page).exists()
    assert phrases_in(read_page(page)) == []


def test_a_phrase_is_noticed_in_prose_alone() -> None:
    assert phrases_in("It makes 5 nodes\na second.") == ["'nodes a second': write per second"]
    assert phrases_in("```text\nnodes a second\n```\nA `nodes a second`.") == []
