/** The evaluation bar: how the chances are divided between the players. */

import { element } from "../dom.js";
import { percent } from "./numbers.js";

/** @typedef {import("../messages.js").GameInfo} GameInfo */

export class Bar {
  /** @type {HTMLElement} */ #meter;
  #share = element("span", { class: "evaluation-share" });
  #labels = element("span", { class: "evaluation-labels" });

  /** @param {HTMLElement} meter to be filled */
  constructor(meter) {
    this.#meter = meter;
    meter.replaceChildren(this.#share, this.#labels);
  }

  /**
   * @param {GameInfo} game
   * @param {number | null} chance of the first player, null while nothing is known
   */
  show(game, chance) {
    const share = chance ?? 0.5;
    const [first, second] = game.players;
    this.#share.style.width = `${(100 * share).toFixed(1)}%`;
    // They are new each time: one that grows to the left would be seen to move.
    this.#labels.replaceChildren(
      element("span", { class: "evaluation-first" }, chance === null ? first : `${first} ${percent(share)}`),
      element("span", { class: "evaluation-second" }, chance === null ? second : `${percent(1 - share)} ${second}`),
    );
    this.#meter.setAttribute("aria-valuenow", String(Math.round(100 * share)));
    this.#meter.setAttribute("aria-valuetext", chance === null ? "not known yet" : `${first} ${percent(share)}, ${second} ${percent(1 - share)}`);
  }
}
