"""Whatever text a reader is given, it reads it, or says what is wrong in an error of ours."""

from __future__ import annotations

import random

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from .mutations import CHARACTERS, KINDS, Edit, mutated
from .readers import READERS, SIZES, random_input, texts_for

EVERY_READER = [(reader, name) for reader in READERS for name in SIZES]
LONG_INPUTS = 10**6

anything = st.text(st.characters(exclude_categories=())) | st.text(CHARACTERS, max_size=60)
edits = st.lists(
    st.builds(Edit, st.sampled_from(KINDS), st.integers(0, 2000), st.sampled_from(CHARACTERS)),
    min_size=1,
    max_size=4,
)
# The same inputs in every run; what they find belongs into a test of its own.
repeatable = settings(
    derandomize=True,
    database=None,
    deadline=None,
    max_examples=100,
    suppress_health_check=[HealthCheck.too_slow],
)


@pytest.mark.parametrize(("reader", "name"), EVERY_READER)
def test_right_texts_are_read(reader: str, name: str) -> None:
    for text in texts_for(reader, name):
        READERS[reader](name, text)


@pytest.mark.parametrize(("reader", "name"), EVERY_READER)
@repeatable
@given(text=anything)
def test_any_text(reader: str, name: str, text: str) -> None:
    READERS[reader](name, text)


@pytest.mark.parametrize(("reader", "name"), EVERY_READER)
@repeatable
@given(which=st.integers(0, 1000), changes=edits)
def test_damaged_texts(reader: str, name: str, which: int, changes: list[Edit]) -> None:
    texts = texts_for(reader, name)
    READERS[reader](name, mutated(texts[which % len(texts)], changes))


@pytest.mark.parametrize(("reader", "name"), EVERY_READER)
@repeatable
@given(seed=st.integers(0, 2**32))
def test_texts_of_every_kind(reader: str, name: str, seed: int) -> None:
    READERS[reader](name, random_input(reader, name, random.Random(seed)))


@pytest.mark.long
@pytest.mark.parametrize(("reader", "name"), EVERY_READER)
def test_a_million_texts(reader: str, name: str) -> None:
    chance = random.Random(f"{reader} {name}")
    for _ in range(LONG_INPUTS // len(EVERY_READER)):
        READERS[reader](name, random_input(reader, name, chance))
