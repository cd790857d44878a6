/** What the colours of squares mean. */

import { heatClass, strength } from "../board/heat.js";
import { drawn, element } from "../dom.js";
import { pointsText } from "./words.js";

const STEPS = [-1, -2 / 3, -1 / 3, 0, 1 / 3, 2 / 3, 1];
const WIDTH = 28;

/**
 * Explain the colours, from the largest loss to the largest gain of a square.
 * @param {number} largest
 * @param {string} player who is to move
 */
export function drawHeatLegend(largest, player) {
  const steps = STEPS.flatMap((share, index) => {
    const place = { x: index * WIDTH, y: 0, width: WIDTH, height: 20 };
    const colour = { class: heatClass(share), opacity: strength(share, 1).toFixed(3) };
    return [drawn("rect", { class: "heat-none", ...place }), drawn("rect", { ...colour, ...place })];
  });
  const size = { class: "heat-scale", viewBox: `0 0 ${STEPS.length * WIDTH} 20`, "aria-hidden": "true" };
  return [
    element("span", {}, pointsText(-largest)),
    drawn("svg", size, ...steps),
    element("span", {}, pointsText(largest)),
    element("span", { class: "muted" }, `Points of a square for ${player}: patterns share theirs equally among their squares.`),
  ];
}
