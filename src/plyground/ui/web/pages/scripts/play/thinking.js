/** What the engine thinks, while it does: how deep, how good, and how it goes on. */

import { element } from "../dom.js";

const SCORE = 2;
const WHOLE = new Intl.NumberFormat("en");

export class ThinkingPanel {
  #values;

  /** @param {HTMLElement} list */
  constructor(list) {
    const names = /** @type {const} */ (["Side", "Depth", "Score", "Positions", "Line"]);
    this.#values = names.map((name) => {
      const value = element("dd", {}, "–");
      list.append(element("dt", {}, name), value);
      return value;
    });
  }

  /**
   * @param {ThoughtMessage} thought
   * @param {string} side
   */
  show({ depth, score, proof, nodes, seconds, line }, side) {
    const texts = [side, String(depth), score, `${WHOLE.format(nodes)} in ${seconds.toFixed(1)} s`, line.join(" ")];
    texts.forEach((text, index) => {
      const value = this.#values[index];
      if (value) value.textContent = text;
    });
    this.#values[SCORE]?.classList.toggle("is-proved", proof !== null);
  }
}
