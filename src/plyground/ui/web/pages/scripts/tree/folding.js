/** What of a tree is unfolded: what somebody has unfolded, and the way to where the search is. */

import { ROOT } from "./columns.js";

/** @import { Columns } from "./columns.js" */

export class Folding {
  /** @type {Set<number>} What is unfolded because the search is there. */ #way = new Set();

  /**
   * @param {Columns} tree
   * @param {number[]} nodes those that are unfolded at first, besides the root
   */
  constructor(tree, nodes) {
    this.tree = tree;
    this.#chosen = new Uint8Array(tree.size);
    for (const node of [ROOT, ...nodes]) this.#chosen[node] = 1;
  }

  /** @type {Uint8Array} What somebody has unfolded. */ #chosen;

  /** @param {number} node */
  isUnfolded(node) {
    return this.#chosen[node] === 1 || this.#way.has(node);
  }

  unfoldAll() {
    this.#chosen.fill(1);
  }

  foldAll() {
    this.#way.clear();
    this.#chosen.fill(0);
    this.#chosen[ROOT] = 1;
  }

  /**
   * @param {number} node
   * @returns {boolean} whether it is unfolded now
   */
  toggle(node) {
    const isUnfolded = this.isUnfolded(node);
    this.#way.delete(node);
    this.#chosen[node] = isUnfolded ? 0 : 1;
    return !isUnfolded;
  }

  /**
   * Unfold the way to a node, and fold the one before.
   * @param {number} node
   * @param {boolean} isInside whether its children are to be seen, too
   * @returns {boolean} whether anything has changed
   */
  showWay(node, isInside) {
    const way = this.tree.way(node).slice(0, isInside ? undefined : -1).filter((each) => this.#chosen[each] === 0);
    if (way.length === this.#way.size && way.every((each) => this.#way.has(each))) return false;
    this.#way = new Set(way);
    return true;
  }
}
