/** What a screen reader says about a square. */

import { meaning, squareName } from "../notation.js";

/** @typedef {import("../messages.js").GameInfo} GameInfo */

/**
 * Say what a square is called, what stands on it and what can be done with it.
 * @param {GameInfo} game
 * @param {number} square
 * @param {string} letter
 * @param {{ does: string, isLast: boolean, worth: string }} state
 */
export function describeSquare(game, square, letter, { does, isLast, worth }) {
  const words = [squareName(game, square), contentOf(game, letter), does, isLast ? "last move" : "", worth];
  return words.filter(Boolean).join(", ");
}

/**
 * @param {GameInfo} game
 * @param {string} letter
 */
function contentOf(game, letter) {
  if (letter === "") return "empty";
  const { name, side } = meaning(game, letter);
  return side === null ? name : `${game.players[side]} ${name}`;
}
