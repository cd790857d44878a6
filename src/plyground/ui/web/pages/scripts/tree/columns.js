/** A tree in columns: typed arrays, so that a hundred thousand nodes are nothing. */

/** @typedef {Pick<TreeMessage, "players" | "depth" | "parents" | "names" | "moves" | "leaves">} TreeColumns */

export const ROOT = 0;
export const NOBODY = -1;

export class Columns {
  /** @param {TreeColumns} message */
  constructor(message) {
    const size = message.parents.length;
    this.size = size;
    this.players = message.players;
    this.depth = message.depth;
    this.parents = Int32Array.from(message.parents);
    /** Scores of leaves for MAX, in thousandths, or margins; NaN for other nodes. */
    this.leaves = Float64Array.from(message.leaves, (leaf) => leaf ?? Number.NaN);
    this.plies = new Uint16Array(size);
    this.firstChild = new Int32Array(size).fill(NOBODY);
    this.nextSibling = new Int32Array(size).fill(NOBODY);
    /** The number behind the last node below a node. */
    this.ends = new Int32Array(size);
    this.#names = message.names;
    this.#moves = message.moves;
    this.#link();
  }

  /** @type {string[]} */ #names;
  /** @type {number[]} */ #moves;

  #link() {
    for (let node = this.size - 1; node > ROOT; node -= 1) {
      const parent = this.parents[node] ?? NOBODY;
      this.nextSibling[node] = this.firstChild[parent] ?? NOBODY;
      this.firstChild[parent] = node;
      this.ends[node] = Math.max(this.ends[node] ?? 0, node + 1);
      this.ends[parent] = Math.max(this.ends[parent] ?? 0, this.ends[node] ?? 0);
    }
    this.ends[ROOT] = this.size;
    for (let node = 1; node < this.size; node += 1) this.plies[node] = this.ply(this.parents[node] ?? ROOT) + 1;
  }

  /** @param {number} node */
  ply(node) {
    return this.plies[node] ?? 0;
  }

  /** @param {number} node */
  isMax(node) {
    return this.ply(node) % 2 === 0;
  }

  /** @param {number} node */
  isLeaf(node) {
    return this.firstChild[node] === NOBODY;
  }

  /** @param {number} node */
  move(node) {
    return this.#names[this.#moves[node] ?? 0] ?? "";
  }

  /** @param {number} node */
  children(node) {
    const found = [];
    for (let child = this.firstChild[node] ?? NOBODY; child !== NOBODY; child = this.nextSibling[child] ?? NOBODY) found.push(child);
    return found;
  }

  /**
   * The nodes from the root to a node, both included.
   * @param {number} node
   */
  way(node) {
    const found = [node];
    for (let above = this.parents[node] ?? NOBODY; above !== NOBODY; above = this.parents[above] ?? NOBODY) found.push(above);
    return found.reverse();
  }

  /**
   * The moves that lead to a node.
   * @param {number} node
   */
  path(node) {
    return this.way(node).slice(1).map((each) => this.move(each));
  }
}
