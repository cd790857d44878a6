/** The parts of an evaluation that count most, as a list with bars; patterns can be pointed at. */

import { drawn, element } from "../dom.js";
import { evaluationPoints } from "../words.js";

const MIDDLE = 50;

export class Parts {
  /** @type {HTMLElement} */ #list;
  /** @type {(squares: number[]) => void} */ #onPoint;
  /** @type {HTMLElement | null} The pattern that stays outlined when nobody points at another one. */ #kept = null;
  /** @type {Map<HTMLElement, number[]>} */ #squares = new Map();

  /**
   * @param {HTMLElement} list
   * @param {(squares: number[]) => void} onPoint called with the squares of the pattern that is pointed at
   */
  constructor(list, onPoint) {
    this.#list = list;
    this.#onPoint = onPoint;
  }

  /** @param {ExplanationMessage} explanation */
  show({ contributions }) {
    const largest = Math.max(0, ...contributions.map(({ surplus }) => Math.abs(surplus)));
    this.#kept = null;
    this.#squares.clear();
    this.#list.replaceChildren(
      ...contributions.map((part) => element("li", {}, part.squares.length > 0 ? this.#button(part, largest) : row("div", part, largest))),
    );
  }

  clear() {
    this.#kept = null;
    this.#squares.clear();
    this.#list.replaceChildren();
  }

  /**
   * @param {ContributionMessage} part
   * @param {number} largest
   */
  #button(part, largest) {
    const button = row("button", part, largest);
    button.setAttribute("type", "button");
    button.setAttribute("aria-pressed", "false");
    this.#squares.set(button, part.squares);
    const point = () => this.#onPoint(part.squares);
    const leave = () => this.#onPoint((this.#kept && this.#squares.get(this.#kept)) ?? []);
    button.addEventListener("pointerenter", point);
    button.addEventListener("focus", point);
    button.addEventListener("pointerleave", leave);
    button.addEventListener("blur", leave);
    button.addEventListener("click", () => this.#keep(button));
    return button;
  }

  /** @param {HTMLElement} button */
  #keep(button) {
    this.#kept = this.#kept === button ? null : button;
    for (const each of this.#squares.keys()) each.setAttribute("aria-pressed", String(each === this.#kept));
    this.#onPoint((this.#kept && this.#squares.get(this.#kept)) ?? []);
  }
}

/**
 * @template {"button" | "div"} Tag
 * @param {Tag} tag
 * @param {ContributionMessage} part
 * @param {number} largest
 */
function row(tag, part, largest) {
  return element(
    tag,
    { class: "seen-part" },
    element("span", { class: "seen-name" }, part.kind === "decided" ? "who wins is certain" : part.name, tellHow(part)),
    drawBar(part.surplus, largest),
    element("span", { class: "seen-points" }, evaluationPoints(part.surplus), element("span", { class: "for-ears" }, " points")),
  );
}

/** @param {ContributionMessage} part */
function tellHow({ weight, value }) {
  if (weight === null || value === null || weight === 1) return null;
  return element("span", { class: "muted" }, ` ${round(weight)} × ${round(value)}`);
}

/** @param {number} number */
function round(number) {
  return String(Number(number.toPrecision(3))).replace("-", "−");
}

/**
 * A bar to the right of the middle for what helps, to the left for what does not.
 * @param {number} points
 * @param {number} largest
 */
function drawBar(points, largest) {
  const width = largest > 0 ? (MIDDLE * Math.abs(points)) / largest : 0;
  return drawn(
    "svg",
    { class: "seen-bar", viewBox: "0 0 100 10", preserveAspectRatio: "none", "aria-hidden": "true" },
    drawn("rect", { class: points < 0 ? "heat-minus" : "heat-plus", x: points < 0 ? MIDDLE - width : MIDDLE, y: 1, width, height: 8 }),
    drawn("path", { class: "seen-middle", d: "M50 0v10" }),
  );
}
