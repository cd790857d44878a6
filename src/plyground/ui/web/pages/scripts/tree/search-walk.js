/** Minimax or alpha-beta as the page walks through it. */

import { NOBODY, ROOT } from "./columns.js";
import { DONE, OPEN, Replay } from "./search-replay.js";
import { known } from "./walk.js";
import { cutReason, eventText, isProved, nodeName, roleOf, scoreText, windowText } from "./tree-text.js";

const STANDINGS = { cut: "never searched", unseen: "not searched yet", open: "being searched", current: "being searched now", done: "done" };

export class SearchWalk extends Replay {
  /** Whether nodes come in the course of the search. */ grows = false;
  /** What one can jump to. */ landmark = "cut";

  get way() {
    return this.node;
  }

  /** @param {number} _node */
  isThere(_node) {
    return true;
  }

  /** @param {number} node */
  isEnd(node) {
    return this.tree.isLeaf(node);
  }

  /**
   * How a node stands: cut off, not seen yet, being looked at, the one just now, or done.
   * @param {number} node
   */
  standing(node) {
    if (this.isCutOff(node)) return "cut";
    const isUnderWay = this.step > 0 && this.step < this.length;
    if (isUnderWay && node === this.node) return "current";
    const state = this.states[node];
    if (state === OPEN) return "open";
    return state === DONE ? "done" : "unseen";
  }

  /** @param {number} node */
  marks(node) {
    return [`is-${this.standing(node)}`];
  }

  /**
   * @override
   * @param {number} node
   */
  isBest(node) {
    return this.best[this.tree.parents[node] ?? ROOT] === node;
  }

  /**
   * @override
   * @param {number} node
   */
  isSlashed(node) {
    return this.standing(node) === "cut" && this.standing(this.tree.parents[node] ?? ROOT) !== "cut";
  }

  /** @param {number} node */
  value(node) {
    return this.standing(node) === "cut" ? "cut" : scoreText(this.scores[node] ?? Number.NaN);
  }

  /** @param {number} node */
  detail(node) {
    const isSeen = ["open", "current", "done"].includes(this.standing(node));
    return this.prunes && !this.tree.isLeaf(node) && isSeen ? windowText(this, node) : "";
  }

  /**
   * @override
   * @param {number} node
   */
  reason(node) {
    return this.isFirstCutOff(node) ? cutReason(this, this.cutAbove(node)) : "";
  }

  /** @param {number} node */
  described(node) {
    const { tree } = this;
    const score = scoreText(this.scores[node] ?? Number.NaN);
    const state = this.standing(node);
    const words = [nodeName(tree, node), tree.isLeaf(node) ? "leaf" : roleOf(tree, node)];
    if (state === "cut") words.push(`cut off, ${cutReason(this, this.cutAbove(node))}`);
    else if (state === "unseen") words.push("not searched yet");
    else words.push(score === "" ? "no value yet" : `value ${score}${isProved(this, node) ? ", proved" : ""}`);
    if (this.prunes && (state === "open" || state === "current")) words.push(windowText(this, node));
    return words.join(", ");
  }

  told() {
    return eventText(this);
  }

  /** @param {number} node */
  facts(node) {
    const { tree } = this;
    const state = this.standing(node);
    const [score, alpha, beta] = [this.scores, this.alphas, this.betas].map((column) => scoreText(column[node] ?? Number.NaN));
    const best = this.best[node] ?? NOBODY;
    const hasWindow = this.prunes && state !== "cut" && state !== "unseen";
    return known([
      ["Moves", tree.isLeaf(node) ? "nobody: a leaf" : roleOf(tree, node)],
      ["State", STANDINGS[state]],
      ["Value", score ? `${score}${isProved(this, node) ? ", proved" : ""}` : "none yet"],
      ["Alpha", hasWindow && alpha],
      ["Beta", hasWindow && beta],
      ["Best", best !== NOBODY && nodeName(tree, best)],
      ["Cut", this.cuts[node] === 1 && cutReason(this, node)],
      ["Why", state === "cut" && cutReason(this, this.cutAbove(node))],
    ]);
  }

  /** @param {number} index */
  isLandmark(index) {
    return this.kindOf(index) === "cut";
  }
}
