/** Scores, events and cuts in words. */

import { NOBODY, ROOT } from "./columns.js";
import { DONE } from "./search-replay.js";

/** @import { Columns } from "./columns.js" */
/** @import { Replay } from "./search-replay.js" */

const UNIT = 1000;
const WIN = 1_000_000 * UNIT;
const LONGEST_LINE = 1000;

/**
 * A score for MAX: points, or W3 and L3 for a game won or lost in three plies.
 * @param {number} score in thousandths
 */
export function scoreText(score) {
  if (Number.isNaN(score)) return "";
  if (!Number.isFinite(score)) return score > 0 ? "∞" : "−∞";
  const plies = pliesToEnd(score);
  if (plies !== null) return `${score > 0 ? "W" : "L"}${plies}`;
  return String(score / UNIT).replace("-", "−");
}

/**
 * In how many plies a score wins or loses the game, null if it does neither. No evaluation says so: only finished games do.
 * @param {number} score in thousandths
 */
function pliesToEnd(score) {
  const plies = (WIN - Math.abs(score)) / UNIT;
  return Number.isInteger(plies) && plies >= 0 && plies <= LONGEST_LINE ? plies : null;
}

/**
 * Whether the game is known to be over at a leaf: won or lost, or with no move before the last ply.
 * @param {Columns} tree
 * @param {number} node
 */
function isFinished(tree, node) {
  if (!tree.isLeaf(node)) return false;
  const isGame = tree.players[0] !== "MAX";
  return pliesToEnd(tree.leaves[node] ?? Number.NaN) !== null || (isGame && tree.ply(node) < tree.depth);
}

/**
 * Whether the value of a node is certain: who wins is known from finished games alone, and from all that matter. With
 * alpha-beta, values inside of the tree may be bounds.
 * @param {Replay} replay
 * @param {number} node
 */
export function isProved(replay, node) {
  if (replay.states[node] !== DONE) return false;
  if (replay.tree.isLeaf(node)) return isFinished(replay.tree, node);
  return (node === ROOT || !replay.prunes) && pliesToEnd(replay.scores[node] ?? Number.NaN) !== null;
}

/**
 * A mean result, or a bound.
 * @param {number} mean
 */
export function meanText(mean) {
  return (Math.round(mean * 100) / 100 + 0).toFixed(2).replace("-", "−");
}

/**
 * Put the signs of print into what the server says: 2 <= -inf becomes 2 ≤ −∞.
 * @param {string} text
 */
export function typeset(text) {
  return text.replaceAll("<=", "≤").replaceAll(">=", "≥").replace(/\binf\b/g, "∞").replace(/(^|[\s(])-(?=[\d∞])/g, "$1−");
}

/**
 * @param {Columns} tree
 * @param {number} node
 */
export function playerAt(tree, node) {
  return tree.players[tree.isMax(node) ? 0 : 1];
}

/**
 * Name a node by its last move.
 * @param {Columns} tree
 * @param {number} node
 */
export function nodeName(tree, node) {
  return node === ROOT ? "the root" : tree.move(node);
}

/**
 * Why the rest of a node is cut off, as one reads it in textbooks.
 * @param {Replay} replay
 * @param {number} node
 */
export function cutReason(replay, node) {
  const { tree } = replay;
  const isMax = tree.isMax(node);
  const score = replay.scores[node] ?? Number.NaN;
  const bound = (isMax ? replay.betas : replay.alphas)[node] ?? Number.NaN;
  const other = tree.players[isMax ? 1 : 0];
  const why = score === bound ? "has as much already" : "would never allow this";
  return `${scoreText(score)} ${isMax ? "≥ beta" : "≤ alpha"} ${scoreText(bound)}: ${other} ${why}`;
}

/**
 * What happened last.
 * @param {Replay} replay
 */
export function eventText(replay) {
  const { tree, node, kind } = replay;
  const name = nodeName(tree, node);
  const score = scoreText(replay.scores[node] ?? Number.NaN);
  if (kind === null) return `Nothing has happened yet. ${roleOf(tree, ROOT)} is to move at the root.`;
  if (kind === "enter") return entered(replay, node);
  if (kind === "evaluate") return isFinished(tree, node) ? `${name} ends the game: ${score}, for certain.` : `${name} is a leaf: the evaluation says ${score}.`;
  if (kind === "cut") return hasMore(replay, node) ? `The rest of ${name} is cut off: ${cutReason(replay, node)}.` : `${name} had no more moves to cut off: ${cutReason(replay, node)}.`;
  if (kind === "leave") return node === ROOT ? `The search is over: ${score} for MAX${isProved(replay, node) ? ", proved" : ""}.` : `${name} is done: ${score}.`;
  return `${nodeName(tree, replay.best[node] ?? NOBODY)} is the best so far for ${roleOf(tree, node)} at ${name}: ${score}.${raised(replay, node)}`;
}

/**
 * @param {Columns} tree
 * @param {number} node
 */
export function roleOf(tree, node) {
  const role = tree.isMax(node) ? "MAX" : "MIN";
  const player = playerAt(tree, node);
  return player === role ? role : `${role} (${player})`;
}

/**
 * @param {Replay} replay
 * @param {number} node
 */
export function windowText(replay, node) {
  return `α ${scoreText(replay.alphas[node] ?? -Infinity)}  β ${scoreText(replay.betas[node] ?? Infinity)}`;
}

/**
 * @param {Replay} replay
 * @param {number} node
 */
function entered(replay, node) {
  const { tree } = replay;
  const before = node === ROOT ? "The search begins at the root" : `${playerAt(tree, tree.parents[node] ?? ROOT)} tries ${tree.move(node)}`;
  return replay.prunes ? `${before}, with ${windowText(replay, node)}.` : `${before}.`;
}

/**
 * Whether a node has children that were never looked at.
 * @param {Replay} replay
 * @param {number} node
 */
function hasMore({ tree, states }, node) {
  return tree.children(node).some((child) => states[child] === 0);
}

/**
 * @param {Replay} replay
 * @param {number} node
 */
function raised(replay, node) {
  if (!replay.prunes) return "";
  const isMax = replay.tree.isMax(node);
  const bound = (isMax ? replay.alphas : replay.betas)[node];
  return bound === replay.scores[node] ? ` ${isMax ? "Alpha" : "Beta"} is now ${scoreText(bound ?? Number.NaN)}.` : "";
}
