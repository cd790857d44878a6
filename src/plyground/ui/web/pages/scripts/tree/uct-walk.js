/** UCT at any of its steps: visits and sums of results at every node, and the bounds that selection goes by. */

import { element, makeTable } from "../dom.js";
import { NOBODY, ROOT } from "./columns.js";
import { meanText, nodeName, roleOf } from "./tree-text.js";
import { EventWalk, known } from "./walk.js";

/** @import { Columns } from "./columns.js" */

const EXPAND = "x";
const BACK_UP = "b";

export class UctWalk extends EventWalk {
  /** Whether nodes come in the course of the search. */ grows = true;
  /** What one can jump to. */ landmark = "simulation";

  /**
   * @param {Columns} tree
   * @param {UctMessage} message
   */
  constructor(tree, message) {
    const { kinds, nodes } = message.steps;
    super(tree, kinds.length);
    this.message = message;
    this.nodes = Int32Array.from(nodes);
    this.visits = new Int32Array(tree.size);
    /** Sums of results, for MAX. */
    this.sums = new Float64Array(tree.size);
    this.isMade = new Uint8Array(tree.size);
    this.isMade[ROOT] = 1;
    /** How many simulations are over, before every step. */
    this.#simulations = new Int32Array(this.length + 1);
    for (let index = 0; index < this.length; index += 1) this.#simulations[index + 1] = (this.#simulations[index] ?? 0) + Number(kinds[index] === BACK_UP);
  }

  /** @type {Int32Array} */ #simulations;

  /** @override */
  get progress() {
    return { unit: "simulation", done: this.#simulations[this.step] ?? 0, total: this.#simulations[this.length] ?? 0 };
  }

  get way() {
    return this.node;
  }

  /** @param {number} node */
  isThere(node) {
    return this.isMade[node] === 1;
  }

  /**
   * The children that a node has by now.
   * @override
   * @param {number} node
   */
  children(node) {
    return this.tree.children(node).filter((child) => this.isThere(child));
  }

  /** @param {number} node */
  isEnd(node) {
    const first = this.tree.firstChild[node] ?? NOBODY;
    return first === NOBODY || !this.isThere(first);
  }

  /** The most visited child of every node. */
  line() {
    const found = [];
    for (let node = this.#mostVisited(ROOT); node !== NOBODY; node = this.#mostVisited(node)) found.push(node);
    return found;
  }

  /** @param {number} node */
  marks(node) {
    const isUnderWay = this.step > 0 && this.step < this.length;
    if (!isUnderWay) return [];
    if (node === this.node) return ["is-current"];
    const isOnWay = this.node > node && this.node < (this.tree.ends[node] ?? 0);
    return isOnWay ? ["is-open"] : [];
  }

  /** @param {number} node */
  value(node) {
    return (this.visits[node] ?? 0).toLocaleString("en");
  }

  /** @param {number} node */
  detail(node) {
    const end = this.message.ends[node];
    if (end !== undefined) return end;
    return this.visits[node] ? `mean ${meanText(this.#mean(node))}` : "no visits yet";
  }

  /** @param {number} node */
  described(node) {
    const visits = this.visits[node] ?? 0;
    const words = [nodeName(this.tree, node), this.message.ends[node] ?? roleOf(this.tree, node), `${visits} ${visits === 1 ? "visit" : "visits"}`];
    if (visits > 0) words.push(`mean ${meanText(this.#mean(node))}`);
    return words.join(", ");
  }

  told() {
    return this.message.steps.told[this.step - 1] ?? `Nothing has happened yet. ${roleOf(this.tree, ROOT)} is to move at the root.`;
  }

  /** @param {number} node */
  facts(node) {
    const visits = this.visits[node] ?? 0;
    const hasBound = node !== ROOT && visits > 0;
    return known([
      ["Moves", this.message.ends[node] === undefined && roleOf(this.tree, node)],
      ["Ends", this.message.ends[node]],
      ["Visits", visits.toLocaleString("en")],
      ["Mean", visits > 0 && `${meanText(this.#mean(node))} for ${this.tree.players[0]}`],
      ["Bound", hasBound && `${meanText(this.bound(node))} for ${this.#chooser(node)}`],
    ]);
  }

  /**
   * How the bounds of a node's children come about: what selection looks at there.
   * @override
   * @param {number} node
   */
  terms(node) {
    const visited = this.children(node).filter((child) => this.visits[child]);
    const [first] = visited;
    if (first === undefined) return null;
    const best = visited.reduce((before, child) => (this.bound(child) > this.bound(before) ? child : before));
    const rows = visited.map((child) => {
      const cells = [this.visits[child]?.toLocaleString("en") ?? "", meanText(this.#meanForChooser(child)), meanText(this.#trial(child)), meanText(this.bound(child))];
      return element("tr", child === best ? { class: "is-chosen" } : {}, element("th", { scope: "row" }, this.tree.move(child)), ...cells.map((cell) => element("td", { class: "number" }, cell)));
    });
    const titles = ["Move", "Visits", "Mean", "+ trial", "= bound"];
    const head = titles.map((title, index) => element("th", { scope: "col", class: index ? "number" : null }, title));
    const told = `For ${this.#chooser(first)}, who chooses here: the mean, and ${this.#constant}·√(ln ${this.visits[node]} / visits).`;
    return makeTable("table tree-comparison", head, rows, element("caption", { class: "small muted" }, told));
  }

  /**
   * The upper confidence bound, for the player who moves to a node.
   * @param {number} node
   */
  bound(node) {
    return this.#meanForChooser(node) + this.#trial(node);
  }

  /**
   * Whether an event ends a simulation.
   * @param {number} index
   */
  isLandmark(index) {
    return this.message.steps.kinds[index] === BACK_UP;
  }

  get #constant() {
    return this.message.exploration === Math.SQRT2 ? "√2" : String(Number(this.message.exploration.toPrecision(4)));
  }

  /** @param {number} node */
  #chooser(node) {
    return this.tree.players[this.tree.isMax(node) ? 1 : 0];
  }

  /** @param {number} node */
  #mean(node) {
    return (this.sums[node] ?? 0) / Math.max(this.visits[node] ?? 0, 1);
  }

  /** @param {number} node */
  #meanForChooser(node) {
    return this.tree.isMax(node) ? -this.#mean(node) : this.#mean(node);
  }

  /**
   * The term that is large while a node has few visits.
   * @param {number} node
   */
  #trial(node) {
    const above = this.visits[this.tree.parents[node] ?? ROOT] ?? 1;
    return this.message.exploration * Math.sqrt(Math.log(above) / (this.visits[node] ?? 1));
  }

  /** @param {number} node */
  #mostVisited(node) {
    let best = NOBODY;
    for (const child of this.children(node)) {
      if ((this.visits[child] ?? 0) > (best === NOBODY ? 0 : this.visits[best] ?? 0)) best = child;
    }
    return best;
  }

  /** @override */
  forth() {
    this.#happen(this.step, 1);
    super.forth();
  }

  /** @override */
  back() {
    super.back();
    this.#happen(this.step, -1);
  }

  /**
   * Let a step happen, or undo it.
   * @param {number} index
   * @param {1 | -1} sign
   */
  #happen(index, sign) {
    const { kinds, results } = this.message.steps;
    const node = this.nodes[index] ?? ROOT;
    if (kinds[index] === EXPAND) this.isMade[node] = sign === 1 ? 1 : 0;
    if (kinds[index] !== BACK_UP) return;
    for (const each of this.tree.way(node)) {
      this.visits[each] = (this.visits[each] ?? 0) + sign;
      this.sums[each] = (this.sums[each] ?? 0) + sign * (results[index] ?? 0);
    }
  }
}
