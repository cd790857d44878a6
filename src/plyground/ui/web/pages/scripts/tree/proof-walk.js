/** A proof-number search at any of its events. Numbers are those of the root's question, at every node. */

import { ROOT } from "./columns.js";
import { EventWalk, known } from "./walk.js";
import { nodeName } from "./tree-text.js";

/** @import { Columns } from "./columns.js" */

const SELECT = "s";
const EXPAND = "x";
const UPDATE = "u";

export class ProofWalk extends EventWalk {
  /** Whether nodes come in the course of the search. */ grows = true;
  /** What one can jump to. */ landmark = "solved";

  /**
   * @param {Columns} tree
   * @param {ProofMessage} message
   */
  constructor(tree, message) {
    const { events } = message;
    super(tree, events.kinds.length);
    this.message = message;
    this.nodes = Int32Array.from(events.nodes);
    this.isExpanded = new Uint8Array(tree.size);
    this.proofs = Float64Array.from(tree.leaves, (margin) => (Number.isNaN(margin) ? 1 : margin >= message.least ? 0 : Infinity));
    this.disproofs = this.proofs.map((proof) => (proof === 1 ? 1 : proof === 0 ? Infinity : 0));
    this.#proofsAfter = Float64Array.from(events.proofs, (proof) => proof ?? Infinity);
    this.#disproofsAfter = Float64Array.from(events.disproofs, (disproof) => disproof ?? Infinity);
    this.#proofsBefore = new Float64Array(this.length);
    this.#disproofsBefore = new Float64Array(this.length);
    this.#selected = new Int32Array(this.length);
    for (let index = 0; index < this.length; index += 1) {
      this.#selected[index] = (events.kinds[index] === SELECT ? this.nodes[index] : this.#selected[index - 1]) ?? ROOT;
    }
  }

  /** @type {Float64Array} */ #proofsAfter;
  /** @type {Float64Array} */ #disproofsAfter;
  /** @type {Float64Array} */ #proofsBefore;
  /** @type {Float64Array} */ #disproofsBefore;
  /** @type {Int32Array} The leaf that was selected last, at every event. */ #selected;

  /** The leaf that was selected last: while numbers are backed up, the way to it stays unfolded. */
  get way() {
    return this.#selected[this.step - 1] ?? ROOT;
  }

  /** @param {number} node */
  isThere(node) {
    return node === ROOT || this.isExpanded[this.tree.parents[node] ?? ROOT] === 1;
  }

  /** @param {number} node */
  isEnd(node) {
    return this.isExpanded[node] !== 1;
  }

  /** @param {number} node */
  isProved(node) {
    return this.proofs[node] === 0;
  }

  /** @param {number} node */
  isDisproved(node) {
    return this.disproofs[node] === 0;
  }

  /** The path to the most-proving node; once the root is solved, the solution. */
  line() {
    if (this.step === 0) return [];
    if (this.step === this.length && this.message.result !== null) return this.#solution();
    return this.tree.way(this.way).slice(1);
  }

  /** @param {number} node */
  marks(node) {
    const isUnderWay = this.step > 0 && this.step < this.length;
    const state = this.#state(node);
    return [...(state ? [`is-${state}`] : []), ...(isUnderWay && node === this.node ? ["is-current"] : [])];
  }

  /** @param {number} node */
  value(node) {
    return `${numberText(this.proofs[node])}/${numberText(this.disproofs[node])}`;
  }

  /** @param {number} node */
  detail(node) {
    return this.message.ends[node] ?? (this.isEnd(node) ? "" : this.#role(node));
  }

  /** @param {number} node */
  described(node) {
    const numbers = `proof number ${spoken(this.proofs[node])}, disproof number ${spoken(this.disproofs[node])}`;
    const kind = this.isEnd(node) ? "leaf" : this.#role(node);
    return [nodeName(this.tree, node), kind, this.message.ends[node], numbers, this.#state(node)].filter(Boolean).join(", ");
  }

  told() {
    return this.message.events.told[this.step - 1] ?? `Nothing has happened yet. The question: ${this.message.question}`;
  }

  /** @param {number} node */
  facts(node) {
    const isMax = this.tree.isMax(node);
    const end = this.message.ends[node];
    return known([
      ["Kind", end === undefined && `${this.#role(node)}: ${this.tree.players[isMax ? 0 : 1]} moves`],
      ["Ends", end],
      ["Proof", numberText(this.proofs[node])],
      ["Disproof", numberText(this.disproofs[node])],
      ["State", this.#state(node) || (this.isEnd(node) ? "a leaf, not expanded yet" : "expanded, not solved")],
      ["Rule", !this.isEnd(node) && (isMax ? "pn min, dn sum" : "pn sum, dn min")],
    ]);
  }

  /**
   * Whether an event solves a node.
   * @param {number} index
   */
  isLandmark(index) {
    return this.message.events.kinds[index] === UPDATE && (this.#proofsAfter[index] === 0 || this.#disproofsAfter[index] === 0);
  }

  /** @param {number} node */
  #role(node) {
    return this.tree.isMax(node) ? "OR" : "AND";
  }

  /** @param {number} node */
  #state(node) {
    if (this.isProved(node)) return "proved";
    return this.isDisproved(node) ? "disproved" : "";
  }

  /** One move of the side that gets its way at each node, all of the other one. */
  #solution() {
    const { tree } = this;
    const isProof = this.message.result === true;
    const isSolved = (/** @type {number} */ node) => (isProof ? this.isProved(node) : this.isDisproved(node));
    const found = [];
    const waiting = [ROOT];
    for (let node = waiting.pop(); node !== undefined; node = waiting.pop()) {
      const children = tree.children(node);
      const kept = tree.isMax(node) === isProof ? children.filter(isSolved).slice(0, 1) : children;
      found.push(...kept);
      waiting.push(...kept);
    }
    return found;
  }

  /** @override */
  forth() {
    const index = this.step;
    const node = this.nodes[index] ?? ROOT;
    const kind = this.message.events.kinds[index];
    if (kind === EXPAND) this.isExpanded[node] = 1;
    if (kind === UPDATE) {
      this.#proofsBefore[index] = this.proofs[node] ?? 1;
      this.#disproofsBefore[index] = this.disproofs[node] ?? 1;
      this.#set(node, this.#proofsAfter[index], this.#disproofsAfter[index]);
    }
    super.forth();
  }

  /** @override */
  back() {
    super.back();
    const index = this.step;
    const node = this.nodes[index] ?? ROOT;
    const kind = this.message.events.kinds[index];
    if (kind === EXPAND) this.isExpanded[node] = 0;
    if (kind === UPDATE) this.#set(node, this.#proofsBefore[index], this.#disproofsBefore[index]);
  }

  /**
   * @param {number} node
   * @param {number | undefined} proof
   * @param {number | undefined} disproof
   */
  #set(node, proof, disproof) {
    this.proofs[node] = proof ?? 1;
    this.disproofs[node] = disproof ?? 1;
  }
}

/** @param {number | undefined} number */
function numberText(number) {
  return number === Infinity ? "∞" : String(number);
}

/** @param {number | undefined} number */
function spoken(number) {
  return number === Infinity ? "infinite" : String(number);
}
