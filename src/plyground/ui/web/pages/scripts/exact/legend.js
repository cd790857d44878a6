/** What the signs and colours of exact values mean. */

import { element } from "../dom.js";
import { shortValue } from "./words.js";

/** @typedef {import("./messages.js").ExactValue} ExactValue */

/**
 * Explain the signs, with values such as those that are shown.
 * @param {ExactValue[]} shown
 */
export function drawLegend(shown) {
  const margin = shown.some((exact) => exact.margin !== null) ? 6 : null;
  const distance = shown.some((exact) => exact.distance !== null && exact.distance > 1) && margin === null ? 5 : null;
  const examples = /** @type {ExactValue[]} */ ([
    { value: "win", margin, distance },
    { value: "draw", margin: null, distance: null },
    { value: "loss", margin: margin === null ? null : -margin, distance: distance === null ? null : distance + 1 },
  ]);
  const more = margin !== null ? ` by ${margin}` : distance !== null ? " in 3 moves" : "";
  return examples.map((exact) => {
    const sign = element("b", { class: `exact-sign is-${exact.value}` }, shortValue(exact));
    return element("li", {}, sign, `${exact.value}${exact.value === "draw" ? "" : more}`);
  });
}
