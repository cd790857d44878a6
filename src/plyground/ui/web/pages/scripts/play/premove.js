/** A move that is planned while the other side thinks, and sent as soon as it is possible. */

import { meaning, readPosition } from "../notation.js";

/** @typedef {import("../messages.js").GameInfo} GameInfo */
/** @typedef {import("../messages.js").Move} Move */
/** @typedef {import("../messages.js").Ply} Ply */
/** @typedef {import("../messages.js").Side} Side */

/**
 * What a side could mean, as far as that can be seen: the pages know no rules. Where the last move put a piece
 * on an empty square, every empty square; elsewhere every square for each of the own pieces.
 * @param {GameInfo} game
 * @param {readonly Ply[]} plies
 * @param {Side} side
 * @returns {Move[]}
 */
export function plannable(game, plies, side) {
  const letters = readPosition(plies.at(-1)?.position ?? game.start).letters;
  const squares = [...letters.keys()];
  if (isPlacing(plies)) {
    return squares.flatMap((target) => (letters[target] === "" ? [{ move: "", origin: null, target }] : []));
  }
  return squares
    .filter((origin) => meaning(game, letters[origin] ?? "").side === side)
    .flatMap((origin) => squares.flatMap((target) => (target === origin ? [] : [{ move: "", origin, target }])));
}

/**
 * The possible move that a planned one has become, if it has.
 * @param {Move} planned
 * @param {readonly Move[]} moves
 */
export function fulfilled({ origin, target }, moves) {
  return moves.find((move) => move.origin === origin && move.target === target) ?? null;
}

/** @param {readonly Ply[]} plies */
function isPlacing(plies) {
  for (let number = plies.length - 1; number > 0; number -= 1) {
    const { origin, target } = plies[number] ?? {};
    if (typeof target !== "number") continue; // a pass says nothing
    const before = readPosition(plies[number - 1]?.position ?? "").letters[target] ?? "";
    return typeof origin !== "number" && before === "";
  }
  return false;
}
