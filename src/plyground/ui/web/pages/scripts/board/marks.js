/** Marks on squares: the last move, what it changed, a picked piece, where it can go. */

import { drawn } from "../dom.js";
import { UNIT } from "./geometry.js";

/** @import { Geometry } from "./geometry.js" */

const TICK = 24;

/**
 * Fill a square.
 * @param {Geometry} geometry
 * @param {number} square
 * @param {string} name
 */
export function drawFill(geometry, square, name) {
  const { x, y } = geometry.corner(square);
  return drawn("rect", { class: name, x, y, width: UNIT, height: UNIT });
}

/**
 * Mark the ends of the last move, and the squares that it changed.
 * @param {Geometry} geometry
 * @param {{ origin: number | null, target: number | null, changed?: number[] }} move
 */
export function drawLastMove(geometry, { origin, target, changed = [] }) {
  const ends = [origin, target].filter((square) => square !== null);
  return [
    ...ends.map((square) => drawFill(geometry, square, "mark-last")),
    ...changed.filter((square) => !ends.includes(square)).map((square) => drawChanged(geometry, square)),
  ];
}

/**
 * Mark the corners of a square on which something was captured or turned.
 * @param {Geometry} geometry
 * @param {number} square
 */
function drawChanged(geometry, square) {
  const { x, y } = geometry.corner(square);
  const [low, high] = [8, UNIT - 8];
  const corners = [[low, low, 1, 1], [high, low, -1, 1], [low, high, 1, -1], [high, high, -1, -1]]
    .map(([right = 0, down = 0, across = 0, along = 0]) =>
      `M${x + right} ${y + down + along * (TICK - 8)}v${-along * (TICK - 8)}h${across * (TICK - 8)}`)
    .join("");
  return drawn(
    "g",
    {},
    drawn("path", { class: "mark-changed-edge", d: corners }),
    drawn("path", { class: "mark-changed", d: corners }),
  );
}

/**
 * Outline a square to which a move leads.
 * @param {Geometry} geometry
 * @param {number} square
 */
export function drawOutline(geometry, square) {
  return drawRing(geometry, square, ["outline-halo", "outline"]);
}

/**
 * Ring a square of a hint.
 * @param {Geometry} geometry
 * @param {number} square
 */
export function drawHint(geometry, square) {
  return drawRing(geometry, square, ["outline-halo", "mark-hint"]);
}

/**
 * @param {Geometry} geometry
 * @param {number} square
 * @param {string[]} names
 */
function drawRing(geometry, square, names) {
  const { x, y } = geometry.corner(square);
  const size = UNIT - 18;
  const shapes = names.map((name) =>
    drawn("rect", { class: name, x: x + 9, y: y + 9, width: size, height: size, rx: 12 }),
  );
  return drawn("g", { "data-square": square }, ...shapes);
}
