/** Exact values of moves, drawn on the board: arrows and rings in three colours, each with its signs. */

import { drawn } from "../dom.js";
import { compareValues, shortValue } from "../exact/exact-text.js";
import { UNIT } from "./geometry.js";

/** @import { Geometry, Point } from "./geometry.js" */
/** @typedef {{ exact: ExactValue, origin: number | null, target: number }} Valued */

const HEAD = 20;

/**
 * Draw the values of moves: of the piece that is picked rings around its goals, else arrows for all pieces.
 * @param {Geometry} geometry
 * @param {ExactMove[]} moves
 * @param {number | null} picked
 */
export function drawExact(geometry, moves, picked) {
  const valued = valuedMoves(moves, picked).sort((one, other) => compareValues(one.exact, other.exact));
  const drawings = valued.map((move) => drawMove(geometry, move, picked));
  // All signs lie above all arrows, and those of the best moves above the others.
  return [...drawings.map(({ shape }) => shape), ...drawings.map(({ signs }) => signs)];
}

/**
 * The moves to draw: those that touch a square and whose value is known.
 * @param {ExactMove[]} moves
 * @param {number | null} picked
 * @returns {Valued[]}
 */
function valuedMoves(moves, picked) {
  return moves.flatMap(({ exact, origin, target }) =>
    exact === null || target === null || (picked !== null && origin !== picked) ? [] : [{ exact, origin, target }],
  );
}

/**
 * @param {Geometry} geometry
 * @param {Valued} move
 * @param {number | null} picked
 */
function drawMove(geometry, { exact, origin, target }, picked) {
  const name = `exact-${exact.value}`;
  const end = geometry.centre(target);
  if (origin === null || origin === target || picked !== null) {
    // Large on a square that is placed on, else where they hide the least of a piece.
    const signs = origin === null ? drawSigns(end, exact, name, 1.6) : drawSigns({ x: end.x, y: end.y + 25 }, exact, name, 1.2);
    return { shape: drawRing(geometry, target, name), signs };
  }
  const start = geometry.centre(origin);
  const along = signsAlong(start, end);
  const place = { x: start.x + along * (end.x - start.x), y: start.y + along * (end.y - start.y) };
  return { shape: drawArrow(start, end, name), signs: drawSigns(place, exact, name, 1) };
}

/**
 * How far along an arrow its signs stand: where the signs of arrows that cross or meet are apart.
 * @param {Point} start
 * @param {Point} end
 */
function signsAlong(start, end) {
  const [across, down] = [Math.abs(end.x - start.x), Math.abs(end.y - start.y)];
  if (Math.max(across, down) > UNIT) return 0.62;
  return across > 0 && down > 0 ? 0.68 : 0.39;
}

/**
 * @param {Geometry} geometry
 * @param {number} square
 * @param {string} name
 */
function drawRing(geometry, square, name) {
  const { x, y } = geometry.corner(square);
  const place = { x: x + 9, y: y + 9, width: UNIT - 18, height: UNIT - 18, rx: 12 };
  return drawn("g", { class: name }, drawn("rect", { class: "exact-edge", ...place }), drawn("rect", { class: "exact-ring", ...place }));
}

/**
 * @param {Point} start
 * @param {Point} end
 * @param {string} name
 */
function drawArrow(start, end, name) {
  const length = Math.hypot(end.x - start.x, end.y - start.y);
  const [right, down] = [(end.x - start.x) / length, (end.y - start.y) / length];
  const along = (/** @type {number} */ distance, /** @type {number} */ aside) =>
    `${start.x + right * distance - down * aside} ${start.y + down * distance + right * aside}`;
  const tip = length - 2;
  const shaft = `M${along(24, 0)}L${along(tip - HEAD + 2, 0)}`;
  const head = `M${along(tip, 0)}L${along(tip - HEAD, 0.62 * HEAD)}L${along(tip - HEAD, -0.62 * HEAD)}z`;
  return drawn(
    "g",
    { class: name },
    drawn("path", { class: "exact-edge", d: shaft }),
    drawn("path", { class: "exact-shaft", d: shaft }),
    drawn("path", { class: "exact-head", d: head }),
  );
}

/**
 * @param {Point} place
 * @param {ExactValue} exact
 * @param {string} name
 * @param {number} size
 */
function drawSigns({ x, y }, exact, name, size) {
  const text = shortValue(exact);
  const width = 15 + 12 * text.length;
  return drawn(
    "g",
    { class: name, transform: `translate(${x} ${y}) scale(${size})` },
    drawn("rect", { class: "exact-box", x: -width / 2, y: -14, width, height: 28, rx: 14 }),
    drawn("text", { class: "exact-text", y: 7 }, text),
  );
}
