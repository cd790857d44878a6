/** What is known about the node that somebody looks at, with its board. */

import { drawThumbnail } from "../board/thumbnail.js";
import { element } from "../dom.js";
import { NOBODY } from "./columns.js";
import { standing } from "./node.js";
import { cutReason, nodeName, roleOf, scoreText } from "./telling.js";

/** @typedef {import("../messages.js").GameInfo} GameInfo */
/** @typedef {import("./replay.js").Replay} Replay */

const STANDINGS = { cut: "never looked at", unseen: "not looked at yet", open: "being looked at", current: "being looked at now", done: "done" };

/**
 * Fill the panel.
 * @param {{ heading: HTMLElement, board: HTMLElement, facts: HTMLElement }} parts
 * @param {Replay} replay
 * @param {number} node
 * @param {GameInfo | null} game
 * @param {string | null} position
 */
export function showNode(parts, replay, node, game, position) {
  parts.heading.textContent = replay.tree.path(node).join(" ") || "The root";
  parts.board.hidden = game === null;
  const key = `${game?.name} ${position}`;
  if (game && position && parts.board.dataset.shown !== key) {
    parts.board.replaceChildren(drawThumbnail(game, position));
    parts.board.dataset.shown = key;
  }
  parts.facts.replaceChildren(
    ...factsOf(replay, node).flatMap(([term, fact]) => [element("dt", {}, term), element("dd", {}, fact)]),
  );
}

/**
 * @param {Replay} replay
 * @param {number} node
 * @returns {[string, string][]}
 */
function factsOf(replay, node) {
  const { tree } = replay;
  const state = standing(replay, node);
  const [score, alpha, beta] = [replay.scores, replay.alphas, replay.betas].map((column) => scoreText(column[node] ?? Number.NaN));
  const best = replay.best[node] ?? NOBODY;
  /** @type {[string, string | undefined | false][]} */
  const facts = [
    ["Moves", tree.isLeaf(node) ? "nobody: a leaf" : roleOf(tree, node)],
    ["State", STANDINGS[state]],
    ["Value", score || "none yet"],
    ["Alpha", replay.prunes && state !== "cut" && state !== "unseen" && alpha],
    ["Beta", replay.prunes && state !== "cut" && state !== "unseen" && beta],
    ["Best", best !== NOBODY && nodeName(tree, best)],
    ["Cut", replay.cuts[node] === 1 && cutReason(replay, node)],
    ["Why", state === "cut" && cutReason(replay, replay.cutAbove(node))],
  ];
  return facts.flatMap(([term, fact]) => (fact ? [/** @type {[string, string]} */ ([term, fact])] : []));
}
