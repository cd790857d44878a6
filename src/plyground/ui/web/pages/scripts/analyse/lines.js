/** The best lines as a list; every move of a line leads to the position after it. */

import { element } from "../dom.js";
import { large, lineScore } from "./numbers.js";

const SHOWN_AT_FIRST = 3;
const LONGEST = 14;

export class Lines {
  /** @type {HTMLElement} */ #list;
  /** @type {HTMLButtonElement} */ #more;
  /** @type {(moves: MoveInfo[]) => void} */ #onWalk;
  /** @type {FoundLine[]} */ #lines = [];
  #isWhole = false;

  /**
   * @param {HTMLElement} list
   * @param {HTMLButtonElement} more the button that shows all lines
   * @param {(moves: MoveInfo[]) => void} onWalk called with a line up to the move that was clicked
   */
  constructor(list, more, onWalk) {
    this.#list = list;
    this.#more = more;
    this.#onWalk = onWalk;
    more.addEventListener("click", () => {
      this.#isWhole = !this.#isWhole;
      this.#draw();
    });
    list.addEventListener("click", (event) => this.#walk(event.target));
  }

  /** @param {FoundLine[]} lines best first */
  show(lines) {
    this.#lines = lines;
    // Somebody who is about to press a move keeps it under the finger, where the line goes on as before.
    const focused = document.activeElement instanceof HTMLElement && this.#list.contains(document.activeElement)
      ? document.activeElement.dataset
      : null;
    this.#draw();
    if (focused) this.#button(focused.line ?? "", focused.move ?? "")?.focus();
  }

  #draw() {
    const shown = this.#isWhole ? this.#lines : this.#lines.slice(0, SHOWN_AT_FIRST);
    this.#list.replaceChildren(...shown.map((line, index) => this.#row(line, index)));
    this.#more.classList.toggle("is-absent", this.#lines.length <= SHOWN_AT_FIRST);
    this.#more.textContent = this.#isWhole ? `Only the best ${SHOWN_AT_FIRST}` : `All ${this.#lines.length} moves`;
    this.#more.setAttribute("aria-expanded", String(this.#isWhole));
  }

  /**
   * @param {FoundLine} line
   * @param {number} index
   */
  #row(line, index) {
    const moves = line.moves.slice(0, LONGEST).map(({ move }, number) =>
      element("button", { class: "line-move", type: "button", "data-line": index, "data-move": number }, move),
    );
    const kind = line.proof ? ` is-proved is-${line.proof.value}` : "";
    return element(
      "li",
      { class: line.visits === null ? "best-line" : "best-line has-visits" },
      element("span", { class: `line-score${kind}` }, lineScore(line)),
      line.visits !== null && element("span", { class: "line-visits muted", title: "visits" }, large(line.visits)),
      element("span", { class: "line-moves" }, ...moves),
    );
  }

  /** @param {EventTarget | null} target */
  #walk(target) {
    if (!(target instanceof HTMLButtonElement)) return;
    const line = this.#lines[Number(target.dataset.line)];
    if (line) this.#onWalk(line.moves.slice(0, Number(target.dataset.move) + 1));
  }

  /**
   * @param {string} line
   * @param {string} move
   * @returns {HTMLElement | null}
   */
  #button(line, move) {
    return this.#list.querySelector(`[data-line="${Number(line)}"][data-move="${Number(move)}"]`);
  }
}
