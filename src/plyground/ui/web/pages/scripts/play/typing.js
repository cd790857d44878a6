/** Moves that are typed. */

import { find } from "../dom.js";
import { titled } from "../words.js";

export class TypedMoves {
  #input = find("#typed-move", HTMLInputElement);
  #problem = find("#typed-problem", HTMLElement);
  /** Whether a move was sent that the server has not answered yet. */
  #isWaiting = false;

  /** @param {(move: string) => boolean} onMove sends a move, and returns whether it was heard */
  constructor(onMove) {
    find("#typed", HTMLFormElement).addEventListener("submit", (event) => {
      event.preventDefault();
      const move = this.#input.value.trim().toLowerCase();
      if (move !== "") this.#isWaiting = onMove(move);
    });
    this.#input.addEventListener("input", () => this.#settle());
  }

  /** The game has gone on. */
  clear() {
    if (this.#isWaiting) this.#input.value = "";
    this.#isWaiting = false;
    this.#settle();
  }

  /** What was wrong is wrong no longer. */
  #settle() {
    this.#problem.hidden = true;
    this.#input.removeAttribute("aria-invalid");
  }

  /**
   * Say why a typed move was refused; returns whether it was a typed one.
   * @param {string} reason
   */
  refuse(reason) {
    if (!this.#isWaiting) return false;
    this.#isWaiting = false;
    this.#problem.textContent = titled(reason);
    this.#problem.hidden = false;
    this.#input.setAttribute("aria-invalid", "true");
    return true;
  }
}
