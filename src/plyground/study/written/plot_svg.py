"""A plot of a study as a picture that stands in a file of its own."""

from __future__ import annotations

import base64
import re
from dataclasses import dataclass
from importlib import resources

from plyground.report.charts import WIDE
from plyground.report.markup import Markup, element
from plyground.study.content import Plot

MARGIN = 16
FONT = 'font-family: system-ui, "Segoe UI", Roboto, "Noto Sans", "Liberation Sans", sans-serif;'


@dataclass(frozen=True)
class Picture:
    """A plot as SVG. In a notebook it shows itself."""

    label: str
    svg: str

    @classmethod
    def of(cls, plot: Plot) -> Picture:
        """Draw a plot."""
        return cls(plot.label, plot_svg(plot))

    def to_html(self) -> str:
        """Return it as an image of a page, whose style stays inside of it."""
        content = base64.b64encode(self.svg.encode()).decode()
        return element("img", alt=self.label, src=f"data:image/svg+xml;base64,{content}")

    def _repr_html_(self) -> str:
        return self.to_html()


def plot_svg(plot: Plot) -> str:
    """Return a plot as SVG on a light ground, whatever page it is put on."""
    return chart_svg(plot.draw(WIDE))


def chart_svg(drawn: str, style: str = "") -> str:
    """Return a chart as SVG that stands in a file of its own, on a light ground.

    `style` is added to that of all charts.
    """
    size = re.search(r'viewBox="0 0 (\S+) (\S+)"', drawn)
    if size is None:
        raise ValueError("a chart tells its size")
    width, height = (float(number) + 2 * MARGIN for number in size.groups())
    picture = element(
        "svg",
        element("style", Markup(_style() + style)),
        element("rect", x=-MARGIN, y=-MARGIN, width=width, height=height, fill="var(--paper)"),
        drawn,
        xmlns="http://www.w3.org/2000/svg",
        viewBox=f"{-MARGIN} {-MARGIN} {width:g} {height:g}",
        width=width,
        height=height,
    )
    return f"{picture}\n"


def _style() -> str:
    """Return what the style of pages says about charts, and its light colours."""
    style = resources.files("plyground.report").joinpath("style.css").read_text(encoding="utf-8")
    colours = style[: style.index("}") + 1].replace("light dark", "light")
    charts = [line for line in style.splitlines() if line.startswith(".chart")]
    return "\n".join([colours, f":root {{ {FONT} }}", *charts])
