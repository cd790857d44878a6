/** The moves and their variations, as text in which every move is a button. */

import { element } from "../dom.js";
import { numberOf } from "./variation-tree.js";

/** @import { Spot, Tree } from "./variation-tree.js" */

const MARKS = { inaccuracy: "?!", mistake: "?", blunder: "??" };

export class Moves {
  /** @type {HTMLElement} */ #box;
  /** @type {Map<Spot, HTMLButtonElement>} */ #buttons = new Map();
  /** @type {(spot: Spot) => void} */ #onGo;

  /**
   * @param {HTMLElement} box
   * @param {(spot: Spot) => void} onGo
   */
  constructor(box, onGo) {
    this.#box = box;
    this.#onGo = onGo;
  }

  /**
   * Write down a whole tree.
   * @param {Tree} tree
   * @param {Spot} current
   */
  show(tree, current) {
    const hadFocus = this.#box.contains(document.activeElement) && document.activeElement !== this.#box;
    this.#buttons.clear();
    const begin = this.#button(tree.root, "Start");
    this.#box.replaceChildren(begin, ...this.#line(tree.root.children));
    this.mark(current);
    if (hadFocus) this.#buttons.get(current)?.focus();
  }

  /**
   * Mark where one is, and keep it in sight.
   * @param {Spot} current
   */
  mark(current) {
    for (const [spot, button] of this.#buttons) {
      if (spot === current) button.setAttribute("aria-current", "step");
      else button.removeAttribute("aria-current");
    }
    const button = this.#buttons.get(current);
    if (!button) return;
    // Not scrollIntoView, which would scroll the page as well.
    const [above, below] = [button.offsetTop, this.#box.clientHeight];
    if (above < this.#box.scrollTop || above + button.offsetHeight > this.#box.scrollTop + below) {
      this.#box.scrollTop = above - below / 2;
    }
  }

  /**
   * Write a line and, behind each of its moves, what could be played instead.
   * @param {Spot[]} siblings
   * @returns {HTMLElement[]}
   */
  #line(siblings) {
    const parts = [];
    let isFresh = true;
    for (let here = siblings; here[0];) {
      const [main, ...others] = here;
      parts.push(this.#move(main, isFresh), ...others.map((other) => this.#variation(other)));
      isFresh = others.length > 0;
      here = main.children;
    }
    return parts;
  }

  /** @param {Spot} spot */
  #variation(spot) {
    return element("div", { class: "variation" }, this.#move(spot, true), ...this.#line(spot.children));
  }

  /**
   * @param {Spot} spot
   * @param {boolean} isFresh whether the number has to be told even for the second player
   */
  #move(spot, isFresh) {
    const number = numberOf(spot);
    const isTold = isFresh || !number.endsWith("…");
    return this.#button(spot, isTold ? `${number} ${spot.ply.move}` : spot.ply.move ?? "");
  }

  /**
   * @param {Spot} spot
   * @param {string} text
   */
  #button(spot, text) {
    const mistake = spot.parent?.judged?.mistake;
    const isJudged = mistake && spot.isMain;
    const mark = isJudged ? element("b", { class: `mark-${mistake.kind}`, title: `${mistake.kind}${mistake.is_certain ? ", proved" : ", by guess"}` }, MARKS[mistake.kind]) : null;
    const button = element("button", { class: "tree-move", type: "button", onclick: () => this.#onGo(spot) }, text, mark);
    this.#buttons.set(spot, button);
    return button;
  }
}
