/** A plot that is as wide as its place, so that its letters are as large as those around it. */

import { drawn, element } from "../dom.js";

const ROUND = [1, 2, 5, 10];

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

/** From values to places on an axis, with ticks at round numbers. */
export class Scale {
  /**
   * @param {number} low
   * @param {number} high
   * @param {number} start the place of the lowest value
   * @param {number} end
   */
  constructor(low, high, start, end) {
    this.low = low;
    this.high = high > low ? high : low + 1;
    this.start = start;
    this.end = end;
  }

  /** @param {number} value */
  at(value) {
    return this.start + ((value - this.low) / (this.high - this.low)) * (this.end - this.start);
  }

  /**
   * The place of a value, or the end of the axis on its side.
   * @param {number | null} value
   * @param {number} otherwise
   */
  clamped(value, otherwise) {
    return value === null ? otherwise : this.at(Math.min(Math.max(value, this.low), this.high));
  }

  /**
   * Round values, at least so many units apart.
   * @param {number} apart
   */
  ticks(apart) {
    const room = Math.abs(this.end - this.start);
    const least = ((this.high - this.low) * apart) / Math.max(room, 1);
    const power = 10 ** Math.floor(Math.log10(least));
    const step = power * (ROUND.find((each) => each * power >= least) ?? 10);
    const count = Math.floor(this.high / step) - Math.ceil(this.low / step) + 1;
    return Array.from({ length: Math.max(count, 0) }, (_, index) => (Math.ceil(this.low / step) + index) * step);
  }
}
