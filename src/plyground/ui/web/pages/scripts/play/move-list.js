/** The list of moves, in which one can look at earlier positions. */

import { element } from "../dom.js";
import { makeSteps, markEnds } from "../stepping.js";

/** @import { Way } from "../stepping.js" */

/** The keys that take the steps, in their order. */
const KEYS = ["Home", "←", "→", "End"];

export class MoveList {
  /** @type {HTMLElement} */ #list;
  /** @type {(ply: number) => void} */ #onLook;
  /** @type {HTMLButtonElement[]} The moves; ply n is button n - 1. */ #buttons = [];
  #steps = makeSteps((way) => this.step(way));
  /** Whether the second side has made the first move. */
  #isOdd = false;
  #shown = 0;

  /**
   * @param {HTMLElement} list
   * @param {HTMLElement} replay where the buttons go that step back and forth
   * @param {(ply: number) => void} onLook
   */
  constructor(list, replay, onLook) {
    this.#list = list;
    this.#onLook = onLook;
    for (const [index, button] of Object.values(this.#steps).entries()) {
      button.classList.add("quiet");
      button.title += ` (${KEYS[index]})`;
      replay.append(button);
    }
  }

  /**
   * Write the list again.
   * @param {Ply[]} plies the first of which is the start
   * @param {Side} first who makes the first move
   */
  fill(plies, first) {
    this.#list.replaceChildren();
    this.#buttons = [];
    this.#isOdd = first === 1;
    plies.slice(1).forEach((ply) => this.add(ply));
  }

  /** @param {Ply} ply */
  add(ply) {
    const number = this.#buttons.length + 1;
    const place = number + (this.#isOdd ? 1 : 0);
    const button = element(
      "button",
      { class: "move", type: "button", title: ply.told, onclick: () => this.#onLook(number) },
      ply.move ?? "",
    );
    this.#buttons.push(button);
    if (place % 2 === 1) this.#list.append(makeRow((place + 1) / 2));
    else if (number === 1) this.#list.append(makeRow(1, element("span", { class: "move" }, "…")));
    this.#list.lastElementChild?.append(button);
  }

  /**
   * Mark the ply that is on the board.
   * @param {number} ply
   */
  mark(ply) {
    this.#buttons[this.#shown - 1]?.removeAttribute("aria-current");
    this.#shown = ply;
    const button = this.#buttons[ply - 1];
    button?.setAttribute("aria-current", "true");
    this.#bringIntoView(button);
    markEnds(this.#steps, ply === 0, ply === this.#buttons.length);
  }

  /**
   * Look at another position.
   * @param {Way} way
   */
  step(way) {
    const last = this.#buttons.length;
    const ply = { first: 0, back: this.#shown - 1, forth: this.#shown + 1, last }[way];
    this.#onLook(Math.min(Math.max(ply, 0), last));
  }

  /**
   * Scroll the list, and nothing but the list.
   * @param {HTMLElement | undefined} button
   */
  #bringIntoView(button) {
    if (!button) {
      this.#list.scrollTop = 0;
      return;
    }
    const [inner, outer] = [button.getBoundingClientRect(), this.#list.getBoundingClientRect()];
    if (inner.top < outer.top) this.#list.scrollTop -= outer.top - inner.top + 8;
    else if (inner.bottom > outer.bottom) this.#list.scrollTop += inner.bottom - outer.bottom + 8;
  }
}

/**
 * @param {number} number
 * @param {...Node} more
 */
function makeRow(number, ...more) {
  return element("li", { class: "move-row" }, element("span", { class: "move-number" }, `${number}.`), ...more);
}
