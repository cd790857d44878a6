/** One node of the tree as it is drawn. */

import { dress } from "../board/pieces.js";
import { drawThumbnail } from "../board/thumbnail.js";
import { drawn } from "../dom.js";
import { ROOT } from "./columns.js";

/** @import { Walk } from "./walk.js" */

export const BOX = { width: 148, height: 38 };
export const BOARD = 76;
const REASON_GAP = 18;

/**
 * What is known of a node besides the search.
 * @typedef {{ isChosen: boolean, isSelected: boolean, isUnfolded: boolean, reason: string, board: SVGElement | null, hasRoom: boolean }} Look
 */

/**
 * Draw a node: what is heard of it is an empty rectangle with a label, behind what is seen.
 * @param {Walk} walk
 * @param {number} node
 * @param {Look} look
 */
export function drawNode(walk, node, look) {
  const names = ["tree-node", ...walk.marks(node), look.isChosen && "is-chosen", look.isSelected && "is-selected"];
  const room = look.hasRoom ? BOARD : 0;
  return drawn(
    "g",
    { class: names.filter(Boolean).join(" "), role: "presentation", "data-node": node },
    drawn("rect", {
      class: "tree-item",
      id: `node-${node}`,
      role: "treeitem",
      "aria-level": walk.tree.ply(node) + 1,
      "aria-selected": String(look.isSelected),
      "aria-expanded": walk.isEnd(node) ? null : String(look.isUnfolded),
      "aria-label": walk.described(node),
      y: -BOX.height / 2,
      width: room + BOX.width,
      height: BOX.height,
    }),
    drawn("g", { class: "tree-content", "aria-hidden": "true" }, ...drawContent(walk, node, look)),
  );
}

/**
 * What is seen of a node.
 * @param {Walk} walk
 * @param {number} node
 * @param {Look} look
 */
function drawContent(walk, node, look) {
  const { tree } = walk;
  const isEnd = walk.isEnd(node);
  const left = look.hasRoom ? BOARD : 0;
  const detail = walk.detail(node);
  const start = left + (isEnd ? 14 : 27);
  return [
    drawn("rect", { class: "tree-box", y: -BOX.height / 2, x: left, width: BOX.width, height: BOX.height, rx: isEnd ? BOX.height / 2 : 6 }),
    isEnd ? null : drawn("path", { class: tree.isMax(node) ? "tree-max" : "tree-min", d: triangle(left + 15, detail ? -6 : 0, tree.isMax(node)) }),
    drawn("text", { class: "tree-text", x: start, y: detail ? -2 : 4 }, node === ROOT ? "root" : tree.move(node)),
    drawn("text", { class: "tree-value", x: left + BOX.width - 12, y: detail ? -2 : 4 }, walk.value(node)),
    detail && drawn("text", { class: "tree-window", x: start, y: 13 }, detail),
    look.board,
    look.reason && drawReason(left + BOX.width + REASON_GAP, look.reason),
    isEnd ? null : drawFold(left + BOX.width, look.isUnfolded),
  ];
}

/**
 * @param {number} x
 * @param {boolean} isUnfolded
 */
function drawFold(x, isUnfolded) {
  return drawn(
    "g",
    { class: "tree-fold", "data-fold": true, transform: `translate(${x} 0)` },
    drawn("circle", { class: "tree-fold-touch", r: 16 }),
    drawn("circle", { class: "tree-fold-edge", r: 8 }),
    drawn("path", { class: "tree-fold-sign", d: isUnfolded ? "M-4 0H4" : "M-4 0H4M0 -4V4" }),
  );
}

/**
 * Why a branch was cut, in two lines: the bound, and who would not have it.
 * @param {number} x
 * @param {string} reason
 */
function drawReason(x, reason) {
  const [bound = "", why = ""] = reason.split(/(?<=: )/);
  return drawn("text", { class: "tree-reason" }, drawn("tspan", { x, y: -4 }, bound), drawn("tspan", { x, y: 12 }, why));
}

/**
 * Draw the board that stands beside a node.
 * @param {GameInfo} game
 * @param {string} position
 */
export function drawBoard(game, position) {
  const picture = drawThumbnail(game, position).querySelector("svg");
  if (!picture) return null;
  picture.removeAttribute("class"); // whose size is that of a page
  const size = BOARD - 8;
  for (const [name, value] of Object.entries({ x: 0, y: -size / 2, width: size, height: size })) picture.setAttribute(name, String(value));
  return dress(drawn("g", { class: "board tree-board" }, picture), game);
}

/**
 * MAX points up, MIN down.
 * @param {number} x
 * @param {number} y
 * @param {boolean} isMax
 */
function triangle(x, y, isMax) {
  const tip = isMax ? -5 : 5;
  return `M${x} ${y + tip}L${x + 6} ${y - tip}L${x - 6} ${y - tip}Z`;
}
