/** Where the squares of a board are, in the units of its picture. */

/** @typedef {{ x: number, y: number }} Point */

export const UNIT = 100;

const AIR = 10;
const FRAME = 8;

export class Geometry {
  /**
   * @param {GameInfo} game
   * @param {boolean} isFlipped seen from the other side
   */
  constructor(game, isFlipped) {
    this.rows = game.rows;
    this.columns = game.columns;
    this.isFlipped = isFlipped;
    const span = UNIT * Math.max(game.rows, game.columns);
    this.letterSize = span * 0.033; // as large on every board, however many squares it has
    this.border = FRAME + AIR;
    this.left = this.border + this.letterSize * 1.35;
    this.top = this.border;
    this.boardWidth = UNIT * game.columns;
    this.boardHeight = UNIT * game.rows;
    this.width = this.left + this.boardWidth + this.border;
    this.height = this.top + this.boardHeight + this.border + this.letterSize * 1.4;
  }

  /**
   * The top left corner of a square.
   * @param {number} square
   * @returns {Point}
   */
  corner(square) {
    const { row, column } = this.#seen(square);
    return { x: this.left + UNIT * column, y: this.top + UNIT * row };
  }

  /**
   * @param {number} square
   * @returns {Point}
   */
  centre(square) {
    const { x, y } = this.corner(square);
    return { x: x + UNIT / 2, y: y + UNIT / 2 };
  }

  /**
   * The square at a point of the picture, null beside the board.
   * @param {Point} point
   */
  squareAt({ x, y }) {
    return this.#squareSeenAt(Math.floor((y - this.top) / UNIT), Math.floor((x - this.left) / UNIT));
  }

  /**
   * The square some steps to the right and down, as it is seen; null beside the board.
   * @param {number} square
   * @param {number} right
   * @param {number} down
   */
  beside(square, right, down) {
    const { row, column } = this.#seen(square);
    return this.#squareSeenAt(row + down, column + right);
  }

  /** The squares in rows from top to bottom, as they are seen. */
  seenRows() {
    const rows = Array.from({ length: this.rows }, (_, row) =>
      Array.from({ length: this.columns }, (_, column) => row * this.columns + column),
    );
    return this.isFlipped ? rows.reverse().map((row) => row.reverse()) : rows;
  }

  /** @param {number} square */
  #seen(square) {
    const row = Math.floor(square / this.columns);
    const column = square % this.columns;
    if (!this.isFlipped) return { row, column };
    return { row: this.rows - 1 - row, column: this.columns - 1 - column };
  }

  /**
   * @param {number} row
   * @param {number} column
   */
  #squareSeenAt(row, column) {
    if (row < 0 || column < 0 || row >= this.rows || column >= this.columns) return null;
    const square = row * this.columns + column;
    return this.isFlipped ? this.rows * this.columns - 1 - square : square;
  }
}
