/** Arrows from square to square, and values written on squares. */

import { drawn } from "../dom.js";

/** @import { Geometry } from "./geometry.js" */

/**
 * An arrow; without a square to come from it is a ring, as for a stone that is placed. The weight
 * from 0 to 1 makes it thin or thick.
 * @typedef {{ from: number | null, to: number, weight?: number, kind?: "best" | "other" | "good" | "bad" }} Arrow
 */

/**
 * A value written at the foot of a square. One that is proved looks like an exact value.
 * @typedef {{ square: number, text: string, kind?: "best" | "plain" | "bad", proved?: "win" | "draw" | "loss" | null }} SquareValue
 */

/**
 * @param {Geometry} geometry
 * @param {Arrow} arrow
 */
export function drawArrow(geometry, { from, to, weight = 1, kind = "best" }) {
  const share = Math.min(Math.max(weight, 0), 1);
  const width = 6 + 12 * share;
  const group = drawn("g", { class: `arrow-${kind}`, opacity: 0.45 + 0.45 * share });
  const end = geometry.centre(to);
  if (from === null || from === to) {
    const circle = { cx: end.x, cy: end.y, r: 44 - width / 2 };
    group.append(drawn("circle", { class: "arrow-ring", ...circle, "stroke-width": width }));
    return group;
  }
  const start = geometry.centre(from);
  const length = Math.hypot(end.x - start.x, end.y - start.y);
  const [right, down] = [(end.x - start.x) / length, (end.y - start.y) / length];
  const head = width * 2.6;
  const along = (/** @type {number} */ distance, /** @type {number} */ aside) =>
    `${start.x + right * distance - down * aside} ${start.y + down * distance + right * aside}`;
  group.append(
    drawn("path", { class: "arrow", d: `M${along(26, 0)}L${along(length - head, 0)}`, "stroke-width": width }),
    drawn("path", {
      class: "arrow-head",
      d: `M${along(length - 2, 0)}L${along(length - head - 2, head * 0.62)}L${along(length - head - 2, -head * 0.62)}z`,
    }),
  );
  return group;
}

/**
 * @param {Geometry} geometry
 * @param {SquareValue} value
 */
export function drawValue(geometry, { square, text, kind = "plain", proved = null }) {
  const { x, y: middle } = geometry.centre(square);
  const y = middle + 27; // where it hides the least of a piece
  const width = Math.min(16 + 13 * text.length, 96);
  return drawn(
    "g",
    { class: proved ? `value-${kind} is-proved exact-${proved}` : `value-${kind}` },
    drawn("rect", { class: "value-box", x: x - width / 2, y: y - 16, width, height: 32, rx: proved ? 16 : 8 }),
    drawn("text", { class: "value-text", x, y: y + 8 }, text),
  );
}
