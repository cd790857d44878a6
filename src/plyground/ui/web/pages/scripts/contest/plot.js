/** A plot that is as wide as its place, so that its letters are as large as those around it. */

import { drawn, element } from "../dom.js";

/**
 * What draws a plot for some width; the caption stands below it, the label is for those who do not see it.
 * @typedef {(width: number) => { height: number, label: string, caption: string, parts: SVGElement[] }} Draw
 */

export class Plot {
  /** @type {HTMLElement} */ #place;
  /** @type {Draw | null} */ #draw = null;
  #width = 0;

  /** @param {HTMLElement} place */
  constructor(place) {
    this.#place = place;
    new ResizeObserver(() => {
      if (Math.abs(place.clientWidth - this.#width) >= 1) this.#redraw();
    }).observe(place);
  }

  /** @param {Draw | null} draw null for nothing to be seen */
  show(draw) {
    this.#draw = draw;
    this.#place.hidden = draw === null;
    this.#redraw();
  }

  #redraw() {
    this.#width = this.#place.clientWidth;
    if (!this.#draw || this.#width === 0) return;
    const { height, label, caption, parts } = this.#draw(this.#width);
    const size = { width: this.#width, height, viewBox: `0 0 ${this.#width} ${height}` };
    this.#place.replaceChildren(
      drawn("svg", { ...size, role: "img", "aria-label": label }, ...parts),
      element("p", { class: "plot-caption" }, caption),
    );
  }
}

/**
 * Write something in a plot.
 * @param {number} x
 * @param {number} y the middle of the line
 * @param {string} words
 * @param {string} [look]
 */
export function written(x, y, words, look = "plot-text") {
  return drawn("text", { class: look, x, y, dy: "0.35em" }, words);
}

/**
 * Draw a line through points.
 * @param {[number, number][]} points
 * @param {string} look
 */
export function path(points, look) {
  const d = points.map(([x, y], index) => `${index === 0 ? "M" : "L"}${x.toFixed(1)} ${y.toFixed(1)}`).join("");
  return drawn("path", { class: look, d });
}
