/** Results as a bar in three parts, and in words. */

import { element } from "./dom.js";

/** A part that is this narrow has no room for its number. */
const ROOM_FOR_NUMBER = 0.12;

/**
 * Draw how many games ended in which of three ways.
 * @param {[number, number, number]} counts
 * @param {[string, string, string]} classes
 * @param {string} told the same in words
 */
export function drawResults(counts, classes, told) {
  const total = counts[0] + counts[1] + counts[2];
  const parts = counts.map((count, index) => {
    const isWide = count / total >= ROOM_FOR_NUMBER;
    const part = element("span", { class: `result-part ${classes[index]}` }, isWide ? count.toLocaleString("en") : "");
    part.style.flexGrow = String(count);
    part.hidden = count === 0;
    return part;
  });
  return element("span", { class: "result-bar", role: "img", "aria-label": told, title: told }, ...parts);
}
