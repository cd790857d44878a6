/** A small picture of a position: no coordinates, nothing to do. */

import { element } from "../dom.js";
import { readPosition } from "../notation.js";
import { Geometry } from "./geometry.js";
import { drawFill, drawLastMove, drawOutline } from "./marks.js";
import { dress } from "./pieces.js";
import { drawPicture } from "./board-picture.js";
import { Placing } from "./placing.js";

/** @typedef {{ origin: number | null, target: number | null, changed?: number[] }} ShownMove */

/**
 * Draw a position in little; it fills a square as well as its shape allows. The last move is marked, and
 * the next one as on a board: the piece that is picked, and where it goes.
 * @param {GameInfo} game
 * @param {string} position
 * @param {{ last?: ShownMove | null, next?: ShownMove | null }} [moves]
 */
export function drawThumbnail(game, position, { last = null, next = null } = {}) {
  const geometry = new Geometry(game, false);
  const { svg, layers } = drawPicture(game, geometry);
  const { left, top, boardWidth, boardHeight, border } = geometry;
  svg.querySelector(".board-coordinates")?.remove();
  const [width, height] = [boardWidth + 2 * border, boardHeight + 2 * border];
  svg.setAttribute("viewBox", `${left - border} ${top - border} ${width} ${height}`);
  new Placing(game, geometry, layers.pieces, layers.scenery).set(readPosition(position).letters, null);
  if (last) layers.marks.append(...drawLastMove(geometry, last));
  if (typeof next?.origin === "number") layers.marks.append(drawFill(geometry, next.origin, "mark-picked"));
  if (typeof next?.target === "number") layers.outlines.append(drawOutline(geometry, next.target));
  return dress(element("div", { class: "board thumbnail", "aria-hidden": "true" }, svg), game);
}
