/** The board without anything on it: its frame, squares and coordinates, and layers for the rest. */

import { drawn } from "../dom.js";
import { columnName, rowName } from "../notation.js";
import { UNIT } from "./geometry.js";

/** @import { Geometry } from "./geometry.js" */
/** @typedef {typeof LAYERS[number]} LayerName */
/** @typedef {{ svg: SVGSVGElement, layers: Record<LayerName, SVGGElement> }} Picture */

/** From the lowest to the highest. */
const LAYERS = /** @type {const} */ (["heat", "marks", "scenery", "outlines", "pieces", "signs", "arrows", "values", "exact", "pattern"]);

/**
 * Draw an empty board.
 * @param {GameInfo} game
 * @param {Geometry} geometry
 * @returns {Picture}
 */
export function drawPicture(game, geometry) {
  const made = LAYERS.map((name) => [name, drawn("g", { class: `layer-${name}` })]);
  /** @type {Record<LayerName, SVGGElement>} */
  const layers = Object.fromEntries(made);
  const svg = drawn(
    "svg",
    { class: "board-picture", viewBox: `0 0 ${geometry.width} ${geometry.height}`, "aria-hidden": "true" },
    drawFrame(geometry),
    drawSquares(game, geometry),
    drawCoordinates(game, geometry),
    ...Object.values(layers),
  );
  return { svg, layers };
}

/** @param {Geometry} geometry */
function drawFrame({ left, top, boardWidth, boardHeight, border }) {
  const rectangle = (/** @type {string} */ name, /** @type {number} */ margin) =>
    drawn("rect", {
      class: name,
      x: left - margin,
      y: top - margin,
      width: boardWidth + 2 * margin,
      height: boardHeight + 2 * margin,
    });
  return drawn("g", {}, rectangle("board-hairline", border - 3), rectangle("board-frame", 8));
}

/**
 * @param {GameInfo} game
 * @param {Geometry} geometry
 */
function drawSquares(game, geometry) {
  const isPlain = game.look.is_plain;
  const squares = drawn("g", { class: "layer-squares" });
  for (const square of geometry.seenRows().flat()) {
    const { x, y } = geometry.corner(square);
    const isDark = (Math.floor(square / game.columns) + (square % game.columns)) % 2 === 1;
    const isShaded = isDark && !isPlain;
    squares.append(
      drawn("rect", { class: isShaded ? "board-cell is-shaded" : "board-cell", x, y, width: UNIT, height: UNIT }),
    );
  }
  if (game.look.has_hollows) squares.append(...drawHollows(geometry));
  if (game.look.has_stars) squares.append(...drawStars(geometry));
  return squares;
}

/**
 * A hollow for a stone on every square.
 * @param {Geometry} geometry
 */
function drawHollows(geometry) {
  return geometry.seenRows().flat().map((square) => {
    const { x, y } = geometry.centre(square);
    return drawn(
      "g",
      {},
      drawn("circle", { class: "board-hollow", cx: x, cy: y, r: 30 }),
      drawn("path", { class: "board-hollow-light", d: `M${x - 27} ${y + 12}a29.5 29.5 0 0 0 54 0` }),
    );
  });
}

/**
 * The four dots that mark off the middle of a board.
 * @param {Geometry} geometry
 */
function drawStars({ rows, columns, left, top, boardWidth, boardHeight }) {
  if (Math.min(rows, columns) < 6) return [];
  const inset = 2 * UNIT;
  return [left + inset, left + boardWidth - inset].flatMap((cx) =>
    [top + inset, top + boardHeight - inset].map((cy) => drawn("circle", { class: "board-star", cx, cy, r: 8 })),
  );
}

/**
 * @param {GameInfo} game
 * @param {Geometry} geometry
 */
function drawCoordinates(game, geometry) {
  const { letterSize, left, top, border } = geometry;
  const rows = geometry.seenRows();
  const group = drawn("g", { class: "board-coordinates", "font-size": letterSize });
  const write = (/** @type {number} */ x, /** @type {number} */ y, /** @type {string} */ text) =>
    group.append(drawn("text", { class: "board-coordinate", x, y: y + letterSize * 0.35 }, text));
  rows.forEach(([first = 0], index) => {
    write((left - border) / 2, top + UNIT * (index + 0.5), rowName(game, Math.floor(first / game.columns)));
  });
  const below = top + geometry.boardHeight + border + letterSize * 0.7;
  rows[0]?.forEach((square, index) => {
    write(left + UNIT * (index + 0.5), below, columnName(square % game.columns));
  });
  return group;
}
