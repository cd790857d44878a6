"""Whatever is in a record it comes back from its text, and whatever is in a text it is told in a line."""

from __future__ import annotations

from functools import cache

from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from plyground.errors import RecordError
from plyground.store.records import GameRecord, read_game, read_games, replay, write_game
from plyground.store.records.quoting import printable, quoted, unquoted
from tests.fuzz.mutations import KINDS, Edit, mutated

from .games import BOARDS, anything, hostile, line_of, record_of, records

repeatable = settings(
    derandomize=True,
    database=None,
    deadline=None,
    suppress_health_check=[HealthCheck.too_slow, HealthCheck.data_too_large],
)
CHARACTERS = '"\\{}[];*.-+#x0123456789abcdefghw \n\r\t\0\x1b\u2028\ud800é'
edits = st.lists(
    st.builds(Edit, st.sampled_from(KINDS), st.integers(0, 2000), st.sampled_from(CHARACTERS)),
    min_size=1,
    max_size=4,
)


@repeatable
@given(record=records())
def test_any_record_comes_back_from_its_text(record: GameRecord) -> None:
    text = write_game(record)
    assert read_game(text) == record
    assert text.encode("utf-8").decode("utf-8") == text
    assert all(line.isprintable() for line in text.split("\n"))


@repeatable
@given(several=st.lists(records(), max_size=3))
def test_any_file_of_records_comes_back(several: list[GameRecord]) -> None:
    assert list(read_games("\n".join(map(write_game, several)))) == several


@repeatable
@given(text=hostile)
def test_any_text_comes_back_from_its_quotes(text: str) -> None:
    assert unquoted(quoted(text)) == text
    assert quoted(text).isprintable()
    assert printable(text).isprintable()


def check_reading(text: str) -> None:
    """What is accepted is right by the rules and comes back; what is not is one line with a place."""
    try:
        found = list(read_games(text))
    except RecordError as error:
        check_problem(error, text)
        return
    for record in found:
        replay(record)
        assert read_game(write_game(record)) == record


def check_problem(error: RecordError, text: str) -> None:
    assert str(error).isprintable()
    assert error.line is not None
    assert error.column is not None
    lines = text.split("\n")
    assert 1 <= error.line <= len(lines)
    assert 1 <= error.column <= len(lines[error.line - 1]) + 1


@repeatable
@given(text=anything | hostile | st.text(CHARACTERS))
def test_garbage_is_told_in_a_line(text: str) -> None:
    check_reading(text)
    check_reading('[Game "othello"]' + text)


@cache
def texts() -> list[str]:
    return [write_game(record_of(line_of(name, size, 1), first)) for name, size in BOARDS for first in (0, 1)]


@settings(repeatable, max_examples=400)
@given(which=st.integers(0, 2 * len(BOARDS) - 1), changes=edits)
def test_damaged_texts_are_told_in_a_line(which: int, changes: list[Edit]) -> None:
    check_reading(mutated(texts()[which], changes))
