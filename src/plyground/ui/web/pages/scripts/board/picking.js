/** Which move a person means: a piece is picked, then a square to go to, or a square at once. */

export class Picking {
  /** @type {MoveInfo[]} */ #moves = [];
  /** @type {number | null} */ #picked = null;
  /** Whether the press that a click ends has picked the piece: then the click must not let it go. */
  #isFresh = false;
  /** @type {(move: MoveInfo) => void} */ #onMove;
  /** @type {() => void} */ #onChange;

  /**
   * @param {(move: MoveInfo) => void} onMove
   * @param {() => void} onChange called when another piece is picked, or none
   */
  constructor(onMove, onChange) {
    this.#onMove = onMove;
    this.#onChange = onChange;
  }

  get picked() {
    return this.#picked;
  }

  /** The move that touches no square, where there is one. */
  get pass() {
    return this.#moves.find((move) => move.target === null) ?? null;
  }

  /**
   * Say which moves are possible; a piece that still has some stays picked.
   * @param {MoveInfo[]} moves
   */
  allow(moves) {
    this.#moves = moves;
    if (this.#picked !== null && !this.canMove(this.#picked)) this.#picked = null;
  }

  /** @param {number} square */
  canMove(square) {
    return this.#moves.some((move) => move.origin === square);
  }

  /** The squares a click on which is a move. */
  goals() {
    return this.#moves.flatMap((move) => (move.origin === this.#picked && move.target !== null ? [move.target] : []));
  }

  /**
   * @param {number} square
   * @returns {MoveInfo | null}
   */
  moveTo(square) {
    return this.#moves.find((move) => move.origin === this.#picked && move.target === square) ?? null;
  }

  /** @param {number} square */
  press(square) {
    this.#isFresh = this.#picked !== square;
    if (this.#isFresh) this.#pick(square);
  }

  /** @param {number} square */
  click(square) {
    const move = this.moveTo(square);
    const isFresh = this.#isFresh;
    this.#isFresh = false;
    if (move) this.play(move);
    else if (this.#picked === square && isFresh) return;
    else this.#pick(this.#picked === square || !this.canMove(square) ? null : square);
  }

  /** @param {MoveInfo} move */
  play(move) {
    this.#pick(null);
    this.#onMove(move);
  }

  letGo() {
    this.#isFresh = false;
    this.#pick(null);
  }

  /** @param {number | null} square */
  #pick(square) {
    if (square === this.#picked) return;
    this.#picked = square;
    this.#onChange();
  }
}
