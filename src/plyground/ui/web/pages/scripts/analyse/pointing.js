/** What a search says about moves, drawn on the board: arrows and values. */

import { shortScore } from "./numbers.js";

/** @import { Arrow, SquareValue } from "../board/arrows.js" */
/** @import { Spot } from "./variation-tree.js" */

const ARROWS = 3;

/** A move that costs more of the chance of winning than this is shown as bad. */
const BAD = 0.2;

/**
 * Arrows for the best moves, the thicker the better; where a mistake was made here, for the
 * mistake and for what was better.
 * @param {Spot} spot
 * @param {FoundLine[]} lines best first
 * @returns {Arrow[]}
 */
export function arrowsOf(spot, lines) {
  const mistake = spot.isMain ? spot.judged?.mistake : null;
  if (mistake) return [...arrow(mistake.refutation[0], 0.8, "bad"), ...arrow(mistake.better[0], 1, "good")];
  return lines.slice(0, ARROWS).flatMap((line, rank) => {
    const weight = Math.max(0.1, 0.6 - 2 * loss(line, lines));
    return arrow(line.moves[0], rank === 0 ? 1 : weight, rank === 0 ? "best" : "other");
  });
}

/**
 * Values on the squares that moves lead to. Several pieces may reach a square: the best move counts,
 * or the one of the piece that is picked.
 * @param {FoundLine[]} lines best first
 * @param {number | null} picked
 * @returns {SquareValue[]}
 */
export function valuesOf(lines, picked) {
  /** @type {Map<number, SquareValue>} */
  const values = new Map();
  for (const line of lines) {
    const [move] = line.moves;
    if (!move || move.target === null || values.has(move.target)) continue;
    if (picked !== null && move.origin !== picked) continue;
    const kind = line === lines[0] ? "best" : loss(line, lines) >= BAD ? "bad" : "plain";
    values.set(move.target, { square: move.target, text: shortScore(line), kind, proved: line.proof?.value ?? null });
  }
  return [...values.values()];
}

/**
 * How much of the chance of winning is lost by not playing the best move.
 * @param {FoundLine} line
 * @param {FoundLine[]} lines best first
 */
function loss(line, lines) {
  return Math.abs((lines[0]?.chance ?? line.chance) - line.chance);
}

/**
 * @param {MoveInfo | undefined} move
 * @param {number} weight
 * @param {NonNullable<Arrow["kind"]>} kind
 * @returns {Arrow[]}
 */
function arrow(move, weight, kind) {
  return !move || move.target === null ? [] : [{ from: move.origin, to: move.target, weight, kind }];
}
