/** Where a person stands: the rating and the streaks, with what the last attempt changed. */

import { element } from "../dom.js";

/**
 * Show a standing; the one before it says what has changed.
 * @param {HTMLElement} list a description list
 * @param {PuzzleStanding} standing
 * @param {PuzzleStanding} [before]
 */
export function showStanding(list, standing, before = standing) {
  const change = standing.rating - before.rating;
  const told = change === 0 ? null : element("b", { class: change > 0 ? "is-up" : "is-down" }, ` ${change > 0 ? "+" : "−"}${Math.abs(change)}`);
  list.replaceChildren(
    entry("Your rating", standing.rating, `± ${standing.deviation}`, told),
    entry("Solved in a row", standing.streak, `best ${standing.best_streak}`),
    entry("Days in a row", standing.days, `best ${standing.best_days}`),
  );
}

/**
 * @param {string} term
 * @param {number} value
 * @param {string} beside
 * @param {HTMLElement | null} [change]
 */
function entry(term, value, beside, change = null) {
  return element("div", {}, element("dt", {}, term), element("dd", {}, value, element("small", {}, beside, change)));
}
