/** The boards beside nodes, drawn a few at a time: a step must not wait for all of them. */

import { drawBoard } from "./node.js";

/** @import { Boards } from "./boards.js" */

const MOST_KEPT = 400;
const MILLISECONDS = 5;

export class BoardPictures {
  /** @type {Map<number, SVGElement>} Those drawn or shown last come last. */ #drawn = new Map();
  /** @type {GameInfo | null} */ #game = null;
  /** @type {Boards | null} */ #boards = null;

  /**
   * @param {GameInfo | null} game
   * @param {Boards | null} boards
   */
  take(game, boards) {
    this.#game = game;
    this.#boards = boards;
    this.#drawn.clear();
  }

  get hasAny() {
    return this.#game !== null;
  }

  /**
   * Find the boards of nodes, as far as there is time to draw them.
   * @param {number[]} nodes
   * @returns {{ boards: Map<number, SVGElement>, isComplete: boolean }} complete if none is left to be drawn
   */
  show(nodes) {
    this.#boards?.want(nodes);
    const end = performance.now() + MILLISECONDS;
    /** @type {Map<number, SVGElement>} */
    const boards = new Map();
    let isComplete = true;
    for (const node of nodes) {
      const position = this.#boards?.get(node);
      let board = this.#drawn.get(node) ?? null;
      if (!board && this.#game && position) {
        if (performance.now() < end) board = drawBoard(this.#game, position);
        else isComplete = false;
      }
      if (board) boards.set(node, board);
    }
    this.#keep(boards);
    return { boards, isComplete };
  }

  /** @param {Map<number, SVGElement>} boards */
  #keep(boards) {
    for (const [node, board] of boards) {
      this.#drawn.delete(node);
      this.#drawn.set(node, board);
    }
    for (const node of this.#drawn.keys()) {
      if (this.#drawn.size <= MOST_KEPT) break;
      this.#drawn.delete(node);
    }
  }
}
