/** What is shown while a tree grows: that it does, for how long, and a way to give up. */

import { find } from "../dom.js";

const SECOND = 1000;

export class Waiting {
  #box = find("#tree", HTMLElement);
  #told = find("#told", HTMLElement);
  #cancel = find("#cancel", HTMLButtonElement);
  /** @type {AbortController | null} */ #asked = null;
  #timer = 0;

  /** @param {() => void} onCancel */
  constructor(onCancel) {
    this.#cancel.addEventListener("click", () => {
      this.#asked?.abort();
      this.end();
      onCancel();
    });
  }

  /**
   * Begin to wait; what was waited for before is given up.
   * @returns {AbortSignal}
   */
  begin() {
    this.#asked?.abort();
    this.end();
    const asked = new AbortController();
    const since = performance.now();
    this.#asked = asked;
    this.#box.setAttribute("aria-busy", "true");
    this.#told.textContent = "The tree is growing …";
    this.#timer = setInterval(() => {
      this.#told.textContent = "The tree is growing … A new game is compiled first.";
      this.#cancel.textContent = `Cancel (${Math.round((performance.now() - since) / SECOND)} s)`;
      this.#cancel.hidden = false;
    }, SECOND);
    return asked.signal;
  }

  end() {
    clearInterval(this.#timer);
    this.#asked = null;
    this.#cancel.hidden = true;
    this.#box.setAttribute("aria-busy", "false");
  }
}
