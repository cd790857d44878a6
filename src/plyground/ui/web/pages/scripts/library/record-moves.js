/** The moves of a game, in pairs, each a way to its position. */

import { element } from "../dom.js";
import { readPosition } from "../notation.js";

export class MoveList {
  element = element("ol", { class: "record-moves", "aria-label": "Moves" });
  /** @type {HTMLElement[]} by the number of their ply */ #buttons = [];
  /** @type {(at: number) => void} */ #onChoose;

  /** @param {(at: number) => void} onChoose */
  constructor(onChoose) {
    this.#onChoose = onChoose;
  }

  /**
   * List the moves of another game.
   * @param {GameInfo} game
   * @param {Ply[]} plies
   * @param {number} opening so many were given, and the players chose the others
   */
  fill(game, plies, opening) {
    const start = game.players.indexOf(readPosition(plies[0]?.position ?? "").player) === 1 ? 1 : 0;
    this.#buttons = plies.map((ply, at) => this.#makeButton(ply, at, at <= opening));
    /** @type {HTMLElement[]} */
    const rows = [];
    for (let at = 1 - start; at < plies.length; at += 2) {
      const cells = [this.#buttons[at === 0 ? -1 : at], this.#buttons[at + 1]];
      const number = element("span", { class: "record-number", "aria-hidden": "true" }, `${rows.length + 1}.`);
      rows.push(element("li", {}, number, cells[0] ?? element("span", {}, "…"), cells[1] ?? null));
    }
    this.element.replaceChildren(...rows);
    this.element.scrollTop = 0;
  }

  /**
   * Mark the move whose position is shown, and bring it into view.
   * @param {number} at
   */
  mark(at) {
    this.#buttons.forEach((button, index) => {
      if (index === at) button.setAttribute("aria-current", "step");
      else button.removeAttribute("aria-current");
    });
    const row = this.#buttons[at]?.parentElement;
    if (!row || at === 0) this.element.scrollTop = 0;
    else this.element.scrollTop = row.offsetTop - (this.element.clientHeight - row.offsetHeight) / 2;
  }

  /**
   * @param {Ply} ply
   * @param {number} at
   * @param {boolean} isGiven
   */
  #makeButton(ply, at, isGiven) {
    const kind = isGiven ? "record-move is-given" : "record-move";
    return element(
      "button",
      { class: kind, type: "button", title: ply.told, onclick: () => this.#onChoose(at) },
      ply.move ?? "",
    );
  }
}
