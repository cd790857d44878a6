/** Walking through the events of a search, back and forth. */

import { ROOT } from "./columns.js";

/** @import { Columns } from "./columns.js" */

/**
 * A search as the page walks through it. All kinds answer the same questions:
 * - `node`, the node of the last event, and `way`, the one whose way from the root is unfolded for it;
 * - `isThere`, `isEnd`: whether a node is in the tree by now, and whether nothing follows on it yet;
 * - `marks`, `value`, `detail`, `reason`: how a node looks, and what is written at it;
 * - `described`, `facts`, `told`: a node for those who hear it, what is known of it, and what happened last;
 * - `line`, `isBest`, `isSlashed`: which branches are thick, which are marked, and which are cut;
 * - `isLandmark`: whether an event is worth a jump.
 * @typedef {import("./search-walk.js").SearchWalk | import("./proof-walk.js").ProofWalk | import("./uct-walk.js").UctWalk} Walk
 */

/**
 * Leave out the facts that there are none of.
 * @param {[term: string, fact: string | undefined | false][]} facts
 */
export function known(facts) {
  return facts.flatMap(([term, fact]) => (fact ? [/** @type {[string, string]} */ ([term, fact])] : []));
}

export class EventWalk {
  /** How many events have happened. */ step = 0;
  /** At which node each event happens. */ nodes = new Int32Array(0);

  /**
   * @param {Columns} tree
   * @param {number} length how many events there are
   */
  constructor(tree, length) {
    this.tree = tree;
    this.length = length;
  }

  /**
   * Go to where so many events have happened.
   * @param {number} step
   */
  goTo(step) {
    const wanted = Math.min(Math.max(step, 0), this.length);
    while (this.step < wanted) this.forth();
    while (this.step > wanted) this.back();
  }

  /** The node of the last event, the root before the first one. */
  get node() {
    return this.nodes[this.step - 1] ?? ROOT;
  }

  /** @returns {{ unit: string, done: number, total: number }} how far it is, in what one counts */
  get progress() {
    return { unit: "event", done: this.step, total: this.length };
  }

  /**
   * The children that a node has by now, if it has any.
   * @param {number} node
   */
  children(node) {
    return this.tree.children(node);
  }

  /**
   * Whether the branch to a node is the best one of its parent.
   * @param {number} _node
   */
  isBest(_node) {
    return false;
  }

  /**
   * Whether the branch to a node is cut off there.
   * @param {number} _node
   */
  isSlashed(_node) {
    return false;
  }

  /**
   * Why a node was not searched.
   * @param {number} _node
   */
  reason(_node) {
    return "";
  }

  /**
   * A table of what the search goes by at a node, if there is one.
   * @param {number} _node
   * @returns {HTMLElement | null}
   */
  terms(_node) {
    return null;
  }

  /** Let the next event happen. */
  forth() {
    this.step += 1;
  }

  /** Undo the last event. */
  back() {
    this.step -= 1;
  }
}
