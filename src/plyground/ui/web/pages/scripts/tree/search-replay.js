/** A search at any of its events. Every event notes what it changes, so that it can be undone. */

import { NOBODY, ROOT } from "./columns.js";
import { EventWalk } from "./walk.js";

/** @import { Columns } from "./columns.js" */
/** @typedef {"enter" | "evaluate" | "update" | "cut" | "leave"} Kind */

export const UNSEEN = 0;
export const OPEN = 1;
export const DONE = 2;

const KINDS = /** @type {Record<string, Kind>} */ ({ e: "enter", v: "evaluate", u: "update", c: "cut", l: "leave" });

/**
 * Where a search stands after some of its events. Scores, alpha and beta are for MAX.
 */
export class Replay extends EventWalk {
  /**
   * @param {Columns} tree
   * @param {string} events a letter each
   * @param {boolean} prunes
   */
  constructor(tree, events, prunes) {
    super(tree, events.length);
    const { size } = tree;
    this.prunes = prunes;
    this.states = new Uint8Array(size);
    /** Whether the rest of a node's children was cut off. */
    this.cuts = new Uint8Array(size);
    this.scores = new Float64Array(size).fill(Number.NaN);
    this.alphas = new Float64Array(size).fill(-Infinity);
    this.betas = new Float64Array(size).fill(Infinity);
    this.best = new Int32Array(size).fill(NOBODY);
    this.#events = events;
    this.nodes = this.#findNodes();
    this.#scoresBefore = new Float64Array(events.length);
    this.#boundsBefore = new Float64Array(events.length);
    this.#bestBefore = new Int32Array(events.length);
  }

  /** @type {string} */ #events;
  /** @type {Float64Array} */ #scoresBefore;
  /** @type {Float64Array} */ #boundsBefore;
  /** @type {Int32Array} */ #bestBefore;

  /** Nodes are entered in their order, except for those that are cut off. */
  #findNodes() {
    const { tree } = this;
    const nodes = new Int32Array(this.length);
    let node = NOBODY;
    let next = ROOT;
    for (let index = 0; index < this.length; index += 1) {
      const letter = this.#events[index];
      if (letter === "e") node = next;
      nodes[index] = node;
      if (letter === "e") next = node + 1;
      if (letter === "l") {
        next = tree.ends[node] ?? 0;
        node = tree.parents[node] ?? NOBODY;
      }
    }
    return nodes;
  }

  /** @returns {Kind | null} what happened last */
  get kind() {
    return this.kindOf(this.step - 1);
  }

  /**
   * @param {number} index
   * @returns {Kind | null}
   */
  kindOf(index) {
    return KINDS[this.#events[index] ?? ""] ?? null;
  }

  /**
   * Whether a node has been cut off by now, by itself or with what is above it.
   * @param {number} node
   */
  isCutOff(node) {
    if (this.states[node] !== UNSEEN) return false;
    for (let above = this.tree.parents[node] ?? NOBODY; above !== NOBODY; above = this.tree.parents[above] ?? NOBODY) {
      if (this.states[above] !== UNSEEN) return this.cuts[above] === 1;
    }
    return false;
  }

  /**
   * The node at which the branch to a node that is cut off was cut.
   * @param {number} node
   */
  cutAbove(node) {
    let above = this.tree.parents[node] ?? NOBODY;
    while (above !== NOBODY && this.states[above] === UNSEEN) above = this.tree.parents[above] ?? NOBODY;
    return above;
  }

  /**
   * Whether a node is the first of those that were cut off together.
   * @param {number} node
   */
  isFirstCutOff(node) {
    const parent = this.tree.parents[node] ?? NOBODY;
    if (parent === NOBODY || this.cuts[parent] !== 1 || this.states[node] !== UNSEEN) return false;
    return this.tree.children(parent).find((child) => this.states[child] === UNSEEN) === node;
  }

  /** The best line as far as it is known. */
  line() {
    const found = [];
    for (let node = this.best[ROOT] ?? NOBODY; node !== NOBODY; node = this.best[node] ?? NOBODY) found.push(node);
    return found;
  }

  /** @override */
  forth() {
    const index = this.step;
    const node = this.nodes[index] ?? ROOT;
    const kind = this.kindOf(index);
    if (kind === "enter") this.#enter(node);
    else if (kind === "evaluate") this.scores[node] = this.tree.leaves[node] ?? Number.NaN;
    else if (kind === "update") this.#update(index, node);
    else if (kind === "cut") this.cuts[node] = 1;
    else this.states[node] = DONE;
    super.forth();
  }

  /** @override */
  back() {
    super.back();
    const index = this.step;
    const node = this.nodes[index] ?? ROOT;
    const kind = this.kindOf(index);
    if (kind === "enter") this.#forget(node);
    else if (kind === "evaluate") this.scores[node] = Number.NaN;
    else if (kind === "update") this.#undoUpdate(index, node);
    else if (kind === "cut") this.cuts[node] = 0;
    else this.states[node] = OPEN;
  }

  /** @param {number} node */
  #enter(node) {
    const parent = this.tree.parents[node] ?? NOBODY;
    this.states[node] = OPEN;
    if (parent === NOBODY) return;
    this.alphas[node] = this.alphas[parent] ?? -Infinity;
    this.betas[node] = this.betas[parent] ?? Infinity;
  }

  /** @param {number} node */
  #forget(node) {
    this.states[node] = UNSEEN;
    this.alphas[node] = -Infinity;
    this.betas[node] = Infinity;
  }

  /**
   * The child that was left last is the best so far.
   * @param {number} index
   * @param {number} node
   */
  #update(index, node) {
    const isMax = this.tree.isMax(node);
    const bounds = isMax ? this.alphas : this.betas;
    const child = this.nodes[index - 1] ?? NOBODY;
    const score = this.scores[child] ?? Number.NaN;
    this.#scoresBefore[index] = this.scores[node] ?? Number.NaN;
    this.#bestBefore[index] = this.best[node] ?? NOBODY;
    this.#boundsBefore[index] = bounds[node] ?? 0;
    this.scores[node] = score;
    this.best[node] = child;
    if (this.prunes) bounds[node] = isMax ? Math.max(bounds[node] ?? 0, score) : Math.min(bounds[node] ?? 0, score);
  }

  /**
   * @param {number} index
   * @param {number} node
   */
  #undoUpdate(index, node) {
    const bounds = this.tree.isMax(node) ? this.alphas : this.betas;
    this.scores[node] = this.#scoresBefore[index] ?? Number.NaN;
    this.best[node] = this.#bestBefore[index] ?? NOBODY;
    bounds[node] = this.#boundsBefore[index] ?? 0;
  }
}
