/** What a hand does on the board: clicks and drags, by mouse, pen or finger. */

/**
 * @typedef {object} Actions
 * @property {(square: number) => boolean} canLift whether something may be dragged from a square
 * @property {(square: number) => void} onPress a finger or button goes down on what may be dragged
 * @property {(square: number) => void} onClick
 * @property {(square: number, event: PointerEvent | null) => void} onCarry null when it falls back
 * @property {(square: number, target: number | null) => void} onDrop null beside the board
 */

/** Pixels that a hand may tremble in a click. */
const TREMBLE = 5;

/** @typedef {{ id: number, square: number, x: number, y: number, isDrag: boolean }} Grip */

export class Hand {
  /** @type {HTMLElement} */ #grid;
  /** @type {(event: MouseEvent) => number | null} */ #squareAt;
  /** @type {Actions} */ #actions;
  /** @type {Grip | null} */ #grip = null;
  /** A browser clicks after a drag too; that click means nothing. */
  #isAfterDrag = false;

  /**
   * @param {HTMLElement} grid where it works
   * @param {(event: MouseEvent) => number | null} squareAt
   * @param {Actions} actions
   */
  constructor(grid, squareAt, actions) {
    this.#grid = grid;
    this.#squareAt = squareAt;
    this.#actions = actions;
    grid.addEventListener("pointerdown", (event) => this.#down(event));
    grid.addEventListener("pointermove", (event) => this.#move(event));
    grid.addEventListener("pointerup", (event) => this.#up(event));
    grid.addEventListener("pointercancel", (event) => this.#cancel(event));
    grid.addEventListener("click", (event) => this.#click(event));
  }

  /** Whether a piece hangs under the pointer. */
  get isDragging() {
    return this.#grip?.isDrag ?? false;
  }

  /** Let go: what is dragged does not stand there any more. */
  letGo() {
    if (!this.#grip) return;
    if (this.#grip.isDrag) this.#actions.onCarry(this.#grip.square, null);
    this.#release();
  }

  /** @param {PointerEvent} event */
  #down(event) {
    this.#isAfterDrag = false;
    if (event.button !== 0 || !event.isPrimary) return;
    const square = this.#squareAt(event);
    if (square === null || !this.#actions.canLift(square)) return;
    this.#grid.setPointerCapture(event.pointerId);
    this.#grip = { id: event.pointerId, square, x: event.clientX, y: event.clientY, isDrag: false };
    this.#actions.onPress(square);
  }

  /** @param {PointerEvent} event */
  #move(event) {
    const grip = this.#grip;
    if (!grip || grip.id !== event.pointerId) return;
    const isFar = Math.hypot(event.clientX - grip.x, event.clientY - grip.y) > TREMBLE;
    if (!grip.isDrag && !isFar) return;
    grip.isDrag = true;
    this.#grid.classList.add("is-dragging");
    this.#actions.onCarry(grip.square, event);
  }

  /** @param {PointerEvent} event */
  #up(event) {
    const grip = this.#grip;
    if (!grip || grip.id !== event.pointerId) return;
    if (grip.isDrag) {
      const target = this.#squareAt(event);
      if (target === grip.square) this.#actions.onCarry(grip.square, null);
      else this.#actions.onDrop(grip.square, target);
    }
    this.#release();
    this.#isAfterDrag = grip.isDrag;
  }

  /** @param {PointerEvent} event */
  #cancel(event) {
    if (this.#grip?.id === event.pointerId) this.letGo();
  }

  /** @param {MouseEvent} event */
  #click(event) {
    const wasDrag = this.#isAfterDrag;
    this.#isAfterDrag = false;
    if (wasDrag) return;
    const square = this.#squareOf(event);
    if (square !== null) this.#actions.onClick(square);
  }

  /**
   * The square of a click. A screen reader clicks an element and not a point; a captured pointer
   * clicks a point of the grid.
   * @param {MouseEvent} event
   */
  #squareOf(event) {
    const named = event.target instanceof HTMLElement ? event.target.dataset.square : undefined;
    return named === undefined ? this.#squareAt(event) : Number(named);
  }

  #release() {
    this.#grip = null;
    this.#grid.classList.remove("is-dragging");
  }
}
