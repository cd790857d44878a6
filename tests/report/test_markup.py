"""Whatever text is put into a page comes out as that text, and as nothing else."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from plyground.report.markup import Markup, element, escaped, shortened_inside, together, visible
from tests.report.reading import Node, read_html

HOSTILE = (
    "<script>alert(1)</script>",
    "\"' onload=x ><img src=//evil.example/x>",
    "</title></style><svg/onload=alert(1)>",
    "&lt;b&gt; &amp;amp; &#x3c;",
    "\u202egnp.exe\u2066",
    "\x00\x1b[31m\r\n\t\x7f\x85\u2028",
    "\ud800\udcff\ufffe\U0010ffff",
    "-->]]>",
)


@pytest.mark.parametrize("text", HOSTILE)
def test_hostile_text_is_only_text(text: str) -> None:
    written = element("p", text, title=text)
    written.encode("utf-8")
    (paragraph,) = read_html(written).children
    assert paragraph == Node("p", {"title": visible(text)}, [visible(text)])


@given(st.text(min_size=1))
def test_every_text_comes_out_again(text: str) -> None:
    (paragraph,) = read_html(element("p", text, title=text)).children
    assert isinstance(paragraph, Node)
    assert (paragraph.text, paragraph.attributes["title"]) == (visible(text), visible(text))


@given(st.text())
def test_what_is_visible_stays_as_it_is(text: str) -> None:
    assert visible(visible(text)) == visible(text)


def test_what_nobody_could_see_is_written_out() -> None:
    assert visible("\x00\t\n\x1b\x7f \x85 \u202e \u2028 \ud800 \ufffe \U0010ffff") == (
        "␀␉␊␛␡ \\u0085 \\u202e \\u2028 \\ud800 \\ufffe \\U0010ffff"
    )


@pytest.mark.parametrize("text", ["killer", "שלום", "深い", "naïve ½", "क्‍ष"])
def test_ordinary_letters_of_all_scripts_are_left_alone(text: str) -> None:
    assert visible(text) == text


def test_markup_is_escaped_once_and_only_once() -> None:
    inner = element("b", "a < b")
    assert together(inner, " & ", Markup("<br/>")) == "<b>a &lt; b</b> &amp; <br/>"
    assert isinstance(escaped("x"), Markup)


def test_attributes_are_plain_text() -> None:
    with pytest.raises(TypeError):
        element("p", title=Markup("<b>"))
    assert element("p", class_=None, aria_label="x", width=1.25) == '<p aria-label="x" width="1.2"></p>'


def test_an_element_without_content_refuses_some() -> None:
    with pytest.raises(ValueError, match="br"):
        element("br", "text")


@given(st.text(), st.integers(1, 50))
def test_a_shortened_text_is_short_and_has_both_ends(text: str, longest: int) -> None:
    short, whole = shortened_inside(text, longest), visible(text)
    assert len(short) <= longest or short == whole
    if short != whole:
        start, end = short.split("…")[0], short.rsplit("…", 1)[1]
        assert whole.startswith(start)
        assert whole.endswith(end)


def test_an_accent_stays_with_its_letter() -> None:
    short = shortened_inside("e\u0301" * 20, 12)
    assert "…\u0301" not in short
