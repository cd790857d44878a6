/** The positions at nodes, which the server is asked for when somebody looks at them. */

import { send } from "../api.js";
import { tellProblem } from "../toast.js";

/** @import { Columns } from "./columns.js" */

const MOST = 200;

/** One question at a time: who steps quickly asks for many nodes, and looks at few of them. */
export class Boards {
  /** @type {Map<number, string>} */ #known = new Map();
  /** @type {number[]} What was asked for last. */ #wanted = [];
  /** @type {Set<number>} What the server is looking for right now. */ #asked = new Set();

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
   * Ask for the positions of nodes that are not known yet; of many, those asked for last count.
   * @param {number[]} nodes
   */
  want(nodes) {
    const missing = nodes.filter((node) => !this.#known.has(node) && !this.#asked.has(node));
    if (missing.length === 0) return;
    this.#wanted = [...new Set([...missing, ...this.#wanted])].slice(0, MOST);
    if (this.#asked.size === 0) this.#ask().catch(tellProblem);
  }

  async #ask() {
    try {
      while (this.#wanted.length > 0) {
        const nodes = this.#wanted;
        this.#wanted = [];
        this.#asked = new Set(nodes);
        await this.#fetch(nodes);
      }
    } finally {
      this.#wanted = [];
      this.#asked.clear();
    }
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
