/** The positions at nodes, which the server is asked for when somebody looks at them. */

import { send } from "../api.js";
import { tellProblem } from "../toast.js";

/** @typedef {import("./columns.js").Columns} Columns */
/** @typedef {import("../analyse/messages.js").GivenLine} GivenLine */
/** @typedef {import("./messages.js").FoundPositions} FoundPositions */

const MOST = 200;

export class Boards {
  /** @type {Map<number, string>} */ #known = new Map();
  /** @type {Set<number>} */ #asked = new Set();

  /**
   * @param {Columns} tree
   * @param {GivenLine} line
   * @param {() => void} onFound
   */
  constructor(tree, line, onFound) {
    this.tree = tree;
    this.line = line;
    this.onFound = onFound;
  }

  /** @param {number} node */
  get(node) {
    return this.#known.get(node) ?? null;
  }

  /**
   * Ask for the positions of nodes that are not known yet.
   * @param {number[]} nodes
   */
  want(nodes) {
    const missing = nodes.filter((node) => !this.#asked.has(node)).slice(0, MOST);
    if (missing.length === 0) return;
    for (const node of missing) this.#asked.add(node);
    this.#fetch(missing).catch((error) => {
      for (const node of missing) this.#asked.delete(node);
      tellProblem(error);
    });
  }

  /** @param {number[]} nodes */
  async #fetch(nodes) {
    const paths = nodes.map((node) => this.tree.path(node));
    /** @type {FoundPositions} */
    const { positions } = await send("/api/tree/positions", { line: this.line, paths });
    nodes.forEach((node, number) => this.#known.set(node, positions[number] ?? ""));
    this.onFound();
  }
}
