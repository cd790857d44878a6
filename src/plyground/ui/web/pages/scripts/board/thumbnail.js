/** A small picture of a position: no coordinates, nothing to do. */

import { element } from "../dom.js";
import { readPosition } from "../notation.js";
import { Geometry } from "./geometry.js";
import { dress } from "./pieces.js";
import { drawPicture } from "./board-picture.js";
import { Placing } from "./placing.js";

/** @typedef {import("../messages.js").GameInfo} GameInfo */

/**
 * Draw a position in little; it fills a square as well as its shape allows.
 * @param {GameInfo} game
 * @param {string} position
 */
export function drawThumbnail(game, position) {
  const geometry = new Geometry(game, false);
  const { svg, layers } = drawPicture(game, geometry);
  const { left, top, boardWidth, boardHeight, border } = geometry;
  svg.querySelector(".board-coordinates")?.remove();
  const [width, height] = [boardWidth + 2 * border, boardHeight + 2 * border];
  svg.setAttribute("viewBox", `${left - border} ${top - border} ${width} ${height}`);
  new Placing(game, geometry, layers.pieces, layers.scenery).set(readPosition(position).letters, null);
  return dress(element("div", { class: "board thumbnail", "aria-hidden": "true" }, svg), game);
}
