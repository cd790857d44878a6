/** How both sides played: accuracy as a ring, and mistakes by kind. */

import { drawn, element } from "../dom.js";
import { makeSideMark } from "../library/row.js";

const RADIUS = 40;
const GOOD = 80;
const FAIR = 60;

const KINDS = /** @type {const} */ ([
  ["inaccuracies", "inaccuracy", "inaccuracies"],
  ["mistakes", "mistake", "mistakes"],
  ["blunders", "blunder", "blunders"],
]);

/**
 * Draw a card for each side; without a report they are empty.
 * @param {[string, string]} names
 * @param {[ReviewedSide, ReviewedSide] | null} sides
 */
export function drawSides(names, sides) {
  return names.map((name, side) =>
    element(
      "div",
      { class: "report-player" },
      element("p", { class: "report-player-name" }, makeSideMark(side), element("bdi", {}, name)),
      drawRing(sides?.[side === 0 ? 0 : 1].accuracy ?? null, sides !== null),
      drawCounts(sides?.[side === 0 ? 0 : 1] ?? null),
    ),
  );
}

/**
 * @param {number | null} accuracy in percent
 * @param {boolean} isKnown
 */
function drawRing(accuracy, isKnown) {
  const length = 2 * Math.PI * RADIUS;
  const share = ((accuracy ?? 0) / 100) * length;
  const name = `ring-share ${accuracy === null || accuracy >= GOOD ? "" : accuracy >= FAIR ? "is-fair" : "is-poor"}`;
  const told = accuracy === null ? (isKnown ? "–" : "…") : accuracy.toFixed(accuracy >= 99.95 ? 0 : 1);
  const label = accuracy === null ? "Accuracy not known" : `Accuracy ${told} percent`;
  const circle = { cx: 50, cy: 50, r: RADIUS };
  return drawn(
    "svg",
    { class: "report-ring", viewBox: "0 0 100 100", role: "img", "aria-label": label },
    drawn("circle", { class: "ring-track", ...circle }),
    accuracy !== null && drawn("circle", { class: name, ...circle, "stroke-dasharray": `${share} ${length}`, transform: "rotate(-90 50 50)" }),
    drawn("text", { class: "ring-number", x: 50, y: 56 }, told),
    drawn("text", { class: "ring-unit", x: 50, y: 72 }, "accuracy"),
  );
}

/** @param {ReviewedSide | null} side */
function drawCounts(side) {
  const rows = KINDS.flatMap(([key, one, many]) => {
    const count = side?.[key] ?? null;
    return [element("dd", { class: `count-${one}` }, count ?? "–"), element("dt", {}, count === 1 ? one : many)];
  });
  return element("dl", { class: "report-counts" }, ...rows);
}
