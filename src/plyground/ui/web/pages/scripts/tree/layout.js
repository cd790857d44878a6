/** Where the unfolded nodes of a tree stand: the root at the left, one row for each that ends there. */

import { ROOT } from "./columns.js";

/** @import { Columns } from "./columns.js" */

export class Layout {
  rows = 0;
  /** The last ply with a node that is shown. */ deepest = 0;

  /**
   * @param {Columns} tree
   * @param {(node: number) => number[]} shownChildren
   */
  constructor(tree, shownChildren) {
    this.tree = tree;
    this.shownChildren = shownChildren;
    /** The first and the last row of a node and what is unfolded below it. */
    this.firsts = new Int32Array(tree.size);
    this.lasts = new Int32Array(tree.size);
    /** A parent stands in the middle of its children, which may be between two rows. */
    this.middles = new Float32Array(tree.size);
    this.#put(ROOT);
  }

  /** @param {number} node */
  #put(node) {
    this.firsts[node] = this.rows;
    this.deepest = Math.max(this.deepest, this.tree.ply(node));
    const children = this.shownChildren(node);
    if (children.length === 0) {
      this.middles[node] = this.rows;
      this.rows += 1;
    }
    for (const child of children) this.#put(child);
    const [first, last] = [children[0], children.at(-1)];
    if (first !== undefined && last !== undefined) this.middles[node] = ((this.middles[first] ?? 0) + (this.middles[last] ?? 0)) / 2;
    this.lasts[node] = this.rows - 1;
  }

  /**
   * The row of a node. A parent whose middle is out of sight stays at the edge as long as its children are seen.
   * @param {number} node
   * @param {number} top the first row in sight
   * @param {number} bottom the last one
   */
  row(node, top, bottom) {
    const [first, last] = [this.firsts[node] ?? 0, this.lasts[node] ?? 0];
    const seen = Math.min(Math.max(this.middles[node] ?? 0, top), bottom);
    return Math.min(Math.max(seen, first), last);
  }

  /**
   * The nodes with something between two rows.
   * @param {number} top
   * @param {number} bottom
   */
  between(top, bottom) {
    /** @type {number[]} */
    const found = [];
    /** @param {number} node */
    const look = (node) => {
      if ((this.lasts[node] ?? 0) < top || (this.firsts[node] ?? 0) > bottom) return;
      found.push(node);
      for (const child of this.shownChildren(node)) look(child);
    };
    look(ROOT);
    return found;
  }

  /**
   * The node that follows another one from top to bottom, or comes before it.
   * @param {number} node
   * @param {1 | -1} direction
   */
  neighbour(node, direction) {
    const shown = this.between(0, this.rows);
    return shown[shown.indexOf(node) + direction] ?? node;
  }
}
