"""Files and names of the source, as pages write them: `search/tt.py`: `make_tt`."""

from __future__ import annotations

import re

from .blocks import ROOT

SOURCE = ROOT / "src" / "plyground"

_SPAN = re.compile(r"`([^`]+)`")
_FILE = re.compile(r"[\w/]+\.(?:py|js|svg|html|css)")
_FOLDER = re.compile(r"(?:\w+/)+")
_NAME = re.compile(r"[@#]?[A-Za-z_][\w.]*")


def files_in(text: str) -> list[str]:
    """Return the files that stand in a text as code."""
    return [span for span in _SPAN.findall(text) if _FILE.fullmatch(span)]


def folders_in(text: str) -> list[str]:
    """Return the folders that stand in a text as code, such as ``search/``."""
    return [span for span in _SPAN.findall(text) if _FOLDER.fullmatch(span)]


def missing_in(text: str) -> list[str]:
    """Return the files and folders that are not there, and the names that no file in the text has."""
    files = files_in(text)
    missing = [file for file in files if not (SOURCE / file).is_file()]
    missing += [folder for folder in folders_in(text) if not (SOURCE / folder).is_dir()]
    contents = [(SOURCE / file).read_text(encoding="utf-8") for file in files if file not in missing]
    names = [span for span in _SPAN.findall(text) if _NAME.fullmatch(span) and span not in files]
    for name in names:
        words = [rf"(?<!\w){re.escape(word.lstrip('@'))}(?!\w)" for word in name.split(".")]
        if not any(all(re.search(word, content) for word in words) for content in contents):
            missing.append(name)
    return missing
