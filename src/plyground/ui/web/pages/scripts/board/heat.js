/** What squares add to an evaluation: two colours, with signs for those who cannot tell them apart, and patterns. */

import { drawn } from "../dom.js";
import { evaluationPoints } from "../words.js";
import { UNIT } from "./geometry.js";

/** @import { Geometry } from "./geometry.js" */

/** The share of the largest value below which a square has no sign. */
const WORTH_A_SIGN = 0.15;

/** How strong the colour of a square is at least that has any, and at most. */
const [FAINTEST, STRONGEST] = [0.08, 0.95];

/** The sides of a square, as steps to the right and down, and where each begins and ends. */
const SIDES = /** @type {const} */ ([
  [0, -1, 0, 0, 1, 0],
  [1, 0, 1, 0, 1, 1],
  [0, 1, 1, 1, 0, 1],
  [-1, 0, 0, 1, 0, 0],
]);

/**
 * How strong the colour of a value is, from 0 to 1.
 * @param {number} points
 * @param {number} largest
 */
export function strength(points, largest) {
  const share = largest > 0 ? Math.min(Math.abs(points) / largest, 1) : 0;
  return share === 0 ? 0 : FAINTEST + (STRONGEST - FAINTEST) * share;
}

/** @param {number} points */
export function heatClass(points) {
  return points < 0 ? "heat-minus" : "heat-plus";
}

/** @param {number[]} heat */
export function largestOf(heat) {
  return Math.max(0, ...heat.map(Math.abs));
}

/**
 * @param {Geometry} geometry
 * @param {number[]} heat
 */
export function drawHeat(geometry, heat) {
  const largest = largestOf(heat);
  return heat.flatMap((points, square) => {
    const place = { ...geometry.corner(square), width: UNIT, height: UNIT };
    const colour = { class: heatClass(points), opacity: strength(points, largest).toFixed(3) };
    return [drawn("rect", { class: "heat-none", ...place }), drawn("rect", { ...colour, ...place })];
  });
}

/**
 * Plus and minus in the corners of the squares that count.
 * @param {Geometry} geometry
 * @param {number[]} heat
 */
export function drawSigns(geometry, heat) {
  const largest = largestOf(heat);
  const signs = heat.map((points, square) => {
    if (largest === 0 || Math.abs(points) < WORTH_A_SIGN * largest) return "";
    const { x, y } = geometry.corner(square);
    return `M${x + 6} ${y + 15}h18${points > 0 ? `m-9 -9v18` : ""}`;
  });
  const d = signs.join("");
  return d === "" ? [] : [drawn("path", { class: "heat-sign-edge", d }), drawn("path", { class: "heat-sign", d })];
}

/**
 * A line around some squares, wherever the next square is not one of them.
 * @param {Geometry} geometry
 * @param {number[]} squares
 */
export function drawPattern(geometry, squares) {
  const own = new Set(squares);
  const d = squares
    .flatMap((square) => {
      const { x, y } = geometry.corner(square);
      return SIDES.flatMap(([right, down, fromX, fromY, toX, toY]) => {
        const next = geometry.beside(square, right, down);
        if (next !== null && own.has(next)) return [];
        return `M${x + UNIT * fromX} ${y + UNIT * fromY}L${x + UNIT * toX} ${y + UNIT * toY}`;
      });
    })
    .join("");
  return d === "" ? [] : [drawn("path", { class: "pattern-edge", d }), drawn("path", { class: "pattern", d })];
}

/**
 * What a square adds, in words.
 * @param {number | undefined} points
 */
export function tellHeat(points) {
  return points === undefined ? "" : `${evaluationPoints(points)} points`;
}
