"""A page that stands in one file: its frame, its style, its figures."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from importlib import resources

from plyground.report.charts import NARROW, WIDE
from plyground.report.markup import Markup, element, together

# Even if some text got through as markup: nothing is run, nothing is fetched.
_POLICY = "default-src 'none'; style-src 'unsafe-inline'"


def page(title: str, *body: str) -> Markup:
    """Return a whole page. It asks no host for anything and runs no script."""
    style = resources.files(__package__).joinpath("style.css").read_text(encoding="utf-8")
    head = element(
        "head",
        element("meta", charset="utf-8"),
        element("meta", name="viewport", content="width=device-width, initial-scale=1"),
        element("meta", name="generator", content="Plyground"),
        element("meta", http_equiv="Content-Security-Policy", content=_POLICY),
        element("title", title),
        element("style", Markup(style)),
    )
    return Markup(f"<!doctype html>\n{element('html', head, element('body', *body), lang='en')}\n")


def section(heading: str, *content: str) -> Markup:
    """Return a part of a page with its heading."""
    return element("section", element("h2", heading), *content)


def figure(draw: Callable[[int], Markup], caption: str = "", *, is_half: bool = False) -> Markup:
    """Return a chart with a caption.

    It is drawn twice, since letters that fit a page are too small on a phone; the style shows one
    of the two. Half a page is as wide as a phone.
    """
    if is_half:
        charts = draw(NARROW)
    else:
        wide, narrow = (
            element("div", draw(WIDE), class_="for-wide"),
            element("div", draw(NARROW), class_="for-narrow"),
        )
        charts = together(wide, narrow)
    return element("figure", charts, element("figcaption", caption) if caption else "")


def halves(*parts: str) -> Markup:
    """Put parts side by side where there is room."""
    return element("div", *parts, class_="halves")


def cards(values: Sequence[tuple[str, str, str]]) -> Markup:
    """Return large figures, each with a name above it and an explanation below."""
    return element(
        "dl",
        *(
            element(
                "div", element("dt", name), element("dd", value), element("dd", details, class_="details")
            )
            for name, value, details in values
        ),
        class_="cards",
    )


def facts(pairs: Sequence[tuple[str, str]]) -> Markup:
    """Return names and what they stand for."""
    return element(
        "dl",
        *(element("div", element("dt", name), element("dd", value)) for name, value in pairs),
        class_="facts",
    )
