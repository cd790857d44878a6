/** The squares for hands, keys and screen readers: a grid without looks above the picture. */

import { element } from "../dom.js";

/** @import { Geometry } from "./geometry.js" */
/** @typedef {{ onEnter: (square: number) => void, onEscape: () => void }} KeyActions */

/** How far the keys go, to the right and down. */
const STEPS = /** @type {Record<string, [number, number]>} */ ({
  ArrowLeft: [-1, 0],
  ArrowRight: [1, 0],
  ArrowUp: [0, -1],
  ArrowDown: [0, 1],
  Home: [-Infinity, 0],
  End: [Infinity, 0],
  PageUp: [0, -Infinity],
  PageDown: [0, Infinity],
});

export class Squares {
  /** @type {Geometry} */ #geometry;
  /** @type {KeyActions} */ #actions;
  /** @type {Map<number, HTMLElement>} */ #cells = new Map();
  #current = 0;
  /** Whether a person went to the square that is current. */ #isChosen = false;
  /** Whether the focus came by a click: then the arrows are left to the page. */ #isClicked = false;

  /**
   * @param {Geometry} geometry
   * @param {string} name of the board, for screen readers
   * @param {KeyActions} actions
   */
  constructor(geometry, name, actions) {
    this.#geometry = geometry;
    this.#actions = actions;
    this.grid = element("div", { class: "board-squares", role: "grid", "aria-label": name });
    this.#lay();
    this.#current = geometry.seenRows().at(-1)?.[0] ?? 0;
    this.#cells.get(this.#current)?.setAttribute("tabindex", "0");
    this.grid.addEventListener("keydown", (event) => this.#press(event));
    this.grid.addEventListener("focusin", () => (this.#isClicked = this.grid.querySelector(":focus-visible") === null));
    this.grid.addEventListener("pointerdown", () => (this.#isClicked = true));
  }

  get current() {
    return this.#current;
  }

  /** The square that a person went to, null as long as nobody did. */
  get chosen() {
    return this.#isChosen ? this.#current : null;
  }

  /** Whether the keys are at work here. */
  get hasFocus() {
    return this.grid.contains(document.activeElement);
  }

  /**
   * Say what there is on a square, and what can be done with it.
   * @param {number} square
   * @param {string} label
   * @param {{ isLive: boolean, isMovable: boolean, isPicked: boolean }} state
   */
  describe(square, label, { isLive, isMovable, isPicked }) {
    const cell = this.#cells.get(square);
    if (!cell) return;
    cell.setAttribute("aria-label", label);
    cell.classList.toggle("is-live", isLive);
    cell.classList.toggle("is-movable", isMovable);
    if (isPicked) cell.setAttribute("aria-selected", "true");
    else cell.removeAttribute("aria-selected");
  }

  /**
   * Make a square the one that the Tab key leads to.
   * @param {number} square
   * @param {boolean} [isFocused]
   */
  moveTo(square, isFocused = this.hasFocus) {
    this.#isChosen = true;
    this.#cells.get(this.#current)?.setAttribute("tabindex", "-1");
    this.#current = square;
    const cell = this.#cells.get(square);
    cell?.setAttribute("tabindex", "0");
    if (isFocused) cell?.focus({ preventScroll: true });
  }

  #lay() {
    const { left, top, boardWidth, boardHeight, width, height } = this.#geometry;
    const percent = (/** @type {number} */ part, /** @type {number} */ whole) => `${(100 * part) / whole}%`;
    Object.assign(this.grid.style, {
      left: percent(left, width),
      top: percent(top, height),
      width: percent(boardWidth, width),
      height: percent(boardHeight, height),
    });
    for (const row of this.#geometry.seenRows()) {
      const cells = row.map((square) => this.#makeCell(square));
      this.grid.append(element("div", { class: "board-row", role: "row" }, ...cells));
    }
  }

  /** @param {number} square */
  #makeCell(square) {
    const cell = element("div", { class: "board-square", role: "gridcell", tabindex: "-1", "data-square": square });
    this.#cells.set(square, cell);
    return cell;
  }

  /** @param {KeyboardEvent} event */
  #press(event) {
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    const step = STEPS[event.key];
    if (step && this.#isClicked) return;
    if (step) this.#step(...step);
    else if (event.key === "Enter" || event.key === " ") this.#actions.onEnter(this.#current);
    else if (event.key === "Escape") this.#actions.onEscape();
    else return;
    event.preventDefault();
  }

  /**
   * @param {number} right
   * @param {number} down
   */
  #step(right, down) {
    const isFar = !Number.isFinite(right) || !Number.isFinite(down);
    const [across, along] = [Math.sign(right), Math.sign(down)];
    let square = this.#current;
    for (let next = this.#geometry.beside(square, across, along); next !== null;) {
      square = next;
      next = isFar ? this.#geometry.beside(square, across, along) : null;
    }
    this.moveTo(square, true);
  }
}
